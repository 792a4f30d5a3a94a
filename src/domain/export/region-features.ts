import type { ProcessingPayload } from '../documents/processing.ts';
import { areasGeometry, type ExportFeature, type Place } from './features.ts';

type Region = ProcessingPayload['regions'][string][number];
type ToLonLat = (px: number, py: number) => readonly [number, number] | null;

/** Points on each side of a box, so that a straight side of the sheet follows its curve on the globe (D23). */
const SIDE_POINTS = 21;

/** The outline of a pixel box on the globe, longitudes unwrapped from its first place; null where a place has no position. */
function outlineOf([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[], toLonLat: ToLonLat): readonly Place[] | null {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  const ring: Place[] = [];
  for (const [index, [fx, fy]] of corners.entries()) {
    const [tx, ty] = corners[(index + 1) % 4] ?? [fx, fy];
    for (let at = 0; at < SIDE_POINTS; at += 1) {
      const share = at / SIDE_POINTS;
      const place = toLonLat(fx + (tx - fx) * share, fy + (ty - fy) * share);
      if (place === null) return null;
      const before = ring.at(-1)?.[0] ?? place[0];
      ring.push([place[0] - 360 * Math.round((place[0] - before) / 360), place[1]]);
    }
  }
  return ring;
}

function featureOf(region: Region, id: string, toLonLat: ToLonLat): ExportFeature | null {
  const ring = outlineOf(region.bbox, toLonLat);
  const geometry = ring === null ? null : areasGeometry([ring]);
  if (geometry === null) return null;
  const { label, bbox, confidence, low_confidence: low, artifact_uri: uri } = region;
  const properties = {
    label,
    bbox_px: bbox.join(' '),
    ...(confidence === undefined ? {} : { confidence }),
    ...(low === undefined ? {} : { low_confidence: low }),
    ...(uri === undefined ? {} : { artifact_uri: uri }),
  };
  return { id, name: label.replaceAll('_', ' '), geometry, properties };
}

/** The detected regions of a sheet as areas on the globe, and how many of them lie where the georeference is not defined. */
export function featuresOfRegions(
  regions: ProcessingPayload['regions'],
  toLonLat: ToLonLat,
): { readonly features: readonly ExportFeature[]; readonly lost: number } {
  const all = Object.entries(regions).flatMap(([label, found]) =>
    found.map((region, at) => featureOf(region, `${label}:${at}`, toLonLat)),
  );
  const features = all.filter((feature) => feature !== null);
  return { features, lost: all.length - features.length };
}

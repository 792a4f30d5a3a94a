import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { findReferencedMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { processingPayloadSchema } from '../../domain/documents/processing.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { exportRefused } from '../../domain/export/export-fault.ts';
import { type ExportFeature, featuresOfBundle } from '../../domain/export/features.ts';
import { EXPORT_FORMATS } from '../../domain/export/formats.ts';
import { writeGeoJson } from '../../domain/export/geojson.ts';
import { writeKml } from '../../domain/export/kml.ts';
import { featuresOfRegions } from '../../domain/export/region-features.ts';
import { createPixelProjection } from '../../domain/georef/pixel-projection.ts';
import { extractOverlay } from '../../domain/overlay/extract.ts';
import { createScrubber, rootsOf } from '../../domain/text-safety/scrub.ts';
import { loadBundle } from '../overlay/bundle-source.ts';
import { writeCacheFile } from '../overlay/write-cache-file.ts';
import { type ExportCall, NOT_COMPARED, type WrittenExport } from './export-call.ts';
import { georeferencedMap } from './georeferenced-map.ts';

type Found = Pick<WrittenExport, 'map' | 'record'> & { readonly features: readonly ExportFeature[]; readonly title: string };

const nothingIn = (what: string): GeomapError => new GeomapError('invalid_arguments', `${what} Nothing was exported.`);

async function bundleFeatures(uri: string, call: ExportCall): Promise<Found> {
  const { context, input } = call;
  const { bundle, record } = await loadBundle({ bundle_uri: uri }, context);
  const map = findReferencedMap(context.store, input);
  if (map !== undefined && record !== null && record.mapId !== null && record.mapId !== map.id) {
    call.warnings.push('other_map: the bundle was made for another map than the one that the call names.');
  }
  const overlay = extractOverlay(bundle, null);
  call.warnings.push(...overlay.warnings);
  const features = featuresOfBundle(bundle, overlay);
  if (features.length === 0) throw nothingIn('The bundle has no record with a place on the map.');
  return { features, title: 'knowledge bundle', map: map ?? null, record: null };
}

function regionFeatures(call: ExportCall): Found {
  const { context, definitions } = call;
  const { map, record, georef } = georeferencedMap(call);
  const run = map.runId === null ? undefined : context.store.findRun(map.runId);
  if (run === undefined) {
    throw new GeomapError(
      'invalid_arguments',
      'The map has no detected regions yet: run geomap_process_image on it first, or give the bundle_uri of a query result.',
    );
  }
  call.warnings.push(...staleRun(map, call, run));
  const { regions } = z.looseObject({ regions: processingPayloadSchema.shape.regions }).parse(run.payload);
  const { features, lost } = featuresOfRegions(regions, createPixelProjection(georef, definitions).toLonLat);
  if (lost > 0) call.warnings.push(`regions_left_out: ${lost} region(s) lie where the georeference gives no position.`);
  if (features.length === 0) throw nothingIn('No region of the map has a position.');
  return { features, title: 'map regions', map, record };
}

const staleRun = (map: MapRecord, call: ExportCall, run: Parameters<typeof staleWarnings>[1]['run']): readonly string[] =>
  staleWarnings(map, { run }).filter((warning) => !call.warnings.includes(warning));

const scrubbed = (features: readonly ExportFeature[], scrub: (text: string) => string): readonly ExportFeature[] =>
  features.map((feature) => ({
    ...feature,
    id: scrub(feature.id),
    name: scrub(feature.name),
    properties: Object.fromEntries(
      Object.entries(feature.properties).map(([key, value]) => [scrub(key), typeof value === 'string' ? scrub(value) : value]),
    ),
  }));

/** West, south, east, north of all places. */
function extentOf(features: readonly ExportFeature[]): readonly [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { geometry } of features) {
    const places =
      geometry.type === 'Point'
        ? [geometry.coordinates]
        : geometry.type === 'MultiLineString'
          ? geometry.coordinates.flat()
          : geometry.coordinates.flat(2);
    for (const [lon, lat] of places) {
      [west, south, east, north] = [Math.min(west, lon), Math.min(south, lat), Math.max(east, lon), Math.max(north, lat)];
    }
  }
  return [west, south, east, north];
}

async function writeGeoPackage(path: string, found: Found, { geoVector }: ExportCall): Promise<void> {
  const { features, title } = found;
  await geoVector.write(path, title.replaceAll(' ', '_'), features);
  const facts = await geoVector.read(path).catch((error: unknown) => {
    throw exportRefused('unreadable', error instanceof Error ? error.message : 'unknown failure');
  });
  if (facts.count !== features.length) throw exportRefused('wrong_count', `${facts.count} of ${features.length} features`);
  if (facts.epsg !== 4326) throw exportRefused('wrong_crs', `EPSG ${facts.epsg ?? 'none'}`);
  const off = extentOf(features).map((wanted, at) => Math.abs(wanted - (facts.extent?.[at] ?? Number.NaN)));
  if (!off.every((degrees) => degrees < 1e-6)) throw exportRefused('wrong_place', `extent off by ${off.join(', ')} degrees`);
}

function writeText(path: string, found: Found, { input }: ExportCall): void {
  const { features, title } = found;
  const text = input.format === 'kml' ? writeKml(title, features) : writeGeoJson(features);
  const count = input.format === 'kml' ? text.split('<Placemark>').length - 1 : countOfGeoJson(text);
  if (count !== features.length) throw exportRefused('wrong_count', `${count} of ${features.length} features`);
  writeCacheFile(path, text);
}

const countOfGeoJson = (text: string): number =>
  z.object({ features: z.array(z.unknown()) }).parse(JSON.parse(text)).features.length;

/** Writes the records of a bundle, or the detected regions of a map, in WGS 84, and reads them back. */
export async function exportFeatures(call: ExportCall): Promise<WrittenExport> {
  const { input, context, stem } = call;
  const found = input.bundle_uri === undefined ? regionFeatures(call) : await bundleFeatures(input.bundle_uri, call);
  context.progress({ share: 0.3, message: 'Writing the features.' });
  const features = scrubbed(found.features, createScrubber({ roots: rootsOf(context.settings) }).text);
  const { extension, mimeType } = EXPORT_FORMATS[input.format];
  const path = stem + extension;
  if (input.format === 'geopackage') await writeGeoPackage(path, { ...found, features }, call);
  else writeText(path, { ...found, features }, call);
  if ((await stat(path)).size === 0) throw exportRefused('wrong_size', 'empty file');
  const facts = { crs: 'EPSG:4326', checked: NOT_COMPARED, feature_count: features.length };
  return { path, mimeType, map: found.map, record: found.record, facts };
}

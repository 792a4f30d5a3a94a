import { supersededWarnings } from '../catalog/map-reference.ts';
import type { MapRecord, PixelBox, RunRecord } from '../catalog/records.ts';
import type { Store } from '../catalog/store.ts';
import type { GeoreferenceRequest } from '../documents/georef.ts';
import { GeomapError } from '../errors/geomap-error.ts';

/** The pixel box that bounds are computed for, and where it came from. */
export type PixelExtent = {
  readonly box: PixelBox;
  readonly source: 'request' | 'artifact' | 'detection';
  /** The run whose detection was used, so that a changed source is noticed. */
  readonly run: RunRecord | undefined;
  readonly warnings: readonly string[];
};

export const toPixelBox = (values: readonly unknown[] | undefined | null): PixelBox | undefined => {
  const [x0, y0, x1, y1] = values ?? [];
  return typeof x0 === 'number' && typeof y0 === 'number' && typeof x1 === 'number' && typeof y1 === 'number'
    ? [x0, y0, x1, y1]
    : undefined;
};

const REMEDY = 'Pass pixel_extent as [left, top, right, bottom] in pixels of the source, or process the map first.';

const orderWarnings = ([x0, y0, x1, y1]: PixelBox): string[] => {
  if (x0 === x1 || y0 === y1) return ['empty_extent: pixel_extent has no area, so the bounds are a point or a line.'];
  if (x0 > x1 || y0 > y1)
    return ['reversed_extent: pixel_extent does not run from the top left to the bottom right; the same area was used.'];
  return [];
};

/** Best main map of a run: highest confidence, ties by area (D27). */
const detectedMainMap = (run: RunRecord): PixelBox | undefined => {
  const regions = run.payload.regions;
  if (typeof regions !== 'object' || regions === null || !('main_map' in regions) || !Array.isArray(regions.main_map))
    return undefined;
  const found = regions.main_map.flatMap((region: unknown) => {
    if (typeof region !== 'object' || region === null || !('bbox' in region) || !Array.isArray(region.bbox)) return [];
    const box = toPixelBox(region.bbox);
    const confidence = 'confidence' in region && typeof region.confidence === 'number' ? region.confidence : 0;
    return box ? [{ box, confidence, area: (box[2] - box[0]) * (box[3] - box[1]) }] : [];
  });
  return found.sort((a, b) => b.confidence - a.confidence || b.area - a.area)[0]?.box;
};

/** Box of the named artifact; it must be a main map crop of the same map (W-84). Undefined for a picture without a box. */
const artifactExtent = (uri: string, map: MapRecord | undefined, store: Store): PixelExtent | undefined => {
  const artifact = store.findArtifact(uri);
  if (!artifact) {
    throw new GeomapError('artifact_not_found', {
      message:
        'main_map_artifact_uri names no artifact of this server; use the artifact_uri of the main_map region, or pass pixel_extent.',
      details: { argument: 'main_map_artifact_uri' },
    });
  }
  if (map && artifact.mapId !== map.id) {
    throw new GeomapError('invalid_bounds', {
      message: 'main_map_artifact_uri belongs to another map; use an artifact of the map that is georeferenced.',
      details: { argument: 'main_map_artifact_uri', reason: 'other_map' },
    });
  }
  if (artifact.bbox === null) return undefined;
  if (artifact.label !== 'main_map') {
    throw new GeomapError('invalid_bounds', {
      message: `main_map_artifact_uri is a ${artifact.label ?? 'picture'}, not a main map; use the artifact of the main_map region, or pass pixel_extent.`,
      details: { argument: 'main_map_artifact_uri', reason: 'not_main_map' },
    });
  }
  const run = store.findRun(artifact.runId);
  return { box: artifact.bbox, source: 'artifact', run, warnings: supersededWarnings(artifact) };
};

/**
 * Extent by precedence (contract 4.6): `pixel_extent`, else the named artifact, else the detected main map of the named map, else
 * `invalid_bounds`. With an explicit extent the artifact is not looked up.
 */
export const findPixelExtent = (request: GeoreferenceRequest, map: MapRecord | undefined, store: Store): PixelExtent => {
  const explicit = toPixelBox(request.pixel_extent);
  if (explicit) return { box: explicit, source: 'request', run: undefined, warnings: orderWarnings(explicit) };
  const uri = request.main_map_artifact_uri;
  const crop = uri === undefined ? undefined : artifactExtent(uri, map, store);
  if (crop) return crop;
  const run = map === undefined || map.runId === null ? undefined : store.findRun(map.runId);
  const box = run ? detectedMainMap(run) : undefined;
  if (box) return { box, source: 'detection', run, warnings: [] };
  const message = map
    ? 'The map has no detected main map, so the extent of the bounds is unknown.'
    : 'Without a map the extent of the bounds is unknown.';
  throw new GeomapError('invalid_bounds', {
    message: `${message} ${REMEDY}`,
    details: { argument: 'pixel_extent', reason: 'missing' },
  });
};

import type { PixelBox } from '../catalog/records.ts';
import type { CrsDefinitions } from '../crs/definition.ts';
import { createProjector } from '../crs/projector.ts';
import { resolveCrs } from '../crs/resolve-crs.ts';
import type { Affine, GeorefInput } from '../documents/georef.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import type { Bounds } from '../geo/bounds.ts';
import { checkBounds } from '../geo/check-bounds.ts';
import { boxesIntersect, boxWidth, containsBox, normaliseLongitude } from '../geo/wrap.ts';
import { invertAffine } from './affine-map.ts';
import { footprintBounds } from './footprint.ts';
import { toPixelBox } from './pixel-extent.ts';
import { affineOf, createPixelProjection, hintOf, type PixelProjection, transformOf } from './pixel-projection.ts';

/** An inline georeference after its parts were checked against each other (W-90). */
export type CheckedGeoref = {
  /** Canonical CRS. */
  readonly crs: string;
  readonly affine: Affine;
  /** The bounds as given, checked. */
  readonly bounds: Bounds;
  readonly pixelExtent: PixelBox | null;
  readonly projection: PixelProjection;
  readonly warnings: readonly string[];
};

/** Share of the box's size by which stated and computed bounds may differ before it is said. */
const TOLERANCE = 0.05;

const widen = (box: Bounds, share: number): Bounds => {
  const dx = boxWidth(box) * share + 1e-4;
  const dy = (box.max_lat - box.min_lat) * share + 1e-4;
  if (boxWidth(box) + 2 * dx >= 360)
    return { ...box, min_lon: -180, max_lon: 180, min_lat: box.min_lat - dy, max_lat: box.max_lat + dy };
  return {
    ...box,
    min_lon: normaliseLongitude(box.min_lon - dx),
    max_lon: normaliseLongitude(box.max_lon + dx),
    min_lat: box.min_lat - dy,
    max_lat: box.max_lat + dy,
  };
};

const sameBox = (stated: Bounds, computed: Bounds): boolean =>
  containsBox(widen(stated, TOLERANCE), computed) && containsBox(widen(computed, TOLERANCE), stated);

const mismatch = (): GeomapError =>
  new GeomapError('invalid_bounds', {
    message:
      'The bounds of the inline georeference are not where its CRS and affine put the map; pass a result of geomap_georeference unchanged.',
    details: { argument: 'georef', reason: 'bounds_mismatch' },
  });

const compare = (stated: Bounds, computed: Bounds): readonly string[] => {
  if (!boxesIntersect(stated, computed)) throw mismatch();
  return sameBox(stated, computed)
    ? []
    : [
        'georef_bounds_mismatch: the bounds of the inline georeference differ from those its affine gives for pixel_extent; the affine was used for drawing.',
      ];
};

/**
 * Checks an inline georeference: CRS resolved by our rules (never handed to a projection library as it is), affine invertible,
 * bounds sound and, when `pixel_extent` is there, where the affine puts them. Small differences warn, other places are
 * `invalid_bounds`. The shape has passed `georefInputSchema`.
 */
export const parseGeorefInput = (input: GeorefInput, definitions: CrsDefinitions): CheckedGeoref => {
  const bounds = checkBounds(input.bounds);
  const affine = affineOf(input);
  invertAffine(affine);
  const crs = resolveCrs(input.crs, definitions);
  const projection = createPixelProjection(input, definitions);
  const extent = toPixelBox(input.pixel_extent) ?? null;
  if (projection.toPixel(bounds.min_lon, (bounds.min_lat + bounds.max_lat) / 2) === null && extent === null) throw mismatch();
  const projector = createProjector(crs, hintOf(input));
  const differences = extent ? compare(bounds, footprintBounds({ ...transformOf(input), projector, extent })) : [];
  return { crs: crs.id, affine, bounds, pixelExtent: extent, projection, warnings: [...crs.warnings, ...differences] };
};

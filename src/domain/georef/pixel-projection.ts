import type { PixelBox } from '../catalog/records.ts';
import type { CrsDefinitions } from '../crs/definition.ts';
import { createProjector, type DatumHint, type DatumOperation, type WorldPoint } from '../crs/projector.ts';
import { resolveCrs } from '../crs/resolve-crs.ts';
import type { Affine, Gcp } from '../documents/georef.ts';
import type { TransformObject } from '../documents/transform.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import type { Bounds } from '../geo/bounds.ts';
import type { LonLat } from '../geo/geodesic.ts';
import { affineFromList } from './affine-map.ts';
import { toPixelBox } from './pixel-extent.ts';
import { affineTransform } from './transforms/affine.ts';
import { createInverse, type InverseTransform } from './transforms/inverse.ts';
import { parseTransform } from './transforms/parse-transform.ts';
import type { Transform } from './transforms/transform.ts';

/** Pixel of the source frame `[column, row]`, px; fractions allowed, outside the picture allowed. */
export type Pixel = readonly [number, number];

/** Longitude/latitude (degrees, WGS 84) to pixels of the map and back, through its CRS and transform (D35). */
export type PixelProjection = {
  /** Canonical CRS of the map. */
  readonly crs: string;
  readonly datumOperation: DatumOperation;
  /** Null where the place cannot be projected into the CRS. */
  toPixel(lon: number, lat: number): Pixel | null;
  /** Null where the pixel lies outside the domain of the projection. */
  toLonLat(px: number, py: number): LonLat | null;
  /** Pixel to a position in the CRS and back; null where there is none. */
  toWorld(px: number, py: number): WorldPoint | null;
  fromWorld(wx: number, wy: number): Pixel | null;
  /** False for transforms that are inverted by iteration: polynomials and splines. */
  readonly closedForm: boolean;
};

/** The parts of a `georef/v1` document that are needed; a stored document and a caller's inline one both fit. */
export type ProjectableGeoref = {
  readonly crs: string;
  readonly affine: { readonly coefficients?: readonly number[] | undefined } & Partial<{
    readonly [K in keyof Affine]: number | undefined;
  }>;
  readonly bounds: Pick<Bounds, 'min_lon' | 'min_lat' | 'max_lon' | 'max_lat'>;
  readonly datum_operation?: unknown;
  readonly pixel_extent?: readonly number[] | undefined;
  readonly gcps?: readonly Gcp[] | undefined;
  readonly transform?: TransformObject | undefined;
};

/** The affine of a document: `coefficients`, else the six named numbers. Throws `invalid_bounds` when neither is complete or finite. */
export const affineOf = (georef: Pick<ProjectableGeoref, 'affine'>): Affine => {
  const { coefficients, a, b, c, d, e, f } = georef.affine;
  const affine = affineFromList(coefficients ?? [a, b, c, d, e, f].filter((value) => value !== undefined));
  if (!affine || !Object.values(affine).every(Number.isFinite)) {
    throw new GeomapError(
      'invalid_bounds',
      'The georeference has no complete affine; give six finite coefficients [a, b, c, d, e, f].',
    );
  }
  return affine;
};

/** Middle of a box in degrees, also of one that crosses the antimeridian. */
export const middleOf = (bounds: Pick<Bounds, 'min_lon' | 'min_lat' | 'max_lon' | 'max_lat'>): LonLat => {
  const east = bounds.max_lon < bounds.min_lon ? bounds.max_lon + 360 : bounds.max_lon;
  const middle = (bounds.min_lon + east) / 2;
  return [middle > 180 ? middle - 360 : middle, (bounds.min_lat + bounds.max_lat) / 2];
};

/** Where to choose the datum shift: the operation that the fit used; without one, the middle of the bounds. */
export const hintOf = ({ datum_operation, bounds }: ProjectableGeoref): DatumHint => {
  if (
    typeof datum_operation === 'object' &&
    datum_operation !== null &&
    'code' in datum_operation &&
    typeof datum_operation.code === 'number'
  ) {
    return { operation: datum_operation.code };
  }
  return { lonLat: middleOf(bounds) };
};

const finite = (pair: readonly [number, number]): readonly [number, number] | null => (pair.every(Number.isFinite) ? pair : null);

/** Box around control points and extent: where a transform without closed form is looked up backwards. */
export const domainOf = (gcps: readonly Pick<Gcp, 'pixel_x' | 'pixel_y'>[], extent: PixelBox | undefined): PixelBox => {
  const [left, top, right, bottom] = extent ?? [
    gcps[0]?.pixel_x ?? 0,
    gcps[0]?.pixel_y ?? 0,
    gcps[0]?.pixel_x ?? 1,
    gcps[0]?.pixel_y ?? 1,
  ];
  let [x0, y0, x1, y1] = [Math.min(left, right), Math.min(top, bottom), Math.max(left, right), Math.max(top, bottom)];
  for (const { pixel_x, pixel_y } of gcps) {
    [x0, x1] = [Math.min(x0, pixel_x), Math.max(x1, pixel_x)];
    [y0, y1] = [Math.min(y0, pixel_y), Math.max(y1, pixel_y)];
  }
  return [x0, y0, x1, y1];
};

/**
 * The transform of a document, its affine when it states no other, and the way back. Throws `invalid_bounds` for a singular affine and
 * `invalid_arguments` for a transform whose numbers are incomplete.
 */
export const transformOf = (
  georef: Pick<ProjectableGeoref, 'affine' | 'transform' | 'gcps' | 'pixel_extent'>,
): { readonly transform: Transform; readonly invert: InverseTransform } => {
  const transform = parseTransform(georef.transform) ?? affineTransform(affineOf(georef), 'affine');
  return { transform, invert: createInverse(transform, domainOf(georef.gcps ?? [], toPixelBox(georef.pixel_extent))) };
};

/**
 * Projection between lon/lat and pixels for a georeferenced map, through whichever transform its document states. Throws
 * `invalid_bounds` for an unknown CRS or a singular affine.
 */
export const createPixelProjection = (georef: ProjectableGeoref, definitions: CrsDefinitions): PixelProjection => {
  const projector = createProjector(resolveCrs(georef.crs, definitions), hintOf(georef));
  const { transform, invert } = transformOf(georef);
  return {
    crs: projector.id,
    datumOperation: projector.datumOperation,
    toPixel: (lon, lat) => invert(...projector.forward([lon, lat])),
    toLonLat: (px, py) => finite(projector.inverse(transform.apply(px, py))),
    toWorld: (px, py) => finite(transform.apply(px, py)),
    fromWorld: invert,
    closedForm: transform.invert !== undefined,
  };
};

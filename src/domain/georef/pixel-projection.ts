import type { CrsDefinitions } from '../crs/definition.ts';
import { createProjector, type DatumHint, type DatumOperation } from '../crs/projector.ts';
import { resolveCrs } from '../crs/resolve-crs.ts';
import type { Affine } from '../documents/georef.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import type { Bounds } from '../geo/bounds.ts';
import type { LonLat } from '../geo/geodesic.ts';
import { affineFromList, applyAffine, invertAffine } from './affine-map.ts';

/** Pixel of the source frame `[column, row]`, px; fractions allowed, outside the picture allowed. */
export type Pixel = readonly [number, number];

/** Longitude/latitude (degrees, WGS 84) to pixels of the map and back, through its CRS and affine (D35). */
export type PixelProjection = {
  /** Canonical CRS of the map. */
  readonly crs: string;
  readonly datumOperation: DatumOperation;
  /** Null where the place cannot be projected into the CRS. */
  toPixel(lon: number, lat: number): Pixel | null;
  /** Null where the pixel lies outside the domain of the projection. */
  toLonLat(px: number, py: number): LonLat | null;
};

/** The parts of a `georef/v1` document that are needed; a stored document and a caller's inline one both fit. */
export type ProjectableGeoref = {
  readonly crs: string;
  readonly affine: { readonly coefficients?: readonly number[] | undefined } & Partial<{
    readonly [K in keyof Affine]: number | undefined;
  }>;
  readonly bounds: Pick<Bounds, 'min_lon' | 'min_lat' | 'max_lon' | 'max_lat'>;
  readonly datum_operation?: unknown;
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
  const east = bounds.max_lon < bounds.min_lon ? bounds.max_lon + 360 : bounds.max_lon;
  const middle = (bounds.min_lon + east) / 2;
  return { lonLat: [middle > 180 ? middle - 360 : middle, (bounds.min_lat + bounds.max_lat) / 2] };
};

const finite = (pair: readonly [number, number]): readonly [number, number] | null => (pair.every(Number.isFinite) ? pair : null);

/** Projection between lon/lat and pixels for a georeferenced map. Throws `invalid_bounds` for an unknown CRS or a singular affine. */
export const createPixelProjection = (georef: ProjectableGeoref, definitions: CrsDefinitions): PixelProjection => {
  const projector = createProjector(resolveCrs(georef.crs, definitions), hintOf(georef));
  const affine = affineOf(georef);
  const toSource = invertAffine(affine);
  return {
    crs: projector.id,
    datumOperation: projector.datumOperation,
    toPixel: (lon, lat) => finite(toSource(...projector.forward([lon, lat]))),
    toLonLat: (px, py) => finite(projector.inverse(applyAffine(affine, px, py))),
  };
};

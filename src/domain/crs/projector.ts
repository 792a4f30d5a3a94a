import proj4 from 'proj4';
import { GeomapError } from '../errors/geomap-error.ts';
import type { LonLat } from '../geo/geodesic.ts';
import { type ChosenShift, chooseDatumShift, type DatumShift, datumShiftsOf } from './datum-shifts.ts';
import type { CrsArea } from './definition.ts';
import type { ResolvedCrs } from './resolved-crs.ts';

/** Coordinates in a CRS: x east or longitude, y north or latitude, in the unit of the CRS. */
export type WorldPoint = readonly [number, number];

/** How coordinates of a CRS were brought to WGS 84; part of the result (D22). */
export type DatumOperation = {
  /** EPSG operation code, or null when none was applied. */
  readonly code: number | null;
  readonly name: string;
  readonly method: 'none' | 'Helmert, 3 parameters' | 'Helmert, 7 parameters';
  readonly accuracyMeters: number | null;
  /** False when the place lies outside the area the operation was made for. */
  readonly covers: boolean;
};

/** Converts between WGS 84 longitude/latitude (degrees) and one CRS. Places that cannot be projected give NaN or infinite numbers. */
export type Projector = {
  readonly id: string;
  readonly name: string;
  readonly units: string;
  readonly area: CrsArea | null;
  readonly datumOperation: DatumOperation;
  forward(lonLat: LonLat): WorldPoint;
  inverse(point: WorldPoint): LonLat;
};

/** Where the map lies, for the choice between several datum shifts: a place in the CRS itself, in WGS 84 degrees, or an operation code. */
export type DatumHint = { readonly world: WorldPoint } | { readonly lonLat: LonLat } | { readonly operation: number };

const WGS84_BASE = 4326;
const NOT_APPLIED: DatumOperation = { code: null, name: 'none', method: 'none', accuracyMeters: null, covers: false };
const IDENTITY: DatumOperation = { code: null, name: 'WGS 84, no shift needed', method: 'none', accuracyMeters: 0, covers: true };

/** Degrees per angular unit of geographic CRSs that are not in degrees (EPSG units 9105 and 9101). */
const DEGREES_PER_UNIT: Readonly<Record<string, number>> = { grad: 0.9, radian: 180 / Math.PI };

const NOWHERE: WorldPoint = [Number.NaN, Number.NaN];

type Converter = { readonly forward: (point: number[]) => number[]; readonly inverse: (point: number[]) => number[] };

const buildConverter = (proj: string): Converter => {
  try {
    return proj4('+proj=longlat +datum=WGS84 +no_defs', proj);
  } catch {
    throw new GeomapError('invalid_bounds', {
      message:
        'The projection of this CRS is not supported; use a CRS of the same area with a common projection (UTM, Lambert, Albers, Mercator, ...).',
    });
  }
};

/** proj4 throws on coordinates that are not finite; such a place is nowhere. */
const guard = (convert: (point: number[]) => number[], point: WorldPoint): WorldPoint => {
  if (!Number.isFinite(point[0]) || !Number.isFinite(point[1])) return NOWHERE;
  try {
    const [x = Number.NaN, y = Number.NaN] = convert([point[0], point[1]]);
    return [x, y];
  } catch {
    return NOWHERE;
  }
};

const scaled = (converter: Converter, unit: string): Pick<Projector, 'forward' | 'inverse'> => {
  const factor = DEGREES_PER_UNIT[unit] ?? 1;
  return {
    forward: (lonLat) => {
      const [x, y] = guard(converter.forward, lonLat);
      return factor === 1 ? [x, y] : [x / factor, y / factor];
    },
    inverse: (point) => guard(converter.inverse, factor === 1 ? point : [point[0] * factor, point[1] * factor]),
  };
};

/** Longitude and latitude on WGS 84 in degrees need no conversion, and going through radians would leave rounding noise. */
const UNCHANGED: Pick<Projector, 'forward' | 'inverse'> = { forward: (lonLat) => lonLat, inverse: (point) => point };

const isPlainLonLat = (crs: ResolvedCrs): boolean =>
  crs.kind === 'geographic' && crs.unit === 'degree' && !crs.proj.includes('+pm=');

const operationOf = ({ shift, covers }: ChosenShift): DatumOperation => ({
  code: shift.code,
  name: shift.name,
  method: shift.params === null ? 'none' : shift.params.length === 7 ? 'Helmert, 7 parameters' : 'Helmert, 3 parameters',
  accuracyMeters: shift.accuracyMeters,
  covers,
});

/** Longitude and latitude of the place the hint speaks of, as good as they are known before the shift is chosen. */
const placeOf = (hint: DatumHint | undefined, crs: ResolvedCrs): LonLat => {
  if (hint && 'lonLat' in hint) return hint.lonLat;
  if (hint && 'world' in hint) return scaled(buildConverter(crs.proj), crs.unit).inverse(hint.world);
  const box = crs.area?.box;
  if (!box) return [Number.NaN, Number.NaN];
  const east = box.max_lon >= box.min_lon ? box.max_lon : box.max_lon + 360;
  const middle = (box.min_lon + east) / 2;
  return [middle > 180 ? middle - 360 : middle, (box.min_lat + box.max_lat) / 2];
};

const findShift = (crs: ResolvedCrs, hint: DatumHint | undefined): ChosenShift | null => {
  if (crs.baseCode === null) return null;
  if (hint && 'operation' in hint) {
    const named: DatumShift | undefined = datumShiftsOf(crs.baseCode).find((shift) => shift.code === hint.operation);
    if (named) return { shift: named, covers: true };
  }
  const [lon, lat] = placeOf(hint, crs);
  return chooseDatumShift(crs.baseCode, lon, lat);
};

/**
 * Projector of a CRS. The datum shift is chosen from the reviewed table by the hint, else by the middle of the CRS's area of
 * use. Without a shift in the table longitudes and latitudes are taken over unchanged, and `datumOperation.accuracyMeters` is null.
 * Throws `invalid_bounds` for a projection that proj4 does not know.
 */
export const createProjector = (crs: ResolvedCrs, hint?: DatumHint): Projector => {
  const facts = { id: crs.id, name: crs.name, units: crs.unit, area: crs.area };
  if (crs.baseCode === WGS84_BASE) {
    if (isPlainLonLat(crs)) return { ...facts, datumOperation: IDENTITY, ...UNCHANGED };
    return { ...facts, datumOperation: IDENTITY, ...scaled(buildConverter(crs.proj), crs.unit) };
  }
  const chosen = findShift(crs, hint);
  const params = chosen?.shift.params ?? null;
  const proj = params === null ? crs.proj : `${crs.proj} +towgs84=${params.join(',')}`;
  return { ...facts, datumOperation: chosen ? operationOf(chosen) : NOT_APPLIED, ...scaled(buildConverter(proj), crs.unit) };
};

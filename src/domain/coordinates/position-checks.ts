import type { WorldPoint } from '../crs/projector.ts';
import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import { gcpFault, nameIndices } from '../georef/control-points.ts';

type Positioned = { readonly index: number; readonly world: WorldPoint };

/** A quarter turn in the unit of a geographic CRS. */
const QUARTER_TURN: Readonly<Record<string, number>> = { degree: 90, grad: 100, radian: Math.PI / 2 };
/** Grid coordinates of real sheets are larger than this, longitudes and latitudes never. */
const GRID_SIZE = 1000;

const isDegrees = ([x, y]: WorldPoint): boolean =>
  Math.abs(x) <= 180 && Math.abs(y) <= 90 && (!Number.isInteger(x) || !Number.isInteger(y));

const checkLatitudes = (points: readonly Positioned[], crs: ResolvedCrs): void => {
  const limit = QUARTER_TURN[crs.unit] ?? 90;
  const bad = points.filter(({ world: [, y] }) => Math.abs(y) > limit);
  if (bad.length === 0) return;
  const indices = bad.map(({ index }) => index);
  const swapped = bad.every(({ world: [x, y] }) => Math.abs(x) <= limit && Math.abs(y) <= 2 * limit);
  throw gcpFault(
    swapped ? 'axes_swapped' : 'latitude_range',
    swapped
      ? `The axes look swapped: world_y of control point ${nameIndices(indices)} (counted from zero) exceeds ${limit}, the limit of a latitude in ${crs.id}. world_x is the longitude, world_y the latitude.`
      : `world_y of control point ${nameIndices(indices)} (counted from zero) exceeds ${limit}, the limit of a latitude in ${crs.id}; grid coordinates need the CRS of their grid.`,
    indices,
  );
};

/** Ticks of a graticule among those of a grid: no fit may mix the two families (field report 2.18). */
const checkFamilies = (points: readonly Positioned[], crs: ResolvedCrs): void => {
  const degrees = points.filter(({ world }) => isDegrees(world)).map(({ index }) => index);
  const grid = points.filter(({ world: [x, y] }) => Math.max(Math.abs(x), Math.abs(y)) > GRID_SIZE);
  if (degrees.length === 0 || grid.length === 0) return;
  throw gcpFault(
    'mixed_coordinates',
    `Control point ${nameIndices(degrees)} (counted from zero) looks like longitude and latitude, while others are grid coordinates of ${crs.id}. Give each point of another family its own crs.`,
    degrees,
  );
};

/** Positions of points that share one CRS. Throws `invalid_bounds` for latitudes beyond the pole and for mixed families of ticks. */
export const checkWorldPositions = (points: readonly Positioned[], crs: ResolvedCrs): void => {
  if (crs.kind === 'geographic') checkLatitudes(points, crs);
  else checkFamilies(points, crs);
};

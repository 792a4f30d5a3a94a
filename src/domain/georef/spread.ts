/** A point of a plane, any unit. */
export type Point = readonly [number, number];

/** Below this ratio of thickness to length a set of points fixes no direction across its line reliably (D19). */
export const THINNEST_SPREAD = 1e-3;

export const meanOf = (values: readonly number[]): number => {
  const first = values[0] ?? 0;
  return first + values.reduce((sum, value) => sum + (value - first), 0) / Math.max(values.length, 1);
};

/** Euclidean length of a vector of any size; numbers are expected to be scaled to about 1. */
export const lengthOf = (values: readonly number[]): number => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

/**
 * How far a set of points is from lying on one line: the smaller over the larger singular value of the centred coordinates,
 * 0 for a line or a single place, 1 for a spread that is equal in all directions. Independent of unit, place and rotation.
 */
export const spreadRatio = (points: readonly Point[]): number => {
  const middleX = meanOf(points.map(([x]) => x));
  const middleY = meanOf(points.map(([, y]) => y));
  const scale = points.reduce((largest, [x, y]) => Math.max(largest, Math.abs(x - middleX), Math.abs(y - middleY)), 0);
  if (!(scale > 0) || !Number.isFinite(scale)) return 0;
  const rows = points.map(([x, y]) => [(x - middleX) / scale, (y - middleY) / scale] as const);
  const angle = principalAngle(rows);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  // Lengths along and across the principal direction, each summed from the rotated coordinates: no difference of squares.
  const along = lengthOf(rows.map(([x, y]) => x * cos + y * sin));
  const across = lengthOf(rows.map(([x, y]) => y * cos - x * sin));
  return along > 0 ? Math.min(across, along) / Math.max(across, along) : 0;
};

/** Direction of the longest extent, radians. */
const principalAngle = (rows: readonly Point[]): number => {
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (const [x, y] of rows) {
    xx += x * x;
    yy += y * y;
    xy += x * y;
  }
  return 0.5 * Math.atan2(2 * xy, xx - yy);
};

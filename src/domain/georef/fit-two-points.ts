import { gcpFault, nameIndices } from './control-points.ts';
import type { FitFunction } from './fit.ts';
import { THINNEST_SPREAD } from './spread.ts';

/** True when one of the two differences vanishes beside the other: the points lie along one axis. */
const alongOneAxis = (dx: number, dy: number): boolean =>
  Math.min(Math.abs(dx), Math.abs(dy)) <= THINNEST_SPREAD * Math.max(Math.abs(dx), Math.abs(dy));

/**
 * Two points, axes of picture and map parallel:
 * ```
 * | wx |   | a 0 | | px |   | c |      a = dwx / dpx
 * | wy | = | 0 e | | py | + | f |      e = dwy / dpy
 * ```
 * Throws `invalid_bounds` when the points share a column, a row, an easting or a northing.
 */
export const fitTwoPoints: FitFunction = (points) => {
  const [first, second] = points;
  if (!first || !second || points.length > 2)
    throw gcpFault('count', 'An axis-aligned fit takes exactly two distinct control points.');
  const indices = [first.index, second.index];
  const dpx = second.pixel_x - first.pixel_x;
  const dpy = second.pixel_y - first.pixel_y;
  if (alongOneAxis(dpx, dpy)) {
    throw gcpFault(
      'collinear',
      `Control points ${nameIndices(indices)} lie in one column or row of pixels; give two that differ in both, best opposite corners.`,
      indices,
    );
  }
  const a = (second.world_x - first.world_x) / dpx;
  const e = (second.world_y - first.world_y) / dpy;
  if (a === 0 || e === 0) {
    throw gcpFault(
      'collinear',
      `Control points ${nameIndices(indices)} have the same world_x or world_y; give two that differ in both.`,
      indices,
    );
  }
  const affine = { a, b: 0, c: first.world_x - a * first.pixel_x, d: 0, e, f: first.world_y - e * first.pixel_y };
  return { method: 'axis-aligned-exact-2gcp', affine, leverages: [1, 1] };
};

import type { Affine } from '../documents/georef.ts';
import { type ControlPoint, gcpFault, nameIndices } from './control-points.ts';
import type { FitFunction } from './fit.ts';
import { lengthOf, meanOf, spreadRatio, THINNEST_SPREAD } from './spread.ts';

/** World positions may be spread unevenly (profiles), but not lie on one line. */
const THINNEST_WORLD = 1e-9;

type Centred = { readonly middle: number; readonly scale: number; readonly values: readonly number[] };

const centre = (raw: readonly number[]): Centred => {
  const middle = meanOf(raw);
  const scale = raw.reduce((largest, value) => Math.max(largest, Math.abs(value - middle)), 0) || 1;
  return { middle, scale, values: raw.map((value) => (value - middle) / scale) };
};

const dot = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);

const minus = (left: readonly number[], factor: number, right: readonly number[]): number[] =>
  left.map((value, index) => value - factor * (right[index] ?? 0));

/** Orthonormal columns `q1, q2` with `u = r11 q1` and `v = r12 q1 + r22 q2` (Gram-Schmidt, second pass for accuracy). */
type Frame = {
  readonly q1: readonly number[];
  readonly q2: readonly number[];
  readonly r11: number;
  readonly r12: number;
  readonly r22: number;
};

const orthogonalise = (u: readonly number[], v: readonly number[]): Frame => {
  const r11 = lengthOf(u);
  const q1 = u.map((value) => value / r11);
  const once = dot(q1, v);
  const rough = minus(v, once, q1);
  const again = dot(q1, rough);
  const rest = minus(rough, again, q1);
  const r22 = lengthOf(rest);
  return { q1, q2: rest.map((value) => value / r22), r11, r12: once + again, r22 };
};

type Axes = { readonly px: Centred; readonly py: Centred };

const solveAxis = (frame: Frame, world: Centred, { px, py }: Axes): readonly [number, number, number] => {
  const second = dot(frame.q2, world.values) / frame.r22;
  const first = (dot(frame.q1, world.values) - frame.r12 * second) / frame.r11;
  const x = (first * world.scale) / px.scale;
  const y = (second * world.scale) / py.scale;
  return [x, y, world.middle - x * px.middle - y * py.middle];
};

const checkSpread = (points: readonly ControlPoint[]): void => {
  const indices = points.map(({ index }) => index);
  const which =
    points.length > 20 ? `All ${points.length} control points` : `Control points ${nameIndices(indices)} (counted from zero)`;
  const pixels = spreadRatio(points.map(({ pixel_x, pixel_y }) => [pixel_x, pixel_y]));
  if (pixels < THINNEST_SPREAD) {
    throw gcpFault(
      'collinear',
      `${which} lie on or very near one line in the picture, which fixes no affine; add a point well off that line.`,
      indices,
    );
  }
  const world = spreadRatio(points.map(({ world_x, world_y }) => [world_x, world_y]));
  if (world < THINNEST_WORLD) {
    throw gcpFault(
      'collinear',
      `The world positions of control points ${nameIndices(indices)} (counted from zero) lie on one line, but their pixels do not; check the coordinates.`,
      indices,
    );
  }
};

/** Summation order is fixed, so that any order of the same points gives the same fit to the last bit. */
const sorted = (points: readonly ControlPoint[]): readonly ControlPoint[] =>
  [...points].sort((a, b) => a.pixel_x - b.pixel_x || a.pixel_y - b.pixel_y || a.world_x - b.world_x || a.world_y - b.world_y);

/**
 * Affine through three points, or least squares through more (two independent three-parameter solves):
 * ```
 * | px1 py1 1 |   | a d |   | wx1 wy1 |
 * |    ...    | . | b e | ~ |   ...   |
 * | pxn pyn 1 |   | c f |   | wxn wyn |
 * ```
 * solved by an orthogonal factorisation of the centred, scaled columns (D19). The leverage of point i is
 * `1/n + q1[i]^2 + q2[i]^2`, the diagonal of the hat matrix (Belsley, Kuh and Welsch 1980).
 * Throws `invalid_bounds` for fewer than three points, and for points on or near one line.
 */
export const fitAffine: FitFunction = (points) => {
  if (points.length < 3)
    throw gcpFault('count', 'An affine fit needs at least three distinct control points that do not lie on one line.');
  checkSpread(points);
  const ordered = sorted(points);
  const px = centre(ordered.map(({ pixel_x }) => pixel_x));
  const py = centre(ordered.map(({ pixel_y }) => pixel_y));
  const frame = orthogonalise(px.values, py.values);
  const [a, b, c] = solveAxis(frame, centre(ordered.map(({ world_x }) => world_x)), { px, py });
  const [d, e, f] = solveAxis(frame, centre(ordered.map(({ world_y }) => world_y)), { px, py });
  const affine: Affine = { a, b, c, d, e, f };
  const byIndex = new Map(
    ordered.map(({ index }, row) => [index, 1 / ordered.length + (frame.q1[row] ?? 0) ** 2 + (frame.q2[row] ?? 0) ** 2]),
  );
  return {
    method: points.length === 3 ? 'affine-exact-3gcp' : 'affine-least-squares',
    affine,
    leverages: points.map(({ index }) => Math.min(byIndex.get(index) ?? 1, 1)),
  };
};

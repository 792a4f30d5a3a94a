import { LuDecomposition, Matrix } from 'ml-matrix';
import type { WorldPoint } from '../../crs/projector.ts';
import { type ControlPoint, gcpFault } from '../control-points.ts';
import { fitAffine } from '../fit-affine.ts';
import { type Frames, framesOf, fromLocal, localPoints, toLocal, wireFrames } from './frame.ts';
import { inverseDiagonal } from './inverse-diagonal.ts';
import type { Transform, TransformFit } from './transform.ts';

/** The system grows with the square, its solution with the cube of the points; past this it is refused. */
export const MOST_SPLINE_POINTS = 1000;

export type SplineNumbers = {
  readonly frames: Frames;
  /** Nodes in local pixel coordinates. */
  readonly u: readonly number[];
  readonly v: readonly number[];
  /** One weight per node, then the affine part `1, u, v`; of local world coordinates. */
  readonly x: readonly number[];
  readonly y: readonly number[];
};

/** `r2 ln r2`, 0 at 0: twice the usual kernel, which the weights make good. */
const kernel = (square: number): number => (square > 0 ? square * Math.log(square) : 0);

/** The spline of stored numbers. */
export const splineTransform = ({ frames, u: nodesU, v: nodesV, x, y }: SplineNumbers): Transform => {
  const { pixel, world } = frames;
  const count = nodesU.length;
  const [us, vs, xs, ys] = [nodesU, nodesV, x, y].map((values) => Float64Array.from(values));
  const at = (values: Float64Array | undefined, index: number): number => values?.[index] ?? Number.NaN;
  return {
    type: 'thin_plate_spline',
    apply: (px, py) => {
      const [u, v] = toLocal(pixel, px, py);
      let sumX = at(xs, count) + at(xs, count + 1) * u + at(xs, count + 2) * v;
      let sumY = at(ys, count) + at(ys, count + 1) * u + at(ys, count + 2) * v;
      for (let node = 0; node < count; node += 1) {
        const bend = kernel((u - at(us, node)) ** 2 + (v - at(vs, node)) ** 2);
        sumX += at(xs, node) * bend;
        sumY += at(ys, node) * bend;
      }
      return fromLocal(world, sumX, sumY);
    },
    jacobian: (px, py) => {
      const [u, v] = toLocal(pixel, px, py);
      let [xu, xv, yu, yv] = [at(xs, count + 1), at(xs, count + 2), at(ys, count + 1), at(ys, count + 2)];
      for (let node = 0; node < count; node += 1) {
        const [du, dv] = [u - at(us, node), v - at(vs, node)];
        const square = du * du + dv * dv;
        const slope = square > 0 ? 2 * (Math.log(square) + 1) : 0;
        xu += at(xs, node) * slope * du;
        xv += at(xs, node) * slope * dv;
        yu += at(ys, node) * slope * du;
        yv += at(ys, node) * slope * dv;
      }
      const [sx, sy] = world.scale;
      const [tx, ty] = pixel.scale;
      return [(xu * sx) / tx, (xv * sx) / ty, (yu * sy) / tx, (yv * sy) / ty];
    },
  };
};

/**
 * ```
 * | K  P | | w |   | x |      K[i][j] = r2 ln r2 of nodes i and j,  P[i] = 1 u v
 * | P' 0 | | a | = | 0 |
 * ```
 */
const systemOf = (locals: readonly { readonly u: number; readonly v: number }[]): Matrix => {
  const count = locals.length;
  const system = Matrix.zeros(count + 3, count + 3);
  for (const [row, one] of locals.entries()) {
    for (let column = 0; column < row; column += 1) {
      const other = locals[column];
      const bend = other === undefined ? 0 : kernel((one.u - other.u) ** 2 + (one.v - other.v) ** 2);
      system.set(row, column, bend);
      system.set(column, row, bend);
    }
    for (const [offset, value] of [1, one.u, one.v].entries()) {
      system.set(row, count + offset, value);
      system.set(count + offset, row, value);
    }
  }
  return system;
};

/** Diagonal elements of the inverse this small mean that the others alone fix no spline. */
const NO_PULL = 1e-12;

export const checkSplineCount = (count: number): void => {
  if (count <= MOST_SPLINE_POINTS) return;
  throw gcpFault(
    'too_many_points',
    `A thin-plate spline takes at most ${MOST_SPLINE_POINTS} control points here, and ${count} were given; use polynomial3, or keep ${MOST_SPLINE_POINTS} well-spread points.`,
  );
};

/** The spline through all points, and the factored system that leave-one-out errors come from. */
type SolvedSpline = { readonly numbers: SplineNumbers; readonly factors: LuDecomposition };

/** Solves the system. Throws `invalid_bounds` for points on one line or in one place and for more than `MOST_SPLINE_POINTS`. */
export const solveSpline = (points: readonly ControlPoint[]): SolvedSpline => {
  checkSplineCount(points.length);
  // The affine part needs what an affine needs: points off one line.
  fitAffine(points);
  const frames = framesOf(points, 'equal');
  const locals = localPoints(points, frames);
  const factors = new LuDecomposition(systemOf(locals));
  if (factors.isSingular())
    throw gcpFault('degenerate', 'The control points fix no thin-plate spline; some lie too close together.');
  const right = Matrix.zeros(points.length + 3, 2);
  for (const [row, { x, y }] of locals.entries()) right.setRow(row, [x, y]);
  const solved = factors.solve(right);
  const [u, v] = [locals.map((local) => local.u), locals.map((local) => local.v)];
  return { factors, numbers: { frames, u, v, x: solved.getColumn(0), y: solved.getColumn(1) } };
};

/**
 * Thin-plate spline through all points (Duchon 1977), in pixel coordinates with one scale for both axes. Its error at its own points
 * is zero by construction; leave-one-out follows from the inverse of the system, `w_i / inverse_ii` (Rippa 1999), so no refit is made.
 * Throws what `solveSpline` throws.
 */
export const fitThinPlateSpline: TransformFit = (points) => {
  const solved = solveSpline(points);
  const { frames, u, v, x, y } = solved.numbers;
  return {
    transform: splineTransform(solved.numbers),
    parameters: { type: 'thin_plate_spline', ...wireFrames(frames), u, v, x, y },
    holdouts: splineHoldouts(points, solved),
  };
};

const splineHoldouts = (points: readonly ControlPoint[], { factors, numbers }: SolvedSpline): readonly (WorldPoint | null)[] => {
  if (points.length < 4) return points.map(() => null);
  const pulls = inverseDiagonal(factors, points.length);
  const [sx, sy] = numbers.frames.world.scale;
  return points.map((_, row) => {
    const pull = pulls[row] ?? 0;
    if (Math.abs(pull) < NO_PULL) return null;
    return [(-(numbers.x[row] ?? 0) / pull) * sx, (-(numbers.y[row] ?? 0) / pull) * sy];
  });
};

import { Matrix } from 'ml-matrix';
import { FULL_LEVERAGE } from '../accuracy.ts';
import { type Frames, framesOf, fromLocal, localPoints, toLocal, wireFrames } from './frame.ts';
import { independence, leastSquares, leverageOf } from './least-squares.ts';
import { curveFault } from './polynomial-degeneracy.ts';
import type { Transform, TransformFit } from './transform.ts';

export type Order = 2 | 3;

/** Below this ratio of singular values the points lie on a curve of the order, within about half a thousandth of their spread. */
const THINNEST: Readonly<Record<Order, number>> = { 2: 1e-3, 3: 1e-4 };

/** `1, u, v, u2, uv, v2` and, for order 3, `u3, u2v, uv2, v3`. */
const termsOf = (order: Order, u: number, v: number): readonly number[] => {
  const low = [1, u, v, u * u, u * v, v * v];
  return order === 2 ? low : [...low, u * u * u, u * u * v, u * v * v, v * v * v];
};

const slopesOf = (order: Order, u: number, v: number): { readonly du: readonly number[]; readonly dv: readonly number[] } => {
  const [du, dv] = [
    [0, 1, 0, 2 * u, v, 0],
    [0, 0, 1, 0, u, 2 * v],
  ];
  if (order === 2) return { du, dv };
  return { du: [...du, 3 * u * u, 2 * u * v, v * v, 0], dv: [...dv, 0, u * u, 2 * u * v, 3 * v * v] };
};

const sum = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((total, value, index) => total + value * (right[index] ?? 0), 0);

export type PolynomialNumbers = {
  readonly order: Order;
  readonly frames: Frames;
  /** Coefficients in the order of the terms, of local coordinates. */
  readonly x: readonly number[];
  readonly y: readonly number[];
};

/** The polynomial of stored numbers. */
export const polynomialTransform = ({ order, frames, x, y }: PolynomialNumbers): Transform => {
  const { pixel, world } = frames;
  return {
    type: order === 2 ? 'polynomial2' : 'polynomial3',
    apply: (px, py) => {
      const terms = termsOf(order, ...toLocal(pixel, px, py));
      return fromLocal(world, sum(x, terms), sum(y, terms));
    },
    jacobian: (px, py) => {
      const { du, dv } = slopesOf(order, ...toLocal(pixel, px, py));
      const [sx, sy] = world.scale;
      const [tx, ty] = pixel.scale;
      return [(sum(x, du) * sx) / tx, (sum(x, dv) * sx) / ty, (sum(y, du) * sy) / tx, (sum(y, dv) * sy) / ty];
    },
  };
};

/**
 * Polynomial of order 2 or 3 by least squares, both axes alike:
 * ```
 * x = c0 + c1 u + c2 v + c3 u2 + c4 uv + c5 v2 [ + c6 u3 + c7 u2v + c8 uv2 + c9 v3 ]
 * ```
 * in centred, scaled coordinates (D19), by QR. Leave-one-out is `r / (1 - h)` with the leverages of the basis.
 * Throws `invalid_bounds` for points that lie on a curve of that order, such as two lines.
 */
export const fitPolynomial =
  (order: Order): TransformFit =>
  (points) => {
    const frames = framesOf(points, 'own');
    const locals = localPoints(points, frames);
    const design = new Matrix(locals.map(({ u, v }) => [...termsOf(order, u, v)]));
    if (independence(design) < THINNEST[order]) throw curveFault(order, points);
    const { coefficients, residuals, basis } = leastSquares(design, new Matrix(locals.map(({ x, y }) => [x, y])));
    const [x, y] = [coefficients.getColumn(0), coefficients.getColumn(1)];
    const transform = polynomialTransform({ order, frames, x, y });
    const redundant = points.length > design.columns;
    return {
      transform,
      parameters: { type: order === 2 ? 'polynomial2' : 'polynomial3', ...wireFrames(frames), x, y },
      holdouts: points.map((_, row) => {
        const free = 1 - leverageOf(basis, row);
        if (!redundant || free < FULL_LEVERAGE) return null;
        const [sx, sy] = frames.world.scale;
        return [(residuals.get(row, 0) * sx) / free, (residuals.get(row, 1) * sy) / free];
      }),
    };
  };

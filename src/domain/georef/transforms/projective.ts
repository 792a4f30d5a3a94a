import { Matrix } from 'ml-matrix';
import type { WorldPoint } from '../../crs/projector.ts';
import { FULL_LEVERAGE } from '../accuracy.ts';
import { type ControlPoint, gcpFault } from '../control-points.ts';
import { type Frames, framesOf, fromLocal, localPoints, toLocal, wireFrames } from './frame.ts';
import { independence, leastSquares } from './least-squares.ts';
import type { Transform, TransformFit } from './transform.ts';

/** Below this ratio of singular values three of four points lie on one line, as far as the fit can tell. */
const THINNEST = 1e-5;
/** Gauss-Newton ends here or when a step no longer moves anything. */
const MOST_STEPS = 30;
/** Squared errors that shrink by less than this share are at their minimum: what is left to gain is far below a thousandth px. */
const SETTLED = 1e-10;
/** Up to so many points each is really left out; past it the linearised form is as good and much faster. */
const MOST_REFITS = 40;

type Local = { readonly u: number; readonly v: number; readonly x: number; readonly y: number };
/** `h0 .. h7`, with the ninth element 1: the middle of the points lies in front of the horizon. */
type Homography = readonly number[];

export type ProjectiveNumbers = { readonly frames: Frames; readonly h: Homography };

const depth = (h: Homography, u: number, v: number): number => (h[6] ?? 0) * u + (h[7] ?? 0) * v + 1;

const project = (h: Homography, u: number, v: number): WorldPoint => {
  const w = depth(h, u, v);
  return [((h[0] ?? 0) * u + (h[1] ?? 0) * v + (h[2] ?? 0)) / w, ((h[3] ?? 0) * u + (h[4] ?? 0) * v + (h[5] ?? 0)) / w];
};

/** The projective transform of stored numbers; its inverse is the adjugate. */
export const projectiveTransform = ({ frames, h }: ProjectiveNumbers): Transform => {
  const { pixel, world } = frames;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0] = h;
  return {
    type: 'projective',
    apply: (px, py) => {
      const [u, v] = toLocal(pixel, px, py);
      // Behind the horizon there is no picture: a value there would be the mirror image of another place.
      return depth(h, u, v) > 0 ? fromLocal(world, ...project(h, u, v)) : [Number.NaN, Number.NaN];
    },
    jacobian: (px, py) => {
      const [u, v] = toLocal(pixel, px, py);
      const w = depth(h, u, v);
      const [x, y] = project(h, u, v);
      const [sx, sy] = [world.scale[0] / w, world.scale[1] / w];
      const [tx, ty] = pixel.scale;
      return [((a - g * x) * sx) / tx, ((b - k * x) * sx) / ty, ((d - g * y) * sy) / tx, ((e - k * y) * sy) / ty];
    },
    invert: (wx, wy) => {
      const [x, y] = toLocal(world, wx, wy);
      const [m11, m12, m21, m22] = [a - g * x, b - k * x, d - g * y, e - k * y];
      const det = m11 * m22 - m12 * m21;
      const [u, v] = [(m22 * (x - c) - m12 * (y - f)) / det, (m11 * (y - f) - m21 * (x - c)) / det];
      return depth(h, u, v) > 0 ? fromLocal(pixel, u, v) : [Number.NaN, Number.NaN];
    },
  };
};

/** Rows `u v 1 0 0 0 -ux -vx = x` and `0 0 0 u v 1 -uy -vy = y`, each divided by the depth of the last guess. */
const designOf = (locals: readonly Local[], h: Homography): { readonly design: Matrix; readonly given: Matrix } => {
  const rows = locals.flatMap(({ u, v, x, y }) => {
    const w = depth(h, u, v);
    const [px, py] = h.length === 8 ? project(h, u, v) : [x, y];
    return [
      { row: [u, v, 1, 0, 0, 0, -u * px, -v * px].map((value) => value / w), miss: x - px },
      { row: [0, 0, 0, u, v, 1, -u * py, -v * py].map((value) => value / w), miss: y - py },
    ];
  });
  return { design: new Matrix(rows.map(({ row }) => row)), given: new Matrix(rows.map(({ miss }) => [miss])) };
};

const misfit = (locals: readonly Local[], h: Homography): number =>
  locals.reduce((sum, { u, v, x, y }) => {
    const [px, py] = project(h, u, v);
    return depth(h, u, v) > 0 ? sum + (px - x) ** 2 + (py - y) ** 2 : Number.POSITIVE_INFINITY;
  }, 0);

/** Direct linear solution: exact for four points, the start for more. */
const linear = (locals: readonly Local[]): Homography => {
  const rows = locals.flatMap(({ u, v, x, y }) => [
    [u, v, 1, 0, 0, 0, -u * x, -v * x],
    [0, 0, 0, u, v, 1, -u * y, -v * y],
  ]);
  const design = new Matrix(rows);
  if (independence(design) < THINNEST) {
    throw gcpFault(
      'degenerate',
      'The control points fix no projective transform: three of four lie on one line. Use transform affine, or give four points of which no three lie on one line.',
    );
  }
  return leastSquares(design, new Matrix(locals.flatMap(({ x, y }) => [[x], [y]]))).coefficients.getColumn(0);
};

/** Gauss-Newton on the distances in the world plane, with halved steps when a whole one makes it worse. */
const refine = (locals: readonly Local[], start: Homography): Homography => {
  let h = start;
  let best = misfit(locals, h);
  for (let step = 0; step < MOST_STEPS && locals.length > 4; step += 1) {
    const { design, given } = designOf(locals, h);
    const change = leastSquares(design, given).coefficients.getColumn(0);
    let share = 1;
    let next = h;
    let size = Number.POSITIVE_INFINITY;
    while (share > 1e-4 && !(size <= best)) {
      next = h.map((value, index) => value + share * (change[index] ?? 0));
      size = misfit(locals, next);
      share /= 2;
    }
    if (!(size < best)) break;
    const settled = size > best * (1 - SETTLED);
    [h, best] = [next, size];
    if (settled) break;
  }
  return h;
};

const solve = (locals: readonly Local[]): Homography => {
  const h = refine(locals, linear(locals));
  if (!Number.isFinite(misfit(locals, h))) {
    throw gcpFault(
      'horizon',
      'The projective fit has its horizon between the control points, which no photograph of a sheet has; look for exchanged points or coordinates.',
    );
  }
  return h;
};

/** A refit without one point, from the fit of all: a few steps away. */
const leftOut = (locals: readonly Local[], position: number, all: Homography): WorldPoint | null => {
  const point = locals[position];
  const others = locals.filter((_, other) => other !== position);
  try {
    const h = others.length > 4 ? refine(others, all) : solve(others);
    return point === undefined ? null : [project(h, point.u, point.v)[0] - point.x, project(h, point.u, point.v)[1] - point.y];
  } catch {
    return null;
  }
};

/** `(I - H_ii)^-1 r_i` with the 2 x 2 block of the hat matrix of the last linearisation. */
const linearised = (locals: readonly Local[], h: Homography): readonly (WorldPoint | null)[] => {
  const { design, given } = designOf(locals, h);
  const { basis } = leastSquares(design, given);
  return locals.map((_, point) => {
    const [first, second] = [basis.getRow(2 * point), basis.getRow(2 * point + 1)];
    const dot = (left: readonly number[], right: readonly number[]): number =>
      left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
    const [a, b, d] = [1 - dot(first, first), -dot(first, second), 1 - dot(second, second)];
    const det = a * d - b * b;
    const [rx, ry] = [-given.get(2 * point, 0), -given.get(2 * point + 1, 0)];
    return det < FULL_LEVERAGE ** 2 ? null : [(d * rx - b * ry) / det, (a * ry - b * rx) / det];
  });
};

const holdoutsOf = (locals: readonly Local[], h: Homography): readonly (WorldPoint | null)[] => {
  if (locals.length < 5) return locals.map(() => null);
  return locals.length > MOST_REFITS ? linearised(locals, h) : locals.map((_, position) => leftOut(locals, position, h));
};

/**
 * Projective transform (homography), for a sheet photographed at an angle:
 * ```
 * x = (h0 u + h1 v + h2) / (h6 u + h7 v + 1)
 * y = (h3 u + h4 v + h5) / (h6 u + h7 v + 1)
 * ```
 * Direct linear solution in normalised coordinates (Hartley 1997), then Gauss-Newton on world distances (Hartley and Zisserman 2004,
 * section 4.5). Leave-one-out refits up to 40 points and is linearised beyond. Throws `invalid_bounds` for three of four points on one line.
 */
export const fitProjective: TransformFit = (points: readonly ControlPoint[]) => {
  const frames = framesOf(points, 'equal');
  const locals = localPoints(points, frames);
  const h = solve(locals);
  const [sx, sy] = frames.world.scale;
  return {
    transform: projectiveTransform({ frames, h }),
    parameters: { type: 'projective', ...wireFrames(frames), h: [...h] },
    holdouts: holdoutsOf(locals, h).map((miss) => miss && [miss[0] * sx, miss[1] * sy]),
  };
};

import type { PixelBox } from '../../catalog/records.ts';
import type { WorldPoint } from '../../crs/projector.ts';
import { type Jacobian, jacobianDeterminant, type Transform } from './transform.ts';

/** Bound of an inverted pixel, px: iteration ends when a step is shorter than this, and gives nothing otherwise. */
export const INVERSE_TOLERANCE_PX = 1e-3;

/** World position to pixel; null where no pixel of the domain or near it comes to lie there. */
export type InverseTransform = (wx: number, wy: number) => readonly [number, number] | null;

/** Nodes per side of the grid of first guesses. */
const NODES = 17;
/** Guesses tried, nearest first. */
const STARTS = 4;
const MOST_STEPS = 40;
/** The grid reaches this share of the size past the domain; results are believed up to one whole size past it. */
const GRID_MARGIN = 0.25;

type Pixel = readonly [number, number];
type Node = { readonly pixel: Pixel; readonly world: WorldPoint };

const linspace = (from: number, to: number): readonly number[] =>
  Array.from({ length: NODES }, (_, step) => from + ((to - from) * step) / (NODES - 1));

const gridOf = (transform: Transform, [x0, y0, x1, y1]: PixelBox): readonly Node[] => {
  const [mx, my] = [(x1 - x0) * GRID_MARGIN, (y1 - y0) * GRID_MARGIN];
  return linspace(y0 - my, y1 + my).flatMap((py) =>
    linspace(x0 - mx, x1 + mx).map((px) => ({ pixel: [px, py] as const, world: transform.apply(px, py) })),
  );
};

const pixelStepBy = (jacobian: Jacobian, [dx, dy]: WorldPoint): Pixel => {
  const det = jacobianDeterminant(jacobian);
  const [xx, xy, yx, yy] = jacobian;
  if (det === 0) return [Number.NaN, Number.NaN];
  return [(yy * dx - xy * dy) / det, (xx * dy - yx * dx) / det];
};

/** A difference in the world as one in pixels, by the Jacobian at a pixel; NaN where that folds flat. */
export const worldToPixelStep = (transform: Transform, [px, py]: Pixel, difference: WorldPoint): Pixel =>
  pixelStepBy(transform.jacobian(px, py), difference);

const sortedBox = ([x0, y0, x1, y1]: PixelBox): PixelBox => [
  Math.min(x0, x1),
  Math.min(y0, y1),
  Math.max(x0, x1),
  Math.max(y0, y1),
];

/** Newton's iteration from one guess, steps cut to a quarter of the domain so that a fold does not throw it far away. */
const iterate = (
  transform: Transform,
  start: Pixel,
  { target, longest }: { readonly target: WorldPoint; readonly longest: number },
): Pixel | null => {
  let [px, py] = start;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const [wx, wy] = transform.apply(px, py);
    const [dx, dy] = worldToPixelStep(transform, [px, py], [target[0] - wx, target[1] - wy]);
    const length = Math.hypot(dx, dy);
    if (!Number.isFinite(length)) return null;
    const share = Math.min(1, longest / length) || 1;
    px += dx * share;
    py += dy * share;
    // Newton converges quadratically: what is left is far less than the last step.
    if (length < INVERSE_TOLERANCE_PX) return [px, py];
  }
  return null;
};

/** Closed form where there is one, a non-finite answer refused. */
const closed =
  (invert: NonNullable<Transform['invert']>): InverseTransform =>
  (wx, wy) => {
    const pixel = invert(wx, wy);
    return pixel.every(Number.isFinite) ? pixel : null;
  };

/**
 * Inverse of a transform over a pixel domain. Polynomials and splines: the nearest nodes of a grid are the first guesses of Newton's
 * iteration, which ends within `INVERSE_TOLERANCE_PX` or gives null. Where the transform folds over, the pixel nearest to a node is given.
 */
export const createInverse = (transform: Transform, domain: PixelBox): InverseTransform => {
  if (transform.invert) return closed(transform.invert);
  const [x0, y0, x1, y1] = sortedBox(domain);
  const [width, height] = [x1 - x0 || 1, y1 - y0 || 1];
  const nodes = gridOf(transform, [x0, y0, x0 + width, y0 + height]).filter(({ world }) => world.every(Number.isFinite));
  const middle: Pixel = [(x0 + x1) / 2, (y0 + y1) / 2];
  const near = ([px, py]: Pixel): boolean => px >= x0 - width && px <= x1 + width && py >= y0 - height && py <= y1 + height;
  const longest = Math.hypot(width, height) / 4;
  // One measure for all nodes: a Jacobian of a large spline for each of them would cost more than the iteration.
  const metric = transform.jacobian(...middle);
  const farness = (node: Node, wx: number, wy: number): number => {
    const difference: WorldPoint = [wx - node.world[0], wy - node.world[1]];
    const pixels = Math.hypot(...pixelStepBy(metric, difference));
    return Number.isFinite(pixels) ? pixels : Math.hypot(...difference);
  };
  return (wx, wy) => {
    if (!Number.isFinite(wx) || !Number.isFinite(wy)) return null;
    const starts = nearest(nodes, (node) => farness(node, wx, wy));
    for (const { pixel } of starts) {
      const found = iterate(transform, pixel, { target: [wx, wy], longest });
      if (found && near(found)) return found;
    }
    return null;
  };
};

const nearest = (nodes: readonly Node[], distance: (node: Node) => number): readonly Node[] =>
  nodes
    .map((node) => ({ node, far: distance(node) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, STARTS)
    .map(({ node }) => node);

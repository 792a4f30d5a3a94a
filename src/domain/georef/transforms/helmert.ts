import type { WorldPoint } from '../../crs/projector.ts';
import type { Affine } from '../../documents/georef.ts';
import { FULL_LEVERAGE } from '../accuracy.ts';
import { gcpFault } from '../control-points.ts';
import { affineTransform } from './affine.ts';
import { framesOf, localPoints } from './frame.ts';
import type { TransformFit } from './transform.ts';

/** The reversed turning direction has to fit this much better before it is believed: two points fit both. */
const CLEARLY_BETTER = 1e-6;

/**
 * Four-parameter similarity (Helmert): one scale `s`, one turn, a shift.
 * ```
 * | wx |   | a  b | | px |   | c |      s = hypot(a, b)        scan: y of the picture runs down
 * | wy | = | b -a | | py | + | f |      (mirrored: | a -b ; b a |)
 * ```
 * Least squares in complex numbers: with both planes centred, `a + ib = sum(conj(z) w) / sum(|z|^2)` where `z = u - iv` for a scan.
 * A set that fits clearly better with `z = u + iv` is mirrored and is fitted so. The leverage of point i is `1/n + |z_i|^2 / sum(|z|^2)`.
 * Two points fix it. Throws `invalid_bounds` when all points are in one place.
 */
export const fitHelmert: TransformFit = (points) => {
  const frames = framesOf(points, 'equal');
  const locals = localPoints(points, frames);
  const size = locals.reduce((sum, { u, v }) => sum + u * u + v * v, 0);
  const spread = locals.reduce((sum, { x, y }) => sum + x * x + y * y, 0);
  const turned = (sign: 1 | -1): WorldPoint => [
    locals.reduce((sum, { u, v, x, y }) => sum + u * x + sign * v * y, 0),
    locals.reduce((sum, { u, v, x, y }) => sum + u * y - sign * v * x, 0),
  ];
  const [scan, mirrored] = [turned(-1), turned(1)];
  // What is left over is spread - |sum|^2 / size, so the longer sum fits better.
  const gain = (Math.hypot(...mirrored) ** 2 - Math.hypot(...scan) ** 2) / size;
  const sign = gain > CLEARLY_BETTER * spread ? 1 : -1;
  const [re, im] = sign === 1 ? mirrored : scan;
  const factor = frames.world.scale[0] / frames.pixel.scale[0] / size;
  const [a, b] = [re * factor, im * factor];
  if (!(Math.hypot(a, b) > 0)) {
    throw gcpFault(
      'collinear',
      'The control points have no common scale and direction; a Helmert fit needs two distinct places.',
    );
  }
  const [[ox, oy], [wx, wy]] = [frames.pixel.origin, frames.world.origin];
  const affine: Affine = { a, b: -sign * b, c: wx - a * ox + sign * b * oy, d: b, e: sign * a, f: wy - b * ox - sign * a * oy };
  const transform = affineTransform(affine, 'helmert');
  const leverages = locals.map(({ u, v }) => 1 / points.length + (u * u + v * v) / size);
  return {
    transform,
    leverages,
    parameters: {
      type: 'helmert',
      coefficients: [affine.a, affine.b, affine.c, affine.d, affine.e, affine.f],
      scale: Math.hypot(a, b),
      rotation_degrees: (Math.atan2(b, a) * 180) / Math.PI,
      mirrored: sign === 1,
    },
    holdouts: points.map(({ pixel_x, pixel_y, world_x, world_y }, row) => {
      const free = 1 - (leverages[row] ?? 1);
      if (points.length < 3 || free < FULL_LEVERAGE) return null;
      const [x, y] = transform.apply(pixel_x, pixel_y);
      return [(x - world_x) / free, (y - world_y) / free];
    }),
  };
};

import type { Affine } from '../../documents/georef.ts';
import { FULL_LEVERAGE } from '../accuracy.ts';
import { applyAffine, invertAffine } from '../affine-map.ts';
import type { Fit } from '../fit.ts';
import { fitAffine } from '../fit-affine.ts';
import { fitTwoPoints } from '../fit-two-points.ts';
import type { Transform, TransformFit } from './transform.ts';

/** An affine as a transform; a Helmert is one with four free parameters. */
export const affineTransform = (affine: Affine, type: 'affine' | 'helmert'): Transform => ({
  type,
  apply: (px, py) => applyAffine(affine, px, py),
  jacobian: () => [affine.a, affine.b, affine.d, affine.e],
  invert: invertAffine(affine),
});

/** The fit that two points, three points or more allow (contract 9.2). */
export const fitAffineMethod = (points: Parameters<TransformFit>[0]): Fit =>
  points.length === 2 ? fitTwoPoints(points) : fitAffine(points);

/** The affine as a fitted transform: leave-one-out from the leverages, from four points on. */
export const fitAffineTransform: TransformFit = (points) => {
  const { affine, leverages } = fitAffineMethod(points);
  const transform = affineTransform(affine, 'affine');
  const { a, b, c, d, e, f } = affine;
  return {
    transform,
    parameters: { type: 'affine', coefficients: [a, b, c, d, e, f] },
    holdouts: points.map(({ pixel_x, pixel_y, world_x, world_y }, row) => {
      const free = 1 - (leverages[row] ?? 1);
      if (points.length < 4 || free < FULL_LEVERAGE) return null;
      const [x, y] = transform.apply(pixel_x, pixel_y);
      return [(x - world_x) / free, (y - world_y) / free];
    }),
  };
};

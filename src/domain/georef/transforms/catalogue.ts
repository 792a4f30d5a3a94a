import type { TransformType } from '../../documents/transform.ts';
import { type ControlPoint, gcpFault } from '../control-points.ts';
import { fitAffineTransform } from './affine.ts';
import { fitHelmert } from './helmert.ts';
import { fitPolynomial } from './polynomial.ts';
import { fitProjective } from './projective.ts';
import { checkSplineCount, fitThinPlateSpline } from './thin-plate-spline.ts';
import type { FittedTransform, TransformFit } from './transform.ts';

/** Kinds of transform: how many points fix each, and how it is called in a sentence. */
type TransformKind = { readonly leastPoints: number; readonly name: string; readonly fit: TransformFit };

/** From stiff to pliable. An affine takes two points too, when the axes of picture and map are parallel. */
export const TRANSFORMS: Readonly<Record<TransformType, TransformKind>> = {
  affine: { leastPoints: 3, name: 'affine', fit: fitAffineTransform },
  helmert: { leastPoints: 2, name: 'Helmert', fit: fitHelmert },
  projective: { leastPoints: 4, name: 'projective', fit: fitProjective },
  polynomial2: { leastPoints: 6, name: 'order-2 polynomial', fit: fitPolynomial(2) },
  polynomial3: { leastPoints: 10, name: 'order-3 polynomial', fit: fitPolynomial(3) },
  thin_plate_spline: { leastPoints: 3, name: 'thin-plate spline', fit: fitThinPlateSpline },
};

/** Summation order is fixed, so that any order of the same points gives the same fit to the last bit. */
const inFixedOrder = (points: readonly ControlPoint[]): readonly ControlPoint[] =>
  [...points].sort((a, b) => a.pixel_x - b.pixel_x || a.pixel_y - b.pixel_y || a.world_x - b.world_x || a.world_y - b.world_y);

const checkCount = (type: TransformType, count: number): void => {
  const { leastPoints, name } = TRANSFORMS[type];
  if (type === 'thin_plate_spline') checkSplineCount(count);
  const least = type === 'affine' ? 2 : leastPoints;
  if (count >= least) return;
  throw gcpFault(
    'count',
    `The ${name} transform (${type}) needs at least ${least} distinct control points, and ${count} were given; add points or choose a stiffer transform, such as affine.`,
  );
};

/**
 * Fits distinct control points. Throws `invalid_bounds` for too few or too many points, for points that do not fix the transform,
 * and for coordinates too large to be computed with.
 */
export const fitTransform = (type: TransformType, points: readonly ControlPoint[]): FittedTransform => {
  checkCount(type, points.length);
  const ordered = inFixedOrder(points);
  const { transform, parameters, holdouts, leverages } = TRANSFORMS[type].fit(ordered);
  if (!points.every(({ pixel_x, pixel_y }) => transform.apply(pixel_x, pixel_y).every(Number.isFinite))) {
    throw gcpFault('not_finite', 'The coordinates of the control points are too large to be fitted; check them.');
  }
  const rowOf = new Map(ordered.map(({ index }, row) => [index, row]));
  const asGiven = <T>(values: readonly T[], missing: T): readonly T[] =>
    points.map(({ index }) => values[rowOf.get(index) ?? -1] ?? missing);
  return {
    transform,
    parameters,
    holdouts: asGiven(holdouts, null),
    ...(leverages ? { leverages: asGiven(leverages, 1) } : {}),
  };
};

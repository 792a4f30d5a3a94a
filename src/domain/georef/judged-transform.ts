import type { PixelBox } from '../catalog/records.ts';
import type { Projector } from '../crs/projector.ts';
import type { TransformObject, TransformType } from '../documents/transform.ts';
import { largestOf } from './accuracy.ts';
import { affineFromList } from './affine-map.ts';
import { type ControlPoint, gcpFault } from './control-points.ts';
import type { Fit } from './fit.ts';
import { domainOf } from './pixel-projection.ts';
import { fitAffineMethod } from './transforms/affine.ts';
import { fitTransform } from './transforms/catalogue.ts';
import { findFoldOver } from './transforms/fold-over.ts';
import { INVERSE_TOLERANCE_PX } from './transforms/inverse.ts';
import { measureTransform, rootMeanSquareOf, type Spread, type TransformQuality } from './transforms/quality.ts';
import { type Recommendation, recommendTransform } from './transforms/recommend.ts';
import type { FittedTransform } from './transforms/transform.ts';
import { statementOf, transformWarnings } from './transforms/transform-warnings.ts';

/** The fit asked for, and the affine that the contract's fields describe. */
export type FitWithAffine = { readonly fit: Fit; readonly fitted: FittedTransform };

const tooLarge = () => gcpFault('not_finite', 'The coordinates of the control points are too large to be fitted; check them.');

/** A Helmert is an affine; every other transform stands beside the least-squares affine of the same points. Throws `invalid_bounds`. */
export const fitWithAffine = (type: TransformType, points: readonly ControlPoint[]): FitWithAffine => {
  if (type !== 'helmert') {
    const fit = fitAffineMethod(points);
    if (!Object.values(fit.affine).every(Number.isFinite)) throw tooLarge();
    return { fit, fitted: fitTransform(type, points) };
  }
  const fitted = fitTransform(type, points);
  const { coefficients } = fitted.parameters;
  const affine = affineFromList(Array.isArray(coefficients) ? coefficients.map(Number) : []);
  if (!affine) throw tooLarge();
  return {
    fit: { method: 'affine-least-squares', affine, leverages: fitted.leverages ?? points.map(() => 1) },
    fitted,
  };
};

const wireSpread = (name: string, { crs, px, meters }: Spread) => ({ [name]: crs, [`${name}_px`]: px, [`${name}_m`]: meters });

const wireRecommendation = ({ type, reason, candidates }: Recommendation) => ({
  type,
  reason,
  candidates: candidates.map(({ type: candidate, holdoutPx }) => ({ type: candidate, holdout_rmse_px: holdoutPx })),
});

type JudgedFit = {
  readonly points: readonly ControlPoint[];
  readonly fitted: FittedTransform;
  readonly projector: Projector;
  readonly extent: PixelBox;
  /** From distinct points to the list as given. */
  readonly perGcp: (values: readonly (number | null)[]) => readonly (number | null)[];
};

const wireQuality = (quality: TransformQuality, { points, fitted, perGcp }: JudgedFit) => ({
  least_points: quality.leastPoints,
  degrees_of_freedom: quality.degreesOfFreedom,
  statement: statementOf(points.length, fitted, quality),
  ...wireSpread('rmse', quality.rmse),
  ...wireSpread('standard_error', quality.standardError),
  holdout_rmse_px: rootMeanSquareOf(quality.holdoutsPx),
  holdout_rmse_m: rootMeanSquareOf(quality.holdoutsMeters),
  holdout_max_m: largestOf(quality.holdoutsMeters),
  gcp_errors_px: perGcp(quality.errorsPx),
  gcp_errors_m: perGcp(quality.errorsMeters),
  gcp_holdout_errors_px: perGcp(quality.holdoutsPx),
  gcp_holdout_errors_m: perGcp(quality.holdoutsMeters),
});

/** What a document says of its transform: parameters, errors, what they mean, and which transform the points would bear. */
export const judgeTransform = (judged: JudgedFit) => {
  const { points, fitted, projector, extent } = judged;
  const { transform, parameters } = fitted;
  const quality = measureTransform(points, fitted, projector);
  const recommendation = recommendTransform(points, fitted);
  const inverse = transform.invert
    ? { method: 'closed_form', bound_px: 0 }
    : { method: 'grid_and_newton', bound_px: INVERSE_TOLERANCE_PX };
  const object: TransformObject = { ...parameters, inverse, ...wireQuality(quality, judged) };
  const beyond = transform.type !== 'affine';
  const pixels = points.map(({ pixel_x, pixel_y }) => [pixel_x, pixel_y] as const);
  const fold = beyond ? findFoldOver(transform, domainOf(points, extent), pixels) : null;
  const warnings = fold === null ? [] : transformWarnings({ points, fitted, quality, recommendation, fold });
  return { object, recommendation: wireRecommendation(recommendation), warnings };
};

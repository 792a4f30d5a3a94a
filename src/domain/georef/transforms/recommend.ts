import type { TransformType } from '../../documents/transform.ts';
import { isGeomapError } from '../../errors/geomap-error.ts';
import { rootMeanSquare } from '../accuracy.ts';
import type { ControlPoint } from '../control-points.ts';
import { fitTransform, TRANSFORMS } from './catalogue.ts';
import { worldToPixelStep } from './inverse.ts';
import type { FittedTransform } from './transform.ts';

/** One transform as a choice. */
export type Candidate = {
  readonly type: TransformType;
  /** Root mean square of the leave-one-out errors, px; null when the points do not bear the transform. */
  readonly holdoutPx: number | null;
};

export type Recommendation = { readonly type: TransformType; readonly reason: string; readonly candidates: readonly Candidate[] };

/** Fewest points at which a transform has enough left over to be trusted: twice what fixes it for polynomials. */
const BEARING: Readonly<Record<TransformType, number>> = {
  affine: 4,
  helmert: 3,
  projective: 6,
  polynomial2: 12,
  polynomial3: 20,
  thin_plate_spline: 10,
};
/** Stiffer ones first; the affine, being the default, before all. */
const ORDER: readonly TransformType[] = ['affine', 'helmert', 'projective', 'polynomial2', 'polynomial3', 'thin_plate_spline'];
/** A more pliable transform has to be this much better, and by more than this many pixels. */
const BETTER = 0.8;
const WORTH_PX = 0.5;
/** Slow ones are tried up to so many points. */
const TRIED_TO: Partial<Record<TransformType, number>> = { thin_plate_spline: 150, projective: 500 };

const holdoutPx = (points: readonly ControlPoint[], { transform, holdouts }: FittedTransform): number | null => {
  const pixels = holdouts.flatMap((miss, position) => {
    const point = points[position];
    return miss === null || point === undefined
      ? [Number.NaN]
      : [Math.hypot(...worldToPixelStep(transform, [point.pixel_x, point.pixel_y], miss))];
  });
  const size = pixels.every(Number.isFinite) ? rootMeanSquare(pixels) : Number.NaN;
  return Number.isFinite(size) ? size : null;
};

const tryFit = (type: TransformType, points: readonly ControlPoint[]): FittedTransform | null => {
  try {
    return fitTransform(type, points);
  } catch (error) {
    if (isGeomapError(error)) return null;
    throw error;
  }
};

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));

/**
 * The transform that number and spread of the points can bear: the stiffest whose leave-one-out error no more pliable one beats
 * clearly. `chosen` is the fit already made, so that it is not made again.
 */
export const recommendTransform = (points: readonly ControlPoint[], chosen: FittedTransform): Recommendation => {
  const candidates = ORDER.map((type): Candidate => {
    const isChosen = chosen.transform.type === type;
    const tried = points.length >= BEARING[type] && (isChosen || points.length <= (TRIED_TO[type] ?? Number.POSITIVE_INFINITY));
    const fitted = tried ? (isChosen ? chosen : tryFit(type, points)) : null;
    return { type, holdoutPx: fitted && holdoutPx(points, fitted) };
  });
  const measured = candidates.flatMap(({ type, holdoutPx: px }) => (px === null ? [] : [{ type, px }]));
  const [first, ...others] = measured;
  // Three points check a Helmert a little, but nothing against which it could be preferred.
  if (first === undefined || points.length < 4) {
    const type = points.length < 4 ? 'affine' : chosen.transform.type;
    return { type, reason: `${points.length} points bear no check by leaving one out; add some for a choice.`, candidates };
  }
  const best = others.reduce((top, next) => (next.px < top.px * BETTER && top.px - next.px > WORTH_PX ? next : top), first);
  const reason = `Left out one by one, ${points.length} points miss the ${TRANSFORMS[best.type].name} by ${shown(best.px)} px on average${best.type === first.type ? ', and no more pliable transform is clearly better' : `, the ${TRANSFORMS[first.type].name} by ${shown(first.px)} px`}.`;
  return { type: best.type, reason, candidates };
};

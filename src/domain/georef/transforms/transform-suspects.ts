import type { TransformType } from '../../documents/transform.ts';
import { isGeomapError } from '../../errors/geomap-error.ts';
import type { ControlPoint } from '../control-points.ts';
import type { Suspect } from '../suspects.ts';
import { fitTransform, TRANSFORMS } from './catalogue.ts';
import { worldToPixelStep } from './inverse.ts';
import type { FittedTransform } from './transform.ts';

/** A point is suspect when the others miss it by this many times their own median leave-one-out error ... */
const TIMES_MEDIAN = 15;
/** ... and by more than a tick can be misread, px; at the edge of the points leaving one out extrapolates, which is no blunder. */
const LEAST_PIXELS = 3;
const LARGEST_SHARE = 0.2;
/** Refits cost the cube of the points for a spline; so many points are set aside one after the other. */
const REFIT_BUDGET = 2e8;

const leftOutPixels = (points: readonly ControlPoint[], { transform, holdouts }: FittedTransform): readonly number[] =>
  points.map(({ pixel_x, pixel_y }, position) => {
    const miss = holdouts[position];
    return miss ? Math.hypot(...worldToPixelStep(transform, [pixel_x, pixel_y], miss)) : Number.NaN;
  });

const medianOf = (values: readonly number[]): number => {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
};

const refit = (type: TransformType, points: readonly ControlPoint[]): FittedTransform | null => {
  try {
    return fitTransform(type, points);
  } catch (error) {
    if (isGeomapError(error)) return null;
    throw error;
  }
};

/**
 * Points that the others contradict, worst first, for transforms that follow the points too closely for their residuals to tell:
 * leave-one-out errors against their median. The worst is set aside and the rest is fitted again, since one blunder spoils its
 * neighbours' errors. Needs four points beyond those that fix the transform.
 */
export const findTransformSuspects = (points: readonly ControlPoint[], fitted: FittedTransform): readonly Suspect[] => {
  const { type } = fitted.transform;
  const cost = type === 'thin_plate_spline' ? points.length ** 3 : points.length;
  const most = Math.min(Math.floor(points.length * LARGEST_SHARE), Math.max(1, Math.floor(REFIT_BUDGET / cost)), 20);
  const suspects: Suspect[] = [];
  let trusted = points;
  let current: FittedTransform | null = fitted;
  while (current !== null && suspects.length < most && trusted.length >= TRANSFORMS[type].leastPoints + 4) {
    const pixels = leftOutPixels(trusted, current);
    const position = pixels.reduce(
      (top, value, index) => (value > (pixels[top] ?? 0) || !Number.isFinite(pixels[top]) ? index : top),
      0,
    );
    const [point, size] = [trusted[position], pixels[position]];
    if (point === undefined || size === undefined || !(size > LEAST_PIXELS)) break;
    const others = trusted.filter((entry) => entry !== point);
    const without = cost > REFIT_BUDGET ? null : refit(type, others);
    // Judged by the errors of the others without it, so that one blunder does not hide in the errors it causes.
    const usual = medianOf(without === null ? pixels : leftOutPixels(others, without));
    if (!(size > TIMES_MEDIAN * usual)) break;
    suspects.push({ index: point.index, pixels: size });
    [trusted, current] = [others, without];
  }
  return suspects.sort((a, b) => b.pixels - a.pixels);
};

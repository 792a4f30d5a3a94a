import type { Projector, WorldPoint } from '../../crs/projector.ts';
import { metersBetween, rootMeanSquare } from '../accuracy.ts';
import type { ControlPoint } from '../control-points.ts';
import { TRANSFORMS } from './catalogue.ts';
import { worldToPixelStep } from './inverse.ts';
import type { FittedTransform } from './transform.ts';

type Numbers = readonly (number | null)[];

/** How well a transform meets its control points. Arrays follow the points; null where a number cannot be computed. */
export type TransformQuality = {
  readonly leastPoints: number;
  /** Points beyond those that fix the transform; 0 for a spline, which bends through all. */
  readonly degreesOfFreedom: number;
  readonly errorsPx: Numbers;
  readonly errorsMeters: Numbers;
  readonly holdoutsPx: Numbers;
  readonly holdoutsMeters: Numbers;
  /** Root mean square over all points, and the standard error: the same sum over the degrees of freedom, null when there are none. */
  readonly rmse: Spread;
  readonly standardError: Spread;
};

/** One kind of error in CRS units, pixels and metres. */
export type Spread = { readonly crs: number | null; readonly px: number | null; readonly meters: number | null };

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Root mean square of numbers that all exist, else null. */
export const rootMeanSquareOf = (values: Numbers): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === 0 || known.length < values.length ? null : orNull(rootMeanSquare(known));
};

/** Errors of a fit at its points. Pixel errors are world errors seen through the Jacobian at the point; metres are geodesic on WGS 84. */
export const measureTransform = (
  points: readonly ControlPoint[],
  fitted: FittedTransform,
  projector: Projector,
): TransformQuality => {
  const { transform, holdouts } = fitted;
  const leastPoints = transform.type === 'affine' && points.length === 2 ? 2 : TRANSFORMS[transform.type].leastPoints;
  const degreesOfFreedom = transform.type === 'thin_plate_spline' ? 0 : points.length - leastPoints;
  const rows = points.map(({ pixel_x, pixel_y, world_x, world_y }, position) => {
    const [x, y] = transform.apply(pixel_x, pixel_y);
    const pixels = ([dx, dy]: WorldPoint): number | null =>
      orNull(Math.hypot(...worldToPixelStep(transform, [pixel_x, pixel_y], [dx, dy])));
    const meters = ([dx, dy]: WorldPoint): number | null =>
      orNull(metersBetween(projector, [world_x + dx, world_y + dy], [world_x, world_y]));
    // What an exact fit leaves at its points is rounding, not an error.
    const miss: WorldPoint = degreesOfFreedom === 0 ? [0, 0] : [x - world_x, y - world_y];
    const left = holdouts[position] ?? null;
    return {
      crs: Math.hypot(...miss),
      px: pixels(miss),
      meters: meters(miss),
      holdoutPx: left && pixels(left),
      holdoutMeters: left && meters(left),
    };
  });
  const widen = degreesOfFreedom === 0 ? null : Math.sqrt(points.length / degreesOfFreedom);
  const rmse: Spread = {
    crs: rootMeanSquareOf(rows.map(({ crs }) => crs)),
    px: rootMeanSquareOf(rows.map(({ px }) => px)),
    meters: rootMeanSquareOf(rows.map(({ meters }) => meters)),
  };
  const standard = (value: number | null): number | null => (value === null || widen === null ? null : value * widen);
  return {
    leastPoints,
    degreesOfFreedom,
    errorsPx: rows.map(({ px }) => px),
    errorsMeters: rows.map(({ meters }) => meters),
    holdoutsPx: rows.map(({ holdoutPx }) => holdoutPx),
    holdoutsMeters: rows.map(({ holdoutMeters }) => holdoutMeters),
    rmse,
    standardError: { crs: standard(rmse.crs), px: standard(rmse.px), meters: standard(rmse.meters) },
  };
};

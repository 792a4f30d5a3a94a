import type { Projector, WorldPoint } from '../crs/projector.ts';
import { geodesicMeters } from '../geo/geodesic.ts';
import { applyAffine, invertAffine } from './affine-map.ts';
import type { ControlPoint } from './control-points.ts';
import type { Fit } from './fit.ts';

/** A point this close to full leverage has nothing to check it: the others lie on a line. */
export const FULL_LEVERAGE = 1e-6;

/** How good a fit is at its own points. Arrays follow the points; numbers are null where they cannot be computed. */
export type Accuracy = {
  /** Root mean square over all points, in CRS units. */
  readonly residual: number;
  /** The same in metres on the ellipsoid; null when one point has no metre error. */
  readonly residualMeters: number | null;
  readonly pixelErrors: readonly (number | null)[];
  readonly meterErrors: readonly (number | null)[];
  /** Leave-one-out error in metres at each point; null for fewer than four points and for degenerate subsets. */
  readonly holdoutMeters: readonly (number | null)[];
  /** The same in pixels. */
  readonly holdoutPixels: readonly (number | null)[];
  /** Positions of points without which the rest lies on a line. */
  readonly degenerate: readonly number[];
};

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Root mean square of numbers of any size. */
export const rootMeanSquare = (values: readonly number[]): number => {
  const largest = values.reduce((top, value) => Math.max(top, Math.abs(value)), 0);
  if (!(largest > 0) || !Number.isFinite(largest)) return largest;
  return largest * Math.sqrt(values.reduce((sum, value) => sum + (value / largest) ** 2, 0) / values.length);
};

const minusPoint = (from: WorldPoint, dx: number, dy: number): WorldPoint => [from[0] - dx, from[1] - dy];

/** Metres between two world positions of the CRS. */
export const metersBetween = (projector: Projector, one: WorldPoint, other: WorldPoint): number =>
  one[0] === other[0] && one[1] === other[1] ? 0 : geodesicMeters(projector.inverse(one), projector.inverse(other));

/**
 * Errors of a fit. Leave-one-out comes from the leverages: without point i its residual is `r / (1 - h)`, so no refit is made
 * and 10,000 points take one pass. Metre errors are geodesic on WGS 84. Throws `invalid_bounds` for a singular affine.
 */
export const measureAccuracy = (points: readonly ControlPoint[], fit: Fit, projector: Projector): Accuracy => {
  const toPixel = invertAffine(fit.affine);
  const checked = points.length >= 4;
  const rows = points.map((point, position) => {
    const world: WorldPoint = [point.world_x, point.world_y];
    const predicted = fit.method === 'axis-aligned-exact-2gcp' ? world : applyAffine(fit.affine, point.pixel_x, point.pixel_y);
    const dx = world[0] - predicted[0];
    const dy = world[1] - predicted[1];
    const [px, py] = fit.method === 'axis-aligned-exact-2gcp' ? [point.pixel_x, point.pixel_y] : toPixel(...world);
    const free = 1 - (fit.leverages[position] ?? 1);
    const degenerate = checked && free < FULL_LEVERAGE;
    const alone = checked && !degenerate;
    const pixels = Math.hypot(px - point.pixel_x, py - point.pixel_y);
    return {
      offset: Math.hypot(dx, dy),
      pixels,
      meters: metersBetween(projector, predicted, world),
      holdoutMeters: alone ? metersBetween(projector, minusPoint(world, dx / free, dy / free), world) : Number.NaN,
      holdoutPixels: alone ? pixels / free : Number.NaN,
      degenerate,
    };
  });
  const meters = rows.map((row) => row.meters);
  return {
    residual: rootMeanSquare(rows.map(({ offset }) => offset)),
    residualMeters: meters.every(Number.isFinite) ? rootMeanSquare(meters) : null,
    pixelErrors: rows.map(({ pixels }) => orNull(pixels)),
    meterErrors: meters.map(orNull),
    holdoutMeters: rows.map((row) => orNull(row.holdoutMeters)),
    holdoutPixels: rows.map((row) => orNull(row.holdoutPixels)),
    degenerate: rows.flatMap((row, position) => (row.degenerate ? [position] : [])),
  };
};

/** Largest of the numbers that exist, or null. */
export const largestOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((top, value) => (value === null ? top : Math.max(top ?? value, value)), null);

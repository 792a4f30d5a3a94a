import { FULL_LEVERAGE } from './accuracy.ts';
import { applyAffine } from './affine-map.ts';
import type { ControlPoint } from './control-points.ts';
import { fitAffine } from './fit-affine.ts';
import { spreadRatio, THINNEST_SPREAD } from './spread.ts';

/** A control point that does not fit the others. */
export type Suspect = {
  /** Place in the list as given, from zero. */
  readonly index: number;
  /** Distance, in pixels, between the point and where the points that are not suspect put it. */
  readonly pixels: number;
};

/** Chance of calling any point of a good set suspect. */
const FALSE_ALARM = 0.01;
/** Nobody reads a tick better than this; smaller deviations are never called suspect. */
const LEAST_PIXELS = 1.5;
/** At most this share of the points can be suspect; past it there is no majority to trust. */
const LARGEST_SHARE = 0.3;
/** So many points are set aside at most, and so many in a row without a finding before the search ends. */
const MOST_SUSPECTS = 50;
const PATIENCE = 2;

type Candidate = { readonly position: number; readonly deviance: number };

/**
 * The point that deviates most: `|r|^2 / (1 - h)` over both axes, and how probable that is under normal errors. Without the
 * point, n-1 points leave 2(n-4) degrees of freedom; for an F ratio with 2 and 2m of them the tail is `(1 + F/m)^-m`.
 */
const worstPoint = (points: readonly ControlPoint[]): (Candidate & { readonly chance: number }) | null => {
  const fit = fitInPixels(points);
  const deviances = fit.map(({ square, free }) => (free < FULL_LEVERAGE ? 0 : square / free));
  const total = fit.reduce((sum, { square }) => sum + square, 0);
  const position = deviances.reduce((best, value, index) => (value > (deviances[best] ?? 0) ? index : best), 0);
  const deviance = deviances[position] ?? 0;
  const freedom = points.length - 4;
  const rest = total - deviance;
  if (!(deviance > 0) || freedom < 1) return null;
  const ratio = rest <= total * 1e-14 ? Number.POSITIVE_INFINITY : (deviance * freedom) / rest;
  return { position, deviance, chance: Math.min(1, (1 + ratio / freedom) ** -freedom * points.length) };
};

/** Residuals of the reversed fit, world to pixel, so that deviations are in pixels whatever the CRS. */
const fitInPixels = (points: readonly ControlPoint[]): readonly { readonly square: number; readonly free: number }[] => {
  const { affine, leverages } = fitAffine(points.map(reversed));
  return points.map((point, position) => {
    const [px, py] = applyAffine(affine, point.world_x, point.world_y);
    return { square: (px - point.pixel_x) ** 2 + (py - point.pixel_y) ** 2, free: 1 - (leverages[position] ?? 1) };
  });
};

const reversed = (point: ControlPoint): ControlPoint => ({
  index: point.index,
  pixel_x: point.world_x,
  pixel_y: point.world_y,
  world_x: point.pixel_x,
  world_y: point.pixel_y,
});

const distanceTo = (trusted: readonly ControlPoint[], point: ControlPoint): number => {
  const [px, py] = applyAffine(fitAffine(trusted.map(reversed)).affine, point.world_x, point.world_y);
  return Math.hypot(px - point.pixel_x, py - point.pixel_y);
};

const wellSpread = (points: readonly ControlPoint[]): boolean =>
  spreadRatio(points.map(({ world_x, world_y }) => [world_x, world_y])) > THINNEST_SPREAD &&
  spreadRatio(points.map(({ pixel_x, pixel_y }) => [pixel_x, pixel_y])) > THINNEST_SPREAD;

/**
 * Points that deviate from what the others agree on, worst first (D20). One after the other is set aside while the test says so;
 * with fewer than five points no single one can be blamed. Two blunders that hide each other are looked for by setting aside a
 * second point before the test gives up.
 */
export const findSuspects = (points: readonly ControlPoint[]): readonly Suspect[] => {
  const limit = Math.min(Math.floor(points.length * LARGEST_SHARE), MOST_SUSPECTS);
  let trusted = [...points];
  let settled: readonly ControlPoint[] = points;
  let quiet = 0;
  while (trusted.length >= 5 && points.length - trusted.length < limit && quiet <= PATIENCE && wellSpread(trusted)) {
    const worst = worstPoint(trusted);
    const point = worst === null ? undefined : trusted[worst.position];
    if (!worst || !point) break;
    trusted = trusted.filter((entry) => entry !== point);
    quiet = worst.chance < FALSE_ALARM ? 0 : quiet + 1;
    if (quiet === 0) settled = trusted;
  }
  if (!wellSpread(settled)) return [];
  const kept = new Set(settled);
  return points
    .filter((point) => !kept.has(point))
    .map((point) => ({ index: point.index, pixels: distanceTo(settled, point) }))
    .filter(({ pixels }) => pixels >= LEAST_PIXELS)
    .sort((a, b) => b.pixels - a.pixels);
};

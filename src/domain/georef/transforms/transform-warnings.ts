import type { ControlPoint } from '../control-points.ts';
import { TRANSFORMS } from './catalogue.ts';
import type { FoldOver } from './fold-over.ts';
import type { TransformQuality } from './quality.ts';
import type { Recommendation } from './recommend.ts';
import type { FittedTransform } from './transform.ts';

/** Everything the warnings of a transform other than the affine are drawn from. */
export type TransformFacts = {
  readonly points: readonly ControlPoint[];
  readonly fitted: FittedTransform;
  readonly quality: TransformQuality;
  readonly recommendation: Recommendation;
  readonly fold: FoldOver;
};

/** px: closer ticks than this cannot be told apart on a sheet; and the share of the spread that counts as too close. */
const CLOSE_PIXELS = 2;
const CLOSE_SHARE = 1e-3;
const LISTED = 5;

/** What the errors at the control points themselves mean (field reports 1.9, 1.10 and 1.14). */
export const statementOf = (count: number, { transform }: FittedTransform, { degreesOfFreedom }: TransformQuality): string => {
  const { name } = TRANSFORMS[transform.type];
  if (transform.type === 'thin_plate_spline')
    return `The thin-plate spline passes through all ${count} control points by construction, so its error of zero there checks nothing; the leave-one-out errors do.`;
  if (degreesOfFreedom === 0)
    return `The ${name} transform passes through these ${count} control points by construction, so its residual of zero checks nothing; one more point would.`;
  return `The ${name} transform is a least-squares fit of ${count} control points with ${degreesOfFreedom} more than it needs: it does not pass through them exactly, and gcp_errors_px and gcp_errors_m list the residual of each.`;
};

const exactWarning = ({ points, fitted, quality }: TransformFacts): string[] =>
  quality.degreesOfFreedom === 0 ? [`exact_fit: ${statementOf(points.length, fitted, quality)}`] : [];

const affineWarning = ({ fitted: { transform } }: TransformFacts): string[] =>
  transform.type === 'helmert'
    ? []
    : [
        `affine_is_approximation: affine, residual and gcp_pixel_errors are those of the least-squares affine of the same points; bounds, overlays and exports use transform, whose own errors stand there.`,
      ];

const foldWarning = ({ fold }: TransformFacts): string[] =>
  fold.folded === 0 || fold.at === null
    ? []
    : [
        `fold_over: the transform folds over (its Jacobian changes sign) at ${fold.folded} of ${fold.samples} places looked at, such as pixel ${fold.at.map((value) => value.toFixed(0)).join(', ')}; parts of the picture would lie over each other. Look for wrong or crowded points, or use a stiffer transform.`,
      ];

/** Pairs of points that lie very close together, by a sweep over columns. */
const closePairs = (points: readonly ControlPoint[]): readonly (readonly [number, number])[] => {
  const sorted = [...points].sort((a, b) => a.pixel_x - b.pixel_x);
  const rows = points.map(({ pixel_y }) => pixel_y);
  const low = rows.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const high = rows.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  const size = Math.hypot((sorted.at(-1)?.pixel_x ?? 0) - (sorted[0]?.pixel_x ?? 0), high - low);
  const limit = Math.max(Math.min(CLOSE_PIXELS, size * CLOSE_SHARE * 10), size * CLOSE_SHARE);
  const pairs: (readonly [number, number])[] = [];
  for (const [position, one] of sorted.entries()) {
    for (let next = position + 1; next < sorted.length; next += 1) {
      const other = sorted[next];
      if (other === undefined || other.pixel_x - one.pixel_x > limit || pairs.length > LISTED) break;
      if (Math.hypot(other.pixel_x - one.pixel_x, other.pixel_y - one.pixel_y) <= limit) pairs.push([one.index, other.index]);
    }
  }
  return pairs;
};

const closeWarning = ({ points }: TransformFacts): string[] => {
  const pairs = closePairs(points);
  if (pairs.length === 0) return [];
  const named = pairs.slice(0, LISTED).map(([one, other]) => `${Math.min(one, other)} and ${Math.max(one, other)}`);
  return [
    `gcp_too_close: control points ${named.join('; ')}${pairs.length > LISTED ? '; and more' : ''} (counted from zero) lie almost in one place, where a small misreading bends the whole fit; keep one of each.`,
  ];
};

const overfitWarning = ({ fitted: { transform }, recommendation }: TransformFacts): string[] => {
  const px = (type: string): number | null =>
    recommendation.candidates.find((candidate) => candidate.type === type)?.holdoutPx ?? null;
  const [own, recommended] = [px(transform.type), px(recommendation.type)];
  if (recommendation.type === transform.type || own === null || recommended === null || own <= recommended * 1.5) return [];
  return [
    `transform_not_borne: left out one by one, the points miss this transform by ${own.toPrecision(2)} px and the ${TRANSFORMS[recommendation.type].name} by ${recommended.toPrecision(2)} px; use transform ${recommendation.type}.`,
  ];
};

/** Warnings that only transforms beyond the affine give; each begins with a stable key. */
export const transformWarnings = (facts: TransformFacts): readonly string[] => [
  ...exactWarning(facts),
  ...affineWarning(facts),
  ...foldWarning(facts),
  ...closeWarning(facts),
  ...overfitWarning(facts),
];

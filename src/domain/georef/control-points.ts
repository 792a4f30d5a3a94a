import type { Gcp } from '../documents/georef.ts';
import { GeomapError } from '../errors/geomap-error.ts';

/** A control point with its place in the list as given, counted from zero. */
export type ControlPoint = Gcp & { readonly index: number };

export type CheckedPoints = {
  /** Distinct points in the order given. */
  readonly points: readonly ControlPoint[];
  /** For every point as given: position of its distinct twin in `points`. */
  readonly twinOf: readonly number[];
  readonly warnings: readonly string[];
};

const LISTED = 20;

/** "0, 3 and 7", cut after twenty. */
export const nameIndices = (indices: readonly number[]): string => {
  const shown = indices.slice(0, LISTED).map(String);
  const rest = indices.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${rest} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
};

const GCP_REMEDY =
  'Read the named points again, or replace them by ticks that lie far apart, best near the four corners of the map.';

/** `invalid_bounds` about control points; `indices` count from zero in the list as given. The remedy stands in the message (S26). */
export const gcpFault = (reason: string, message: string, indices: readonly number[] = []): GeomapError =>
  new GeomapError('invalid_bounds', {
    message: `${message} ${GCP_REMEDY}`,
    details: { argument: 'gcps', reason, ...(indices.length > 0 ? { gcp_indices: indices.slice(0, LISTED) } : {}) },
  });

const checkFinite = (gcps: readonly Gcp[]): void => {
  const bad = gcps.flatMap((gcp, index) => (Object.values(gcp).every(Number.isFinite) ? [] : [index]));
  if (bad.length > 0)
    throw gcpFault(
      'not_finite',
      `Control point ${nameIndices(bad)} (counted from zero) has a coordinate that is no finite number.`,
      bad,
    );
};

/** Later points that say of the same pixel, or of the same place, something else than an earlier one. */
const checkConflicts = (points: readonly ControlPoint[]): void => {
  const pixels = new Map<string, number>();
  const places = new Map<string, number>();
  for (const { index, pixel_x, pixel_y, world_x, world_y } of points) {
    const pixel = `${pixel_x + 0} ${pixel_y + 0}`;
    const place = `${world_x + 0} ${world_y + 0}`;
    const samePixel = pixels.get(pixel);
    if (samePixel !== undefined) {
      throw gcpFault(
        'conflict',
        `Control points ${samePixel} and ${index} (counted from zero) put one pixel at two different places.`,
        [samePixel, index],
      );
    }
    const samePlace = places.get(place);
    if (samePlace !== undefined) {
      throw gcpFault(
        'conflict',
        `Control points ${samePlace} and ${index} (counted from zero) put one place at two different pixels.`,
        [samePlace, index],
      );
    }
    pixels.set(pixel, index);
    places.set(place, index);
  }
};

const duplicateWarning = (twins: readonly { readonly index: number; readonly first: number }[]): string[] =>
  twins.length === 0
    ? []
    : [
        `duplicate_gcp: dropped as exact duplicates (counted from zero): ${twins
          .slice(0, LISTED)
          .map(({ index, first }) => `${index} of ${first}`)
          .join(', ')}${twins.length > LISTED ? ', ...' : ''}; a duplicate is no independent check.`,
      ];

/**
 * Checks the points as given: finite, no contradictions; exact duplicates are dropped with a warning (D19).
 * Throws `invalid_bounds` naming the points.
 */
export const checkControlPoints = (gcps: readonly Gcp[]): CheckedPoints => {
  checkFinite(gcps);
  const seen = new Map<string, number>();
  const points: ControlPoint[] = [];
  const twinOf: number[] = [];
  const twins: { index: number; first: number }[] = [];
  for (const [index, { pixel_x, pixel_y, world_x, world_y }] of gcps.entries()) {
    const key = [pixel_x + 0, pixel_y + 0, world_x + 0, world_y + 0].join(' ');
    const known = seen.get(key);
    if (known === undefined) {
      seen.set(key, points.length);
      twinOf.push(points.length);
      points.push({ pixel_x, pixel_y, world_x, world_y, index });
    } else {
      twinOf.push(known);
      twins.push({ index, first: points[known]?.index ?? known });
    }
  }
  checkConflicts(points);
  return { points, twinOf, warnings: duplicateWarning(twins) };
};

/**
 * Two distinct points left of a longer list fix only an axis-aligned fit. That is taken when the whole list was given twice;
 * a single repeated point among three is more likely a slip that hides the third place.
 */
export const checkRepeats = ({ points, twinOf }: CheckedPoints): void => {
  if (points.length >= 3 || twinOf.length === points.length) return;
  const repeated = points.filter((_, position) => twinOf.filter((twin) => twin === position).length > 1);
  if (points.length === 2 && repeated.length === 2) return;
  const indices = twinOf.flatMap((twin, index) =>
    repeated.some((_, position) => position === twin) || points.length < 2 ? [index] : [],
  );
  throw gcpFault(
    'duplicate',
    `Of the ${twinOf.length} control points only ${points.length} ${points.length === 1 ? 'is' : 'are'} distinct; give each point a place of its own.`,
    indices,
  );
};

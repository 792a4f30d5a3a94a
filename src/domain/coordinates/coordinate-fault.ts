import { GeomapError } from '../errors/geomap-error.ts';

/** Which coordinate a text is: x is the easting or longitude, y the northing or latitude; `index` counts control points from zero. */
export type CoordinatePlace = { readonly axis: 'x' | 'y'; readonly index: number };

/** Part of a coordinate that a fault is about; a stable word for `details.part`. */
export type CoordinatePart =
  | 'degrees'
  | 'minutes'
  | 'seconds'
  | 'sign'
  | 'letter'
  | 'number'
  | 'unit'
  | 'crs'
  | 'value'
  | 'coordinate';

const SHOWN = 40;

const quoted = (text: string): string => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return `"${line.length > SHOWN ? `${line.slice(0, SHOWN - 3)}...` : line}"`;
};

type Trouble = {
  readonly text: string;
  readonly part: CoordinatePart;
  /** Sentence without its first word's capital and with its own remedy. */
  readonly problem: string;
  /** True for a coordinate that is understood and impossible (D21). */
  readonly outOfRange?: true;
  readonly hint?: string;
};

/** `invalid_arguments` for text that is no coordinate, `invalid_bounds` for one out of range (D21); names point, axis and part. */
export const coordinateFault = ({ axis, index }: CoordinatePlace, trouble: Trouble): GeomapError => {
  const { text, part, problem, outOfRange, hint } = trouble;
  const message = `world_${axis} of control point ${index} (counted from zero), ${quoted(text)}: ${problem}`;
  const details = { argument: 'gcps', reason: 'coordinate', gcp_indices: [index], field: `world_${axis}`, part };
  const remedy =
    hint ?? 'Write a number in the unit of the CRS, or degrees as "37°45\'30"N" or "37 45 30 N"; one coordinate in each field.';
  // `invalid_bounds` carries no hints (S26): its remedy stands in the message.
  return outOfRange
    ? new GeomapError('invalid_bounds', { message: `${message} ${remedy}`, details })
    : new GeomapError('invalid_arguments', { message, details, hints: [remedy] });
};

import { GeomapError } from '../errors/geomap-error.ts';
import { findDatumName } from './datum-names.ts';

/** A printed note about moving the projection lines, e.g. to the predicted North American Datum 1983. */
export type ProjectionShift = {
  /** How far the lines move, metres, positive to the east and north. */
  readonly eastMeters: number;
  readonly northMeters: number;
  /** EPSG name of the datum the moved lines stand on; null when the note names none. */
  readonly datum: string | null;
};

/** International foot; the notes are whole feet, for which the kind of foot makes no difference. */
const METERS_PER_FOOT = 0.3048;
const MOVE = /(\d+(?:[.,]\d+)?)\s*(feet|foot|ft\.?|met(?:er|re)s?|m)\s+(?:to\s+the\s+)?(north|south|east|west)(?:ward)?s?\b/gi;

const unreadable = (problem: string): GeomapError =>
  new GeomapError('invalid_arguments', {
    message: `The printed note about the projection lines ${problem}; write it like "move the projection lines 690 feet south and 320 feet west".`,
    details: { argument: 'sheet', reason: 'shift_note' },
  });

/**
 * Reads "move the projection lines 690 feet south and 320 feet west" as (-97.5 m east, -210.3 m north) (field report 2.19). Throws
 * `invalid_arguments` when no distance with a direction is found, or two on one axis.
 */
export const parseProjectionShift = (note: string): ProjectionShift => {
  const moved = { east: 0, north: 0 };
  const seen = new Set<'east' | 'north'>();
  for (const [, amount = '', unit = '', direction = ''] of note.matchAll(MOVE)) {
    const axis = /north|south/i.test(direction) ? 'north' : 'east';
    if (seen.has(axis)) throw unreadable('names two distances along one axis');
    seen.add(axis);
    const meters = Number(amount.replace(',', '.')) * (/^f/i.test(unit) ? METERS_PER_FOOT : 1);
    moved[axis] = /south|west/i.test(direction) ? -meters : meters;
  }
  if (seen.size === 0) throw unreadable('holds no distance with a direction');
  return { eastMeters: moved.east, northMeters: moved.north, datum: findDatumName(note)?.name ?? null };
};

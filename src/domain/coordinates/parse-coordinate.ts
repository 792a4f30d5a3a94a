import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import { checkDegrees, parseAngle } from './angle-text.ts';
import { type CoordinatePlace, coordinateFault } from './coordinate-fault.ts';
import { parseGridText } from './grid-text.ts';
import { plainMarks } from './plain-marks.ts';

/** Unit of a geographic CRS in degrees (EPSG units 9102, 9105, 9101). */
const DEGREES_PER_UNIT: Readonly<Record<string, number>> = { degree: 1, grad: 0.9, radian: 180 / Math.PI };
/** Degree, minute or second marks, or numbers parted by colons: an angle, whatever the CRS. */
const ANGLE_MARKS = /[°"]|\d\s*'\s*(?:\d|[NSEWO]|$)|\d:\d/i;
const PLAIN_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

const parseGeographic = (plain: string, text: string, { place, crs }: ParseCall): number => {
  const perUnit = DEGREES_PER_UNIT[crs.unit] ?? 1;
  if (PLAIN_NUMBER.test(plain)) {
    const value = Number(plain);
    checkDegrees(value * perUnit, { place, text });
    return value;
  }
  if (/,\s|;/.test(plain)) {
    throw coordinateFault(place, { text, part: 'coordinate', problem: 'it looks like two coordinates; give one in each field.' });
  }
  return parseAngle(plain, { place, text }) / perUnit;
};

const geographicInGrid = (text: string, { place, crs }: ParseCall) =>
  coordinateFault(place, {
    text,
    part: 'crs',
    problem: `it is an angle, but ${crs.id} (${crs.name}) is a grid in ${crs.unit}; give this control point a geographic crs of its own and it is transformed.`,
    hint:
      crs.baseCode === null
        ? 'For example crs="EPSG:4267" on this control point when the graticule is in NAD27.'
        : `For a graticule on the datum of that grid add crs="EPSG:${crs.baseCode}" to this control point; for another datum its own geographic crs.`,
  });

type ParseCall = { readonly place: CoordinatePlace; readonly crs: ResolvedCrs };

/**
 * A world coordinate as written, in the unit of its CRS. Numbers pass unchanged. Throws `invalid_arguments` for text that is no
 * coordinate and `invalid_bounds` for an angle out of range (D21); both name the part that is wrong.
 */
export const parseCoordinate = (written: number | string, call: ParseCall): number => {
  if (typeof written === 'number') return written;
  const plain = plainMarks(written);
  if (!/\d/.test(plain)) {
    throw coordinateFault(call.place, {
      text: written,
      part: 'coordinate',
      problem: 'this is no coordinate; it holds no number.',
    });
  }
  if (call.crs.kind === 'geographic') return parseGeographic(plain, written, call);
  if (ANGLE_MARKS.test(plain)) throw geographicInGrid(written, call);
  return parseGridText(plain, { place: call.place, text: written, unit: call.crs.unit });
};

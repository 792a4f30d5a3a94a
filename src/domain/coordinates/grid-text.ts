import { type CoordinatePlace, coordinateFault } from './coordinate-fault.ts';
import { parseDecimal } from './decimal-text.ts';

/** Units that a grid tick may carry, by what they start with in EPSG's unit names. */
const UNITS: Readonly<Record<string, string>> = {
  m: 'metre',
  metre: 'metre',
  metres: 'metre',
  meter: 'metre',
  meters: 'metre',
  ft: 'foot',
  feet: 'foot',
  foot: 'foot',
};
const FORM =
  /^([NSEW](?![a-z]))?\s*([+-])?\s*([\d.,' ]+?(?:e[+-]?\d+)?)\s*(m|met(?:er|re)s?|ft|feet|foot)?\.?\s*([NSEW]|[a-z]+)?$/i;

type Call = { readonly place: CoordinatePlace; readonly text: string; readonly unit: string };

const checkLetter = (letter: string, { place, text }: Call): void => {
  const wanted = place.axis === 'x' ? 'E' : 'N';
  if (letter === '' || letter.toUpperCase() === wanted) return;
  const what = place.axis === 'x' ? 'an easting (E)' : 'a northing (N)';
  throw coordinateFault(place, {
    text,
    part: 'letter',
    problem: `the letter ${letter.slice(0, 12)} contradicts the axis, world_${place.axis} is ${what}; exchange world_x and world_y if they are swapped.`,
  });
};

const checkUnit = (word: string, { place, text, unit }: Call): void => {
  const known = UNITS[word.toLowerCase()];
  if (known === undefined || unit.toLowerCase().includes(known)) return;
  throw coordinateFault(place, {
    text,
    part: 'unit',
    problem: `it is in ${known === 'metre' ? 'metres' : 'feet'}, but the unit of the CRS is the ${unit}; give the CRS of this tick.`,
  });
};

/**
 * Coordinate of a projected CRS as printed: `500000mE`, `5 400 000m N`, `2,000,000 FEET`, `660000,5`. `plain` has passed `plainMarks`.
 * The unit, when written, must be that of the CRS. Throws `invalid_arguments` naming the part.
 */
export const parseGridText = (plain: string, call: Call): number => {
  const { place, text } = call;
  const [whole, before = '', sign = '', digits = '', unit = '', after = ''] = FORM.exec(plain) ?? [];
  const value = whole === undefined ? 'not a number' : parseDecimal(digits.replace(/ {2,}/g, ' ').trim());
  if (value === 'not a number') {
    throw coordinateFault(place, { text, part: 'number', problem: 'this is no coordinate of a projected CRS.' });
  }
  if (value === 'ambiguous comma') {
    throw coordinateFault(place, {
      text,
      part: 'number',
      problem: 'the comma may separate thousands or decimals; write it without thousands marks and with a decimal point.',
    });
  }
  if (before !== '' && after !== '')
    throw coordinateFault(place, { text, part: 'letter', problem: 'it has two letters; write one.' });
  checkLetter(before + after, call);
  checkUnit(unit, call);
  return sign === '-' ? -value : value;
};

import { crsFault, quoteCrs } from './crs-fault.ts';

/** What a text about a UTM grid says. `datumText` is what is left when grid, zone and fill words are taken away. */
export type UtmText = {
  readonly zone: number;
  /** Letter or word at the zone; `ambiguous` is a lone S, which may be a latitude band of the northern hemisphere. */
  readonly hemisphere: 'north' | 'south' | 'ambiguous' | 'unstated';
  readonly datumText: string;
};

const GRID = /\b(?:utm|universal[\s_-]+transverse[\s_-]+mercator)(?![a-z])/i;
const TOKEN_BREAK = /[_/,;()[\]:]+/g;

/** Number at the word zone, or at the grid's own name: digits end at a letter or a blank, so 155 is never 15. */
const ZONE_FORMS = [
  /\bzones?\s*(?:no\.?|number|#)?\s*0*(\d+)(?:\s*([a-z])(?![a-z0-9])|(?=[^0-9a-z]|$)|(?=(?:north|south)))/gi,
  /\b(?:utm|universal transverse mercator)\s*-?\s*0*(\d+)(?:\s*([a-z])(?![a-z0-9])|(?=[^0-9a-z]|$)|(?=(?:north|south)))/gi,
  /\b0*(\d{1,3})\s*([c-hj-np-x])?\s+(?=(?:utm|universal transverse mercator)\b)/gi,
  /(?:^|\s)0*(\d{1,2})([c-hj-np-x])(?=\s|$)/gi,
];
const HEMISPHERE_WORD = /^\s*(?:-\s*)?(north|south)(?:ern)?(?:\s+hemisphere)?(?![a-z])/i;

/** Words that say nothing about the datum. */
const FILL_WORDS = new Set(
  (
    'utm universal transverse mercator zone zones grid grids projection projected coordinate coordinates system crs srs ' +
    'datum datums the of in on and meter meters metre metres m ticks tick shown blue sheet north south northern southern hemisphere'
  ).split(' '),
);

type Zone = { readonly number: number; readonly letter: string; readonly end: number; readonly start: number };

const findZones = (text: string): readonly Zone[] => {
  for (const form of ZONE_FORMS) {
    const found = [...text.matchAll(form)].map((match) => ({
      number: Number(match[1]),
      letter: (match[2] ?? '').toLowerCase(),
      start: match.index,
      end: match.index + match[0].length,
    }));
    if (found.length > 0) return found;
  }
  return [];
};

/** Latitude band letters: C to M lie south, N to X north of the equator; I and O do not exist. */
const hemisphereOfLetter = (letter: string): UtmText['hemisphere'] | undefined => {
  if (letter === '') return 'unstated';
  if (letter === 's') return 'ambiguous';
  if (/[c-hj-m]/.test(letter)) return 'south';
  return /[np-x]/.test(letter) ? 'north' : undefined;
};

const hemisphereOf = (text: string, zone: Zone): UtmText['hemisphere'] => {
  const byLetter = hemisphereOfLetter(zone.letter);
  if (byLetter === undefined) {
    throw crsFault(
      'hemisphere',
      `"${zone.letter.toUpperCase()}" after the UTM zone is neither a hemisphere nor a latitude band; write north or south.`,
    );
  }
  const word = HEMISPHERE_WORD.exec(text.slice(zone.end))?.[1]?.toLowerCase();
  if (word !== 'north' && word !== 'south') return byLetter;
  if (byLetter === 'unstated' || byLetter === 'ambiguous' || byLetter === word) return word;
  throw crsFault(
    'hemisphere',
    `The letter and the word after the UTM zone contradict each other about the hemisphere; write only north or south.`,
  );
};

const datumTextOf = (text: string, zone: Zone): string =>
  `${text.slice(0, zone.start)} ${text.slice(zone.end).replace(HEMISPHERE_WORD, ' ')}`
    .toLowerCase()
    .replace(/universal[\s_-]+transverse[\s_-]+mercator|\butm\b/g, ' ')
    .replace(/\b1 ?000 ?-? ?(?:m|met(?:er|re)s?)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The words of a text that may name a datum. */
export const withoutFillWords = (text: string): string =>
  text
    .split(/[\s.]+/)
    .filter((word) => word !== '' && word !== '-' && !FILL_WORDS.has(word))
    .join(' ');

/** True when the text speaks of a UTM grid. */
export const mentionsUtm = (text: string): boolean => GRID.test(text.replace(TOKEN_BREAK, ' '));

/**
 * Reads zone, hemisphere and what may be the datum. The hemisphere comes only from the letter or word at the zone (D21).
 * Throws `invalid_bounds` when no zone, several zones, or a zone outside 1 to 60 is named.
 */
export const parseUtmText = (original: string): UtmText => {
  const text = original.replace(TOKEN_BREAK, ' ').replace(/\s+/g, ' ').trim();
  const zones = findZones(text);
  const [zone] = zones;
  if (!zone) {
    throw crsFault(
      'utm_zone',
      `No UTM zone number found in ${quoteCrs(original)}; write it in digits, for example "NAD83 UTM zone 15N".`,
    );
  }
  if (new Set(zones.map(({ number }) => number)).size > 1 || /^\s*(?:and|&|-|to|or)\s*\d/i.test(text.slice(zone.end))) {
    throw crsFault('utm_zone', `${quoteCrs(original)} names several UTM zones; give the one that the control points are in.`);
  }
  if (zone.number < 1 || zone.number > 60) {
    throw crsFault('utm_zone', `UTM zone ${zone.number} does not exist; zones run from 1 to 60.`);
  }
  return { zone: zone.number, hemisphere: hemisphereOf(text, zone), datumText: datumTextOf(text, zone) };
};

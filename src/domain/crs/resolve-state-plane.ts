import { crsFault, quoteCrs } from './crs-fault.ts';
import { findDatumName } from './datum-names.ts';
import { type CrsDefinitions, crsNameKey } from './definition.ts';

const STATES = (
  'alabama alaska arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois indiana iowa kansas ' +
  'kentucky louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada new_hampshire new_jersey ' +
  'new_mexico new_york north_carolina north_dakota ohio oklahoma oregon pennsylvania rhode_island south_carolina south_dakota tennessee texas ' +
  'utah vermont virginia washington west_virginia wisconsin wyoming'
)
  .split(' ')
  .map((state) => state.replace('_', ' '))
  // "west virginia" has to be seen before "virginia".
  .sort((a, b) => b.length - a.length);

const SYSTEM = /\b(?:state ?plane|spcs|coordinate systems?|state coordinates|plane coordinates?|state grid)\b/;
const ZONE_WORDS = new Set([
  'north',
  'south',
  'east',
  'west',
  'central',
  'mainland',
  'island',
  'offshore',
  'long',
  'i',
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
]);
const ARABIC = /^(?:[1-9]|10)$/;
const ROMAN = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii'];

type StatePlane = {
  readonly state: string;
  readonly zoneWords: readonly string[];
  readonly several: boolean;
  readonly datum: string | null;
  readonly feet: boolean;
};

/** Takes a text about a state's coordinate system apart; undefined when it is about something else. */
const parse = (text: string): StatePlane | undefined => {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();
  if (!SYSTEM.test(plain)) return undefined;
  const state = STATES.find((name) => new RegExp(`\\b${name}\\b`).test(plain));
  if (state === undefined) return undefined;
  const datum = findDatumName(plain);
  const rest = (datum?.rest ?? plain).replace(new RegExp(`\\b${state}\\b`), ' ').replace(SYSTEM, ' ');
  const words = rest.split(/\s+/);
  const zoneWords = words.map((word) => word.replace(/ern$/, '')).filter((word) => ZONE_WORDS.has(word) || ARABIC.test(word));
  const several = zoneWords.length > 1 && /\b(?:and|or)\b|&|\bzones\b/.test(rest);
  return { state, zoneWords, several, datum: datum?.name ?? null, feet: /\b(?:feet|foot|ft|ftus|us ft)\b/.test(rest) };
};

/** Zones are counted in Roman numerals on NAD27 and in Arabic ones on NAD83; people write either. */
const otherNumeral = (zone: string): string | undefined => {
  const roman = ROMAN.indexOf(zone);
  return roman > 0 ? String(roman) : ROMAN[Number(zone)];
};

/** Names that the zone may have in the EPSG dataset. */
const namesOf = ({ state, zoneWords, feet }: StatePlane, datum: string): readonly string[] => {
  const zone = zoneWords.join(' ');
  const other = zone === '' ? undefined : otherNumeral(zone);
  const spellings = [zone, `zone ${zone}`, ...(other === undefined ? [] : [`zone ${other}`])];
  const units = feet && datum !== 'NAD27' ? [' (ftUS)', ' (ft)', ''] : [''];
  // Hawaii never had a grid on NAD27 itself; its sheets of that time are on the Old Hawaiian datum.
  const prefix = state === 'hawaii' && datum === 'NAD27' ? 'Old Hawaiian' : datum;
  return spellings.flatMap((spelling) => units.map((unit) => `${prefix} / ${state} ${spelling}${unit}`));
};

const zoneFault = (text: string, several: boolean) =>
  several
    ? crsFault('several_zones', `${quoteCrs(text)} names several zones; give the one that the control points are in.`)
    : crsFault('zone_missing', `${quoteCrs(text)} does not name a zone that this state has; add the zone printed on the sheet.`, [
        'For example "Utah coordinate system, south zone, NAD27", or the EPSG code of the zone.',
      ]);

/** EPSG has these zones in international feet only; programs that write "Feet" may mean the US survey foot, 2 ppm longer. */
const footWarning = (code: number, definitions: CrsDefinitions): string[] =>
  definitions.find(code)?.name.endsWith('(ft)')
    ? [`unit_assumed: EPSG:${code} counts in international feet; in US survey feet its coordinates differ by up to some metres.`]
    : [];

export type StatePlaneCode = { readonly code: number; readonly warnings: readonly string[] };

/**
 * EPSG code of a United States state plane zone as printed ("Utah coordinate system, south zone"); undefined for other texts. Without
 * a datum NAD27 is taken with the warning `datum_assumed`, since sheets name these grids plainly only before NAD83. Throws
 * `invalid_bounds` when the zone is missing or several are named.
 */
export const resolveStatePlane = (text: string, definitions: CrsDefinitions): StatePlaneCode | undefined => {
  const parsed = parse(text);
  if (!parsed) return undefined;
  if (parsed.several) throw zoneFault(text, true);
  const datum = parsed.datum ?? 'NAD27';
  for (const name of namesOf(parsed, datum)) {
    const [code] = definitions.byName().get(crsNameKey(name)) ?? [];
    if (code === undefined) continue;
    const assumed = `datum_assumed: ${quoteCrs(text)} names no datum, so EPSG:${code} (${definitions.find(code)?.name ?? datum}) was taken; sheets made after 1983 may be on NAD83.`;
    return { code, warnings: [...(parsed.datum === null ? [assumed] : []), ...footWarning(code, definitions)] };
  }
  throw zoneFault(text, false);
};

/** True for a text that speaks of a coordinate system by a name that no dataset has ("Carter coordinate system"). */
export const isPrivateSystem = (text: string): boolean => /\bcoordinate system\b/i.test(text);

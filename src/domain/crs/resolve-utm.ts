import { crsFault, quoteCrs } from './crs-fault.ts';
import { findDatumName } from './datum-names.ts';
import { type CrsDefinitions, crsNameKey } from './definition.ts';
import { parseUtmText, type UtmText, withoutFillWords } from './utm-text.ts';

/** Zones that each of these datums has as a printed grid; other numbers name unrelated systems (W-21). */
const ZONE_RANGES: Readonly<Record<string, number>> = { NAD27: 22, NAD83: 23 };
/** Grids of these datums are printed for the northern hemisphere only, so that a letter is a latitude band. */
const NORTHERN_DATUMS = new Set([
  'NAD27',
  'NAD83',
  'NAD83(CSRS)',
  'NAD83(2011)',
  'NAD83(HARN)',
  'NAD83(NSRS2007)',
  'NAD27(76)',
  'NAD27(CGQ77)',
]);
/** Datums whose transverse Mercator grid of the UTM zones has a name of its own. */
const GRID_NAMES: Readonly<Record<string, string>> = {
  GDA94: 'MGA zone',
  GDA2020: 'MGA zone',
  AGD66: 'AMG zone',
  AGD84: 'AMG zone',
};

export type UtmCode = { readonly code: number; readonly warnings: readonly string[] };

const HEMISPHERE_HINT = 'Write the hemisphere in words, for example "WGS84 UTM zone 13 north", or give the EPSG code.';

/** Name of the datum in front of the grid's name; null when the text names none at all. */
const datumOf = (utm: UtmText, original: string): string | null => {
  const known = findDatumName(utm.datumText);
  if (known) return known.name;
  const words = withoutFillWords(utm.datumText);
  if (words === '') return null;
  return unknownDatumCandidate(words, original);
};

/** Words that are left over may be a datum that only the EPSG dataset knows; the caller looks the whole name up. */
const unknownDatumCandidate = (text: string, original: string): string => {
  if (text.length > 60) throw unknownDatum(original);
  return text;
};

const unknownDatum = (original: string) =>
  crsFault('datum', `${quoteCrs(original)} names no datum that is known here; the datum is never guessed.`, [
    'Name the datum printed on the sheet, for example "NAD27 UTM zone 15N", or give the EPSG code.',
  ]);

const ambiguousSouth = (zone: number) =>
  crsFault('hemisphere', `"${zone}S" may mean the southern hemisphere or latitude band S of the northern one.`, [
    HEMISPHERE_HINT,
  ]);

const sideOf = (utm: UtmText, datum: string): 'N' | 'S' => {
  if (utm.hemisphere === 'south') return 'S';
  if (utm.hemisphere !== 'ambiguous') return 'N';
  if (NORTHERN_DATUMS.has(datum)) return 'N';
  throw ambiguousSouth(utm.zone);
};

const gridName = (datum: string, zone: number, side: 'N' | 'S'): string => {
  const own = GRID_NAMES[datum];
  return own ? `${datum} / ${own} ${zone}` : `${datum} / UTM zone ${zone}${side}`;
};

const checkRange = (datum: string, { zone, hemisphere }: UtmText): void => {
  const last = ZONE_RANGES[datum];
  if (last === undefined) return;
  if (hemisphere === 'south') {
    throw crsFault('hemisphere', `${datum} has no UTM zones of the southern hemisphere; check datum and hemisphere.`);
  }
  if (zone > last) {
    throw crsFault('utm_zone', `${datum} UTM grids have the zones 1 to ${last}; zone ${zone} is none of them.`, [
      'Check the zone on the sheet; a zone of a state plane system needs its own EPSG code.',
    ]);
  }
};

/**
 * EPSG code of a text that mentions UTM (D21). No datum means WGS 84 with the warning `datum_assumed`; words that are no known
 * datum are an error. Throws `invalid_bounds`.
 */
export const resolveUtm = (original: string, definitions: CrsDefinitions): UtmCode => {
  const utm = parseUtmText(original);
  const stated = datumOf(utm, original);
  const datum = stated ?? 'WGS 84';
  checkRange(datum, utm);
  const side = sideOf(utm, datum);
  const [code] = definitions.byName().get(crsNameKey(gridName(datum, utm.zone, side))) ?? [];
  if (code === undefined) {
    if (stated !== null && !findDatumName(utm.datumText)) throw unknownDatum(original);
    throw crsFault(
      'utm_zone',
      `EPSG lists no UTM zone ${utm.zone} ${side === 'N' ? 'north' : 'south'} on ${datum}; check zone, hemisphere and datum.`,
    );
  }
  const warnings: string[] = [];
  if (stated === null) {
    warnings.push(
      `datum_assumed: ${quoteCrs(original)} names no datum, so WGS 84 (EPSG:${code}) was taken. Older sheets are often on NAD27 or ED50, which shifts the map by up to some hundred metres.`,
    );
  }
  if (utm.hemisphere === 'unstated' && !NORTHERN_DATUMS.has(datum) && GRID_NAMES[datum] === undefined) {
    warnings.push(
      `hemisphere_assumed: ${quoteCrs(original)} names no hemisphere, so zone ${utm.zone} north (EPSG:${code}) was taken.`,
    );
  }
  if (utm.hemisphere === 'ambiguous') {
    warnings.push(
      `hemisphere_assumed: the S after zone ${utm.zone} was read as latitude band S of the northern hemisphere, since ${datum} has no southern zones (EPSG:${code}).`,
    );
  }
  return { code, warnings };
};

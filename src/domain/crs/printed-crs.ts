import { quoteCrs } from './crs-fault.ts';
import type { CrsDefinitions } from './definition.ts';
import { resolveCrs } from './resolve-crs.ts';
import type { ResolvedCrs } from './resolved-crs.ts';

/** What a sheet prints about itself, beside the text of its CRS. */
export type SheetPrint = {
  /** Year of the sheet or of its base map. */
  readonly year?: number | undefined;
  /** Datum as printed, e.g. `North American Datum of 1927`. */
  readonly datum?: string | undefined;
};

/** NAD83 was published in this year, so that no older sheet is on it or on WGS 84. */
const NAD83_YEAR = 1983;
const NAD27_YEAR = 1927;
/** UTM zones of North America, where sheets of that time are on NAD27. */
const NAD27_ZONES = 22;

/** Year a datum became available, by the EPSG code of its geographic CRS (EPSG dataset, datum realisation). */
const DATUM_YEARS: ReadonlyMap<number, number> = new Map([
  [4326, 1984],
  [4269, 1983],
  [4267, NAD27_YEAR],
  [4322, 1972],
  [4230, 1950],
  [4258, 1989],
]);

const assumesDatum = ({ warnings }: ResolvedCrs): boolean => warnings.some((warning) => warning.startsWith('datum_assumed'));

const withDatum = (text: string, datum: string, definitions: CrsDefinitions): ResolvedCrs =>
  resolveCrs(`${datum} ${text}`, definitions);

const isNorthAmericanUtm = ({ name }: ResolvedCrs): boolean => {
  const zone = /UTM zone (\d+)N$/.exec(name);
  return zone !== null && Number(zone[1]) <= NAD27_ZONES;
};

const fromYear = (text: string, year: number, definitions: CrsDefinitions): ResolvedCrs => {
  const crs = withDatum(text, 'NAD27', definitions);
  const assumed = `datum_assumed: ${quoteCrs(text)} names no datum; the sheet is of ${year}, before NAD83 and WGS 84, so ${crs.id} (${crs.name}) was taken.`;
  return { ...crs, warnings: [assumed, ...crs.warnings] };
};

/** A datum that did not exist when the sheet was made (field report 2.20). */
const yearWarnings = (crs: ResolvedCrs, year: number | undefined): string[] => {
  const since = crs.baseCode === null ? undefined : DATUM_YEARS.get(crs.baseCode);
  if (year === undefined || since === undefined || year >= since) return [];
  if (crs.baseCode === 4267) {
    return [
      `sheet_older_than_datum: the sheet of ${year} is older than NAD27; its graticule stands on an earlier datum on Clarke 1866, of which NAD27 is the nearest, so positions may be off by some hundred metres.`,
    ];
  }
  return [
    `sheet_older_than_datum: the sheet of ${year} cannot be on the datum of ${crs.id} (${crs.name}), which dates from ${since}; in North America the nearest datum is NAD27 on Clarke 1866 (EPSG:4267)${year < NAD27_YEAR ? ', and sheets before 1927 stand on an earlier one' : ''}.`,
  ];
};

/**
 * The CRS of a text printed on a sheet, with what else the sheet says: a text without a datum takes the printed datum, else, for
 * sheets of North America before 1983, NAD27. Warns of a datum younger than the sheet. Throws as `resolveCrs` does.
 */
export const resolvePrintedCrs = (
  input: string | number,
  { year, datum }: SheetPrint,
  definitions: CrsDefinitions,
): ResolvedCrs => {
  const plain = resolveCrs(input, definitions);
  const settle = (): ResolvedCrs => {
    if (typeof input === 'number' || !assumesDatum(plain)) return plain;
    if (datum !== undefined) return withDatum(input, datum, definitions);
    if (year !== undefined && year < NAD83_YEAR && isNorthAmericanUtm(plain)) return fromYear(input, year, definitions);
    return plain;
  };
  const crs = settle();
  return { ...crs, warnings: [...crs.warnings, ...yearWarnings(crs, year)] };
};

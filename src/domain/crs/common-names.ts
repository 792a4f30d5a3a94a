import { crsNameKey } from './definition.ts';

/** Names that people print or say for a CRS whose EPSG name is another one. */
const COMMON_NAMES: Readonly<Record<string, number>> = {
  WGS: 4326,
  'WGS84 geographic': 4326,
  'WGS 1984': 4326,
  'GCS WGS 1984': 4326,
  'World Geodetic System 1984': 4326,
  'World Geodetic System of 1984': 4326,
  'NAD 1983': 4269,
  'GCS North American 1983': 4269,
  'North American Datum 1983': 4269,
  'North American Datum of 1983': 4269,
  'NAD 1927': 4267,
  'GCS North American 1927': 4267,
  'North American Datum 1927': 4267,
  'North American Datum of 1927': 4267,
  '1927 North American Datum': 4267,
  '1983 North American Datum': 4269,
  'European Datum 1950': 4230,
  'Web Mercator': 3857,
  'Pseudo-Mercator': 3857,
  'Google Mercator': 3857,
  'British National Grid': 27700,
  'Ordnance Survey National Grid': 27700,
  'OSGB 1936 / British National Grid': 27700,
  OSGB: 27700,
  'Irish Grid': 29902,
  'Irish Transverse Mercator': 2157,
  'Lambert 93': 2154,
  'Lambert-93': 2154,
  'RD New': 28992,
  Rijksdriehoek: 28992,
  'Belgian Lambert 72': 31370,
  'Lambert 72': 31370,
  LV03: 21781,
  CH1903: 21781,
  LV95: 2056,
  'CH1903+': 2056,
  NZTM: 2193,
  NZTM2000: 2193,
  NZMG: 27200,
  'New Zealand Map Grid': 27200,
  'Conus Albers': 5070,
  'BC Albers': 3005,
  'British Columbia Albers': 3005,
  'Alaska Albers': 3338,
  'California Albers': 3310,
  'Quebec Lambert': 32198,
  'Statistics Canada Lambert': 3347,
};

const CODES = new Map(Object.entries(COMMON_NAMES).map(([name, code]) => [crsNameKey(name), code] as const));

/** Two different frames are meant by the same short name; the text says which was taken. */
const ASSUMED: ReadonlyMap<string, string> = new Map([
  [crsNameKey('California Albers'), 'NAD83'],
  [crsNameKey('BC Albers'), 'NAD83'],
  [crsNameKey('British Columbia Albers'), 'NAD83'],
  [crsNameKey('Alaska Albers'), 'NAD83'],
  [crsNameKey('Quebec Lambert'), 'NAD83'],
  [crsNameKey('Conus Albers'), 'NAD83'],
]);

export type CommonName = { readonly code: number; readonly warnings: readonly string[] };

/** EPSG code of a common name, or undefined. */
export const commonNameCode = (text: string): CommonName | undefined => {
  const key = crsNameKey(text);
  const code = CODES.get(key);
  if (code === undefined) return undefined;
  const datum = ASSUMED.get(key);
  return { code, warnings: datum ? [`datum_assumed: the name says no datum, so ${datum} (EPSG:${code}) was taken.`] : [] };
};

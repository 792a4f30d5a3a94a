import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resolvePrintedCrs } from '../../src/domain/crs/printed-crs.ts';
import { resolveCrs } from '../../src/domain/crs/resolve-crs.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { sharedData } from './shared-data.ts';

const definitions = createEpsgDefinitions();

/** Answer to a printed text on a sheet of that year: an EPSG code, or the reason of a refusal. */
const answer = (text: string, year?: number): string => {
  try {
    return resolvePrintedCrs(text, { year }, definitions).id;
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    expect(error.code).toBe('invalid_bounds');
    expect(error.message.length).toBeGreaterThan(30);
    return String(error.facts.details?.reason);
  }
};

/**
 * What each distinct text of the catalogue of sheets means, made by hand from `state_plane_reference.csv` (NAD27 zones), the UTM codes of
 * NAD27 for sheets before 1983, and what cannot be answered: no zone, several zones, a private system, a projection without a grid.
 */
const EXPECTED = [
  ['Wyoming coordinate system, east-central zone', 1982, 'EPSG:32056'],
  ['Wyoming coordinate system, west central zone', 1985, 'EPSG:32057'],
  ['Utah coordinate system, north zone', 1961, 'EPSG:32042'],
  ['Utah coordinate system, central zone', 1961, 'EPSG:32043'],
  ['Utah coordinate system central zone', 1987, 'EPSG:32043'],
  ['Utah coordinate system, south zone', 1974, 'EPSG:32044'],
  ['Nevada Coordinate system, central zone', 1963, 'EPSG:32008'],
  ['Kentucky coordinate system, south zone', 1972, 'EPSG:26780'],
  ['Indiana coordinate system, east zone', 1972, 'EPSG:26773'],
  ['Colorado coordinate system, central zone', 1980, 'EPSG:26754'],
  ['Colorado coordinate system, north zone', 1980, 'EPSG:26753'],
  ['Nebraska coordinate system, south zone', 1973, 'EPSG:32006'],
  ['Universal Transverse Mercator zone 13', 1982, 'EPSG:26713'],
  ['Universal Transverse Mercator, zone 12', 1968, 'EPSG:26712'],
  ['Universal Transverse Mercator zone 16', 1972, 'EPSG:26716'],
  ['Universal Transverse Mercator, zone 11', 1982, 'EPSG:26711'],
  ['Universal Transverse Mercator, zone 14', 1975, 'EPSG:26714'],
  ['UTM Zone 12', 1974, 'EPSG:26712'],
  ['UTM Zone 14', 1973, 'EPSG:26714'],
  ['North American datum 1927', 1974, 'EPSG:4267'],
  ['North American Datum of 1927', 1972, 'EPSG:4267'],
  ['Nevada State coordinates', 1961, 'zone_missing'],
  ['Universal Transverse Mercator', 1989, 'utm_zone'],
  ['Nevada Coordinate system, central and east zones', 1965, 'several_zones'],
  ['Nevada coordinate system, central and east zones', 1982, 'several_zones'],
  ['Nebraska coordinate system, south and north zones', 1975, 'several_zones'],
  ['Iowa coordinate system, south and north zones', 1975, 'several_zones'],
  ['New Mexico coordinate system, central and west zones', 1987, 'several_zones'],
  ['Carter Coordinate System', 1965, 'private_system'],
  ['Carter coordinate system', 1966, 'private_system'],
  ['Polyconic', 1974, 'projection_only'],
  ['Transverse Mercator', 1972, 'projection_only'],
  ['NULL', 1986, 'blank'],
] as const;

describe('texts printed on real sheets', () => {
  it.each(EXPECTED)('reads %j on a sheet of %i as %s', (text, year, expected) => {
    expect(answer(text, year)).toBe(expected);
  });

  it('never answers one without its datum in silence', () => {
    for (const [text, year, expected] of EXPECTED) {
      if (!expected.startsWith('EPSG') || /1927/.test(text)) continue;
      for (const crs of [resolveCrs(text, definitions), resolvePrintedCrs(text, { year }, definitions)])
        expect(crs.warnings.join(), text).toContain('datum_assumed');
    }
  });

  it('takes the datum that the sheet prints, without a word', () => {
    const datum = 'North American Datum of 1927';
    expect(resolvePrintedCrs('UTM Zone 12', { year: 1987, datum }, definitions)).toMatchObject({
      id: 'EPSG:26712',
      warnings: [],
    });
    expect(resolvePrintedCrs('Utah coordinate system, south zone', { datum: 'NAD83' }, definitions).id).toBe('EPSG:32144');
  });

  it('stays with WGS 84 and a warning where nothing speaks for NAD27', () => {
    expect(answer('UTM Zone 12')).toBe('EPSG:32612');
    expect(answer('UTM zone 33', 1970)).toBe('EPSG:32633');
    expect(answer('UTM Zone 12', 1995)).toBe('EPSG:32612');
  });
});

const catalogue = sharedData('crs/ground_truth.jsonl');
const reference = sharedData('crs/state_plane_reference.csv');
const rowSchema = z.looseObject({ coordinate_systems: z.array(z.string()), projection: z.string(), datum: z.string() });

describe.skipIf(!catalogue.present)(`the catalogue of sheets${catalogue.label}`, () => {
  it('holds no text without an expectation above', () => {
    const rows = catalogue
      .read()
      .trim()
      .split('\n')
      .map((line) => rowSchema.parse(JSON.parse(line)));
    const texts = new Set(rows.flatMap((row) => [...row.coordinate_systems, row.projection, row.datum]));
    expect(texts.size).toBeGreaterThanOrEqual(32);
    const known = new Set<string>(EXPECTED.map(([text]) => text));
    expect([...texts].filter((text) => !known.has(text))).toEqual([]);
  });
});

const STATES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

/** Codes of the reference that EPSG has deprecated since, with their successors. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  26811: '6966',
  26812: '6201',
  26813: '6202',
  32018: '4456',
  32029: '4455',
  26979: '2205',
};

describe.skipIf(!reference.present)(`the reference of state plane zones${reference.label}`, () => {
  it.each(['NAD27', 'NAD83'] as const)('gives the code we give to every zone on %s', (datum) => {
    const [nameColumn, codeColumn] = datum === 'NAD27' ? [4, 5] : [7, 8];
    const zones = new Map<string, string>();
    for (const line of reference.read().trim().split('\n').slice(1)) {
      const cells = line.split(',');
      const state = STATES[cells[1] ?? ''];
      const [name = '', code = ''] = [cells[nameColumn], cells[codeColumn]];
      if (state && /^\d+$/.test(code) && name !== '') zones.set(`${state}|${name}`, code);
    }
    const wrong: string[] = [];
    for (const [key, code] of zones) {
      const [state = '', name = ''] = key.split('|');
      const zone = name.toLowerCase().replace(state.toLowerCase(), '').trim();
      const text = `${state} coordinate system, ${zone} zone, ${datum}`;
      const got = answer(text);
      if (got !== `EPSG:${SUCCESSORS[code] ?? code}`) wrong.push(`${text}: ${got}, not ${code}`);
    }
    expect(zones.size).toBeGreaterThan(80);
    expect(wrong).toEqual([]);
  });
});

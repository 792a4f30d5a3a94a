import { type Box, containsPoint } from '../geo/wrap.ts';
import { AFRICA_ROWS } from './datum-rows-africa.ts';
import { AMERICAS_ROWS } from './datum-rows-americas.ts';
import { ASIA_PACIFIC_ROWS } from './datum-rows-asia-pacific.ts';
import { EUROPE_ROWS } from './datum-rows-europe.ts';

/**
 * One way from a geographic CRS to WGS 84. The rows are facts of the EPSG Geodetic Parameter Dataset v11.022 (IOGP), read through
 * the database of PROJ 9.5.1, without superseded operations and without those whose area another one covers at least as
 * accurately. Coordinate frame rotations are turned into position vector signs, Molodensky-Badekas operations into the
 * equal seven-parameter form; operation 1182 has two rows, because its box alone would cover Alberta; operations to ETRS89, GDA94 and their like count 1 m more and take that frame as WGS 84.
 */
export type DatumShift = {
  /** EPSG code of the coordinate operation; null for a frame that is aligned with WGS 84 and needs none. */
  readonly code: number | null;
  readonly name: string;
  /** Position vector form, to WGS 84: dx dy dz (m), and with seven also rx ry rz (arc seconds) and scale (ppm). Null: no shift. */
  readonly params: readonly number[] | null;
  readonly area: { readonly name: string; readonly box: Box };
  readonly accuracyMeters: number;
};

const WORLD = { name: 'World', box: { min_lon: -180, min_lat: -90, max_lon: 180, max_lat: 90 } };

/** Frames that follow WGS 84 or the ITRF within about two metres and for which EPSG lists no operation of its own. */
const ALIGNED_FRAMES: ReadonlyMap<number, string> = new Map([
  [4490, 'CGCS2000'],
  [6783, 'NAD83(CORS96)'],
  [8237, 'NAD83(CSRS)v2'],
  [8240, 'NAD83(CSRS)v3'],
  [8246, 'NAD83(CSRS)v4'],
  [8249, 'NAD83(CSRS)v5'],
  [8252, 'NAD83(CSRS)v6'],
  [8255, 'NAD83(CSRS)v7'],
  [10414, 'NAD83(CSRS)v8'],
  [9470, 'SRGI2013'],
  [6322, 'NAD83(PA11)'],
  [6325, 'NAD83(MA11)'],
  [9333, 'KSA-GRF17'],
  [8907, 'CR-SIRGAS'],
  [9294, 'ONGD17'],
  [9696, 'REDGEOMIN'],
  [20041, 'SIRGAS-Chile 2021'],
  [5360, 'SIRGAS-Chile 2002'],
  [8949, 'SIRGAS-Chile 2010'],
  [9148, 'SIRGAS-Chile 2013'],
  [9153, 'SIRGAS-Chile 2016'],
]);

/**
 * Geographic CRSs that count longitude from another meridian than Greenwich, with the Greenwich CRS of the same datum whose
 * shifts they share; the meridian itself is part of the projection (`+pm`).
 */
const OTHER_MERIDIANS: ReadonlyMap<number, number> = new Map([
  [4801, 4149],
  [4802, 4218],
  [4803, 4207],
  [4804, 4257],
  [4805, 4312],
  [4806, 4265],
  [4807, 4275],
  [4809, 4215],
  [4810, 4297],
  [4811, 4304],
  [4813, 4211],
  [4814, 4308],
  [4815, 4120],
  [4816, 4223],
  [4817, 4273],
  [4818, 4156],
  [4820, 4613],
  [4821, 4671],
  [4904, 4666],
  [5229, 5228],
]);

/** `geographic CRS|operation|name|parameters|west south east north|accuracy m|area` */
const parseRow = (row: string): readonly [number, DatumShift] => {
  const [base = '', code = '', name = '', params = '', box = '', accuracy = '', area = ''] = row.split('|');
  const [min_lon = 0, min_lat = 0, max_lon = 0, max_lat = 0] = box.split(' ').map(Number);
  const shift: DatumShift = {
    code: Number(code),
    name,
    params: params.split(' ').map(Number),
    area: { name: area, box: { min_lon, min_lat, max_lon, max_lat } },
    accuracyMeters: Number(accuracy),
  };
  return [Number(base), shift];
};

const readTable = (): ReadonlyMap<number, readonly DatumShift[]> => {
  const table = new Map<number, DatumShift[]>();
  for (const text of [AMERICAS_ROWS, EUROPE_ROWS, AFRICA_ROWS, ASIA_PACIFIC_ROWS]) {
    for (const row of text.trim().split('\n')) {
      const [base, shift] = parseRow(row);
      const known = table.get(base);
      if (known) known.push(shift);
      else table.set(base, [shift]);
    }
  }
  for (const [base, name] of ALIGNED_FRAMES) {
    table.set(base, [{ code: null, name: `${name} taken as WGS 84`, params: null, area: WORLD, accuracyMeters: 2 }]);
  }
  return table;
};

let table: ReadonlyMap<number, readonly DatumShift[]> | undefined;

/** All reviewed shifts of a geographic CRS (EPSG code), in no particular order; empty when there is none. */
export const datumShiftsOf = (baseCode: number): readonly DatumShift[] => {
  table ??= readTable();
  return table.get(baseCode) ?? table.get(OTHER_MERIDIANS.get(baseCode) ?? -1) ?? [];
};

/** Square degrees, good enough to prefer the closer-fitting one of two areas. */
const extentOf = ({ area: { box } }: DatumShift): number =>
  (box.max_lat - box.min_lat) * (box.max_lon >= box.min_lon ? box.max_lon - box.min_lon : box.max_lon - box.min_lon + 360);

export type ChosenShift = {
  readonly shift: DatumShift /** False when the place lies outside the area the shift was made for. */;
  readonly covers: boolean;
};

/**
 * The shift for a place (degrees): of those whose area holds it the most accurate one, then the one with the smaller area.
 * Where none does, the one with the widest area, marked as not covering. Null when the table has none.
 */
export const chooseDatumShift = (baseCode: number, lon: number, lat: number): ChosenShift | null => {
  const all = datumShiftsOf(baseCode);
  const covering = all.filter((shift) => containsPoint(shift.area.box, lon, lat));
  const [best] = [...covering].sort((a, b) => a.accuracyMeters - b.accuracyMeters || extentOf(a) - extentOf(b));
  if (best) return { shift: best, covers: true };
  const [widest] = [...all].sort((a, b) => extentOf(b) - extentOf(a));
  return widest ? { shift: widest, covers: false } : null;
};

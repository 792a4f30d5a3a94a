import type { PixelBox } from '../catalog/records.ts';
import type { ReadLine } from './text-reader.ts';

/** A value printed at a corner of the map: degrees without a sign, as the sheet prints none either. */
export type CornerValue = {
  readonly degrees: number;
  readonly text: string;
  readonly confidence: number;
  readonly bbox: PixelBox;
};

export type Corner = 'north_west' | 'north_east' | 'south_west' | 'south_east';
export type Axis = 'longitude' | 'latitude';

/** What was read beside one corner for one axis. */
export type CornerReading = { readonly corner: Corner; readonly axis: Axis; readonly lines: readonly ReadLine[] };

/** A value on which both corners that share it agree. */
export type SideValue = {
  readonly degrees: number;
  readonly confidence: number;
  readonly corners: readonly (CornerValue & { readonly corner: Corner })[];
};
export type Graticule = {
  readonly west?: SideValue;
  readonly east?: SideValue;
  readonly south?: SideValue;
  readonly north?: SideValue;
};

const LIMIT = { longitude: 180, latitude: 90 } as const;

/**
 * Degrees in a run of digits: degrees (2 or 3 digits), minutes (2) and perhaps seconds (2). The marks between them are never read
 * reliably, so only digits count; minutes and seconds are below 60. Both ways to part the digits are given.
 */
export function degreesIn(text: string, axis: Axis): readonly number[] {
  const digits = text.replace(/\D/g, '');
  const found: number[] = [];
  for (const lead of [2, 3]) {
    const rest = digits.slice(lead);
    if (rest.length !== 2 && rest.length !== 4) continue;
    const [degrees, minutes, seconds] = [Number(digits.slice(0, lead)), Number(rest.slice(0, 2)), Number(rest.slice(2) || '0')];
    if (minutes >= 60 || seconds >= 60 || degrees > LIMIT[axis] || (lead === 3 && degrees < 100)) continue;
    // Sheets are cut at whole minutes of 2.5 or at seconds of 30.
    if (seconds % 30 !== 0) continue;
    found.push(degrees + minutes / 60 + seconds / 3600);
  }
  return found;
}

/** Each word of a line by itself: range and township numbers stand beside the values. */
const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => /^\D{0,2}\d[^A-Za-z]*$/.test(word));

function candidates({ lines, axis }: CornerReading): readonly CornerValue[] {
  return lines.flatMap(({ text, confidence, bbox }) =>
    words(text).flatMap((word) => degreesIn(word, axis).map((degrees) => ({ degrees, text: word, confidence, bbox }))),
  );
}

const SIDES = {
  west: { axis: 'longitude', corners: ['north_west', 'south_west'] },
  east: { axis: 'longitude', corners: ['north_east', 'south_east'] },
  north: { axis: 'latitude', corners: ['north_west', 'north_east'] },
  south: { axis: 'latitude', corners: ['south_west', 'south_east'] },
} as const satisfies Record<string, { readonly axis: Axis; readonly corners: readonly [Corner, Corner] }>;

function sideValue(side: keyof typeof SIDES, readings: readonly CornerReading[]): SideValue | undefined {
  const { axis, corners } = SIDES[side];
  const [first, second] = corners.map((corner) =>
    readings.filter((reading) => reading.corner === corner && reading.axis === axis).flatMap(candidates),
  );
  const pairs = (first ?? []).flatMap((a) =>
    (second ?? []).filter((b) => Math.abs(a.degrees - b.degrees) < 1e-9).map((b) => [a, b] as const),
  );
  const [best] = pairs.sort((a, b) => b[0].confidence + b[1].confidence - a[0].confidence - a[1].confidence);
  if (!best) return undefined;
  const confidence = Math.round(((best[0].confidence + best[1].confidence) / 2) * 100) / 100;
  return {
    degrees: best[0].degrees,
    confidence,
    corners: best.map((value, index) => ({ ...value, corner: corners[index === 0 ? 0 : 1] })),
  };
}

/** Widest and highest sheets with printed corner values, degrees; two equal sides make no map. */
const WIDEST = 30;

/** How far width and height of the map's box may be from those of its degrees: projections and frames that are not straight. */
const SHAPE_TOLERANCE = 0.12;

/** Whether four values fit the shape of the map's box: a degree of longitude is shorter by the cosine of the latitude. */
function fitsShape({ west, east, south, north }: Graticule, map: PixelBox): boolean {
  if (!west || !east || !south || !north) return true;
  const middle = ((south.degrees + north.degrees) / 2) * (Math.PI / 180);
  const width = Math.abs(west.degrees - east.degrees) * Math.cos(middle);
  const height = Math.abs(north.degrees - south.degrees);
  const printed = (map[2] - map[0]) / (map[3] - map[1]);
  return Math.abs(width / height / printed - 1) <= SHAPE_TOLERANCE;
}

/**
 * Values on which two corners agree; opposite sides that do not fit each other are both left out, and all four when they do not
 * fit the shape of the map's box (px). Null when nothing is left.
 */
export function agreedGraticule(readings: readonly CornerReading[], map: PixelBox): Graticule | null {
  const [west, east] = fitting(sideValue('west', readings), sideValue('east', readings));
  const [south, north] = fitting(sideValue('south', readings), sideValue('north', readings));
  const found: Graticule = { ...(west && { west }), ...(east && { east }), ...(south && { south }), ...(north && { north }) };
  return Object.keys(found).length > 0 && fitsShape(found, map) ? found : null;
}

function fitting(a: SideValue | undefined, b: SideValue | undefined): readonly [SideValue | undefined, SideValue | undefined] {
  if (!a || !b) return [a, b];
  const apart = Math.abs(a.degrees - b.degrees);
  return apart > 1e-9 && apart <= WIDEST ? [a, b] : [undefined, undefined];
}

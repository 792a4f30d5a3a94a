import { type LonLat, polylineMeters } from '../geo/geodesic.ts';
import type { Box } from '../geo/wrap.ts';
import type { FaultTrace } from './fault.ts';
import { faultInside } from './fault-match.ts';
import { textOf } from './live/json-answer.ts';
import { simplifyTo } from './trace-simplify.ts';

/** Columns of the contract (3.3) and of D30, in order. `length_in_kilometers` is computed. */
const COLUMNS = [
  'slip_type',
  'name',
  'catalog_name',
  'dip_dir',
  'average_dip',
  'average_rake',
  'lower_seis_depth',
  'upper_seis_depth',
  'catalog_id',
  'net_slip_rate',
  'reference',
] as const;
/** Attributes that GEM gives as `(best,min,max)`. */
const TRIPLES = ['average_dip', 'average_rake', 'lower_seis_depth', 'upper_seis_depth', 'net_slip_rate'] as const;
/** Places of a trace in a record at most, and how far (share of the larger side of the area) a dropped place may lie off the line. */
const MAX_PLACES = 64;
const TOLERANCE_SHARE = 1 / 2000;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** One part of a GEM triple: number, text, or null when it is empty (KW-30). */
const triplePart = (text: string): number | string | null => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : trimmed;
};

/** A GEM text such as `(90,,)` as best, smallest and largest value; null for anything else. */
export function parseTriple(value: unknown): { readonly best: unknown; readonly min: unknown; readonly max: unknown } | null {
  const match = typeof value === 'string' ? /^\s*\(([^,()]*),([^,()]*),([^,()]*)\)\s*$/.exec(value) : null;
  if (match === null) return null;
  const [best, min, max] = [match[1], match[2], match[3]].map((part) => triplePart(part ?? ''));
  return { best, min, max };
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/dextral|right[-_ ]lateral/i, 'dextral'],
  [/sinistral|left[-_ ]lateral/i, 'sinistral'],
  [/strike[-_ ]?slip/i, 'strike_slip'],
  [/transform/i, 'transform'],
  [/normal|extension/i, 'normal'],
  [/reverse/i, 'reverse'],
  [/thrust/i, 'thrust'],
  [/subduction/i, 'subduction'],
  [/spreading|ridge/i, 'spreading'],
  [/anticline/i, 'anticline'],
  [/syncline/i, 'syncline'],
];

/** Senses of slip in one vocabulary, whatever the catalogue writes (field report 6.6); empty for an unknown word. */
export const slipSenses = (value: unknown): readonly string[] => {
  const text = textOf(value);
  return text === null ? [] : KINDS.filter(([pattern]) => pattern.test(text)).map(([, sense]) => sense);
};

function columnsOf({ properties }: FaultTrace): Readonly<Record<string, unknown>> {
  const present = COLUMNS.filter((column) => Object.hasOwn(properties, column));
  const chosen = present.length > 0 ? present : Object.keys(properties).sort();
  return Object.fromEntries(chosen.map((column) => [column, properties[column] ?? null]));
}

function geometryOf(pieces: readonly (readonly LonLat[])[], fault: FaultTrace, parts: readonly Box[]) {
  const sizes = parts.flatMap((part) => [part.max_lon - part.min_lon, part.max_lat - part.min_lat]);
  const tolerance = Math.max(1e-6, Math.max(...sizes) * TOLERANCE_SHARE);
  const lines = simplifyTo(pieces, tolerance, MAX_PLACES).map((line) => line.map(([lon, lat]) => [round(lon, 6), round(lat, 6)]));
  const [first] = lines;
  if (first === undefined) {
    const place = fault.lines[0]?.[0];
    return place === undefined || fault.lines.some((line) => line.length > 1)
      ? null
      : { type: 'Point', coordinates: [round(place[0], 6), round(place[1], 6)] };
  }
  return lines.length === 1 ? { type: 'LineString', coordinates: first } : { type: 'MultiLineString', coordinates: lines };
}

const metersOf = (pieces: readonly (readonly LonLat[])[]): number =>
  pieces.reduce((sum, piece) => sum + polylineMeters(piece), 0);

/** Geodesic length of a fault inside boxes that do not wrap, m. */
export const lengthInside = (fault: FaultTrace, parts: readonly Box[]): number => metersOf(faultInside(fault, parts));

/**
 * One fault as results show it: the contract's columns, its whole box, the geodesic length inside the area in km (2 decimals),
 * and the clipped trace, simplified, as GeoJSON.
 */
export function faultRecord(fault: FaultTrace, parts: readonly Box[], sourceId: string): Readonly<Record<string, unknown>> {
  const pieces = faultInside(fault, parts);
  const { box, properties } = fault;
  const ranges = TRIPLES.map((column) => [`${column}_range`, parseTriple(properties[column])] as const).filter(
    ([, range]) => range !== null,
  );
  const senses = slipSenses(properties.slip_type);
  return {
    ...columnsOf(fault),
    ...Object.fromEntries(ranges),
    ...(senses.length > 0 ? { slip_senses: senses } : {}),
    length_in_kilometers: round(metersOf(pieces) / 1000, 2),
    source_id: sourceId,
    geometry_bbox: [box.min_lon, box.min_lat, box.max_lon, box.max_lat].map((edge) => round(edge, 6)),
    geometry: geometryOf(pieces, fault, parts),
  };
}

const sortText = (value: unknown): string => textOf(value) ?? '';

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** By name, catalogue and slip type, unnamed first; then by identity, so that the order never changes (contract/knowledge.md 3.3). */
export const byName = (a: FaultTrace, b: FaultTrace): number =>
  compareText(sortText(a.properties.name), sortText(b.properties.name)) ||
  compareText(sortText(a.properties.catalog_name), sortText(b.properties.catalog_name)) ||
  compareText(sortText(a.properties.slip_type), sortText(b.properties.slip_type)) ||
  compareText(a.key, b.key);

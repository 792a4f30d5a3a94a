import type { KnowledgeSettings } from '../settings/settings.ts';
import type { EventSort } from './earthquake-order.ts';
import { invalidOptions } from './failures.ts';
import { type Edge, isoText, parseInstant } from './instants.ts';
import * as say from './messages.ts';
import type { RawOptions } from './provider.ts';
import { isBlank, parseSort, parseSourceChoice, refuseUnknownKeys, type SourceChoice } from './source-options.ts';

export type EarthquakeOptions = {
  readonly choice: SourceChoice;
  readonly minMagnitude: number | null;
  readonly maxMagnitude: number | null;
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly status: string | null;
  readonly network: string | null;
  readonly contributor: string | null;
  /** Lower case; null for all types. */
  readonly kinds: readonly string[] | null;
  readonly sort: EventSort;
  /** Options as given, blanks left out: for provenance. */
  readonly echo: RawOptions;
};

const KEYS = [
  'source',
  'sources',
  'source_mode',
  'minmagnitude',
  'maxmagnitude',
  'starttime',
  'endtime',
  'reviewstatus',
  'catalog',
  'contributor',
  'event_types',
  'sort',
] as const;

function parseNumber(raw: RawOptions, key: string): number | null {
  const value = raw[key];
  if (isBlank(value)) return null;
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw invalidOptions(say.optionNumeric(key));
  return number;
}

function parseTime(raw: RawOptions, key: string, edge: Edge): number | null {
  if (isBlank(raw[key])) return null;
  const instant = parseInstant(raw[key], edge);
  if (instant === null) throw invalidOptions(say.optionInstant(key));
  return instant;
}

function parseText(raw: RawOptions, key: string): string | null {
  const value = raw[key];
  if (isBlank(value)) return null;
  if (typeof value !== 'string') throw invalidOptions(say.optionText(key));
  return value.trim();
}

function parseKinds(raw: RawOptions): readonly string[] | null {
  const value = raw.event_types;
  if (isBlank(value)) return ['earthquake'];
  const list: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(list) || !list.every((kind) => typeof kind === 'string')) throw invalidOptions(say.optionKinds());
  const kinds = list.map((kind: string) => kind.trim().toLowerCase()).filter((kind) => kind !== '');
  return kinds.includes('all') || kinds.length === 0 ? null : kinds;
}

/** Checks the options of `earthquake_history` (contract/knowledge.md 3.2). Throws `unknown_provider` (invalid_options). */
export function parseEarthquakeOptions(
  raw: RawOptions,
  settings: Pick<KnowledgeSettings, 'earthquake_source_ids'>,
): EarthquakeOptions {
  refuseUnknownKeys('earthquake_history', raw, KEYS);
  const choice = parseSourceChoice(raw, {
    provider: 'earthquake_history',
    configured: settings.earthquake_source_ids,
    fallback: 'primary',
  });
  const options = {
    choice,
    minMagnitude: parseNumber(raw, 'minmagnitude'),
    maxMagnitude: parseNumber(raw, 'maxmagnitude'),
    startMs: parseTime(raw, 'starttime', 'start'),
    endMs: parseTime(raw, 'endtime', 'end'),
    status: parseText(raw, 'reviewstatus'),
    network: parseText(raw, 'catalog'),
    contributor: parseText(raw, 'contributor'),
    kinds: parseKinds(raw),
    sort: parseSort('earthquake_history', raw, ['time', 'magnitude', 'oldest']),
    echo: Object.fromEntries(Object.entries(raw).filter(([, value]) => !isBlank(value))),
  };
  return options;
}

/** The filters that were really applied, for provenance (KW-16): null means none. */
export const effectiveFilters = (options: EarthquakeOptions): Readonly<Record<string, unknown>> => ({
  event_types: options.kinds ?? 'all',
  minmagnitude: options.minMagnitude,
  maxmagnitude: options.maxMagnitude,
  starttime: options.startMs === null ? null : isoText(options.startMs),
  endtime: options.endMs === null ? null : isoText(options.endMs),
  reviewstatus: options.status ?? 'any',
  catalog: options.network,
  contributor: options.contributor,
});

/** The same filters in words. */
export function filterText(options: EarthquakeOptions): string {
  const parts = [`event types: ${options.kinds?.join(', ') ?? 'all'}`];
  if (options.minMagnitude !== null) parts.push(`magnitude >= ${options.minMagnitude}`);
  if (options.maxMagnitude !== null) parts.push(`magnitude <= ${options.maxMagnitude}`);
  if (options.startMs !== null) parts.push(`from ${isoText(options.startMs)}`);
  if (options.endMs !== null) parts.push(`until ${isoText(options.endMs)}`);
  parts.push(`review status: ${options.status ?? 'any'}`);
  if (options.network !== null) parts.push(`catalog: ${say.quoted(options.network)}`);
  if (options.contributor !== null) parts.push(`contributor: ${say.quoted(options.contributor)}`);
  return parts.join('; ');
}

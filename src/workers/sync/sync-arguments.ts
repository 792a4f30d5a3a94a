import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import type { Box } from '../../domain/geo/wrap.ts';
import { type GemProfile, gemProfileSchema, type UsgsProfile, usgsProfileSchema } from '../../domain/knowledge/sync-profile.ts';
import { SyncFailure } from './sync-failure.ts';

export const SYNC_USAGE = `Usage: stratigraphic-amenity-sync SOURCE [options]

Copies a knowledge source to this machine, where the server finds it.
SOURCE is usgs_fdsn_events or gem_global_active_faults.

  --output-root DIR        folder of the mirrors (default: GEOMAP_KNOWLEDGE_SOURCES_ROOT or its default)
  --version NAME           name of the version (default: "default"; for GEM that of its profile)
  --profile-json FILE      what to ask for, as JSON (see docs/operations.md)
  --min-lon N --min-lat N --max-lon N --max-lat N
                           only this area, all four or none (events); min-lon > max-lon crosses the antimeridian
  --starttime T --endtime T --minmagnitude M
                           events from, until (default: now), from this magnitude on (default 1970-01-01 and 4.5)
  --base-url URL           address of the event service, for one that mirrors it
  --help

Exit codes: 0 done (the manifest's file is printed), 1 unexpected, 2 wrong usage, 3 the source failed, 4 wrong checksum or content,
5 the disk failed, 130 interrupted. After 1, 3, 5 and 130 the same command goes on where it ended. The mirror of before is in place
until the new one is whole.
`;

const FLAGS = ['min-lon', 'min-lat', 'max-lon', 'max-lat'] as const;
const VALUES = ['output-root', 'version', 'profile-json', 'starttime', 'endtime', 'minmagnitude', 'base-url', ...FLAGS] as const;

export type SyncArguments = {
  readonly outputRoot: string | null;
  readonly version: string | null;
  readonly baseUrl: string | null;
  readonly bounds: Box | null;
} & (
  | { readonly source: 'usgs_fdsn_events'; readonly profile: UsgsProfile }
  | { readonly source: 'gem_global_active_faults'; readonly profile: GemProfile }
);

const usage = (message: string): SyncFailure => new SyncFailure('usage', message);

/** Negative numbers after an option are its value, not another option. */
const joined = (argv: readonly string[]): string[] =>
  argv.reduce<string[]>((list, word) => {
    const last = list.at(-1);
    if (last !== undefined && /^--[a-z-]+$/.test(last) && /^-[\d.]/.test(word)) list[list.length - 1] = `${last}=${word}`;
    else list.push(word);
    return list;
  }, []);

function readValues(argv: readonly string[]) {
  const options: Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string }> = {
    ...Object.fromEntries(VALUES.map((name) => [name, { type: 'string' } as const])),
    help: { type: 'boolean', short: 'h' },
  };
  try {
    return parseArgs({ args: joined(argv), options, allowPositionals: true });
  } catch (error) {
    throw usage(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : 'The options cannot be read.');
  }
}

type Given = (name: (typeof VALUES)[number]) => string | undefined;

function boundsOf(given: Given): Box | null {
  const texts = FLAGS.map(given);
  if (texts.every((text) => text === undefined)) return null;
  const [min_lon, min_lat, max_lon, max_lat] = texts.map((text) => Number(text ?? Number.NaN));
  const box = { min_lon: min_lon ?? 0, min_lat: min_lat ?? 0, max_lon: max_lon ?? 0, max_lat: max_lat ?? 0 };
  const inside = (value: number, most: number): boolean => Math.abs(value) <= most;
  const valid =
    texts.every((text) => text !== undefined && text.trim() !== '') &&
    inside(box.min_lon, 180) &&
    inside(box.max_lon, 180) &&
    inside(box.min_lat, 90) &&
    inside(box.max_lat, 90) &&
    box.min_lat <= box.max_lat;
  if (!valid)
    throw usage('Give --min-lon, --min-lat, --max-lon and --max-lat together, as degrees, with min-lat not above max-lat.');
  return box;
}

function readProfile(file: string | undefined): Readonly<Record<string, unknown>> {
  if (file === undefined) return {};
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof content === 'object' && content !== null && !Array.isArray(content))
      return Object.fromEntries(Object.entries(content));
  } catch {
    // Told below.
  }
  throw usage('The file of --profile-json cannot be read as a JSON object.');
}

function checked<S extends z.ZodType>(schema: S, profile: unknown): z.output<S> {
  const result = schema.safeParse(profile);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw usage(`The profile cannot be used: ${where === '' ? '' : `${where}: `}${issue?.message ?? 'unknown shape'}.`);
}

/** Checks the command line; null means help. Throws `SyncFailure` (usage). */
export function parseSyncArguments(argv: readonly string[]): SyncArguments | null {
  const { values, positionals } = readValues(argv);
  if (values.help === true) return null;
  const given: Given = (name) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const [source, ...rest] = positionals;
  if (source === undefined || rest.length > 0) throw usage('Name one source: usgs_fdsn_events or gem_global_active_faults.');
  const version = given('version') ?? null;
  if (version !== null && !/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(version))
    throw usage('--version takes letters, digits, dots, hyphens and underscores, 64 at most.');
  const baseUrl = given('base-url') ?? null;
  if (baseUrl !== null && !/^https?:\/\/\S+$/i.test(baseUrl)) throw usage('--base-url takes an http:// or https:// address.');
  const common = { outputRoot: given('output-root') ?? null, version, baseUrl, bounds: boundsOf(given) };
  const file = readProfile(given('profile-json'));
  const own = (['starttime', 'endtime', 'minmagnitude'] as const).flatMap((key) => {
    const value = given(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  switch (source) {
    case 'usgs_fdsn_events':
      return { ...common, source, profile: checked(usgsProfileSchema, { ...file, ...Object.fromEntries(own) }) };
    case 'gem_global_active_faults':
      if (common.bounds !== null || own.length > 0 || baseUrl !== null)
        throw usage('Area, times, magnitude and --base-url are for events only; the GEM catalogue is one file.');
      return { ...common, source, profile: checked(gemProfileSchema, file) };
    default:
      throw usage('This source cannot be copied. Those that can: usgs_fdsn_events, gem_global_active_faults.');
  }
}

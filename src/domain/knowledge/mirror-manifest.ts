import { z } from 'zod';
import { boundsSchema } from '../geo/bounds.ts';
import type { EventCoverage } from './earthquake-coverage.ts';
import { parseInstant } from './instants.ts';
import { numberOf } from './live/json-answer.ts';

const coverageSchema = z.looseObject({
  status: z.string().optional(),
  notes: z.array(z.string()).optional(),
  /** Where, when and from which magnitude on the mirror is complete; a manifest without them leaves its coverage unknown (KW-17). */
  windows: z.array(boundsSchema).min(1).optional(),
  starttime: z.unknown().optional(),
  endtime: z.unknown().optional(),
  minmagnitude: z.unknown().optional(),
});

/** Manifest of a synced mirror (contract/knowledge.md 6.3). */
export const mirrorManifestSchema = z.looseObject({
  schema_version: z.literal('knowledge-source/v1'),
  source_id: z.string().min(1),
  family: z.string().min(1),
  retrieved_at: z.string(),
  source_version: z.string(),
  normalizer_version: z.string(),
  source_url: z.string(),
  request: z.record(z.string(), z.unknown()),
  normalized_sha256: z.string(),
  license: z.string().nullish(),
  citation: z.string().nullish(),
  attribution: z.string().nullish(),
  coverage: coverageSchema.optional(),
  artifacts: z.record(z.string(), z.string()).optional(),
});
export type MirrorManifest = z.infer<typeof mirrorManifestSchema>;

const DEFAULT_ARTIFACTS: Readonly<Record<string, string>> = {
  earthquake_events: 'normalized/earthquakes.csv',
  active_faults: 'normalized/faults.geojson',
};

/** Relative path of the data file, or null when the manifest names none and its family has no usual one. */
export const artifactOf = ({ artifacts, family }: MirrorManifest): string | null =>
  artifacts?.normalized ?? DEFAULT_ARTIFACTS[family] ?? null;

/** JSON without spaces and with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}

/** Members that count as written when a manifest leaves them out. */
const DEFAULTS = {
  record_count: 0,
  manifest_hash_material_version: '1',
  license: null,
  citation: null,
  attribution: null,
  coverage: {},
  artifacts: {},
} as const;

/** The text whose SHA-256 is the manifest's hash: everything but the time of retrieval, with what is left out filled in. */
export const manifestHashText = ({ retrieved_at: _time, ...rest }: MirrorManifest): string => canonical({ ...DEFAULTS, ...rest });

/** Coverage that the manifest states in full, else null: never guessed (D29). */
export function coverageOfManifest({ coverage }: MirrorManifest): EventCoverage | null {
  const startMs = parseInstant(coverage?.starttime, 'start');
  const endMs = parseInstant(coverage?.endtime, 'end');
  const minMagnitude = numberOf(coverage?.minmagnitude);
  if (coverage?.windows === undefined || startMs === null || endMs === null || minMagnitude === null) return null;
  return { windows: coverage.windows, startMs, endMs, minMagnitude };
}

/** Versions in the order in which they are tried: `default` first, then the newest, numbers by their value (KW-19). */
export function orderVersions(versions: readonly string[]): readonly string[] {
  const newest = versions.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return [...newest.filter((name) => name === 'default'), ...newest.filter((name) => name !== 'default')];
}

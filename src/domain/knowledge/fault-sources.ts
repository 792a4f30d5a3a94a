import { type Box, boxesIntersect } from '../geo/wrap.ts';
import { invalidOptions } from './failures.ts';
import type { FaultTrace } from './fault.ts';
import { faultMeets } from './fault-match.ts';
import { DISS_ENDPOINT, queryDiss } from './live/diss.ts';
import * as say from './messages.ts';
import type { FaultCatalogue, MirrorFacts, ProviderPorts } from './ports.ts';
import type { SourceChoice, SourceMode } from './source-options.ts';
import { attributionOf, coveredParts, findSource, SOURCES } from './sources.ts';

export const GEM = SOURCES.gem_global_active_faults.id;
const DISS = SOURCES.diss_seismogenic_sources.id;

/** Where the GEM catalogue is documented to be thin (contract/knowledge.md 3.3). */
const GEM_GAPS: readonly { readonly region: string; readonly box: Box }[] = [
  { region: 'canada', box: { min_lon: -141, min_lat: 41, max_lon: -52, max_lat: 84 } },
  { region: 'madagascar', box: { min_lon: 43, min_lat: -26, max_lon: 51, max_lat: -11 } },
  { region: 'malay_archipelago', box: { min_lon: 95, min_lat: -11, max_lon: 141, max_lat: 8 } },
];

export type FaultAnswer = {
  readonly sourceId: string;
  readonly mode: SourceMode;
  readonly version: string;
  /** Faults that meet the area, of which `faults` are the first. */
  readonly total: number;
  readonly faults: readonly FaultTrace[];
  readonly asset: string | null;
  readonly mirror: MirrorFacts | null;
  readonly url: string | null;
  readonly retrievedAt: string | null;
  readonly asked: boolean;
  readonly status: 'covered' | 'not_covered' | 'coverage_unknown';
  readonly caveats: readonly string[];
  readonly warnings: readonly string[];
  /** Mirrors were passed over, or a service gave a part: that may end without a change of the version. */
  readonly unsettled: boolean;
};

export type FaultQuestion = {
  readonly parts: readonly Box[];
  readonly choice: SourceChoice;
  /** Faults wanted of each source. */
  readonly limit: number | null;
  readonly signal: AbortSignal;
};

const isLive = (sourceId: string): boolean => sourceId === DISS;

const gapsOf = (sourceId: string, parts: readonly Box[]): readonly string[] =>
  sourceId === GEM
    ? GEM_GAPS.filter(({ box }) => parts.some((part) => boxesIntersect(part, box))).map(({ region }) => say.gemGap(region))
    : [];

const localVersion = ({ asset, mirror }: Pick<FaultCatalogue, 'asset' | 'mirror'>): string =>
  mirror === null ? `1@sha256:${asset.digest.slice(0, 12)}` : `1@manifest:${mirror.manifestHash}`;
const liveVersion = (sourceId: string): string => `1@live:${sourceId}:normalizer:1`;

function answerLocally(sourceId: string, catalogue: FaultCatalogue, { parts, limit }: FaultQuestion): FaultAnswer {
  const { asset, mirror } = catalogue;
  return {
    sourceId,
    mode: mirror === null ? 'legacy_asset' : 'local_mirror',
    version: localVersion(catalogue),
    ...catalogue.search(parts, limit),
    asset: asset.name,
    mirror,
    url: mirror?.sourceUrl ?? null,
    retrievedAt: mirror?.retrievedAt ?? null,
    asked: true,
    status: 'coverage_unknown',
    caveats: [...(mirror?.coverageNotes ?? []), ...gapsOf(sourceId, parts)],
    warnings: [...catalogue.warnings, ...(mirror === null ? [say.legacyFallback('active_faults', asset.name)] : [])],
    unsettled: catalogue.warnings.length > 0,
  };
}

async function answerLive(sourceId: string, question: FaultQuestion, ports: ProviderPorts): Promise<FaultAnswer> {
  const { parts, signal } = question;
  const { faults, warnings } = await queryDiss(parts, { http: ports.http, signal });
  const met = faults.filter((fault) => faultMeets(fault, parts));
  return {
    sourceId,
    mode: 'live',
    version: liveVersion(sourceId),
    total: met.length,
    faults: met,
    asset: null,
    mirror: null,
    url: DISS_ENDPOINT,
    retrievedAt: ports.now(),
    asked: true,
    status: 'covered',
    caveats: [],
    warnings,
    unsettled: warnings.length > 0,
  };
}

/** A source that covers no part of the area: no request, an empty answer and a warning that says so. */
const outside = (sourceId: string, region: string, mode: SourceMode): FaultAnswer => ({
  sourceId,
  mode,
  version: `1@${mode}:${sourceId}:normalizer:1`,
  total: 0,
  faults: [],
  asset: null,
  mirror: null,
  url: mode === 'live' ? DISS_ENDPOINT : null,
  retrievedAt: null,
  asked: false,
  status: 'not_covered',
  caveats: [],
  warnings: [say.faultNotCovered(sourceId, region)],
  unsettled: false,
});

/**
 * Asks one fault source: its local file, or the live service of DISS. Throws `missing_knowledge_asset` and `unknown_provider`
 * (provider_failed; invalid_options for a mode that the source does not have).
 */
export async function answerFromFaults(sourceId: string, question: FaultQuestion, ports: ProviderPorts): Promise<FaultAnswer> {
  const { parts, choice } = question;
  const local = await ports.faults(sourceId);
  const live = choice.mode === 'live' || (choice.mode === null && local === null);
  const unavailable = (mode: string) => invalidOptions(say.optionModeUnavailable('active_faults', sourceId, mode));
  if (live && !isLive(sourceId)) throw choice.mode === 'live' ? invalidOptions(say.optionFaultLive()) : unavailable('live');
  const source = findSource(sourceId);
  const covered = source === undefined ? parts : coveredParts(source, parts);
  if (covered.length === 0 && source?.coverage) return outside(sourceId, source.coverage.region, live ? 'live' : 'local_mirror');
  if (live) return answerLive(sourceId, { ...question, parts: covered }, ports);
  if (local === null) throw unavailable(choice.mode ?? 'legacy_asset');
  const catalogue = await local.open();
  if (choice.mode !== null && (choice.mode === 'local_mirror') !== (catalogue.mirror !== null)) throw unavailable(choice.mode);
  return answerLocally(sourceId, catalogue, question);
}

/** The version of what `answerFromFaults` would answer now. Throws what it throws. */
export async function versionOfFaults(sourceId: string, mode: SourceMode | null, ports: ProviderPorts): Promise<string> {
  const local = mode === 'live' ? null : await ports.faults(sourceId);
  return local === null ? liveVersion(sourceId) : localVersion(await local.open());
}

/** Entry of `provenance.sources`. */
export const faultSourceRecord = (answer: FaultAnswer): Readonly<Record<string, unknown>> => ({
  source_id: answer.sourceId,
  source_mode: answer.mode,
  source_version: answer.version,
  record_count: answer.total,
  asset_path: answer.asset,
  source_manifest_path: null,
  region: findSource(answer.sourceId)?.coverage?.region ?? null,
  ...attributionOf(answer.sourceId),
  ...(answer.mode === 'legacy_asset'
    ? {}
    : { source_url: answer.url, retrieved_at: answer.retrievedAt, normalizer_version: '1' }),
  ...(answer.mirror === null ? {} : { source_manifest_hash: answer.mirror.manifestHash }),
  coverage_status: answer.status,
});

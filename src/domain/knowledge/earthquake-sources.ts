import type { Box } from '../geo/wrap.ts';
import {
  type CoverageStatus,
  coverageOfFile,
  coverageRecord,
  coverageText,
  type EventCoverage,
  judgeCoverage,
} from './earthquake-coverage.ts';
import type { EarthquakeOptions } from './earthquake-options.ts';
import { EVENT_COLUMNS, searchBoxes } from './earthquake-record.ts';
import { byTimeThenMagnitude, collectEvents, type EventHits, type EventQuery } from './event.ts';
import { mergeEvents } from './event-merge.ts';
import { invalidOptions } from './failures.ts';
import { FDSN_LIMIT, fdsnUrl, hasFdsnService, liveOptions, queryFdsn } from './live/fdsn.ts';
import * as say from './messages.ts';
import type { EventCatalogue, MirrorFacts, ProviderPorts } from './ports.ts';
import type { SourceMode } from './source-options.ts';
import { attributionOf } from './sources.ts';

export type EventQuestion = {
  readonly parts: readonly Box[];
  readonly options: EarthquakeOptions;
  /** Null when events of several sources have to be merged before they are cut. */
  readonly limit: number | null;
  readonly signal: AbortSignal;
};

/** What one source says to one question. */
export type EventAnswer = {
  readonly sourceId: string;
  readonly mode: SourceMode;
  readonly version: string;
  readonly hits: EventHits;
  readonly columns: ReadonlySet<string>;
  /** Options as this source applied them. */
  readonly options: EarthquakeOptions;
  readonly asset: string | null;
  readonly mirror: MirrorFacts | null;
  readonly url: string | null;
  readonly retrievedAt: string | null;
  /** Event sources have no area that would make asking pointless. */
  readonly asked: true;
  readonly status: CoverageStatus;
  readonly coverage: EventCoverage | null;
  readonly warnings: readonly string[];
  /** Mirrors were passed over, or a service gave a part: that may end without a change of the version. */
  readonly unsettled: boolean;
};

const toQuery = ({ parts, options, limit }: EventQuestion): EventQuery => ({ ...options, boxes: searchBoxes(parts), limit });

function coverageWarnings(status: CoverageStatus, coverage: EventCoverage | null, asset: string): readonly string[] {
  if (coverage === null) return [say.eventsCoverageUnknown(asset)];
  if (status === 'not_covered') return [say.eventsNotCoveredWarning(asset, coverageText(coverage))];
  return status === 'partly_covered' ? [say.eventsPartlyCovered(asset, coverageText(coverage))] : [];
}

const localVersion = ({ asset, mirror }: Pick<EventCatalogue, 'asset' | 'mirror'>): string =>
  mirror === null ? `1@sha256:${asset.digest.slice(0, 12)}` : `1@manifest:${mirror.manifestHash}`;
const liveVersion = (sourceId: string): string => `1@live:${sourceId}:normalizer:1`;

function answerLocally(sourceId: string, catalogue: EventCatalogue, question: EventQuestion): EventAnswer {
  const { asset, mirror } = catalogue;
  const coverage = mirror === null ? coverageOfFile(asset.digest) : mirror.coverage;
  const status = judgeCoverage(coverage, { ...question.options, parts: question.parts });
  const fallback = mirror === null ? [say.legacyFallback('earthquake_history', asset.name)] : [];
  return {
    sourceId,
    mode: mirror === null ? 'legacy_asset' : 'local_mirror',
    version: localVersion(catalogue),
    hits: catalogue.search(toQuery(question)),
    columns: catalogue.columns,
    options: question.options,
    asset: asset.name,
    mirror,
    url: mirror?.sourceUrl ?? null,
    retrievedAt: mirror?.retrievedAt ?? null,
    asked: true,
    status,
    coverage,
    warnings: [...catalogue.warnings, ...fallback, ...coverageWarnings(status, coverage, asset.name)],
    unsettled: catalogue.warnings.length > 0,
  };
}

async function answerLive(sourceId: string, question: EventQuestion, ports: ProviderPorts): Promise<EventAnswer> {
  const options = liveOptions(question.options);
  const query = toQuery({ ...question, options });
  const { events, capped, warnings } = await queryFdsn(sourceId, { boxes: query.boxes, options, signal: question.signal }, ports);
  const merged = [...mergeEvents(events)].sort(byTimeThenMagnitude);
  return {
    sourceId,
    mode: 'live',
    version: liveVersion(sourceId),
    hits: collectEvents(merged, query),
    columns: new Set(EVENT_COLUMNS),
    options,
    asset: null,
    mirror: null,
    url: fdsnUrl(sourceId),
    retrievedAt: ports.now(),
    asked: true,
    status: 'covered',
    coverage: null,
    warnings: capped && warnings.length === 0 ? [say.eventsCapped(sourceId, FDSN_LIMIT)] : warnings,
    unsettled: capped || warnings.length > 0,
  };
}

/**
 * Asks one event source: its local file unless the options want `live`, or there is none. Throws `missing_knowledge_asset`,
 * `unknown_provider` (provider_failed; invalid_options for a mode that the source does not have, KW-53).
 */
export async function answerFromEvents(sourceId: string, question: EventQuestion, ports: ProviderPorts): Promise<EventAnswer> {
  const { mode } = question.options.choice;
  const local = await ports.events(sourceId);
  const live = hasFdsnService(sourceId);
  const unavailable = (wanted: string) => invalidOptions(say.optionModeUnavailable('earthquake_history', sourceId, wanted));
  if (mode === 'live' || (mode === null && local === null)) {
    if (!live) throw unavailable('live');
    return answerLive(sourceId, question, ports);
  }
  if (local === null) throw unavailable(mode ?? 'legacy_asset');
  const catalogue = await local.open();
  if (mode !== null && (mode === 'local_mirror') !== (catalogue.mirror !== null)) throw unavailable(mode);
  return answerLocally(sourceId, catalogue, question);
}

/** The version of what `answerFromEvents` would answer now. Throws what it throws. */
export async function versionOfEvents(sourceId: string, mode: SourceMode | null, ports: ProviderPorts): Promise<string> {
  const local = mode === 'live' ? null : await ports.events(sourceId);
  return local === null ? liveVersion(sourceId) : localVersion(await local.open());
}

/** Entry of `provenance.sources`. */
export const eventSourceRecord = (answer: EventAnswer): Readonly<Record<string, unknown>> => ({
  source_id: answer.sourceId,
  source_mode: answer.mode,
  source_version: answer.version,
  record_count: answer.hits.total,
  asset_path: answer.asset,
  source_manifest_path: null,
  ...attributionOf(answer.sourceId),
  ...(answer.mode === 'legacy_asset'
    ? {}
    : { source_url: answer.url, retrieved_at: answer.retrievedAt, normalizer_version: '1' }),
  ...(answer.mirror === null ? {} : { source_manifest_hash: answer.mirror.manifestHash }),
  coverage_status: answer.status,
  coverage: coverageRecord(answer.status, answer.coverage),
});

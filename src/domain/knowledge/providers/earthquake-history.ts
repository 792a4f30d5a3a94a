import type { KnowledgeItem } from '../../documents/knowledge.ts';
import { coverageRecord, coverageText } from '../earthquake-coverage.ts';
import { type EarthquakeOptions, effectiveFilters, filterText, parseEarthquakeOptions } from '../earthquake-options.ts';
import { EVENT_ORDERS } from '../earthquake-order.ts';
import { eventRecord, isNearby, MARGIN_DEGREES } from '../earthquake-record.ts';
import { answerFromEvents, type EventAnswer, eventSourceRecord, versionOfEvents } from '../earthquake-sources.ts';
import type { EventHits } from '../event.ts';
import { mergeEvents } from '../event-merge.ts';
import { askSources, type Federation, federatedVersion } from '../federation.ts';
import * as say from '../messages.ts';
import type { ProviderPorts } from '../ports.ts';
import { defineProvider, type ProviderQuery } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';
import { attributionOf } from '../sources.ts';

type Query = ProviderQuery<EarthquakeOptions>;

const addUp = (counts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> => {
  const sum: Record<string, number> = {};
  for (const [kind, count] of counts.flatMap(Object.entries<number>)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
};

/** Hits of all sources as one list: merged by shared ids, newest first, cut to the limit. */
function combine(answers: readonly EventAnswer[], query: Query): EventHits {
  const [only, ...others] = answers;
  const { compare } = EVENT_ORDERS[query.options.sort];
  if (only !== undefined && others.length === 0) {
    if (query.options.sort === 'time') return only.hits;
    return { ...only.hits, events: only.hits.events.toSorted(compare).slice(0, query.limit) };
  }
  const merged = mergeEvents(
    answers.flatMap(({ hits }) => hits.events),
    query.options.choice.sourceIds,
  );
  return {
    total: merged.length,
    excludedByKind: addUp(answers.map(({ hits }) => hits.excludedByKind)),
    withoutMagnitude: answers.reduce((sum, { hits }) => sum + hits.withoutMagnitude, 0),
    events: merged.toSorted(compare).slice(0, query.limit),
  };
}

function summary(hits: EventHits, answers: readonly EventAnswer[], parts: Query['parts']): string {
  const [first] = answers;
  const filters = first === undefined ? '' : filterText(first.options);
  const scope = first?.coverage ? `${filters}; the file covers ${coverageText(first.coverage)}` : filters;
  if (hits.total > 0) {
    const nearby = hits.events.filter((event) => isNearby(event, parts)).length;
    return say.eventsFound({ total: hits.total, returned: hits.events.length, nearby }, scope);
  }
  const uncovered = answers.find(({ status }) => status === 'not_covered');
  return uncovered?.asset && answers.length === 1 ? say.eventsNotCovered(uncovered.asset) : say.eventsNone(scope);
}

function resultWarnings(hits: EventHits, answers: readonly EventAnswer[]): readonly string[] {
  const stated = answers.some(({ status }) => status === 'not_covered' || status === 'coverage_unknown');
  return [
    ...(Object.keys(hits.excludedByKind).length > 0 ? [say.eventsExcluded(hits.excludedByKind)] : []),
    ...(hits.withoutMagnitude > 0 ? [say.eventsWithoutMagnitude(hits.withoutMagnitude)] : []),
    ...(hits.total === 0 && !stated ? [say.eventsNoneWarning()] : []),
  ];
}

function engineOf(answers: readonly EventAnswer[]): string {
  if (answers.length > 1) return 'federated';
  return answers[0]?.mode === 'live' ? 'live' : 'csv';
}

type Outcome = { readonly query: Query; readonly hits: EventHits; readonly federation: Federation<EventAnswer> };

function provenance({ query, hits, federation }: Outcome, ports: ProviderPorts): Readonly<Record<string, unknown>> {
  const { answers, failures } = federation;
  const [first] = answers;
  const { choice, echo } = query.options;
  const primary = choice.sourceIds[0] ?? null;
  return {
    asset_path: first?.asset ?? null,
    engine: engineOf(answers),
    margin_degrees: MARGIN_DEGREES,
    source_id: primary,
    source_ids: choice.sourceIds,
    source_family: 'earthquake_events',
    source_mode: answers.length === 1 ? first?.mode : 'federated',
    provider_options: echo,
    effective_filters: first === undefined ? null : effectiveFilters(first.options),
    bounds_parts: query.parts.map((part) => ({ ...part, crs: 'EPSG:4326' })),
    dedupe_key: 'association_set_overlap_exact',
    order: EVENT_ORDERS[query.options.sort].words,
    excluded_by_type: hits.excludedByKind,
    excluded_without_magnitude: hits.withoutMagnitude,
    returned_without_magnitude: hits.events.filter(({ magnitude }) => magnitude === null).length,
    not_asked: 'focal mechanisms: these sources were not asked for any, so their absence means nothing',
    sources: [
      ...answers.map(eventSourceRecord),
      ...failures.map(({ sourceId, error }) => ({ source_id: sourceId, record_count: 0, error, ...attributionOf(sourceId) })),
    ],
    source_url: first?.url ?? null,
    source_version: federatedVersion(
      answers.map(({ version }) => version),
      ports,
    ),
    source_manifest_path: null,
    source_manifest_hash: first?.mirror?.manifestHash ?? null,
    retrieved_at: first?.retrievedAt ?? null,
    ...attributionOf(first?.sourceId ?? ''),
    normalizer_version: first?.mode === 'legacy_asset' ? null : '1',
    coverage_status: first?.status ?? null,
    coverage: first === undefined ? null : coverageRecord(first.status, first.coverage),
    coverage_caveats: first?.mirror?.coverageNotes ?? [],
    ...(failures.length > 0 ? { partial: true } : {}),
  };
}

/** Seismic events around an area, from the installed catalogue, its mirror, or live services (contract/knowledge.md 3.2, D29). */
export const earthquakeHistory = defineProvider<EarthquakeOptions>({
  ...PROVIDER_TABLE.earthquake_history,
  defaultLimit: () => 50,
  options: parseEarthquakeOptions,
  version: async ({ choice }, ports) =>
    federatedVersion(await Promise.all(choice.sourceIds.map((id) => versionOfEvents(id, choice.mode, ports))), ports),
  query: async (query, ports) => {
    const { options, parts, signal } = query;
    const { sourceIds } = options.choice;
    const limit = sourceIds.length > 1 || options.sort !== 'time' ? null : query.limit;
    const federation = await askSources('earthquake_history', sourceIds, (id) =>
      answerFromEvents(id, { parts, options, limit, signal }, ports),
    );
    const { answers, warnings } = federation;
    const hits = combine(answers, query);
    const columns = new Set(answers.flatMap((answer) => [...answer.columns]));
    const item: KnowledgeItem = {
      id: 'earthquake_history:earthquake_history',
      key: 'earthquake_history',
      provider: 'earthquake_history',
      value: hits.events.map((event) => eventRecord(event, parts, columns)),
      summary: summary(hits, answers, parts),
      source: answers[0]?.asset ?? answers[0]?.url ?? null,
      record_count: hits.total,
      returned_count: hits.events.length,
      truncated: hits.total > hits.events.length,
      provenance: provenance({ query, hits, federation }, ports),
    };
    return {
      items: [item],
      unsettled: answers.some((answer) => answer.unsettled),
      warnings: [...answers.flatMap((answer) => answer.warnings), ...warnings, ...resultWarnings(hits, answers)],
      version: federatedVersion(
        answers.map(({ version }) => version),
        ports,
      ),
    };
  },
});

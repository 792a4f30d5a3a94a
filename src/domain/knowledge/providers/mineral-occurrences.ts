import type { KnowledgeItem } from '../../documents/knowledge.ts';
import type { Box } from '../../geo/wrap.ts';
import { invalidOptions } from '../failures.ts';
import { askSources, type Federation, federatedVersion } from '../federation.ts';
import { MINERAL_SERVICES, type MineralHits, type MineralService, uniqueMinerals } from '../live/minerals.ts';
import * as say from '../messages.ts';
import type { ProviderPorts } from '../ports.ts';
import { defineProvider, type ProviderQuery, type RawOptions } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';
import { isBlank, parseSourceChoice, refuseUnknownKeys, type SourceChoice } from '../source-options.ts';
import { attributionOf, coveredParts, findSource } from '../sources.ts';

type MineralOptions = { readonly choice: SourceChoice; readonly echo: RawOptions };
type Query = ProviderQuery<MineralOptions>;

type MineralAnswer = MineralHits & {
  readonly sourceId: string;
  readonly region: string;
  readonly service: MineralService | null;
  readonly asked: boolean;
  readonly retrievedAt: string | null;
};

const parseOptions = (
  raw: RawOptions,
  settings: { readonly mineral_occurrence_source_ids: readonly string[] },
): MineralOptions => {
  refuseUnknownKeys('mineral_occurrences', raw, ['source', 'sources', 'source_mode']);
  const configured = settings.mineral_occurrence_source_ids.filter((id) => Object.hasOwn(MINERAL_SERVICES, id));
  const choice = parseSourceChoice(raw, { provider: 'mineral_occurrences', configured, fallback: 'all' });
  if (choice.mode !== null && choice.mode !== 'live') throw invalidOptions(say.optionMineralLive());
  return { choice, echo: Object.fromEntries(Object.entries(raw).filter(([, value]) => !isBlank(value))) };
};

/** Asks one service for the parts that it covers; none means no request at all. */
async function answerFrom(sourceId: string, query: Query, ports: ProviderPorts): Promise<MineralAnswer> {
  const source = findSource(sourceId);
  const service = MINERAL_SERVICES[sourceId] ?? null;
  const region = source?.coverage?.region ?? sourceId;
  const parts: readonly Box[] = source === undefined ? [] : coveredParts(source, query.parts);
  if (service === null || parts.length === 0)
    return { sourceId, region, service, asked: false, records: [], capped: false, warnings: [], retrievedAt: null };
  const hits = await Promise.all(parts.map((part) => service.query(part, { http: ports.http, signal: query.signal })));
  return {
    sourceId,
    region,
    service,
    asked: true,
    records: hits.flatMap(({ records }) => records),
    capped: hits.some(({ capped }) => capped),
    warnings: hits.flatMap(({ warnings }) => warnings),
    retrievedAt: ports.now(),
  };
}

const versionOf = ({ sourceId, service }: MineralAnswer): string =>
  `1@live:${sourceId}:normalizer:${service?.normalizerVersion ?? '1'}`;

const outsideWarnings = (answers: readonly MineralAnswer[]): readonly string[] =>
  answers.filter(({ asked }) => !asked).map(({ region, sourceId }) => say.mineralsNotCovered(region, sourceId));

const sourceRecord = (answer: MineralAnswer): Readonly<Record<string, unknown>> => ({
  source_id: answer.sourceId,
  source_mode: 'live',
  source_url: answer.service?.endpoint ?? null,
  source_version: versionOf(answer),
  record_count: answer.records.length,
  region: answer.region,
  normalizer_version: answer.service?.normalizerVersion ?? null,
  coverage_status: answer.asked ? 'live-regional-service' : 'not_covered',
  retrieved_at: answer.retrievedAt,
  ...attributionOf(answer.sourceId),
});

function provenance(
  query: Query,
  { answers, failures }: Federation<MineralAnswer>,
  ports: ProviderPorts,
): Readonly<Record<string, unknown>> {
  const [first] = answers;
  const { choice, echo } = query.options;
  return {
    source_id: choice.sourceIds[0] ?? null,
    source_ids: choice.sourceIds,
    source_family: 'mineral_occurrences',
    source_mode: 'live',
    source_url: first?.service?.endpoint ?? null,
    source_version: federatedVersion(answers.map(versionOf), ports),
    retrieved_at: answers.find(({ retrievedAt }) => retrievedAt !== null)?.retrievedAt ?? null,
    region: first?.region ?? null,
    provider_options: echo,
    bounds_parts: query.parts.map((part) => ({ ...part, crs: 'EPSG:4326' })),
    dedupe_key: 'name_longitude_latitude',
    order: 'name ascending; unnamed first',
    normalizer_version: first?.service?.normalizerVersion ?? null,
    coverage_status: answers.some(({ asked }) => asked) ? 'live-regional-service' : 'not_covered',
    coverage_caveats: [...outsideWarnings(answers), ...answers.map(({ sourceId }) => say.mineralsLiveNote(sourceId))],
    sources: [
      ...answers.map(sourceRecord),
      ...failures.map(({ sourceId, error }) => ({ source_id: sourceId, record_count: 0, error, ...attributionOf(sourceId) })),
    ],
    ...attributionOf(first?.sourceId ?? ''),
    ...(failures.length > 0 || answers.some(({ capped }) => capped) ? { partial: true } : {}),
  };
}

function summary(found: number, returned: number, covered: boolean): string {
  if (found > 0) return say.mineralsFound(found, returned);
  return covered ? say.mineralsEmpty() : say.mineralsOutside();
}

/** Known mineral occurrences from live provincial services (contract/knowledge.md 3.4). */
export const mineralOccurrences = defineProvider<MineralOptions>({
  ...PROVIDER_TABLE.mineral_occurrences,
  defaultLimit: () => 50,
  options: parseOptions,
  query: async (query, ports) => {
    const federation = await askSources('mineral_occurrences', query.options.choice.sourceIds, (id) =>
      answerFrom(id, query, ports),
    );
    const { answers, warnings } = federation;
    const names = (text: string | null): string => text ?? '';
    const found = [...uniqueMinerals(answers.flatMap(({ records }) => records))].sort((a, b) =>
      names(a.name) < names(b.name) ? -1 : names(a.name) > names(b.name) ? 1 : 0,
    );
    const returned = found.slice(0, query.limit);
    const covered = answers.some((answer) => answer.asked);
    const item: KnowledgeItem = {
      id: 'mineral_occurrences:mineral_occurrences',
      key: 'mineral_occurrences',
      provider: 'mineral_occurrences',
      value: returned,
      summary: summary(found.length, returned.length, covered),
      source: answers[0]?.service?.endpoint ?? null,
      record_count: found.length,
      returned_count: returned.length,
      truncated: found.length > returned.length,
      provenance: provenance(query, federation, ports),
    };
    return {
      items: [item],
      warnings: [
        ...outsideWarnings(answers),
        ...warnings,
        ...answers.flatMap((answer) => answer.warnings),
        ...answers.filter(({ capped }) => capped).map(({ sourceId, records }) => say.mineralsAtLeast(sourceId, records.length)),
        ...(found.length === 0 && covered ? [say.mineralsEmpty()] : []),
      ],
      version: federatedVersion(answers.map(versionOf), ports),
    };
  },
});

import type { KnowledgeItem } from '../../documents/knowledge.ts';
import { invalidOptions } from '../failures.ts';
import type { FaultTrace } from '../fault.ts';
import { FAULT_ORDERS, type FaultSort, sortFaults } from '../fault-order.ts';
import { faultRecord } from '../fault-record.ts';
import { answerFromFaults, type FaultAnswer, faultSourceRecord, versionOfFaults } from '../fault-sources.ts';
import { askSources, type Federation, federatedVersion } from '../federation.ts';
import * as say from '../messages.ts';
import type { ProviderPorts } from '../ports.ts';
import { defineProvider, type ProviderQuery, type RawOptions } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';
import { isBlank, parseSort, parseSourceChoice, refuseUnknownKeys, type SourceChoice } from '../source-options.ts';
import { attributionOf } from '../sources.ts';

type FaultOptions = { readonly choice: SourceChoice; readonly sort: FaultSort; readonly echo: RawOptions };
type Found = { readonly fault: FaultTrace; readonly sourceId: string };

/** The first faults of all answers in the stated order; each answer is sorted already. */
function combine(answers: readonly FaultAnswer[], { options, parts }: ProviderQuery<FaultOptions>): readonly Found[] {
  const all = answers.flatMap(({ faults, sourceId }) => faults.map((fault) => ({ fault, sourceId })));
  return answers.length === 1 && options.sort === 'name' ? all : sortFaults(all, options.sort, parts);
}

function modeOf(answers: readonly FaultAnswer[]): { readonly geometry: string; readonly source: string | null } {
  if (answers.length > 1) return { geometry: 'federated', source: 'federated' };
  const mode = answers[0]?.mode ?? null;
  return { geometry: mode === 'live' ? 'live' : 'exact', source: mode };
}

function provenance(
  query: ProviderQuery<FaultOptions>,
  { answers, failures }: Federation<FaultAnswer>,
  ports: ProviderPorts,
): Readonly<Record<string, unknown>> {
  const [first] = answers;
  const { choice, echo } = query.options;
  const mode = modeOf(answers);
  return {
    asset_path: first?.asset ?? null,
    geometry_mode: mode.geometry,
    source_id: choice.sourceIds[0] ?? null,
    source_ids: choice.sourceIds,
    source_family: 'active_faults',
    source_mode: mode.source,
    provider_options: echo,
    bounds_parts: query.parts.map((part) => ({ ...part, crs: 'EPSG:4326' })),
    dedupe_key: 'catalog_id, ogc_fid, feature id or geometry',
    order: FAULT_ORDERS[query.options.sort],
    length_unit: 'km on the WGS 84 ellipsoid, inside the area',
    sources: [
      ...answers.map(faultSourceRecord),
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
    coverage_caveats: answers.flatMap(({ caveats }) => caveats),
    ...(failures.length > 0 ? { partial: true } : {}),
  };
}

/** Checks `source`, `sources` and `source_mode`. Throws `unknown_provider` (invalid_options). */
const parseOptions = (raw: RawOptions, settings: { readonly active_fault_source_ids: readonly string[] }): FaultOptions => {
  refuseUnknownKeys('active_faults', raw, ['source', 'sources', 'source_mode', 'sort']);
  const choice = parseSourceChoice(raw, {
    provider: 'active_faults',
    configured: settings.active_fault_source_ids,
    fallback: 'primary',
  });
  if (choice.mode === 'live' && choice.sourceIds.some((id) => id !== 'diss_seismogenic_sources'))
    throw invalidOptions(say.optionFaultLive());
  const sort = parseSort('active_faults', raw, ['name', 'length', 'slip_rate']);
  return { choice, sort, echo: Object.fromEntries(Object.entries(raw).filter(([, value]) => !isBlank(value))) };
};

/** Active faults whose trace meets an area (contract/knowledge.md 3.3, D30). */
export const activeFaults = defineProvider<FaultOptions>({
  ...PROVIDER_TABLE.active_faults,
  defaultLimit: () => 50,
  options: parseOptions,
  version: async ({ choice }, ports) =>
    federatedVersion(await Promise.all(choice.sourceIds.map((id) => versionOfFaults(id, choice.mode, ports))), ports),
  query: async (query, ports) => {
    const { options, parts, signal, limit } = query;
    const question = { parts, choice: options.choice, limit: options.sort === 'name' ? limit : null, signal };
    const federation = await askSources('active_faults', options.choice.sourceIds, (id) => answerFromFaults(id, question, ports));
    const { answers, warnings } = federation;
    const found = combine(answers, query);
    const returned = found.slice(0, limit);
    const total = answers.reduce((sum, answer) => sum + answer.total, 0);
    const asked = answers.filter(({ status }) => status !== 'not_covered').map(({ sourceId }) => sourceId);
    const item: KnowledgeItem = {
      id: 'active_faults:active_faults',
      key: 'active_faults',
      provider: 'active_faults',
      value: returned.map(({ fault, sourceId }) => faultRecord(fault, parts, sourceId)),
      summary: total > 0 ? say.faultsFound(total, returned.length) : say.faultsNone(),
      source: answers[0]?.asset ?? answers[0]?.url ?? null,
      record_count: total,
      returned_count: returned.length,
      truncated: total > returned.length,
      provenance: provenance(query, federation, ports),
    };
    return {
      items: [item],
      unsettled: answers.some((answer) => answer.unsettled),
      warnings: [
        ...answers.flatMap((answer) => answer.warnings),
        ...warnings,
        ...answers.flatMap(({ caveats }) => caveats),
        ...(total === 0 ? [say.faultsNoneWarning(asked.length > 0 ? asked : answers.map(({ sourceId }) => sourceId))] : []),
      ],
      version: federatedVersion(
        answers.map(({ version }) => version),
        ports,
      ),
    };
  },
});

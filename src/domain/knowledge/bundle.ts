import type { QueryPayload } from '../documents/knowledge.ts';
import { type Gates, missingAssetsNotice, missingDependenciesNotice, notConsultedNotice } from '../errors/routes.ts';
import { type Box, boxParts, crossesAntimeridian } from '../geo/wrap.ts';
import { countItems } from './counting.ts';
import type { Execution, Outcome } from './execution.ts';
import type { KnowledgeRequest } from './request.ts';

type Answered = Extract<Outcome, { status: 'answered' }>;

const provenanceOf = ({ answer }: Answered): Readonly<Record<string, unknown>> => answer.items[0]?.provenance ?? {};

/** One line of `trace.providers` (contract/knowledge.md 4.5). */
function traceEvent(outcome: Outcome, parts: number): Readonly<Record<string, unknown>> {
  const { provider } = outcome;
  if (outcome.status !== 'answered')
    return { provider, status: outcome.status, reason: outcome.reason, explicit: outcome.explicit };
  const { items, warnings, version } = outcome.answer;
  const from = provenanceOf(outcome);
  return {
    provider,
    source_id: from.source_id ?? null,
    source_ids: from.source_ids ?? null,
    source_mode: from.source_mode ?? null,
    source_version: from.source_version ?? version,
    cache_hit: outcome.cachedAt !== null,
    ...(outcome.cachedAt === null ? {} : { cached_at: outcome.cachedAt }),
    record_count: items.reduce((sum, item) => sum + (item.record_count ?? 0), 0),
    truncated: items.some((item) => item.truncated === true),
    parts,
    warning_count: warnings.length,
  };
}

/** Closing warnings with the remedy of each gap (contract/knowledge.md 11.1): missing files, missing packages, not consulted. */
export function notices(execution: Pick<Execution, 'outcomes' | 'notConsulted'>, gates: Gates): readonly string[] {
  const lacking = (reason: string): readonly string[] =>
    execution.outcomes.flatMap((outcome) =>
      outcome.status !== 'answered' && outcome.reason === reason ? [outcome.provider] : [],
    );
  const [assets, packages] = [lacking('missing_asset'), lacking('optional_dependency')];
  return [
    ...(assets.length > 0 ? [missingAssetsNotice(assets, gates)] : []),
    ...(packages.length > 0 ? [missingDependenciesNotice(packages)] : []),
    ...execution.notConsulted.map(({ provider }) => notConsultedNotice(provider)),
  ];
}

const withCrs = (box: Box) => ({
  min_lon: box.min_lon,
  min_lat: box.min_lat,
  max_lon: box.max_lon,
  max_lat: box.max_lat,
  crs: 'EPSG:4326' as const,
});

export type BundleContext = {
  readonly traceId: string;
  readonly gates: Gates;
  readonly bundleUri: string /** Warnings about what the query was made from, put first. */;
  readonly ownWarnings?: readonly string[];
};

/** The whole `knowledge/v2` result: bundle, notices and counts. `bounds` is null for an area in two parts (contract 0.4). */
export function assembleBundle(request: KnowledgeRequest, execution: Execution, context: BundleContext): QueryPayload {
  const { bounds } = request;
  const parts = bounds === null ? [] : boxParts(bounds).map(withCrs);
  const wraps = bounds !== null && crossesAntimeridian(bounds);
  const answered = execution.outcomes.filter((outcome): outcome is Answered => outcome.status === 'answered');
  const items = answered.flatMap(({ answer }) => answer.items);
  const warnings = [...new Set([...(context.ownWarnings ?? []), ...execution.warnings, ...notices(execution, context.gates)])];
  return {
    schema_version: 'knowledge/v2',
    bounds: bounds === null || wraps ? null : withCrs(bounds),
    items,
    selected_item_ids: null,
    warnings,
    provider_versions: Object.fromEntries(answered.map(({ provider, answer }) => [provider, answer.version])),
    trace: {
      trace_id: context.traceId,
      providers: execution.outcomes.map((outcome) => traceEvent(outcome, parts.length)),
      providers_not_consulted: execution.notConsulted,
      bounds_parts: parts,
      raw_extent: bounds !== null && wraps ? withCrs(bounds) : null,
    },
    bundle_uri: context.bundleUri,
    ...countItems(items),
  };
}

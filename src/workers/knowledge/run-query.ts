import type { z } from 'zod';
import type { QueryKnowledgeRequest, QueryPayload } from '../../domain/documents/knowledge.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import type { Bounds } from '../../domain/geo/bounds.ts';
import type { AnswerCache } from '../../domain/knowledge/answer-cache.ts';
import { assembleBundle } from '../../domain/knowledge/bundle.ts';
import { executeQuery } from '../../domain/knowledge/execution.ts';
import { providerFailed } from '../../domain/knowledge/failures.ts';
import * as say from '../../domain/knowledge/messages.ts';
import { PROVIDERS } from '../../domain/knowledge/provider-registry.ts';
import type { KnowledgeRequest, LegendLabel } from '../../domain/knowledge/request.ts';
import type { Settings } from '../../domain/settings/settings.ts';
import { createScrubber, rootsOf } from '../../domain/text-safety/scrub.ts';
import type { knowledgeQuery } from '../../queue/jobs/knowledge-query.ts';
import type { HandlerContext } from '../handler.ts';
import { createAnswerFiles } from './answer-files.ts';
import type { KnowledgeLibrary } from './library.ts';

export type KnowledgeDeps = { readonly library: KnowledgeLibrary };

/** One deadline for all live sources of a call (D34): what has arrived by then is the answer. Clients wait a minute as a rule. */
const PATIENCE_MS = 45_000;

/** What a query is about once its tool has settled it. */
export type QuerySubject = {
  readonly bounds: Bounds | null;
  readonly labels: readonly LegendLabel[];
  readonly queryText: string | null;
};

/** What the stored bundle says about where it came from (D15). */
export type QueryOrigin = {
  readonly request: unknown;
  readonly mapId: string | null;
  readonly revision: number | null;
  readonly warnings: readonly string[];
};

/** Filters and limits of the wire form beside the subject. */
export const toRequest = (
  input: Omit<QueryKnowledgeRequest, 'bounds' | 'legend_labels' | 'query_text'>,
  subject: QuerySubject,
): KnowledgeRequest => ({
  ...subject,
  queryText: subject.queryText === '' ? null : subject.queryText,
  include: input.include ?? [],
  exclude: input.exclude ?? [],
  maxRecords: input.max_records ?? null,
  maxRecordsByProvider: input.max_records_by_provider ?? {},
  providerOptions: input.provider_options ?? {},
});

/** Answers kept under the settings of a call; null for none. */
function cacheOf({ cache_root, knowledge: { cache: limits } }: Settings): AnswerCache | null {
  if (limits === undefined || limits.max_bytes === 0) return null;
  return createAnswerFiles({ cacheRoot: cache_root, limits, now: () => new Date() });
}

/** Runs the providers for a request under the settings and the signal of the call, and logs what was downgraded to a warning. */
export async function execute(request: KnowledgeRequest, deps: KnowledgeDeps, context: HandlerContext) {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(providerFailed(say.outOfTime(PATIENCE_MS / 1000))), PATIENCE_MS);
  return executeQuery(request, {
    providers: PROVIDERS,
    ports: deps.library.portsFor(context.settings.knowledge, {
      cacheRoot: context.settings.cache_root,
      signal: context.signal,
      report: (share, message) => context.progress({ share: 0.1 + 0.8 * share, message }),
    }),
    gates: context.settings.gates,
    signal: AbortSignal.any([context.signal, patience.signal]),
    cache: cacheOf(context.settings),
    onFailure: (provider, error) =>
      context.log.warning('knowledge_provider_failed', {
        trace_id: context.traceId,
        provider,
        code: isGeomapError(error) ? error.code : 'unexpected',
        reason: isGeomapError(error)
          ? (error.facts.logReason ?? error.message)
          : error instanceof Error
            ? (error.stack ?? error.name)
            : String(error),
      }),
  }).finally(() => clearTimeout(timer));
}

export type QueryOutput = z.infer<(typeof knowledgeQuery)['output']>;

/** Runs a query and stores its bundle: result, request, handle, map and georeference revision in one document (W-110). */
export async function runQuery(
  request: KnowledgeRequest,
  origin: QueryOrigin,
  { deps, context }: { readonly deps: KnowledgeDeps; readonly context: HandlerContext },
): Promise<QueryOutput> {
  context.progress({ share: 0.1, message: 'Asking the knowledge providers.' });
  const execution = await execute(request, deps, context);
  context.progress({ share: 0.9, message: 'Storing the bundle.' });
  const build = (bundleUri: string): QueryPayload =>
    assembleBundle(request, execution, {
      traceId: context.traceId,
      gates: context.settings.gates,
      bundleUri,
      ownWarnings: origin.warnings,
    });
  const scrub = createScrubber({ roots: rootsOf(context.settings) });
  const record = context.store.addBundle({ mapId: origin.mapId, revision: origin.revision }, (uri) =>
    scrub.value({ ...build(uri), request: origin.request, map_id: origin.mapId, georef_revision: origin.revision }),
  );
  const link = { uri: record.uri, name: 'knowledge bundle', mimeType: 'application/json', size: record.bytes };
  return { payload: build(record.uri), links: [link], preview_file: null };
}

import type { z } from 'zod';
import type { QueryKnowledgeRequest, QueryPayload } from '../../domain/documents/knowledge.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import type { Bounds } from '../../domain/geo/bounds.ts';
import { assembleBundle } from '../../domain/knowledge/bundle.ts';
import { executeQuery } from '../../domain/knowledge/execution.ts';
import { PROVIDERS } from '../../domain/knowledge/provider-registry.ts';
import type { KnowledgeRequest, LegendLabel } from '../../domain/knowledge/request.ts';
import { createScrubber, rootsOf } from '../../domain/text-safety/scrub.ts';
import type { knowledgeQuery } from '../../queue/jobs/knowledge-query.ts';
import type { HandlerContext } from '../handler.ts';
import type { KnowledgeLibrary } from './library.ts';

export type KnowledgeDeps = { readonly library: KnowledgeLibrary };

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

/** Runs the providers for a request under the settings and the signal of the call, and logs what was downgraded to a warning. */
export const execute = (request: KnowledgeRequest, deps: KnowledgeDeps, context: HandlerContext) =>
  executeQuery(request, {
    providers: PROVIDERS,
    ports: deps.library.portsFor(context.settings.knowledge, {
      cacheRoot: context.settings.cache_root,
      signal: context.signal,
      report: (share, message) => context.progress({ share: 0.1 + 0.8 * share, message }),
    }),
    gates: context.settings.gates,
    signal: context.signal,
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
  });

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

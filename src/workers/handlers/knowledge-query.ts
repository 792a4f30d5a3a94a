import { checkBounds } from '../../domain/geo/check-bounds.ts';
import type { Handler } from '../handler.ts';
import { type KnowledgeDeps, runQuery, toRequest } from '../knowledge/run-query.ts';

/** `knowledge.query`: ask the providers for an area, legend labels or a text as given. */
export const knowledgeQuery =
  (deps: KnowledgeDeps): Handler<'knowledge.query'> =>
  async (input, context) => {
    const { bounds, legend_labels, query_text, ...filters } = input;
    const request = toRequest(filters, {
      bounds: bounds === null || bounds === undefined ? null : checkBounds(bounds),
      labels: (legend_labels ?? []).map((text) => ({ text, headings: [] })),
      queryText: query_text ?? null,
    });
    return runQuery(request, { request: input, mapId: null, revision: null, warnings: [] }, { deps, context });
  };

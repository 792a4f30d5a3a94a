import { knowledgeQuery } from '../../queue/jobs/knowledge-query.ts';
import { knowledgeInput } from '../constraints.ts';
import { querySummary } from '../query-summary.ts';
import { defineTool } from '../tool.ts';

export const geomapQueryKnowledge = defineTool({
  name: 'geomap_query_knowledge',
  title: 'Query knowledge',
  description:
    'Ask the knowledge providers for explicit bounds, legend labels or a query text, without a map. The answer is kept as a new bundle under its own URI. Warnings and provenance are evidence, also when nothing was found: an empty result is not proof of absence. Use include to ask providers that are off by default.',
  job: knowledgeQuery,
  constraints: [knowledgeInput],
  annotations: { readOnlyHint: false, idempotentHint: false },
  summary: querySummary,
});

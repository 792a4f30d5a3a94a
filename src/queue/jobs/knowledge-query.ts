import { queryKnowledgeRequestSchema, queryPayloadSchema } from '../../domain/documents/knowledge.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Ask knowledge providers for explicit bounds, labels or text; store a bundle. */
export const knowledgeQuery = defineJob({
  name: 'knowledge.query',
  queue: 'knowledge',
  input: queryKnowledgeRequestSchema,
  output: withExtras(queryPayloadSchema),
  deadlineMs: 120_000,
  dedupe: false,
  idempotent: false,
});

import { queryMapRequestSchema, queryPayloadSchema } from '../../domain/documents/knowledge.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Ask knowledge providers for the area and labels of a map; store a bundle. */
export const mapQuery = defineJob({
  name: 'map.query',
  queue: 'knowledge',
  input: queryMapRequestSchema,
  output: withExtras(queryPayloadSchema),
  deadlineMs: 120_000,
  dedupe: false,
  idempotent: false,
});

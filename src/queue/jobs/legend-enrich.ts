import { enrichLegendRequestSchema, enrichmentPayloadSchema } from '../../domain/documents/knowledge.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Look up rock type and age of one legend label. */
export const legendEnrich = defineJob({
  name: 'legend.enrich',
  queue: 'knowledge',
  input: enrichLegendRequestSchema,
  output: withExtras(enrichmentPayloadSchema),
  deadlineMs: 30_000,
  dedupe: false,
  idempotent: true,
});

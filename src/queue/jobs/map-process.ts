import { processingPayloadSchema, processRequestSchema } from '../../domain/documents/processing.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Detect the layout and the legend of one map; store crops. */
export const mapProcess = defineJob({
  name: 'map.process',
  queue: 'detection',
  input: processRequestSchema,
  output: withExtras(processingPayloadSchema),
  deadlineMs: 600_000,
  dedupe: true,
  idempotent: false,
});

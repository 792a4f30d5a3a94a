import { overlayPayloadSchema, renderRequestSchema } from '../../domain/documents/overlay.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Draw a bundle over a map as SVG and PNG. */
export const overlayRender = defineJob({
  name: 'overlay.render',
  queue: 'rendering',
  input: renderRequestSchema,
  output: withExtras(overlayPayloadSchema),
  deadlineMs: 300_000,
  dedupe: false,
  idempotent: false,
});

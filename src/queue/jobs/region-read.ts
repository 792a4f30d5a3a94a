import { readRegionPayloadSchema, readRegionRequestSchema } from '../../domain/documents/region.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Show a part of a source or of an artifact; nothing is kept. */
export const regionRead = defineJob({
  name: 'region.read',
  queue: 'rendering',
  input: readRegionRequestSchema,
  output: withExtras(readRegionPayloadSchema),
  deadlineMs: 180_000,
  dedupe: false,
  idempotent: true,
});

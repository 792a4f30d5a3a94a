import { georeferenceRequestSchema, georefPayloadSchema } from '../../domain/documents/georef.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Fit control points; store a revision when a map is named. */
export const georefFit = defineJob({
  name: 'georef.fit',
  queue: 'georef',
  input: georeferenceRequestSchema,
  output: withExtras(georefPayloadSchema),
  deadlineMs: 60_000,
  dedupe: false,
  idempotent: false,
});

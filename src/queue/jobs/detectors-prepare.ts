import { z } from 'zod';
import { preparePayloadSchema } from '../../domain/documents/catalog.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Install the approved detector weights. */
export const detectorsPrepare = defineJob({
  name: 'detectors.prepare',
  queue: 'assets',
  input: z.strictObject({}),
  output: withExtras(preparePayloadSchema),
  deadlineMs: 1_800_000,
  dedupe: true,
  idempotent: true,
});

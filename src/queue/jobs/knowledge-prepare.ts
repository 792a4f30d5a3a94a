import { z } from 'zod';
import { preparePayloadSchema } from '../../domain/documents/catalog.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Install the approved knowledge files. */
export const knowledgePrepare = defineJob({
  name: 'knowledge.prepare',
  queue: 'assets',
  input: z.strictObject({}),
  output: withExtras(preparePayloadSchema),
  deadlineMs: 1_800_000,
  dedupe: true,
  idempotent: true,
});

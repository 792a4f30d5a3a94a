import { z } from 'zod';
import { capabilitiesPayloadSchema } from '../../domain/documents/catalog.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Say what is registered, installed, configured and ready. */
export const capabilitiesList = defineJob({
  name: 'capabilities.list',
  queue: 'catalog',
  input: z.strictObject({}),
  output: withExtras(capabilitiesPayloadSchema),
  deadlineMs: 45_000,
  dedupe: false,
  idempotent: true,
});

import { registerPayloadSchema, registerRequestSchema } from '../../domain/documents/catalog.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Check a source file and give it a map ID. */
export const mapRegister = defineJob({
  name: 'map.register',
  queue: 'catalog',
  input: registerRequestSchema,
  output: withExtras(registerPayloadSchema),
  deadlineMs: 120_000,
  dedupe: true,
  idempotent: true,
});

import { exportPayloadSchema, exportRequestSchema } from '../../domain/documents/export.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Write a map, its georeference or its features as a file for other programs. */
export const mapExport = defineJob({
  name: 'map.export',
  queue: 'rendering',
  input: exportRequestSchema,
  output: withExtras(exportPayloadSchema),
  deadlineMs: 900_000,
  dedupe: false,
  idempotent: false,
});

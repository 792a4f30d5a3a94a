import { transformedPointsPayloadSchema, transformPointsRequestSchema } from '../../domain/documents/points.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Bring pixels to the world and back through a georeference. */
export const pointsTransform = defineJob({
  name: 'points.transform',
  queue: 'georef',
  input: transformPointsRequestSchema,
  output: withExtras(transformedPointsPayloadSchema),
  deadlineMs: 60_000,
  dedupe: false,
  idempotent: true,
});

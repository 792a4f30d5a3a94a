import { geologicUnitsPayloadSchema, geologicUnitsRequestSchema } from '../../domain/documents/geologic-units.ts';
import { withExtras } from '../../domain/documents/shared.ts';
import { defineJob } from './job.ts';

/** Ask Macrostrat for map units and columns of a point or an area; store a bundle. */
export const unitsQuery = defineJob({
  name: 'units.query',
  queue: 'knowledge',
  input: geologicUnitsRequestSchema,
  output: withExtras(geologicUnitsPayloadSchema),
  deadlineMs: 90_000,
  dedupe: false,
  idempotent: false,
});

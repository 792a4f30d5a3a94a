import { z } from 'zod';
import { resourceEntrySchema } from '../../domain/documents/catalog.ts';
import { defineJob } from './job.ts';

/** One page of the resource list. */
export const resourceList = defineJob({
  name: 'resource.list',
  queue: 'catalog',
  input: z.strictObject({ cursor: z.string().optional() }),
  output: z.strictObject({ resources: z.array(resourceEntrySchema), next_cursor: z.string().nullable() }),
  deadlineMs: 30_000,
  dedupe: false,
  idempotent: true,
});

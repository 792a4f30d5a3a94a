import { z } from 'zod';
import { defineJob } from './job.ts';

/** Resolve a geomap:// URI to checked content. */
export const resourceResolve = defineJob({
  name: 'resource.resolve',
  queue: 'catalog',
  input: z.strictObject({ uri: z.string().min(1).max(2000) }),
  /** Either the text itself, or an absolute file that has just been checked and that the shell may stream once. */
  output: z.strictObject({ mime_type: z.string(), bytes: z.int(), text: z.string().nullable(), file: z.string().nullable() }),
  deadlineMs: 30_000,
  dedupe: false,
  idempotent: true,
});

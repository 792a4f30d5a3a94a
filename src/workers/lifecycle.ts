import { z } from 'zod';
import { failureSchema } from '../queue/failure-codec.ts';

/** What a parent tells its worker process. */
export const parentMessageSchema = z.discriminatedUnion('type', [
  /** First, and once. Never on the command line: an address may hold a password. */
  z.object({
    type: z.literal('start'),
    redis: z.string(),
    state_root: z.string(),
    /** Unique; Redis shows under it who holds a job. */
    name: z.string(),
    /** Upper bound of the roots a job may name; null where the jobs' own roots are the bound (D5a). */
    allowed_roots: z.array(z.string()).nullable(),
    /** Module of tests with handlers that replace those of the kind. */
    handlers_module: z.string().nullable(),
  }),
  /** Redis has gone, and every waiting caller with it: give up what people waited for. */
  z.object({ type: z.literal('abandon') }),
  /** Take no more jobs, end those that run, then exit. */
  z.object({ type: z.literal('drain') }),
  /** Answered by `pong` unless a job blocks the process. */
  z.object({ type: z.literal('ping') }),
]);

/** What a worker process tells its parent. */
export const childMessageSchema = z.discriminatedUnion('type', [
  /** True: Redis shows that every queue is waited on. False: the connection has broken. */
  z.object({ type: z.literal('waiting'), waiting: z.boolean() }),
  z.object({ type: z.literal('busy'), jobs: z.int() }),
  z.object({ type: z.literal('pong') }),
  /** It cannot start; the process ends after this. */
  z.object({ type: z.literal('failed'), failure: failureSchema }),
]);

export type ParentMessage = z.infer<typeof parentMessageSchema>;
export type ChildMessage = z.infer<typeof childMessageSchema>;

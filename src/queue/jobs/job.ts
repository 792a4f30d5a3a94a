import type { z } from 'zod';

/** The queues, each with the worker kind that serves it. `batch` keeps an archive from delaying a person. */
export const QUEUES = {
  catalog: { kind: 'raster' },
  detection: { kind: 'vision' },
  georef: { kind: 'data' },
  knowledge: { kind: 'data' },
  rendering: { kind: 'raster' },
  assets: { kind: 'data' },
  batch: { kind: 'batch' },
} as const satisfies Record<string, { readonly kind: string }>;

export type QueueName = keyof typeof QUEUES;
export type WorkerKind = (typeof QUEUES)[QueueName]['kind'];

/** One kind of job: shapes of what goes in and comes out, where it runs, how long it may take. */
export type JobSpec<N extends string = string, I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = {
  /** `noun.verb` */
  readonly name: N;
  readonly queue: Exclude<QueueName, 'batch'>;
  readonly input: I;
  readonly output: O;
  /** The caller gets `deadline_exceeded` after this many milliseconds, and the worker is told to stop. */
  readonly deadlineMs: number;
  /** Equal calls that run at the same time join one job (D5c). */
  readonly dedupe: boolean;
  /** Running it twice leaves the same state. */
  readonly idempotent: boolean;
};

/** Identity with types: the way to write a job. */
export const defineJob = <const N extends string, I extends z.ZodType, O extends z.ZodType>(
  spec: JobSpec<N, I, O>,
): JobSpec<N, I, O> => spec;

import type { z } from 'zod';
import type { Settings } from '../domain/settings/settings.ts';
import type { JobName, Jobs } from './jobs/registry.ts';

export type JobProgress = { readonly share: number; readonly message: string };

export type JobCall<N extends JobName> = {
  readonly name: N;
  /** Checked by the schema gate already; its shape is the job's input. */
  readonly input: z.infer<Jobs[N]['input']>;
  readonly settings: Settings;
  /** 32 hex characters: the job's correlation key. */
  readonly traceId: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: JobProgress) => void;
  /** `batch` puts the job on the batch queue, behind no person's call. Default `interactive`. */
  readonly lane?: 'interactive' | 'batch';
};

/**
 * Runs a job somewhere else and waits for its output. Rejects with a `GeomapError`: the handler's own, or
 * `queue_unavailable`, `worker_lost`, `deadline_exceeded`, `cancelled`, within 2 s of the event (D4). Nothing is retried.
 */
export type JobRunner = {
  run<N extends JobName>(call: JobCall<N>): Promise<z.infer<Jobs[N]['output']>>;
  close(): Promise<void>;
};

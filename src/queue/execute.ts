import type { Settings } from '../domain/settings/settings.ts';
import type { JobProgress } from './runner.ts';

/** One job as the process that runs it sees it. The input is unchecked: it came over Redis. */
export type Execution = {
  readonly name: string;
  readonly traceId: string;
  readonly settings: Settings;
  readonly input: unknown;
  /** Aborted with a `GeomapError` as its reason: `cancelled`, `deadline_exceeded` or `queue_unavailable` (shutdown). */
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
};

/** Runs a job to its checked output. Rejects with a `GeomapError` and nothing else. */
export type Execute = (execution: Execution) => Promise<unknown>;

import type { RedisTarget } from './connections.ts';
import type { QueueName, WorkerKind } from './jobs/job.ts';

/** How a client comes to a Redis and to workers that wait: through a private supervisor, or at an address it is given. */
export type Endpoint = {
  /**
   * Resolves with the address of a Redis once workers wait on `queue`. Rejects with `queue_unavailable`,
   * `storage_unavailable` or the failure of a worker that could not start.
   */
  readonly prepare: (queue: QueueName) => Promise<RedisTarget>;
  /** Look again while a job waits: rejects when nobody serves the queue any more. */
  readonly confirm: (queue: QueueName) => Promise<void>;
  /** A call begins or has ended: routes log lines, and shows a kind of worker to be in use. */
  readonly begin: (call: { readonly traceId: string; readonly kind: WorkerKind }) => void;
  readonly end: (traceId: string) => void;
  readonly close: () => Promise<void>;
};

/** What an endpoint tells its client without being asked. */
export type EndpointListeners = {
  /** Workers of this kind have gone: jobs that still wait for one need it again. */
  readonly down: (kind: WorkerKind) => void;
  /** The supervisor has gone, and Redis with it. */
  readonly lost: () => void;
};

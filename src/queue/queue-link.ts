import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { openConnection, type RedisTarget } from './connections.ts';
import type { QueueName } from './jobs/job.ts';
import { eventsKey, KEY_PREFIX } from './names.ts';

/** Events kept per queue, about (8.9). Each holds a receipt of at most 8 kB. */
const EVENTS_KEPT = 500;

export type JobEvent =
  | { readonly type: 'completed'; readonly receipt: unknown }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'progress'; readonly data: unknown }
  | { readonly type: 'removed' };

/** One queue as a client sees it: a way to add, and a listener that hears what becomes of each job. */
export type QueueLink = {
  readonly queue: Queue;
  /** Returns the way to stop listening. */
  readonly listen: (jobId: string, listener: (event: JobEvent) => void) => () => void;
  readonly close: () => Promise<void>;
};

function dispatchEvents(events: QueueEvents, dispatch: (jobId: string, event: JobEvent) => void): void {
  events.on('error', () => undefined);
  events.on('completed', ({ jobId, returnvalue }) => dispatch(jobId, { type: 'completed', receipt: returnvalue }));
  events.on('failed', ({ jobId, failedReason }) => dispatch(jobId, { type: 'failed', message: failedReason }));
  events.on('progress', ({ jobId, data }) => dispatch(jobId, { type: 'progress', data }));
  events.on('removed', ({ jobId }) => dispatch(jobId, { type: 'removed' }));
}

/** Newest event of the queue now: a listener that starts behind it misses nothing that is added later. */
async function newestEvent(producer: Redis, name: QueueName): Promise<string> {
  const [newest] = await producer.xrevrange(eventsKey(name), '+', '-', 'COUNT', 1);
  return newest?.[0] ?? '0-0';
}

/** Opens one connection more, for the blocking listener. Rejects with the error of Redis. */
export async function openQueueLink(
  name: QueueName,
  redis: { readonly target: RedisTarget; readonly producer: Redis },
): Promise<QueueLink> {
  const lastEventId = await newestEvent(redis.producer, name);
  const events = new QueueEvents(name, { connection: openConnection(redis.target, 'template'), prefix: KEY_PREFIX, lastEventId });
  const queue = new Queue(name, {
    connection: redis.producer,
    prefix: KEY_PREFIX,
    streams: { events: { maxLen: EVENTS_KEPT } },
    defaultJobOptions: {
      attempts: 1,
      removeOnComplete: { age: 300, count: 200 },
      removeOnFail: { age: 3600, count: 200 },
      stackTraceLimit: 0,
    },
  });
  queue.on('error', () => undefined);
  const listeners = new Map<string, Set<(event: JobEvent) => void>>();
  dispatchEvents(events, (jobId, event) => {
    for (const listener of listeners.get(jobId) ?? []) listener(event);
  });
  return {
    queue,
    listen(jobId, listener) {
      const own = listeners.get(jobId) ?? new Set();
      listeners.set(jobId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(jobId);
      };
    },
    async close() {
      await Promise.allSettled([events.close(), queue.close()]);
    },
  };
}

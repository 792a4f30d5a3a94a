import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { encodeFailure } from './failure-codec.ts';
import type { QueueName } from './jobs/job.ts';
import { KEY_PREFIX, lockKey } from './names.ts';
import { workerLost } from './queue-failures.ts';

export type WorkerEnd = {
  /** Unique name under which the worker took its jobs. */
  readonly worker: string;
  readonly queues: readonly QueueName[];
  readonly signal: string | null;
  readonly exitCode: number | null;
};

/**
 * Fails at once, with `worker_lost`, every job that a dead worker held. Redis itself says which: it writes the worker's
 * name into a job in the same step that hands it over, so none is missed however the process died. Resolves with their ids.
 */
export async function failLostJobs(connection: Redis, end: WorkerEnd): Promise<readonly string[]> {
  const failed: string[] = [];
  const reason = new Error(encodeFailure(workerLost(end)));
  reason.stack = '';
  for (const name of end.queues) {
    const queue = new Queue(name, { connection, prefix: KEY_PREFIX });
    queue.on('error', () => undefined);
    for (const job of await queue.getActive()) {
      const id = job?.id;
      if (id === undefined || job.processedBy !== end.worker) continue;
      const token = await connection.get(lockKey(name, id));
      await job.moveToFailed(reason, token ?? '0', false);
      failed.push(id);
    }
    await queue.close();
  }
  return failed;
}

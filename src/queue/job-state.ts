import type { Redis } from 'ioredis';
import type { QueueName } from './jobs/job.ts';
import { jobKey, lockKey } from './names.ts';
import { isRefusal } from './queue-failures.ts';

/** What Redis itself knows of a job, for a caller who may have missed an event. */
export type JobState =
  | { readonly state: 'missing' | 'waiting' }
  | { readonly state: 'active'; readonly locked: boolean }
  | { readonly state: 'completed'; readonly receipt: unknown }
  | { readonly state: 'failed'; readonly message: string };

/** One round trip. Rejects with the error of Redis. */
export async function readJobState(connection: Redis, queue: QueueName, jobId: string): Promise<JobState> {
  const fields = ['timestamp', 'processedOn', 'finishedOn', 'failedReason', 'returnvalue'] as const;
  const [values, locked] = await Promise.all([
    connection.hmget(jobKey(queue, jobId), ...fields),
    connection.exists(lockKey(queue, jobId)),
  ]);
  const [timestamp, processedOn, finishedOn, failedReason, returnvalue] = values;
  if (!timestamp) return { state: 'missing' };
  if (finishedOn && failedReason) return { state: 'failed', message: failedReason };
  if (finishedOn) return { state: 'completed', receipt: JSON.parse(returnvalue ?? 'null') };
  if (processedOn) return { state: 'active', locked: locked === 1 };
  return { state: 'waiting' };
}

/**
 * True when Redis could not write its file (disk full) and therefore takes no more changes: a job that runs then can
 * neither end nor be told apart from a slow one. False when this Redis does not say. Rejects when it does not answer.
 */
export async function isRefusingWrites(connection: Redis): Promise<boolean> {
  const facts = await connection.info('persistence').catch((error) => {
    if (isRefusal(error)) return '';
    throw error;
  });
  return /^aof_last_write_status:err/m.test(facts);
}

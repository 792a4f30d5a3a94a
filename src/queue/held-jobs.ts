import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { QueueName } from './jobs/job.ts';
import { activeKey, jobKey, lockKey, stalledKey } from './names.ts';

/** Time for which a running job is locked, in ms. A worker that vanishes with its machine is noticed after it (D5b). */
export const LOCK_MS = 30_000;
/** A job still held this long past its limit is held by a process that no longer listens. */
const OVERDUE_MS = 15_000;

export type HeldJob = {
  readonly jobId: string;
  readonly name: string;
  /** How long it has been running, in ms. */
  readonly ageMs: number;
  /** Share of the work last reported, 0..1, or null. */
  readonly share: number | null;
  /** It should have been stopped by its worker, which did not. */
  readonly overdue: boolean;
};

const dataSchema = z.object({ deadline_ms: z.number() });
const progressSchema = z.object({ share: z.number() });

function parseJson<T>(schema: z.ZodType<T>, text: string | null | undefined): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the locks of the jobs a live worker holds, from its parent: native code may block the worker's own event loop for
 * longer than a lock lasts (8.1). Resolves with those jobs (8.4). `now` in ms of the clock of this machine, as `processedOn` is.
 */
export async function renewHeldJobs(
  connection: Redis,
  holder: { readonly worker: string; readonly queues: readonly QueueName[]; readonly now: number },
): Promise<readonly HeldJob[]> {
  const held: HeldJob[] = [];
  for (const queue of holder.queues) {
    for (const jobId of await connection.lrange(activeKey(queue), 0, -1)) {
      const fields = ['pb', 'name', 'processedOn', 'data', 'progress'] as const;
      const [worker, name, processedOn, data, progress] = await connection.hmget(jobKey(queue, jobId), ...fields);
      if (worker !== holder.worker) continue;
      await connection.multi().pexpire(lockKey(queue, jobId), LOCK_MS).srem(stalledKey(queue), jobId).exec();
      const ageMs = holder.now - Number(processedOn ?? holder.now);
      const limit = parseJson(dataSchema, data)?.deadline_ms ?? Number.POSITIVE_INFINITY;
      held.push({
        jobId,
        name: name ?? '',
        ageMs,
        share: parseJson(progressSchema, progress)?.share ?? null,
        overdue: ageMs > limit + OVERDUE_MS,
      });
    }
  }
  return held;
}

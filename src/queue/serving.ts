import type { Redis } from 'ioredis';
import type { QueueName } from './jobs/job.ts';
import { servingKey } from './names.ts';

/** A worker says so every 1.5 s; one that has not for 6 s is not there. */
export const BEAT_MS = 1500;
const SILENT_MS = 6000;

const MARK = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ${SILENT_MS})
redis.call('PEXPIRE', KEYS[1], ${SILENT_MS * 2})`;

const COUNT = `
local t = redis.call('TIME')
return redis.call('ZCOUNT', KEYS[1], t[1] * 1000 + math.floor(t[2] / 1000) - ${SILENT_MS}, '+inf')`;

/** Mark a worker as waiting on its queues now, by the clock of Redis: those of several machines differ. */
export async function markServing(connection: Redis, worker: string, queues: readonly QueueName[]): Promise<void> {
  await Promise.all(queues.map((queue) => connection.eval(MARK, 1, servingKey(queue), worker)));
}

/** Take the marks of a worker that has gone. */
export async function unmarkServing(connection: Redis, worker: string, queues: readonly QueueName[]): Promise<void> {
  await Promise.all(queues.map((queue) => connection.zrem(servingKey(queue), worker)));
}

/** True when some worker waits on the queue. */
export async function isServed(connection: Redis, queue: QueueName): Promise<boolean> {
  const count = await connection.eval(COUNT, 1, servingKey(queue));
  return typeof count === 'number' && count > 0;
}

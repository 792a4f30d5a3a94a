import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { callersKey } from './names.ts';

/** JSON with the keys of every object in order, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** Calls with an equal key that run at the same time join one job (D5c). Settings belong to it: they change results (D5a). */
export function joinKey(name: string, input: unknown, settings: unknown): string {
  return createHash('sha256')
    .update(canonicalJson([name, input, settings]))
    .digest('hex');
}

/** Count a caller of a job that others may join; the mark goes with the job's deadline. */
export async function enterJob(
  connection: Redis,
  entry: { readonly jobId: string; readonly caller: string; readonly deadlineMs: number },
): Promise<void> {
  const key = callersKey(entry.jobId);
  await connection
    .multi()
    .sadd(key, entry.caller)
    .pexpire(key, entry.deadlineMs + 60_000)
    .exec();
}

/** Take a caller off; resolves with the number of callers that still wait. */
export async function leaveJob(connection: Redis, entry: { readonly jobId: string; readonly caller: string }): Promise<number> {
  const key = callersKey(entry.jobId);
  const results = await connection.multi().srem(key, entry.caller).scard(key).exec();
  const left = results?.[1]?.[1];
  return typeof left === 'number' ? left : 0;
}

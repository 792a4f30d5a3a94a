import type { Redis } from 'ioredis';
import type { QueueName } from './jobs/job.ts';
import { KEY_PREFIX } from './names.ts';

/** Name that BullMQ gives to the blocking connection of a worker. */
export const workerConnectionName = (queue: QueueName, worker: string): string =>
  `${KEY_PREFIX}:${Buffer.from(queue).toString('base64')}:w:${worker}`;

/**
 * The queues on which `worker` blocks at this moment, as Redis itself sees it (8.6: a process that is alive need not
 * be waiting). Null when this Redis does not let its connections be listed.
 */
export async function readWaitingQueues(
  connection: Redis,
  worker: string,
  queues: readonly QueueName[],
): Promise<readonly QueueName[] | null> {
  let listed: unknown;
  try {
    listed = await connection.client('LIST');
  } catch {
    return null;
  }
  const lines = String(listed).split('\n');
  return queues.filter((queue) => {
    const name = ` name=${workerConnectionName(queue, worker)} `;
    return lines.some((line) => line.includes(name) && line.includes(' cmd=bzpopmin '));
  });
}

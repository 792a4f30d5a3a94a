import type { Redis } from 'ioredis';
import { openConnection, type RedisTarget, waitForConnection } from './connections.ts';
import type { QueueName } from './jobs/job.ts';
import { openQueueLink, type QueueLink } from './queue-link.ts';

/** The connections of one client to one Redis; those of a queue are opened at its first use. */
export type RedisHub = {
  readonly target: RedisTarget;
  readonly producer: Redis;
  /** Resolves with false when Redis does not answer within `timeoutMs`. */
  readonly ready: (timeoutMs: number) => Promise<boolean>;
  readonly link: (name: QueueName) => Promise<QueueLink>;
  readonly close: () => Promise<void>;
};

/** `lost` is called each time a connection that worked breaks, `restored` each time it works again after that. */
export type HubListeners = { readonly lost: () => void; readonly restored: () => void };

export function openRedisHub(target: RedisTarget, listeners: HubListeners): RedisHub {
  const producer = openConnection(target, 'producer');
  const links = new Map<QueueName, Promise<QueueLink>>();
  let markClosed: (ready: false) => void = () => undefined;
  const closed = new Promise<false>((resolve) => {
    markClosed = resolve;
  });
  let worked = false;
  let broken = false;
  producer.on('ready', () => {
    worked = true;
    if (broken) listeners.restored();
    broken = false;
  });
  producer.on('close', () => {
    if (!worked) return;
    worked = false;
    broken = true;
    listeners.lost();
  });
  return {
    target,
    producer,
    // ioredis says nothing when it is closed between two attempts to connect.
    ready: (timeoutMs) => Promise.race([waitForConnection(producer, timeoutMs), closed]),
    link(name) {
      const known = links.get(name);
      if (known) return known;
      const opening = openQueueLink(name, { target, producer });
      links.set(name, opening);
      opening.catch(() => links.delete(name));
      return opening;
    },
    async close() {
      markClosed(false);
      producer.disconnect();
      const opened = await Promise.allSettled(links.values());
      links.clear();
      await Promise.allSettled(opened.map((link) => (link.status === 'fulfilled' ? link.value.close() : undefined)));
    },
  };
}

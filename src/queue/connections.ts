import { Redis, type RedisOptions } from 'ioredis';

/** Address of a Redis: redis://, rediss:// or the absolute path of a unix socket. */
export type RedisTarget = string;

/**
 * `producer` fails a command at once when there is no connection, and after 1.5 s without an answer (a Redis that is
 * frozen keeps its connections), so that a caller gets its answer; `patient` keeps a
 * command until Redis is back (workers and listeners; BullMQ insists on it for blocking commands); `template` is a patient one
 * that does not connect: BullMQ makes its own copy of it.
 */
export type ConnectionRole = 'producer' | 'patient' | 'template';

const ROLES = {
  producer: { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1500 },
  patient: { maxRetriesPerRequest: null },
  template: { maxRetriesPerRequest: null, lazyConnect: true },
} as const satisfies Record<ConnectionRole, RedisOptions>;

/** Reconnects for ever, after 20 ms first and every half second later (8.5). Never throws; its errors are for the owner to read from `error` and `close`. */
export function openConnection(target: RedisTarget, role: ConnectionRole): Redis {
  const options: RedisOptions = {
    ...ROLES[role],
    connectTimeout: 1500,
    retryStrategy: (attempt) => Math.min(20 * attempt, 500),
  };
  const connection = new Redis(target, options);
  connection.setMaxListeners(1000);
  connection.on('error', () => undefined);
  return connection;
}

/** Resolves with true once commands can be sent, with false after `timeoutMs` or `attempts` failed attempts without that. */
export function waitForConnection(
  connection: Redis,
  timeoutMs: number,
  attempts: number = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  if (connection.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    const settle = (ready: boolean) => {
      clearTimeout(timer);
      connection.off('ready', onReady);
      connection.off('close', onClose);
      connection.off('end', onEnd);
      resolve(ready);
    };
    const onReady = () => settle(true);
    const onEnd = () => settle(false);
    let failed = 0;
    const onClose = () => {
      failed += 1;
      if (failed >= attempts) settle(false);
    };
    const timer = setTimeout(() => settle(false), timeoutMs);
    connection.on('ready', onReady);
    connection.on('close', onClose);
    connection.on('end', onEnd);
  });
}

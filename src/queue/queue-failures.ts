import { GeomapError } from '../domain/errors/geomap-error.ts';

/** The failures of the queue itself, each written once. */
export const cancelled = (): GeomapError => new GeomapError('cancelled', 'The call was cancelled before it had finished.');

export const deadlineExceeded = (deadlineMs: number): GeomapError =>
  new GeomapError('deadline_exceeded', {
    message: `The call ran past its limit of ${deadlineMs / 1000} seconds and was stopped. Ask for a smaller area or a smaller map.`,
    details: { deadline_ms: deadlineMs },
  });

export const jobRemoved = (): GeomapError =>
  new GeomapError('worker_lost', {
    message: 'The job was removed from the queue before it had finished. Try once more.',
    details: { reason: 'job_removed' },
  });

/** The process that ran the job ended: by signal, or by itself with an exit code. */
export const workerLost = (end: { readonly signal: string | null; readonly exitCode: number | null }): GeomapError =>
  new GeomapError('worker_lost', {
    message:
      'The worker process that ran this job ended before the job had finished. Try once more; if it happens again, look for the trace ID in the log.',
    details:
      end.signal === null
        ? { reason: 'process_ended', exit_code: end.exitCode ?? -1 }
        : { reason: 'process_ended', signal: end.signal },
  });

export const workerSilent = (): GeomapError =>
  new GeomapError('worker_lost', {
    message: 'The worker that ran this job is gone. Try once more; if it happens again, see whether its machine is up.',
    details: { reason: 'lock_expired' },
  });

const REDIS_BACK =
  'The queue (Redis) was lost while the call was running, so its result is unknown. Try again; if it happens again, look at the log of Redis.';

/** `reason` names the event for machines and for the log. */
export const queueLost = (): GeomapError =>
  new GeomapError('queue_unavailable', { message: REDIS_BACK, details: { reason: 'connection_lost' } });

/** It has the connection and says nothing: it was stopped, or its machine or disk hangs. */
export const redisSilent = (): GeomapError =>
  new GeomapError('queue_unavailable', {
    message:
      'The queue (Redis) holds its connection but does not answer, so the result of the call is unknown. Try again; if it happens again, see whether the Redis process was stopped or its disk hangs, and restart it.',
    details: { reason: 'no_answer' },
  });

export const redisUnreachable = (external: boolean): GeomapError =>
  new GeomapError('queue_unavailable', {
    message: external
      ? 'The Redis named by GEOMAP_REDIS_URL does not answer. Start it, or correct or unset GEOMAP_REDIS_URL (unset, a private Redis is started).'
      : 'The private Redis does not answer. Try again; if it happens again, look at the log in the folder logs of the state root.',
    details: { reason: 'unreachable' },
  });

export const noWorkers = (): GeomapError =>
  new GeomapError('queue_unavailable', {
    message:
      'No worker serves the Redis named by GEOMAP_REDIS_URL. Start stratigraphic-amenity-worker with the same GEOMAP_REDIS_URL and GEOMAP_STATE_ROOT.',
    details: { reason: 'no_worker' },
  });

export const supervisorSilent = (): GeomapError =>
  new GeomapError('queue_unavailable', {
    message:
      'The process that runs Redis and the workers did not start in time. Try again; if it happens again, look at the log in the folder logs of the state root.',
    details: { reason: 'supervisor_not_started' },
  });

export const redisMissing = (): GeomapError =>
  new GeomapError('queue_unavailable', {
    message:
      'The program redis-server was not found on PATH. Install it (Debian or Ubuntu: apt-get install redis-server; macOS: brew install redis), or set GEOMAP_REDIS_URL to a Redis that runs already.',
    details: { reason: 'redis_not_installed' },
    hints: [
      'Install Redis: apt-get install redis-server, or brew install redis.',
      'Or set GEOMAP_REDIS_URL to an existing Redis or Valkey.',
    ],
  });

export const redisFailed = (): GeomapError =>
  new GeomapError('queue_unavailable', {
    message:
      'The private Redis ended while it was starting. Look at the log in the folder logs of the state root, or set GEOMAP_REDIS_URL to a Redis that runs already.',
    details: { reason: 'redis_not_started' },
  });

export const stateLocked = (): GeomapError =>
  new GeomapError('queue_unavailable', {
    message:
      'Another process holds the lock of the state root but does not answer. End it, or set GEOMAP_STATE_ROOT to another folder.',
    details: { reason: 'state_locked' },
  });

/** Something outside (a person, a supervisor of the machine, the kernel for want of memory) ended it while it was starting. */
export const workerKilled = (kind: string, signal: string): GeomapError =>
  new GeomapError('queue_unavailable', {
    message: `The worker for ${kind} jobs was ended by ${signal} while it was starting. Try again; if it happens again, see whether the machine runs out of memory.`,
    details: { reason: 'worker_not_started', kind, signal },
  });

export const workerNotStarted = (kind: string): GeomapError =>
  new GeomapError('queue_unavailable', {
    message: `The worker for ${kind} jobs ended while it was starting. Run npm ci and npm run build again, then look at the log in the folder logs of the state root.`,
    details: { reason: 'worker_not_started', kind },
  });

/** `queue_not_writable`: Redis refused a change because it cannot write its file, so nothing has happened. */
export const storageFull = (reason: 'not_writable' | 'queue_not_writable' = 'not_writable'): GeomapError =>
  new GeomapError('storage_unavailable', {
    message:
      'The disk of the state root or the cache is full or cannot be written. Free some space, or set GEOMAP_STATE_ROOT and GEOMAP_CACHE_ROOT to folders that can be written.',
    details: { reason },
  });

const STORAGE_ERRNO = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EACCES',
  'EPERM',
  'EIO',
  'EFBIG',
  'SQLITE_FULL',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
]);

/** The `code` of a Node or SQLite error, or undefined. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** `storage_unavailable` for an error of the file system or the database that means a full or unwritable disk, else undefined. */
export function asStorageFailure(error: unknown): GeomapError | undefined {
  const errno = errnoOf(error);
  if (errno === undefined) return undefined;
  const known = STORAGE_ERRNO.has(errno) || errno.startsWith('SQLITE_IOERR') || errno.startsWith('SQLITE_READONLY');
  return known ? storageFull() : undefined;
}

const CONNECTION_WORDS =
  /Connection is closed|Stream isn't writeable|enableOfflineQueue|max retries per request|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|LOADING|CLUSTERDOWN/i;

/** A transaction fails with one word for all reasons; the reason itself is the first of the errors before its end. */
function reasonOf(error: Error): Error {
  const [first]: readonly unknown[] =
    'previousErrors' in error && Array.isArray(error.previousErrors) ? error.previousErrors : [];
  return first instanceof Error ? first : error;
}

/** Redis answered and refused: the command has changed nothing. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && /^(MISCONF|OOM|NOAUTH|WRONGPASS|NOPERM|READONLY)/.test(reasonOf(error).message);

/** What an error of a Redis command means for the caller; an unknown one comes back as it is (a bug of ours). */
export function toQueueFailure(thrown: unknown): unknown {
  if (thrown instanceof GeomapError || !(thrown instanceof Error)) return thrown;
  const error = reasonOf(thrown);
  if (/^(MISCONF|OOM)/.test(error.message)) return storageFull('queue_not_writable');
  if (/^(NOAUTH|WRONGPASS|NOPERM)/.test(error.message)) {
    return new GeomapError('queue_unavailable', {
      message: 'The Redis named by GEOMAP_REDIS_URL refused the user or the password. Correct GEOMAP_REDIS_URL.',
      details: { reason: 'access_denied' },
    });
  }
  if (/Command timed out/i.test(error.message)) return redisSilent();
  const text = `${error.name} ${error.message} ${errnoOf(error) ?? ''}`;
  return CONNECTION_WORDS.test(text) || error.name === 'MaxRetriesPerRequestError' ? queueLost() : thrown;
}

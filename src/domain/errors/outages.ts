import { GeomapError } from './geomap-error.ts';

/** Why no job can be given to a worker. */
export type QueueOutage =
  | 'no_redis_server'
  | 'redis_unreachable'
  | 'redis_lost'
  | 'redis_not_started'
  | 'supervisor_not_started'
  | 'worker_not_started';

const OUTAGES: Readonly<Record<QueueOutage, { readonly message: string; readonly hint: string }>> = {
  no_redis_server: {
    message: 'No redis-server program was found on the PATH of the server and GEOMAP_REDIS_URL is not set.',
    hint: 'Ask the server operator to install it (`apt-get install redis-server`, or `brew install redis` on macOS) or to set GEOMAP_REDIS_URL to a running Redis or Valkey.',
  },
  redis_unreachable: {
    message: 'The Redis that GEOMAP_REDIS_URL names does not answer.',
    hint: 'Ask the server operator to start that Redis, to correct GEOMAP_REDIS_URL, or to unset it so that the server starts a private one.',
  },
  redis_lost: {
    message: 'The connection to Redis was lost while the call was running; its outcome is not known.',
    hint: 'Call the tool once more; when it fails again, give the trace_id to the server operator.',
  },
  redis_not_started: {
    message: 'The private redis-server did not start.',
    hint: 'Ask the server operator to look up the trace_id in the log on stderr; the state folder must be writable and redis-server must run by itself.',
  },
  supervisor_not_started: {
    message: 'The process that starts the workers did not come up.',
    hint: 'Ask the server operator to look up the trace_id in the log on stderr.',
  },
  worker_not_started: {
    message: 'No worker process for this kind of job could be started.',
    hint: 'Ask the server operator to look up the trace_id in the log on stderr; a native package may not load on this machine.',
  },
};

/** `queue_unavailable`, with the remedy in the message as well, because some hosts show nothing else. */
export function queueUnavailable(reason: QueueOutage, logReason?: string): GeomapError {
  const { message, hint } = OUTAGES[reason];
  return new GeomapError('queue_unavailable', {
    message: `${message} ${hint}`,
    details: { reason },
    hints: [hint],
    ...(logReason === undefined ? {} : { logReason }),
  });
}

/** How a job lost its process. */
export type Loss = {
  readonly signal?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly reason?: 'job_removed' | 'stalled' | 'host_lost' | undefined;
};

/** `worker_lost` with signal, exit code or reason in its details. */
export function workerLost(loss: Loss): GeomapError {
  const details = Object.fromEntries(
    Object.entries({ reason: loss.reason, signal: loss.signal, exit_code: loss.exitCode }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const what =
    loss.reason === 'job_removed' ? 'The job was removed from the queue before it ended.' : 'The process that ran the job died.';
  return new GeomapError('worker_lost', {
    message: `${what} One more attempt is sensible; when it fails again, give the trace ID to the server operator.`,
    details,
    hints: ['Repeat the call once. When it fails again, report the trace_id to the server operator.'],
  });
}

/** `deadline_exceeded` of a job that may take `deadlineMs` milliseconds. */
export const deadlineExceeded = (deadlineMs: number): GeomapError =>
  new GeomapError('deadline_exceeded', {
    message: `The job ran past its limit of ${deadlineMs / 1000} s and was stopped. Ask for less (a smaller picture, area or number of records), or have the server operator look at the machine's load.`,
    details: { deadline_ms: deadlineMs },
  });

/** `cancelled`: the client withdrew the call. */
export const cancelled = (): GeomapError => new GeomapError('cancelled', 'The call was cancelled by the client.');

/** Why state cannot be written. */
export type StorageOutage = 'not_writable' | 'disk_full' | 'locked';

/** `storage_unavailable`; the folder is named by its variable, never by its path. */
export function storageUnavailable(reason: StorageOutage, logReason?: string): GeomapError {
  const what = { not_writable: 'is not writable', disk_full: 'has no space left', locked: 'is locked by another process' }[
    reason
  ];
  return new GeomapError('storage_unavailable', {
    message: `The state or cache folder of the server (GEOMAP_STATE_ROOT, GEOMAP_CACHE_ROOT) ${what}. The server operator has to repair this.`,
    details: { reason },
    hints: [
      'Ask the server operator to free space or to correct the rights of the state and cache folders, then repeat the call.',
    ],
    ...(logReason === undefined ? {} : { logReason }),
  });
}

/** `registry_corrupt` (D13): the registry is left as it is, nothing is thrown away silently. */
export const registryCorrupt = (logReason?: string): GeomapError =>
  new GeomapError('registry_corrupt', {
    message:
      'The persistent registry exists but is not a readable registry. It was left untouched on purpose, so that nothing is lost.',
    details: { registry: 'state/registry.sqlite' },
    hints: ['Back up and remove the registry file under the data root, then register the maps again.'],
    ...(logReason === undefined ? {} : { logReason }),
  });

import type { GeomapError } from '../domain/errors/geomap-error.ts';
import type { QueueName } from './jobs/job.ts';
import { cancelled, deadlineExceeded } from './queue-failures.ts';

/**
 * One caller's wait for one job. It ends once: with a receipt, or with a failure by the job, the deadline, the caller's
 * signal or a lost queue, whichever comes first.
 */
export class Wait {
  readonly queue: QueueName;
  readonly ended: Promise<unknown>;
  /** Set when the job is in the queue, or may be. */
  jobId: string | undefined;
  /** Name under which this caller counts among those of a job that others may join. */
  caller: string | undefined;
  /** Joined to another's job: its cancellation is not ours. */
  joined = false;
  /** The queue has confirmed the job: from now on, not finding it means that somebody removed it. */
  added = false;
  over = false;
  /** The caller has gone or the limit has passed: the job is to be withdrawn. */
  abandoned = false;
  /** Polls in a row that found the job running without its lock. */
  lockMisses = 0;
  /** Share of the work reported so far; reports only rise. */
  share = -1;
  #settle: { resolve: (receipt: unknown) => void; reject: (error: unknown) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  readonly #cleanups: (() => void)[] = [];

  constructor(limits: { readonly queue: QueueName; readonly deadlineMs: number; readonly signal: AbortSignal | undefined }) {
    this.queue = limits.queue;
    this.ended = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.ended.catch(() => undefined);
    const timer = setTimeout(() => this.#abandon(deadlineExceeded(limits.deadlineMs)), limits.deadlineMs);
    this.onEnd(() => clearTimeout(timer));
    const { signal } = limits;
    if (signal === undefined) return;
    const onAbort = () => this.#abandon(cancelled());
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    this.onEnd(() => signal.removeEventListener('abort', onAbort));
  }

  /** Called once, when the wait is over; at once when it is over already. */
  onEnd(cleanup: () => void): void {
    if (this.over) cleanup();
    else this.#cleanups.push(cleanup);
  }

  resolve(receipt: unknown): void {
    if (this.#end()) this.#settle.resolve(receipt);
  }

  fail(error: unknown): void {
    if (this.#end()) this.#settle.reject(error);
  }

  #abandon(error: GeomapError): void {
    if (this.over) return;
    this.abandoned = true;
    this.fail(error);
  }

  #end(): boolean {
    if (this.over) return false;
    this.over = true;
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    return true;
  }
}

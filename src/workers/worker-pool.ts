import type { Redis } from 'ioredis';
import type { Logger } from '../platform/log.ts';
import { isStopped } from '../platform/stopped-process.ts';
import { renewHeldJobs } from '../queue/held-jobs.ts';
import { QUEUES, type QueueName, type WorkerKind } from '../queue/jobs/job.ts';
import { traceOfJob } from '../queue/names.ts';
import { type ProcessEnd, WorkerProcess } from './worker-process.ts';

/** A kind that could not start by itself is not tried again for this long; who asks meanwhile gets the same answer. */
const FAILURE_MEMORY_MS = 300;
const HEARTBEAT_MS = 10_000;
const LONG_JOB_MS = 60_000;
const BACKOFF_MS = { least: 250, most: 30_000 } as const;

export type WorkerPoolOptions = {
  readonly stateRoot: string;
  readonly allowedRoots: readonly string[] | null;
  readonly handlersModule: string | null;
  /** Address of the Redis that answers now. */
  readonly redis: () => string;
  /** For failing the jobs that a dead worker held. */
  readonly connection: () => Redis;
  readonly log: Logger;
  readonly onLine: (text: string) => void;
  /** No worker of this kind waits any more. */
  readonly onDown: (kind: WorkerKind) => void;
  readonly onWaiting?: (worker: WorkerProcess, waiting: boolean) => void;
  /** Start a worker again by itself when it has died, instead of when it is needed. */
  readonly keepAlive: boolean;
};

export const queuesOfKind = (kind: WorkerKind): readonly QueueName[] => {
  const names: QueueName[] = [];
  for (const name of Object.keys(QUEUES)) if (isQueueName(name) && QUEUES[name].kind === kind) names.push(name);
  return names;
};

const isQueueName = (name: string): name is QueueName => Object.hasOwn(QUEUES, name);

/** The worker processes of one parent, at most one per kind. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Map<WorkerKind, WorkerProcess>();
  readonly #failures = new Map<WorkerKind, { readonly error: unknown; readonly at: number }>();
  readonly #leaving = new Set<WorkerProcess>();
  /** Those that the last heartbeat found stopped. */
  readonly #stopped = new WeakSet<WorkerProcess>();
  readonly #failedStarts = new Map<WorkerKind, number>();
  readonly #heartbeat: NodeJS.Timeout;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#heartbeat = setInterval(() => {
      for (const worker of [...this.#workers.values(), ...this.#leaving]) if (worker.jobs > 0) void this.#tend(worker);
    }, HEARTBEAT_MS);
  }

  get workers(): readonly WorkerProcess[] {
    return [...this.#workers.values()];
  }

  /** Resolves once a worker of the kind waits on its queues. Rejects with a `GeomapError`. */
  async need(kind: WorkerKind): Promise<void> {
    const failure = this.#failures.get(kind);
    if (failure && performance.now() - failure.at < FAILURE_MEMORY_MS) throw failure.error;
    const worker = this.#workers.get(kind) ?? this.start(kind);
    worker.usedAt = performance.now();
    try {
      await worker.untilWaiting();
    } catch (error) {
      if (!worker.killed) this.#failures.set(kind, { error, at: performance.now() });
      worker.kill();
      throw error;
    }
  }

  /** A call for this kind has come. */
  use(kind: WorkerKind): void {
    const worker = this.#workers.get(kind);
    if (worker === undefined) return;
    worker.usedAt = performance.now();
    worker.probe();
  }

  abandonAll(): void {
    for (const worker of this.#workers.values()) worker.abandon();
  }

  /** Ends workers that have had nothing to do for `idleMs`. */
  endIdle(idleMs: number): void {
    for (const [kind, worker] of this.#workers) {
      if (worker.jobs > 0 || !worker.waiting || performance.now() - worker.usedAt < idleMs) continue;
      this.#options.log.debug('worker_idle', { kind, pid: worker.pid });
      this.#leave(worker);
      this.#options.onDown(kind);
      void worker.drain(60_000);
    }
  }

  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    const workers = [...this.#workers.values(), ...this.#leaving];
    for (const worker of this.#workers.values()) this.#leave(worker);
    await Promise.all(workers.map((worker) => worker.drain(graceMs)));
  }

  #leave(worker: WorkerProcess): void {
    this.#workers.delete(worker.kind);
    this.#leaving.add(worker);
  }

  /** Starts a worker of the kind whether needed or not. */
  start(kind: WorkerKind): WorkerProcess {
    const { stateRoot, allowedRoots, handlersModule, redis } = this.#options;
    const worker: WorkerProcess = new WorkerProcess(
      { kind, stateRoot, allowedRoots, handlersModule, redis: redis() },
      {
        line: this.#options.onLine,
        waiting: (waiting) => {
          if (waiting) this.#failedStarts.delete(kind);
          this.#options.onWaiting?.(worker, waiting);
        },
        ended: (end) => void this.#bury(worker, end),
      },
    );
    this.#workers.set(kind, worker);
    this.#options.log.debug('worker_start', { kind, pid: worker.pid, name: worker.name });
    return worker;
  }

  async #bury(worker: WorkerProcess, end: ProcessEnd): Promise<void> {
    const { kind, name, pid } = worker;
    const expected = this.#leaving.delete(worker);
    if (this.#workers.get(kind) === worker) this.#workers.delete(kind);
    this.#options.onWaiting?.(worker, false);
    const facts = { kind, pid, signal: end.signal, exit_code: end.exitCode };
    if (expected && end.exitCode === 0) return this.#options.log.debug('worker_end', facts);
    const lost = await this.#failJobs(name, kind, end);
    this.#options.log.warning('worker_lost', { ...facts, jobs: lost.length });
    if (expected || this.#closed) return;
    this.#options.onDown(kind);
    if (this.#options.keepAlive) this.#restart(kind);
  }

  /** The heartbeat of running jobs (8.2), by the one process that nothing blocks; says who holds what for long (8.4). */
  async #tend(worker: WorkerProcess): Promise<void> {
    const { log, connection } = this.#options;
    const { kind, pid, name } = worker;
    // Native code that blocks a process for long is at work; a stopped process is not, and its callers wait in vain.
    const stopped = isStopped(pid);
    if (stopped && this.#stopped.has(worker)) return worker.kill();
    if (stopped) this.#stopped.add(worker);
    else this.#stopped.delete(worker);
    const holder = { worker: name, queues: queuesOfKind(kind), now: Date.now() };
    const held = await renewHeldJobs(connection(), holder).catch(() => []);
    for (const job of held) {
      const facts = {
        job: job.name,
        trace_id: traceOfJob(job.jobId),
        kind,
        pid,
        age_s: Math.round(job.ageMs / 1000),
        share: job.share,
      };
      if (job.overdue) log.error('worker_stuck', facts);
      else if (job.ageMs > LONG_JOB_MS) log.info('job_held', facts);
    }
    if (held.some((job) => job.overdue)) worker.kill();
  }

  async #failJobs(worker: string, kind: WorkerKind, end: ProcessEnd): Promise<readonly string[]> {
    try {
      const { failLostJobs } = await import('../queue/lost-jobs.ts');
      return await failLostJobs(this.#options.connection(), { worker, queues: queuesOfKind(kind), ...end });
    } catch (error) {
      this.#options.log.error('lost_jobs_not_failed', { kind, reason: error instanceof Error ? error.message : 'unknown' });
      return [];
    }
  }

  /** At once after a crash at work; slower each time after one that never came to work. */
  #restart(kind: WorkerKind): void {
    const failed = (this.#failedStarts.get(kind) ?? 0) + 1;
    this.#failedStarts.set(kind, failed);
    const wait = Math.min(BACKOFF_MS.least * 2 ** (failed - 1), BACKOFF_MS.most);
    setTimeout(() => {
      if (!this.#closed && !this.#workers.has(kind)) this.start(kind);
    }, wait).unref();
  }
}

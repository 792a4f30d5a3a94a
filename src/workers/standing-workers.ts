import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from '../platform/log.ts';
import { openConnection } from '../queue/connections.ts';
import type { WorkerKind } from '../queue/jobs/job.ts';
import { BEAT_MS, markServing, unmarkServing } from '../queue/serving.ts';
import { queuesOfKind, WorkerPool } from './worker-pool.ts';
import type { WorkerProcess } from './worker-process.ts';

const DRAIN_MS = 30_000;
const UNMARK_MS = 500;

export type StandingWorkersOptions = {
  readonly target: string;
  readonly stateRoot: string;
  readonly allowedRoots: readonly string[];
  readonly kinds: readonly WorkerKind[];
  readonly log: Logger;
  readonly onLine: (text: string) => void;
  readonly handlersModule?: string;
};

/**
 * The workers of an operator's Redis: one child per kind, started again when it dies, its jobs failed at once (D5b).
 * The parent, whose event loop nothing blocks, marks in Redis which of them really wait.
 */
export class StandingWorkers {
  readonly #options: StandingWorkersOptions;
  readonly #connection: Redis;
  readonly #pool: WorkerPool;
  readonly #beat: NodeJS.Timeout;
  readonly ended: Promise<void>;
  #markEnded: () => void = () => undefined;
  #closing: Promise<void> | undefined;

  constructor(options: StandingWorkersOptions) {
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
    this.#connection = openConnection(options.target, 'patient');
    this.#connection.on('ready', () => options.log.info('redis_connected'));
    this.#connection.on('close', () => options.log.warning('redis_not_connected'));
    this.#pool = new WorkerPool({
      stateRoot: options.stateRoot,
      allowedRoots: options.allowedRoots,
      handlersModule: options.handlersModule ?? null,
      redis: () => options.target,
      connection: () => this.#connection,
      log: options.log,
      onLine: options.onLine,
      onDown: () => undefined,
      onWaiting: (worker, waiting) => this.#note(worker, waiting),
      keepAlive: true,
    });
    for (const kind of options.kinds) this.#pool.start(kind);
    this.#beat = setInterval(() => {
      for (const worker of this.#pool.workers) {
        if (worker.waiting) void this.#mark(worker);
        worker.probe();
      }
    }, BEAT_MS);
  }

  /** Takes no more jobs, lets those that run end, then resolves; `ended` resolves with it. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    clearInterval(this.#beat);
    if (this.#connection.status === 'ready') {
      const unmarked = this.#pool.workers.map((worker) =>
        unmarkServing(this.#connection, worker.name, queuesOfKind(worker.kind)),
      );
      // A Redis that has just died keeps a command for ever; the marks end by themselves.
      await Promise.race([Promise.allSettled(unmarked), delay(UNMARK_MS)]);
    }
    await this.#pool.close(DRAIN_MS);
    this.#connection.disconnect();
    this.#markEnded();
  }

  #note(worker: WorkerProcess, waiting: boolean): void {
    if (waiting) {
      const facts = { kind: worker.kind, pid: worker.pid, queues: queuesOfKind(worker.kind).join(',') };
      // Who reads the line may call at once.
      void this.#mark(worker).then(() => this.#options.log.info('worker_waiting', facts));
    } else if (this.#connection.status === 'ready') {
      void unmarkServing(this.#connection, worker.name, queuesOfKind(worker.kind)).catch(() => undefined);
    }
  }

  async #mark(worker: WorkerProcess): Promise<void> {
    if (this.#connection.status !== 'ready') return;
    await markServing(this.#connection, worker.name, queuesOfKind(worker.kind)).catch(() => undefined);
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { GeomapError } from '../domain/errors/geomap-error.ts';
import { deathGuard } from '../platform/death-guard.ts';
import { splitLines } from '../platform/line-splitter.ts';
import { packageRoot } from '../platform/package-root.ts';
import { fromFailure } from '../queue/failure-codec.ts';
import type { WorkerKind } from '../queue/jobs/job.ts';
import { workerKilled, workerNotStarted } from '../queue/queue-failures.ts';
import { childMessageSchema, type ParentMessage } from './lifecycle.ts';

/** A worker loads its native packages in a second or two; a loaded machine gets ten times that. */
const START_MS = 20_000;
const KILL_MS = 3000;
const ANSWER_MS = 5000;

export type WorkerStart = {
  readonly kind: WorkerKind;
  readonly redis: string;
  readonly stateRoot: string;
  readonly allowedRoots: readonly string[] | null;
  readonly handlersModule: string | null;
};

export type ProcessEnd = { readonly signal: string | null; readonly exitCode: number | null };

export type WorkerProcessListeners = {
  /** Whole lines of its standard output and standard error alike. */
  readonly line: (text: string) => void;
  readonly waiting: (waiting: boolean) => void;
  readonly ended: (end: ProcessEnd) => void;
};

/** One worker process as its parent sees it. */
export class WorkerProcess {
  readonly kind: WorkerKind;
  readonly name: string;
  readonly pid: number;
  waiting = false;
  jobs = 0;
  /** When it last began or ended a job, or came up, by `performance.now()`. */
  usedAt = performance.now();
  /** What it said about not being able to start. */
  failure: GeomapError | undefined;
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #listeners: WorkerProcessListeners;
  readonly #watchers = new Set<() => void>();
  #unanswered: NodeJS.Timeout | undefined;
  #end: ProcessEnd | undefined;

  constructor(start: WorkerStart, listeners: WorkerProcessListeners) {
    this.kind = start.kind;
    this.name = `${start.kind}-${process.pid}-${randomBytes(4).toString('hex')}`;
    this.#listeners = listeners;
    this.#child = spawnWorker(start.kind);
    this.pid = this.#child.pid ?? 0;
    this.ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve({ signal: null, exitCode: -1 }));
      this.#child.once('exit', (exitCode, signal) => {
        const end = () => resolve({ signal, exitCode });
        // Its last messages are still on their way until the channel closes.
        if (this.#child.connected) this.#child.once('disconnect', end);
        else end();
      });
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) if (stream) splitLines(stream, listeners.line);
    this.#child.on('message', (message) => this.#hear(message));
    void this.ended.then((end) => {
      this.#end = end;
      this.#hearLife();
      this.waiting = false;
      this.#notify();
      listeners.ended(end);
    });
    const { redis, stateRoot, allowedRoots, handlersModule } = start;
    this.#send({
      type: 'start',
      redis,
      state_root: stateRoot,
      name: this.name,
      allowed_roots: allowedRoots === null ? null : [...allowedRoots],
      handlers_module: handlersModule,
    });
  }

  /** Resolves once it really waits on its queues. Rejects with what kept it from starting. */
  untilWaiting(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(() => reject(workerNotStarted(this.kind))), START_MS);
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        act();
      };
      const look = () => {
        if (this.waiting) settle(resolve);
        else if (this.#end) settle(() => reject(this.failure ?? this.#explainEnd()));
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Ended by a signal, and not by ours: another start may well succeed. */
  get killed(): boolean {
    return this.#end?.signal != null;
  }

  #explainEnd(): GeomapError {
    const signal = this.#end?.signal;
    return signal == null ? workerNotStarted(this.kind) : workerKilled(this.kind, signal);
  }

  abandon(): void {
    this.#send({ type: 'abandon' });
  }

  /** Resolves when the process has gone; one that does not end within `graceMs` is killed. */
  async drain(graceMs: number): Promise<void> {
    this.#send({ type: 'drain' });
    const timer = setTimeout(() => this.kill(), graceMs + KILL_MS);
    await this.ended;
    clearTimeout(timer);
  }

  /** Ends the process when it has no job and still does not answer within 5 s: it is frozen, and takes no job either. */
  probe(): void {
    if (this.#unanswered !== undefined || !this.waiting || this.jobs > 0) return;
    this.#send({ type: 'ping' });
    this.#unanswered = setTimeout(() => {
      // What has come meanwhile is read before this: the parent itself may have been held up.
      setImmediate(() => {
        if (this.#unanswered !== undefined && this.jobs === 0) this.kill();
        this.#hearLife();
      });
    }, ANSWER_MS);
  }

  #hearLife(): void {
    clearTimeout(this.#unanswered);
    this.#unanswered = undefined;
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  #send(message: ParentMessage): void {
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  #hear(value: unknown): void {
    const message = childMessageSchema.safeParse(value).data;
    if (message === undefined) return;
    this.#hearLife();
    switch (message.type) {
      case 'waiting':
        this.waiting = message.waiting;
        this.usedAt = performance.now();
        this.#listeners.waiting(message.waiting);
        this.#notify();
        return;
      case 'busy':
        this.jobs = message.jobs;
        this.usedAt = performance.now();
        // It took a job before it could report that it waits, and may die of it: that is no failed start.
        if (message.jobs > 0) this.waiting = true;
        this.#notify();
        return;
      case 'pong':
        return;
      case 'failed':
        this.failure = fromFailure(message.failure);
        return;
      default:
        message satisfies never;
    }
  }

  #notify(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Standard input closed; both outputs are pipes of the parent, so that nothing a library prints can reach a protocol. */
function spawnWorker(kind: WorkerKind): ChildProcess {
  const entry = join(packageRoot(), 'dist/workers/worker-main.js');
  const [file = process.execPath, ...args] = [...deathGuard('KILL'), process.execPath, entry, `--kind=${kind}`];
  return spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
}

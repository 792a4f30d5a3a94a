import { type Job, Worker } from 'bullmq';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { Logger } from '../platform/log.ts';
import { openConnection, type RedisTarget } from './connections.ts';
import type { Execute } from './execute.ts';
import { encodeFailure } from './failure-codec.ts';
import { LOCK_MS } from './held-jobs.ts';
import { isRefusingWrites } from './job-state.ts';
import type { QueueName } from './jobs/job.ts';
import { JOBS } from './jobs/registry.ts';
import { CANCEL_CHANNEL, cancelPattern, KEY_PREFIX, traceOfJob } from './names.ts';
import { decodeContent, encodeReceipt } from './payload.ts';
import { throttleProgress } from './progress-throttle.ts';
import { asStorageFailure, cancelled, deadlineExceeded, queueLost } from './queue-failures.ts';
import { type RunningJob, startJob } from './running-job.ts';
import { readWaitingQueues } from './waiting-queues.ts';

/** Jobs at a time per queue: those that fill a processor run alone, those that wait for others run side by side. */
const CONCURRENCY = {
  catalog: 4,
  detection: 1,
  georef: 4,
  knowledge: 8,
  rendering: 1,
  assets: 1,
  batch: 1,
} as const satisfies Record<QueueName, number>;
const REMEMBERED_CANCELS = 500;
const VERIFY_MS = 15;
const ROOM_MS = 100;
const JOINED: ReadonlySet<string> = new Set(Object.values(JOBS).flatMap((spec) => (spec.dedupe ? [spec.name] : [])));

export type WorkerHostOptions = {
  readonly target: RedisTarget;
  readonly queues: readonly QueueName[];
  /** Unique name of this process: Redis shows under it who holds a job, and its parent finds the jobs it left behind. */
  readonly name: string;
  readonly stateRoot: string;
  readonly log: Logger;
  readonly execute: Execute;
  /** True once every queue is really being waited on, false when the connection has broken. */
  readonly onWaiting: (waiting: boolean) => void;
  /** Number of jobs that run now. */
  readonly onBusy: (jobs: number) => void;
};

/** Runs the jobs of some queues in this process. */
export class WorkerHost {
  readonly #options: WorkerHostOptions;
  readonly #workers: readonly Worker[];
  readonly #connection;
  readonly #cancels;
  readonly #running = new Map<string, { readonly queue: QueueName; readonly name: string; readonly job: RunningJob }>();
  readonly #cancelled = new Set<string>();
  #waiting = false;
  #closing = false;

  constructor(options: WorkerHostOptions) {
    this.#options = options;
    this.#connection = openConnection(options.target, 'patient');
    this.#cancels = openConnection(options.target, 'patient');
    void this.#cancels.subscribe(CANCEL_CHANNEL).catch(() => undefined);
    this.#cancels.on('message', (_channel, jobId) => this.#cancel(jobId));
    this.#workers = options.queues.map((queue) => this.#openWorker(queue));
    this.#connection.on('ready', () => void this.#verifyWaiting());
    this.#connection.on('close', () => this.#markLost());
  }

  /**
   * Takes no more jobs and lets those that run end for `graceMs`, then tells them to stop. Without Redis no job can hand
   * its result in, so there is nothing to wait for. The process is to end after this.
   */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    const timer = setTimeout(() => this.stopAll(false), graceMs);
    const lost = new Promise<void>((resolve) => {
      if (this.#connection.status !== 'ready') resolve();
      this.#connection.once('close', resolve);
    });
    await Promise.race([lost, Promise.allSettled(this.#workers.map((worker) => worker.close()))]);
    clearTimeout(timer);
    this.stopAll(false);
    this.#connection.disconnect();
    this.#cancels.disconnect();
  }

  /** Tell jobs to stop; `keepBatch` spares those of the batch queue, whose results are not awaited. */
  stopAll(keepBatch: boolean): void {
    for (const { queue, job } of this.#running.values()) if (!(keepBatch && queue === 'batch')) job.stop(queueLost());
  }

  #openWorker(queue: QueueName): Worker {
    const worker = new Worker(queue, (job) => this.#process(queue, job), {
      connection: this.#connection,
      prefix: KEY_PREFIX,
      name: this.#options.name,
      concurrency: CONCURRENCY[queue],
      lockDuration: LOCK_MS,
      stalledInterval: 5_000,
      maxStalledCount: 0,
      runRetryDelay: 200,
    });
    worker.on('error', (error) => this.#options.log.debug('queue_error', { queue, reason: error.name }));
    worker.on('lockRenewalFailed', (ids: string[]) => {
      for (const id of ids) this.#running.get(id)?.job.stop(cancelled());
    });
    return worker;
  }

  /** Looks until Redis shows that every queue is blocked on or at work, then says so; again after each reconnection. */
  async #verifyWaiting(): Promise<void> {
    const { queues, name } = this.#options;
    while (!this.#closing && this.#connection.status === 'ready') {
      const waiting = await readWaitingQueues(this.#connection, name, queues);
      const busy = new Set([...this.#running.values()].map((entry) => entry.queue));
      if (waiting === null || queues.every((queue) => waiting.includes(queue) || busy.has(queue))) {
        if (!this.#waiting) this.#options.onWaiting(true);
        this.#waiting = true;
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, VERIFY_MS));
    }
  }

  #markLost(): void {
    if (this.#waiting && !this.#closing) this.#options.onWaiting(false);
    this.#waiting = false;
  }

  /** `message` is a job id, or a pattern for the jobs of a caller who has vanished; those that others may have joined run on. */
  #cancel(message: string): void {
    this.#cancelled.add(message);
    const [oldest] = this.#cancelled;
    if (this.#cancelled.size > REMEMBERED_CANCELS && oldest !== undefined) this.#cancelled.delete(oldest);
    for (const [jobId, { name, job }] of this.#running) if (this.#isCancelled(jobId, name)) job.stop(cancelled());
  }

  #isCancelled(jobId: string, name: string): boolean {
    if (this.#cancelled.has(jobId)) return true;
    const trace = traceOfJob(jobId);
    return trace !== undefined && !JOINED.has(name) && this.#cancelled.has(cancelPattern(trace));
  }

  async #process(queue: QueueName, job: Job): Promise<unknown> {
    const jobId = job.id ?? '';
    try {
      return await this.#run(queue, job, jobId);
    } catch (error) {
      const failure = error instanceof GeomapError ? error : asStorageFailure(error);
      if (failure === undefined)
        this.#options.log.error('job_unreadable', { job: job.name, job_id: jobId, reason: String(error) });
      throw new Error(
        encodeFailure(
          failure ?? new GeomapError('internal_error', 'The job failed in an unexpected way. Look for the trace ID in the log.'),
        ),
      );
    } finally {
      await this.#untilWritable();
    }
  }

  /** BullMQ hands a result in once: while Redis takes no changes, the job would stay behind, and equal calls would join it. */
  async #untilWritable(): Promise<void> {
    while (!this.#closing && (await isRefusingWrites(this.#connection).catch(() => false)))
      await new Promise((resolve) => setTimeout(resolve, ROOM_MS));
  }

  async #run(queue: QueueName, job: Job, jobId: string): Promise<unknown> {
    const place = { stateRoot: this.#options.stateRoot, jobId };
    const content = await decodeContent(place, job.data);
    const leftMs = queue === 'batch' ? content.deadlineMs : job.timestamp + content.deadlineMs - Date.now();
    if (leftMs <= 0) throw deadlineExceeded(content.deadlineMs);
    if (this.#isCancelled(jobId, job.name)) throw cancelled();
    const progress = throttleProgress((report) => void job.updateProgress(report).catch(() => undefined));
    // Before the job begins: it may be the last thing this process does.
    this.#options.onBusy(this.#running.size + 1);
    const running = startJob(
      this.#options.execute,
      { ...content, name: job.name, progress: progress.report },
      {
        leftMs,
        deadlineMs: content.deadlineMs,
        overrun: () => this.#options.log.warning('job_overrun', { job: job.name, trace_id: content.traceId }),
      },
    );
    this.#running.set(jobId, { queue, name: job.name, job: running });
    try {
      return await encodeReceipt(place, await running.outcome);
    } finally {
      progress.stop();
      this.#running.delete(jobId);
      this.#options.onBusy(this.#running.size);
    }
  }
}

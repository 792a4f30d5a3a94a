import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { Logger } from '../platform/log.ts';
import type { Endpoint } from './endpoint.ts';
import { decodeFailure } from './failure-codec.ts';
import { isRefusingWrites, readJobState } from './job-state.ts';
import { QUEUES, type QueueName, type WorkerKind } from './jobs/job.ts';
import { JOBS, type JobName } from './jobs/registry.ts';
import { enterJob, joinKey, leaveJob } from './joining.ts';
import { CANCEL_CHANNEL, jobIdOf, traceOfJob } from './names.ts';
import { parseOutput } from './output-codec.ts';
import { decodeReceipt, discard, encodeContent } from './payload.ts';
import {
  cancelled,
  isRefusal,
  jobRemoved,
  queueLost,
  redisUnreachable,
  storageFull,
  toQueueFailure,
  workerSilent,
} from './queue-failures.ts';
import type { JobEvent, QueueLink } from './queue-link.ts';
import { openRedisHub, type RedisHub } from './redis-hub.ts';
import type { JobCall, JobRunner } from './runner.ts';
import { Wait } from './wait.ts';

const POLL_MS = 700;
const RECONNECT_MS = 1500;
const SUBMIT_TRIES = 2;
const ROOM_MS = 1100;
/** A client that ends must not be held up by a Redis that no longer answers. */
const CLOSE_MS = 500;

type OwnJob = { readonly queue: QueueName; readonly jobId: string; readonly caller: string | undefined };

const progressSchema = z.object({ share: z.number(), message: z.string() });

function reportProgress<N extends JobName>(call: JobCall<N>, wait: Wait, data: unknown): void {
  const progress = progressSchema.safeParse(data);
  if (!progress.success || progress.data.share <= wait.share || wait.over) return;
  wait.share = progress.data.share;
  call.onProgress?.(progress.data);
}

export type QueueClientOptions = {
  readonly stateRoot: string;
  readonly log: Logger;
  /** An address of the operator's (GEOMAP_REDIS_URL) rather than a private Redis: says which remedy a failure names. */
  readonly external: boolean;
  readonly limitMs?: number | undefined;
  readonly endpoint: (listeners: { readonly down: (kind: WorkerKind) => void; readonly lost: () => void }) => Endpoint;
};

/** Puts jobs into Redis and waits for what becomes of them. See `JobRunner` for what a caller may rely on. */
export class QueueClient implements JobRunner {
  readonly #options: QueueClientOptions;
  readonly #endpoint: Endpoint;
  readonly #waits = new Set<Wait>();
  /** Jobs whose caller has its answer, but which Redis could not give back at that time. */
  readonly #orphans: OwnJob[] = [];
  #withdrawing: NodeJS.Timeout | undefined;
  readonly #withdrawals = new Set<Promise<void>>();
  #hub: RedisHub | undefined;
  #poll: NodeJS.Timeout | undefined;
  #step = 0;
  #closed = false;

  constructor(options: QueueClientOptions) {
    this.#options = options;
    this.#endpoint = options.endpoint({ down: (kind) => void this.#needAgain(kind), lost: () => this.#dropHub() });
  }

  async run<N extends JobName>(call: JobCall<N>): Promise<z.infer<(typeof JOBS)[N]['output']>> {
    if (this.#closed) throw cancelled();
    const { queue: own, dedupe } = JOBS[call.name];
    const deadlineMs = this.#deadlineOf(call.name);
    const queue: QueueName = call.lane === 'batch' ? 'batch' : own;
    const wait = new Wait({ queue, deadlineMs, signal: call.signal });
    this.#waits.add(wait);
    this.#endpoint.begin({ traceId: call.traceId, kind: QUEUES[queue].kind });
    this.#startPoll();
    void this.#perform(call, wait);
    try {
      const receipt = await wait.ended;
      const place = { stateRoot: this.#options.stateRoot, jobId: wait.jobId ?? '', keep: dedupe };
      return parseOutput(call.name, await decodeReceipt(place, receipt));
    } catch (error) {
      if (wait.joined && !wait.abandoned && error instanceof GeomapError && error.code === 'cancelled' && !this.#closed)
        return this.run(call);
      throw error;
    } finally {
      this.#waits.delete(wait);
      this.#endpoint.end(call.traceId);
      if (this.#waits.size === 0) this.#stopPoll();
    }
  }

  #deadlineOf(name: JobName): number {
    return Math.min(JOBS[name].deadlineMs, this.#options.limitMs ?? Number.POSITIVE_INFINITY);
  }

  /** Withdraws what still runs, then lets go of every connection; calls that wait end as `cancelled`. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const wait of this.#waits) {
      wait.abandoned = true;
      wait.fail(cancelled());
    }
    this.#stopPoll();
    const limit = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS));
    await Promise.race([Promise.allSettled(this.#withdrawals), limit]);
    await Promise.race([Promise.allSettled([this.#hub?.close(), this.#endpoint.close()]), limit]);
  }

  /** Everything up to the job being in the queue; failures end the wait. */
  async #perform<N extends JobName>(call: JobCall<N>, wait: Wait): Promise<void> {
    for (let tries = SUBMIT_TRIES; ; tries -= 1) {
      try {
        const target = await this.#endpoint.prepare(wait.queue);
        if (wait.over) return;
        const hub = await this.#openHub(target);
        const link = await hub.link(wait.queue);
        if (wait.over) return;
        await this.#submit(call, wait, { hub, link });
        return;
      } catch (error) {
        const failure = toQueueFailure(error);
        const again = wait.jobId === undefined && tries > 1 && !this.#closed ? this.#pauseBefore(failure) : undefined;
        if (again === undefined) return this.#giveUp(wait, failure);
        await delay(again);
      }
    }
  }

  /** Milliseconds after which a job that certainly never reached Redis is worth another try; undefined when it is not. */
  #pauseBefore(failure: unknown): number | undefined {
    const reason = failure instanceof GeomapError ? failure.facts.details?.reason : undefined;
    // Its supervisor was just ending, or Redis has not noticed yet that there is room again: it looks once a second.
    if ((reason === 'connection_lost' || reason === 'unreachable') && !this.#options.external) return 0;
    return reason === 'queue_not_writable' ? ROOM_MS : undefined;
  }

  async #openHub(target: string): Promise<RedisHub> {
    if (this.#hub?.target !== target) {
      this.#dropHub();
      this.#hub = openRedisHub(target, { lost: () => this.#failSubmitted(), restored: () => this.#withdrawLater() });
    }
    const hub = this.#hub;
    if (hub === undefined || !(await hub.ready(RECONNECT_MS))) throw redisUnreachable(this.#options.external);
    return hub;
  }

  async #submit<N extends JobName>(
    call: JobCall<N>,
    wait: Wait,
    redis: { readonly hub: RedisHub; readonly link: QueueLink },
  ): Promise<void> {
    const { hub, link } = redis;
    const { name, traceId, settings, input } = call;
    const { dedupe } = JOBS[name];
    const deadlineMs = this.#deadlineOf(name);
    if (dedupe) await this.#removeOrphans(hub, link);
    this.#step += 1;
    const jobId = jobIdOf(traceId, this.#step);
    const place = { stateRoot: this.#options.stateRoot, jobId };
    const { data, file } = await encodeContent(place, { traceId, deadlineMs, settings, input });
    const listen = (id: string) => wait.onEnd(link.listen(id, (event) => this.#hear(call, wait, event)));
    listen(jobId);
    if (file) wait.onEnd(() => void discard(place, 'inputs'));
    if (dedupe) {
      wait.caller = randomUUID();
      await enterJob(hub.producer, { jobId, caller: wait.caller, deadlineMs });
    }
    wait.onEnd(() => this.#afterEnd(wait, hub));
    if (wait.over) return;
    if (hub.producer.status !== 'ready') throw queueLost();
    wait.jobId = jobId;
    const joining = dedupe && { deduplication: { id: joinKey(name, input, settings) } };
    const job = await link.queue.add(name, data, { jobId, ...joining }).catch((error) => {
      if (isRefusal(error)) wait.jobId = undefined;
      throw error;
    });
    const id = job.id ?? jobId;
    wait.added = true;
    if (id !== jobId) {
      wait.joined = true;
      wait.jobId = id;
      listen(id);
      if (wait.caller) await enterJob(hub.producer, { jobId: id, caller: wait.caller, deadlineMs });
      this.#options.log.info('job_joined', { trace_id: traceId, joined: traceOfJob(id) ?? id, job: name });
      await this.#check(wait, hub);
    }
    if (wait.abandoned) this.#withdraw(wait, hub);
  }

  #hear<N extends JobName>(call: JobCall<N>, wait: Wait, event: JobEvent): void {
    switch (event.type) {
      case 'completed':
        wait.resolve(event.receipt);
        return;
      case 'failed':
        wait.fail(decodeFailure(event.message));
        return;
      case 'removed':
        wait.fail(jobRemoved());
        return;
      case 'progress':
        reportProgress(call, wait, event.data);
        return;
      default:
        event satisfies never;
    }
  }

  #afterEnd(wait: Wait, hub: RedisHub): void {
    if (wait.abandoned) this.#withdraw(wait, hub);
    else if (wait.caller && wait.jobId)
      void leaveJob(hub.producer, { jobId: wait.jobId, caller: wait.caller }).catch(() => undefined);
  }

  /** Take the job back unless others wait for it too: out of the queue if it waits, told to stop if it runs. */
  #withdraw(wait: Wait, hub: RedisHub): void {
    const { jobId, caller, queue } = wait;
    if (jobId === undefined) return;
    const job = { queue, jobId, caller };
    const withdrawal = this.#removeJob(hub, job).catch(() => void this.#orphans.push(job));
    this.#withdrawals.add(withdrawal);
    void withdrawal.finally(() => this.#withdrawals.delete(withdrawal));
  }

  /** Ends a wait whose job may be in a Redis that takes no changes or does not answer now. */
  #giveUp(wait: Wait, failure: unknown): void {
    const { jobId, caller, queue } = wait;
    if (!wait.over && jobId !== undefined && !wait.joined) {
      this.#orphans.push({ queue, jobId, caller });
      this.#withdrawLater();
    }
    wait.fail(failure);
  }

  /** The message first: a job that starts between the two is then stopped by its worker. */
  async #removeJob(hub: RedisHub, job: OwnJob): Promise<void> {
    if (await this.#isShared(hub, job)) return;
    await hub.producer.publish(CANCEL_CHANNEL, job.jobId);
    const link = await hub.link(job.queue);
    await link.queue.remove(job.jobId);
  }

  async #isShared(hub: RedisHub, { jobId, caller }: OwnJob): Promise<boolean> {
    return caller !== undefined && (await leaveJob(hub.producer, { jobId, caller })) > 0;
  }

  /** An equal call must not join a job that waits to be taken back. Workers that run one hear of it later, as usual. */
  async #removeOrphans(hub: RedisHub, link: QueueLink): Promise<void> {
    for (const orphan of this.#orphans) {
      if (orphan.queue === link.queue.name && !(await this.#isShared(hub, orphan))) await link.queue.remove(orphan.jobId);
    }
  }

  /** The workers listen for cancels again a moment after Redis is back. */
  #withdrawLater(): void {
    this.#withdrawing ??= setTimeout(() => {
      this.#withdrawing = undefined;
      void this.#withdrawOrphans();
    }, RECONNECT_MS).unref();
  }

  async #withdrawOrphans(): Promise<void> {
    const hub = this.#hub;
    if (hub === undefined) return;
    for (const orphan of this.#orphans.splice(0)) {
      await this.#removeJob(hub, orphan).catch((error) => {
        if (toQueueFailure(error) instanceof GeomapError) this.#orphans.push(orphan);
      });
    }
    if (this.#orphans.length > 0) this.#withdrawLater();
  }

  /** Redis has gone: whoever has a job there cannot know what becomes of it (D4). */
  #failSubmitted(): void {
    for (const wait of this.#waits) {
      if (wait.jobId === undefined) continue;
      if (this.#options.external && !wait.joined)
        this.#orphans.push({ queue: wait.queue, jobId: wait.jobId, caller: wait.caller });
      wait.fail(queueLost());
    }
  }

  #dropHub(): void {
    const hub = this.#hub;
    this.#hub = undefined;
    this.#failSubmitted();
    void hub?.close();
  }

  async #needAgain(kind: WorkerKind): Promise<void> {
    const waiting = [...this.#waits].filter((wait) => QUEUES[wait.queue].kind === kind && wait.jobId !== undefined);
    const [first] = waiting;
    if (first === undefined) return;
    try {
      await this.#endpoint.prepare(first.queue);
    } catch (error) {
      for (const wait of waiting) wait.fail(error);
    }
  }

  #startPoll(): void {
    this.#poll ??= setInterval(() => {
      const hub = this.#hub;
      if (hub?.producer.status === 'ready') void this.#look(hub);
    }, POLL_MS);
  }

  async #look(hub: RedisHub): Promise<void> {
    const submitted = [...this.#waits].filter((wait) => wait.jobId !== undefined);
    if (submitted.length === 0) return;
    try {
      if (await isRefusingWrites(hub.producer)) for (const wait of submitted) this.#giveUp(wait, storageFull());
    } catch (error) {
      for (const wait of submitted) this.#giveUp(wait, toQueueFailure(error));
    }
    for (const wait of submitted) void this.#check(wait, hub);
  }

  #stopPoll(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }

  /** For events that were missed, jobs that somebody removed, and workers that vanished with their machine. */
  async #check(wait: Wait, hub: RedisHub): Promise<void> {
    const { jobId, queue } = wait;
    if (jobId === undefined || wait.over || !wait.added) return;
    const job = await readJobState(hub.producer, queue, jobId).catch(() => undefined);
    if (job === undefined || wait.over) return;
    wait.lockMisses = job.state === 'active' && !job.locked ? wait.lockMisses + 1 : 0;
    if (job.state === 'missing') wait.fail(jobRemoved());
    else if (job.state === 'failed') wait.fail(decodeFailure(job.message));
    else if (job.state === 'completed') wait.resolve(job.receipt);
    else if (wait.lockMisses >= 3) wait.fail(workerSilent());
    else if (job.state === 'waiting') await this.#endpoint.confirm(queue).catch((error) => wait.fail(error));
  }
}

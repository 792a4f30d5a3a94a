import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import { createTaggedLogger, parseLine } from '../platform/line-levels.ts';
import type { Logger } from '../platform/log.ts';
import { openRuntimeFolder } from '../platform/runtime-folder.ts';
import { openConnection } from '../queue/connections.ts';
import type { SupervisorMessage } from '../queue/control-messages.ts';
import { toFailure } from '../queue/failure-codec.ts';
import { isRefusingWrites } from '../queue/job-state.ts';
import type { WorkerKind } from '../queue/jobs/job.ts';
import { CANCEL_CHANNEL, cancelPattern } from '../queue/names.ts';
import { type PrivateRedis, startPrivateRedis } from '../queue/private-redis.ts';
import { asStorageFailure, queueLost, redisFailed, stateLocked, storageFull } from '../queue/queue-failures.ts';
import { SUPERVISOR_FILE } from '../queue/supervisor-link.ts';
import { openCappedLog } from './capped-log.ts';
import { ControlServer } from './control-server.ts';
import { WorkerPool } from './worker-pool.ts';

export type SupervisorOptions = {
  readonly stateRoot: string;
  readonly socketFolder: string;
  readonly idleMs: number;
  readonly handlersModule: string | null;
};

/** Time between the last client's leaving and the end (D5), and between the start and the first client. */
const LINGER_MS = { afterLast: 3000, beforeFirst: 10_000 } as const;
const IDLE_CHECK_MS = 500;
const DRAIN_MS = 500;
const WRITE_CHECK_MS = 250;
/** A Redis that dies this soon, this often in a row, is not started again until a call needs it. */
const QUICK_DEATH_MS = 1000;
const QUICK_DEATHS_LIMIT = 3;

/** Runs the private Redis and the workers of one state root for as long as it has clients that use them. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #server: ControlServer;
  readonly #pool: WorkerPool;
  readonly #log: Logger;
  readonly #write: (line: string) => void;
  readonly #idleCheck: NodeJS.Timeout;
  #redis: Promise<PrivateRedis>;
  #connection: Redis;
  #linger: NodeJS.Timeout;
  #redisStartedAt = performance.now();
  /** When there was last a worker or a call that asked for one, and how many calls are asking now. */
  #usedAt = performance.now();
  #asking = 0;
  #quickDeaths = 0;
  #ending: Promise<void> | undefined;
  readonly ended: Promise<void>;
  #markEnded: () => void = () => undefined;

  private constructor(options: SupervisorOptions, redis: PrivateRedis, write: (line: string) => void) {
    this.#options = options;
    this.#write = write;
    this.#log = createTaggedLogger((text) => this.#hearLine(text.trimEnd()));
    this.#redis = Promise.resolve(redis);
    this.#connection = openConnection(redis.socket, 'patient');
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve;
    });
    this.#pool = new WorkerPool({
      stateRoot: options.stateRoot,
      allowedRoots: null,
      handlersModule: options.handlersModule,
      redis: () => redis.socket,
      connection: () => this.#connection,
      log: this.#log,
      onLine: (text) => this.#hearLine(text),
      onDown: (kind) => this.#server.sayDown(kind),
      keepAlive: false,
    });
    this.#server = new ControlServer(options.socketFolder, {
      need: (kind) => this.#need(kind),
      used: (kind) => {
        this.#usedAt = performance.now();
        this.#pool.use(kind);
      },
      came: () => clearTimeout(this.#linger),
      gone: (traces, left) => this.#part(traces, left),
      encodeFailure: (error, id) => this.#encodeFailure(error, id),
    });
    this.#linger = setTimeout(() => void this.end(), LINGER_MS.beforeFirst);
    this.#idleCheck = setInterval(() => this.#checkIdle(), IDLE_CHECK_MS);
  }

  /** `taken` when the state root has a supervisor already. Rejects with what keeps Redis from starting. */
  static async start(options: SupervisorOptions): Promise<Supervisor | 'taken'> {
    openRuntimeFolder(options.socketFolder);
    const write = openCappedLog(join(options.stateRoot, 'logs', 'supervisor.log'));
    let supervisor: Supervisor | undefined;
    const redis = await startPrivateRedis({
      stateRoot: options.stateRoot,
      socketFolder: options.socketFolder,
      onLine: (line) => write(`redis: ${line}`),
      onExit: () => supervisor?.reviveRedis(),
    });
    if (redis === 'taken') return 'taken';
    supervisor = new Supervisor(options, redis, write);
    await supervisor.#open();
    return supervisor;
  }

  async #open(): Promise<void> {
    const record = { pid: process.pid, socket_folder: this.#options.socketFolder };
    writeFileSync(join(this.#options.stateRoot, SUPERVISOR_FILE), `${JSON.stringify(record)}\n`, { mode: 0o600 });
    await this.#server.listen();
    this.#log.debug('supervisor_start', { pid: process.pid });
  }

  /** Redis has died under the workers: a new one at the same place, and nobody keeps working for callers who have their answer. */
  reviveRedis(): void {
    if (this.#ending) return;
    this.#log.warning('redis_lost');
    this.#pool.abandonAll();
    for (const { kind } of this.#pool.workers) this.#server.sayDown(kind);
    const age = performance.now() - this.#redisStartedAt;
    this.#redisStartedAt = performance.now();
    this.#quickDeaths = age < QUICK_DEATH_MS ? this.#quickDeaths + 1 : 0;
    this.#redis = this.#quickDeaths > QUICK_DEATHS_LIMIT ? Promise.reject(redisFailed()) : this.#startRedis();
    this.#redis.then(
      () => this.#log.info('redis_restarted'),
      (error) => this.#log.error('redis_not_restarted', { reason: error instanceof GeomapError ? error.code : 'unknown' }),
    );
  }

  async #startRedis(): Promise<PrivateRedis> {
    const { stateRoot, socketFolder } = this.#options;
    const redis = await startPrivateRedis({
      stateRoot,
      socketFolder,
      onLine: (line) => this.#write(`redis: ${line}`),
      onExit: () => this.reviveRedis(),
    });
    if (redis === 'taken') throw stateLocked();
    return redis;
  }

  /** Workers first, Redis last; then nothing of ours is left, neither a process nor a socket. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#linger);
    clearInterval(this.#idleCheck);
    this.#server.close();
    rmSync(join(this.#options.stateRoot, SUPERVISOR_FILE), { force: true });
    this.#pool.abandonAll();
    await this.#pool.close(DRAIN_MS);
    this.#connection.disconnect();
    const redis = await this.#redis.catch(() => undefined);
    await redis?.stop();
    rmSync(this.#options.socketFolder, { recursive: true, force: true });
    this.#log.debug('supervisor_end', { pid: process.pid });
    this.#markEnded();
  }

  /**
   * Idle workers end; some time after the last one, so does everything else, and the next call of a client starts it anew. By
   * then each client has heard that its workers are down, so no call is on its way to Redis without having asked here first.
   */
  #checkIdle(): void {
    this.#pool.endIdle(this.#options.idleMs);
    const used = this.#asking > 0 || this.#pool.workers.length > 0;
    if (used) this.#usedAt = performance.now();
    else if (performance.now() - this.#usedAt >= LINGER_MS.afterLast) void this.end();
  }

  async #need(kind: WorkerKind): Promise<string> {
    this.#usedAt = performance.now();
    this.#asking += 1;
    try {
      return await this.#provide(kind);
    } finally {
      this.#asking -= 1;
    }
  }

  async #provide(kind: WorkerKind): Promise<string> {
    // No answer: the socket closes, and the client turns to the next supervisor.
    if (this.#ending) return new Promise(() => undefined);
    const current = this.#redis;
    const redis = await current.catch((error) => {
      if (this.#redis === current) this.#redis = this.#startRedis();
      this.#redis.catch(() => undefined);
      throw error;
    });
    await this.#comeUp(kind);
    return redis.socket;
  }

  /** A worker can take its place only while Redis takes changes: without a look, a full disk would pass for a slow start. */
  async #comeUp(kind: WorkerKind): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const refused = new Promise<never>((_resolve, reject) => {
      const look = async () => {
        if (await isRefusingWrites(this.#connection)) reject(storageFull('queue_not_writable'));
      };
      timer = setInterval(() => void look().catch(() => undefined), WRITE_CHECK_MS);
      void look().catch(() => undefined);
    });
    try {
      await Promise.race([this.#pool.need(kind), refused]);
    } finally {
      clearInterval(timer);
    }
  }

  #part(traces: readonly string[], left: number): void {
    for (const trace of traces) void this.#connection.publish(CANCEL_CHANNEL, cancelPattern(trace)).catch(() => undefined);
    if (left > 0 || this.#ending) return;
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => void this.end(), LINGER_MS.afterLast);
  }

  #hearLine(text: string): void {
    const parsed = parseLine(text);
    this.#write(parsed.line);
    this.#server.sayLine(parsed);
  }

  #encodeFailure(error: unknown, id: number): SupervisorMessage {
    const failure = error instanceof GeomapError ? error : (asStorageFailure(error) ?? queueLost());
    return { type: 'failed', id, failure: toFailure(failure) };
  }
}

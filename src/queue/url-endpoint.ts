import type { Redis } from 'ioredis';
import { openConnection, type RedisTarget, waitForConnection } from './connections.ts';
import type { Endpoint } from './endpoint.ts';
import type { QueueName } from './jobs/job.ts';
import { isRefusal, noWorkers, redisUnreachable, toQueueFailure } from './queue-failures.ts';
import { isServed } from './serving.ts';

const ANSWER_MS = 1000;
/** Attempts refused at once, within about 0.2 s of the first call and one second of later ones. */
const ATTEMPTS = 4;
/** A worker seen a moment ago need not be looked for again. */
const TRUSTED_MS = 2000;
/** A worker that restarts is missing for a moment; a job waits that long for it. */
const PATIENCE_MS = 8000;

/** The way to a Redis of the operator's: nothing is started, workers run wherever stratigraphic-amenity-worker runs. */
export class UrlEndpoint implements Endpoint {
  readonly #target: RedisTarget;
  readonly #seen = new Map<QueueName, number>();
  #connection: Redis | undefined;
  /** What Redis said when it let nobody in. */
  #refusal: unknown;

  constructor(target: RedisTarget) {
    this.#target = target;
  }

  async prepare(queue: QueueName): Promise<RedisTarget> {
    if (this.#silence(queue) < TRUSTED_MS) return this.#target;
    if (!(await this.#look(queue))) throw noWorkers();
    return this.#target;
  }

  async confirm(queue: QueueName): Promise<void> {
    if (this.#silence(queue) < TRUSTED_MS || (await this.#look(queue))) return;
    if (this.#silence(queue) > PATIENCE_MS) throw noWorkers();
  }

  begin(): void {}

  end(): void {}

  async close(): Promise<void> {
    this.#connection?.disconnect();
  }

  #connect(): Redis {
    const connection = openConnection(this.#target, 'producer');
    connection.on('ready', () => {
      this.#refusal = undefined;
    });
    connection.on('error', (error) => {
      if (isRefusal(error)) this.#refusal = toQueueFailure(error);
    });
    return connection;
  }

  #silence(queue: QueueName): number {
    const seen = this.#seen.get(queue);
    return seen === undefined ? Number.POSITIVE_INFINITY : performance.now() - seen;
  }

  async #look(queue: QueueName): Promise<boolean> {
    this.#connection ??= this.#connect();
    if (!(await waitForConnection(this.#connection, ANSWER_MS, ATTEMPTS))) throw this.#refusal ?? redisUnreachable(true);
    try {
      const served = await isServed(this.#connection, queue);
      if (served) this.#seen.set(queue, performance.now());
      return served;
    } catch (error) {
      throw toQueueFailure(error);
    }
  }
}

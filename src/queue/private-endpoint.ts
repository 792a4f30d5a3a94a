import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint, EndpointListeners } from './endpoint.ts';
import { QUEUES, type QueueName, type WorkerKind } from './jobs/job.ts';
import { queueLost, stateLocked } from './queue-failures.ts';
import { launchSupervisor, type SupervisorLaunch } from './supervisor-launch.ts';
import { LinkClosedError, openSupervisorLink, recordedSocketFolder, type SupervisorLink } from './supervisor-link.ts';

/** How long a state root may be held by a supervisor that does not take connections (it starts or ends) before that is an error. */
const TAKEN_MS = 1500;

export type PrivateEndpointOptions = {
  readonly launch: SupervisorLaunch;
  /** `level` as in syslog: 7 debug, 6 info, 4 warning, 3 error. */
  readonly writeLog: (level: number, line: string) => void;
  readonly listeners: EndpointListeners;
};

/** The way to the private Redis: joins the supervisor of the state root, or starts it. */
export class PrivateEndpoint implements Endpoint {
  readonly #options: PrivateEndpointOptions;
  readonly #calls = new Map<string, WorkerKind>();
  /** Kinds known to be up, with the path of Redis; emptied whenever that may have changed. */
  readonly #up = new Map<WorkerKind, Promise<string>>();
  #link: Promise<SupervisorLink> | undefined;
  #closed = false;

  constructor(options: PrivateEndpointOptions) {
    this.#options = options;
  }

  prepare(queue: QueueName): Promise<string> {
    const { kind } = QUEUES[queue];
    const known = this.#up.get(kind);
    if (known) return known;
    const asking = this.#need(kind, 2);
    this.#up.set(kind, asking);
    asking.catch(() => {
      if (this.#up.get(kind) === asking) this.#up.delete(kind);
    });
    return asking;
  }

  /** A job may have come into the queue just after the supervisor said that its workers are down: they are needed again. */
  async confirm(queue: QueueName): Promise<void> {
    await this.prepare(queue);
  }

  begin(call: { readonly traceId: string; readonly kind: WorkerKind }): void {
    this.#calls.set(call.traceId, call.kind);
    this.#tell((link) => link.send({ type: 'call', trace_id: call.traceId, kind: call.kind }));
  }

  end(traceId: string): void {
    this.#calls.delete(traceId);
    this.#tell((link) => link.send({ type: 'done', trace_id: traceId }));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const link = await this.#link?.catch(() => undefined);
    link?.close();
  }

  #tell(say: (link: SupervisorLink) => void): void {
    this.#link?.then(say, () => undefined);
  }

  async #need(kind: WorkerKind, tries: number): Promise<string> {
    const link = await this.#open();
    try {
      return await link.need(kind);
    } catch (error) {
      if (!(error instanceof LinkClosedError)) throw error;
      if (tries <= 1) throw queueLost();
      return this.#need(kind, tries - 1);
    }
  }

  #open(): Promise<SupervisorLink> {
    if (this.#link) return this.#link;
    const opening = this.#join();
    this.#link = opening;
    opening.catch(() => {
      if (this.#link === opening) this.#link = undefined;
    });
    return opening;
  }

  async #join(): Promise<SupervisorLink> {
    const { launch } = this.#options;
    let takenAt: number | undefined;
    for (;;) {
      const found = (await this.#connect(launch.socketFolder)) ?? (await this.#connect(recordedSocketFolder(launch.stateRoot)));
      if (found) return found;
      if (takenAt !== undefined && performance.now() - takenAt > TAKEN_MS) throw stateLocked();
      if ((await launchSupervisor(launch)) === 'up') continue;
      takenAt ??= performance.now();
      await delay(50);
    }
  }

  async #connect(folder: string | undefined): Promise<SupervisorLink | undefined> {
    if (folder === undefined) return undefined;
    const { listeners, writeLog } = this.#options;
    const link = await openSupervisorLink(folder, {
      down: (kind) => {
        this.#up.delete(kind);
        listeners.down(kind);
      },
      log: writeLog,
      closed: () => this.#forget(),
    });
    for (const [traceId, kind] of this.#calls) link?.send({ type: 'call', trace_id: traceId, kind });
    return link;
  }

  #forget(): void {
    this.#link = undefined;
    this.#up.clear();
    if (!this.#closed) this.#options.listeners.lost();
  }
}

import '../platform/closed-stderr.ts';
import { parseArgs } from 'node:util';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { createTaggedLogger } from '../platform/line-levels.ts';
import { openStore } from '../platform/store/open-store.ts';
import { isWorkerKind } from '../queue/control-messages.ts';
import { toFailure } from '../queue/failure-codec.ts';
import type { WorkerKind } from '../queue/jobs/job.ts';
import { sweepOrphans } from '../queue/payload.ts';
import { storageFull } from '../queue/queue-failures.ts';
import { WorkerHost } from '../queue/worker-host.ts';
import { createExecute } from './job-processor.ts';
import { type ChildMessage, type ParentMessage, parentMessageSchema } from './lifecycle.ts';
import { loadHandlers } from './load-handlers.ts';
import { queuesOfKind } from './worker-pool.ts';

// One worker process. It is started by a supervisor or by stratigraphic-amenity-worker and ends with it.
const DRAIN_MS = 30_000;
const log = createTaggedLogger((text) => void process.stderr.write(text));
const tell = (message: ChildMessage): void => void process.send?.(message, undefined, undefined, () => undefined);

function readKind(): WorkerKind {
  const { kind } = parseArgs({ options: { kind: { type: 'string' } } }).values;
  if (kind === undefined || !isWorkerKind(kind) || !process.send) {
    process.stderr.write('This program is started by stratigraphic-amenity-worker.\n');
    process.exit(2);
  }
  return kind;
}

type StartMessage = Extract<ParentMessage, { type: 'start' }>;

/** What runs in this process so far; it may be told to end at any time. */
const running: { host?: WorkerHost; store?: { readonly close: () => void } } = {};

async function drain(): Promise<void> {
  await running.host?.close(DRAIN_MS);
  running.store?.close();
  process.exit(0);
}

/** Hears the parent from now on. Resolves with its first word. */
function listen(): Promise<StartMessage> {
  process.on('SIGTERM', () => void drain());
  return new Promise((resolve) => {
    process.on('message', (value) => {
      const message = parentMessageSchema.safeParse(value).data;
      if (message?.type === 'start') resolve(message);
      if (message?.type === 'abandon') running.host?.stopAll(true);
      if (message?.type === 'drain') void drain();
      if (message?.type === 'ping') tell({ type: 'pong' });
    });
  });
}

function makeStateRoot(stateRoot: string): void {
  try {
    makeFolder(stateRoot);
  } catch {
    throw storageFull();
  }
}

async function work(kind: WorkerKind): Promise<void> {
  const start = await listen();
  makeStateRoot(start.state_root);
  const handlers = await loadHandlers(kind, start.handlers_module);
  const store = openStore({ stateRoot: start.state_root });
  running.store = store;
  running.host = new WorkerHost({
    target: start.redis,
    queues: queuesOfKind(kind),
    name: start.name,
    stateRoot: start.state_root,
    log,
    execute: createExecute({ handlers, store, log, allowedRoots: start.allowed_roots }),
    onWaiting: (waiting) => tell({ type: 'waiting', waiting }),
    onBusy: (jobs) => tell({ type: 'busy', jobs }),
  });
  await sweepOrphans(start.state_root, Date.now());
}

process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group of a terminal; the parent decides.
process.on('SIGINT', () => undefined);
process.on('unhandledRejection', (error) =>
  log.error('unhandled_rejection', { stack: error instanceof Error ? error.stack : String(error) }),
);
const kind = readKind();
work(kind).catch((error) => {
  if (error instanceof GeomapError) tell({ type: 'failed', failure: toFailure(error) });
  else log.error('worker_not_started', { kind, stack: error instanceof Error ? error.stack : String(error) });
  // The message and the line must be out before the process is.
  setTimeout(() => process.exit(1), 20);
});

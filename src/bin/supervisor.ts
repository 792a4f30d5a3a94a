import '../platform/closed-stderr.ts';
import { parseArgs } from 'node:util';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import type { BootMessage } from '../queue/control-messages.ts';
import { toFailure } from '../queue/failure-codec.ts';
import { asStorageFailure, redisFailed } from '../queue/queue-failures.ts';
import { Supervisor } from '../workers/supervisor.ts';

// Started by the queue client of an MCP process, never by hand; its first word goes to that process.
const { values } = parseArgs({
  options: {
    'state-root': { type: 'string' },
    'socket-folder': { type: 'string' },
    'idle-seconds': { type: 'string' },
    'handlers-module': { type: 'string' },
  },
});

const tell = (message: BootMessage): Promise<void> =>
  new Promise((resolve) => {
    if (!process.connected || !process.send) return resolve();
    process.send(message, () => resolve());
  });

async function run(): Promise<number> {
  const stateRoot = values['state-root'];
  const socketFolder = values['socket-folder'];
  if (!stateRoot || !socketFolder) {
    process.stderr.write('This program is started by stratigraphic-amenity-mcp.\n');
    return 2;
  }
  try {
    const idleMs = Number(values['idle-seconds'] ?? 300) * 1000;
    const supervisor = await Supervisor.start({
      stateRoot,
      socketFolder,
      idleMs,
      handlersModule: values['handlers-module'] ?? null,
    });
    if (supervisor === 'taken') {
      await tell({ type: 'taken' });
      return 0;
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void supervisor.end());
    await tell({ type: 'up' });
    await supervisor.ended;
    return 0;
  } catch (error) {
    if (!(error instanceof GeomapError)) console.error(error);
    const failure = error instanceof GeomapError ? error : (asStorageFailure(error) ?? redisFailed());
    await tell({ type: 'failed', failure: toFailure(failure) });
    return 1;
  }
}

process.exit(await run());

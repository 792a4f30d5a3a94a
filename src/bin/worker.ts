import '../platform/closed-stderr.ts';
import { parseArgs } from 'node:util';
import { ConfigurationError } from '../platform/configuration-error.ts';
import { parseEnvironment } from '../platform/environment.ts';
import { LINE_LEVELS, parseLine } from '../platform/line-levels.ts';
import { createLogger } from '../platform/log.ts';
import { isWorkerKind } from '../queue/control-messages.ts';
import { QUEUES, type WorkerKind } from '../queue/jobs/job.ts';
import { StandingWorkers } from '../workers/standing-workers.ts';

const USAGE = `Usage: stratigraphic-amenity-worker [--kind KIND]...

Runs the workers for the Redis named by GEOMAP_REDIS_URL until it is told to stop.
KIND is one of ${[...new Set(Object.values(QUEUES).map(({ kind }) => kind))].join(', ')}; all of them by default.
`;

function readKinds(): readonly WorkerKind[] {
  const { values } = parseArgs({ options: { kind: { type: 'string', multiple: true }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const kinds = values.kind ?? Object.values(QUEUES).map(({ kind }) => kind);
  return [...new Set(kinds)].map((kind) => {
    if (!isWorkerKind(kind)) throw new TypeError(`${kind} is no kind of worker.`);
    return kind;
  });
}

async function run(): Promise<number> {
  const { settings, process: own } = parseEnvironment({ variables: process.env, folder: process.cwd() });
  if (own.redisUrl === null) throw new ConfigurationError('GEOMAP_REDIS_URL', 'set: without it the server runs its own workers');
  const least = LINE_LEVELS[own.logLevel];
  // Before the workers start: a signal that comes while they do is then heard once they have.
  let stop = (): void => undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop());
  const workers = new StandingWorkers({
    target: own.redisUrl,
    stateRoot: own.stateRoot,
    allowedRoots: settings.allowed_roots,
    kinds: readKinds(),
    log: createLogger(own.logLevel),
    onLine: (text) => {
      const { level, line } = parseLine(text);
      if (level <= least) process.stderr.write(`${line}\n`);
    },
  });
  stop = () => void workers.close();
  await workers.ended;
  return 0;
}

try {
  process.exit(await run());
} catch (error) {
  if (!(error instanceof ConfigurationError || error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}

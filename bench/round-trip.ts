// One empty job: raw BullMQ, through JobRunner, and a small tool call through the whole server, all on one private Redis in one
// run, in turns. Wanted: 50 % under 8 ms through the server and at most 5 times raw BullMQ.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { parseEnvironment } from '../src/platform/environment.ts';
import { createLogger } from '../src/platform/log.ts';
import { runtimeFolder } from '../src/platform/runtime-folder.ts';
import { createRunner } from '../src/queue/create-runner.ts';
import { openBenchFolder, timed } from './bench-folder.ts';
import { openPeer } from './stdio-peer.ts';

const ROUNDS = 20;
const CALLS_PER_ROUND = 25;

const place = await openBenchFolder({ redis: true });
process.env.XDG_RUNTIME_DIR = place.environment.XDG_RUNTIME_DIR;
const { settings, process: own } = parseEnvironment({ variables: place.environment, folder: place.root });
const handlersModule = join(import.meta.dirname, '../test/queue/test-handlers.mjs');
const quiet = createLogger('ERROR');
const runner = createRunner({ settings: own, log: quiet, writeLine: () => undefined, handlersModule });

let calls = 0;
const emptyJob = async (): Promise<void> => {
  calls += 1;
  await runner.run({
    name: 'legend.enrich',
    input: { label: 'echo x' },
    settings,
    traceId: calls.toString(16).padStart(32, '0'),
  });
};
await emptyJob();

const socket = join(runtimeFolder(own.stateRoot), 'redis.sock');
const connect = (): Redis => new Redis(socket, { maxRetriesPerRequest: null });
// The least that BullMQ can be: a worker in a process of its own that answers at once.
const RAW_WORKER = `
  import { Worker } from 'bullmq';
  import { Redis } from 'ioredis';
  const connection = new Redis(${JSON.stringify(socket)}, { maxRetriesPerRequest: null });
  await new Worker('raw', async () => ({ done: true }), { connection }).waitUntilReady();
  console.log('ready');`;
const child = spawn(process.execPath, ['--input-type=module', '-e', RAW_WORKER], { stdio: ['ignore', 'pipe', 'inherit'] });
await new Promise((resolve) => child.stdout.once('data', resolve));
const connections = [connect(), connect()] as const;
const queue = new Queue('raw', { connection: connections[0] });
const events = new QueueEvents('raw', { connection: connections[1] });
await events.waitUntilReady();
const rawJob = async (): Promise<void> => {
  const job = await queue.add('raw', {});
  await job.waitUntilFinished(events);
};

const server = openPeer({ ...place.environment, GEOMAP_STATE_ROOT: join(place.root, 'server-state') });
await server.initialize();
const toolCall = async (): Promise<void> => {
  await server.request('tools/call', { name: 'geomap_enrich_legend', arguments: { label: 'sandstone' } });
};

const kinds = { raw: rawJob, runner: emptyJob, server: toolCall };
const times = { raw: [] as number[], runner: [] as number[], server: [] as number[] };
const names = ['raw', 'runner', 'server'] as const;
for (const name of names) for (let call = 0; call < 50; call += 1) await kinds[name]();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const name of names) for (let call = 0; call < CALLS_PER_ROUND; call += 1) times[name].push(await timed(kinds[name]));
}

await server.close();
await events.close();
await queue.close();
for (const connection of connections) connection.disconnect();
child.kill();
await runner.close();

const share = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
const raw = share(times.raw, 0.5);
for (const name of names) {
  const [half, most] = [share(times[name], 0.5), share(times[name], 0.95)];
  console.log(
    `${name}: p50 ${half.toFixed(2)} ms, p95 ${most.toFixed(2)} ms, p50 is ${(half / raw).toFixed(2)} times raw BullMQ`,
  );
}
place.remove();
process.exit(0);

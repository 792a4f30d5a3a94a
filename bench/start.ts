// From spawn to the answers of `initialize` and `tools/list`: median of 10, beside `node -e 0` in the same run, with and without a
// Redis on PATH. Wanted: at most 4 times `node -e 0`, and no later without Redis.
import { spawnSync } from 'node:child_process';
import { median, openBenchFolder, timed } from './bench-folder.ts';
import { openPeer } from './stdio-peer.ts';

const ROUNDS = 10;
const withRedis = await openBenchFolder({ redis: true });
const without = await openBenchFolder({ redis: false });

const startServer = async (environment: Readonly<Record<string, string>>): Promise<number> => {
  const started = performance.now();
  const peer = openPeer(environment);
  await peer.initialize();
  await peer.request('tools/list', {});
  const elapsed = performance.now() - started;
  await peer.close();
  return elapsed;
};

const times = { bare: [] as number[], redis: [] as number[], none: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  times.bare.push(await timed(() => spawnSync(process.execPath, ['-e', '0'])));
  times.redis.push(await startServer(withRedis.environment));
  times.none.push(await startServer(without.environment));
}
withRedis.remove();
without.remove();

const [bare, redis, none] = [median(times.bare), median(times.redis), median(times.none)];
console.log(
  `node -e 0: ${bare.toFixed(0)} ms; server with redis on PATH: ${redis.toFixed(0)} ms; without: ${none.toFixed(0)} ms (medians of ${ROUNDS})`,
);
console.log(
  `ratio to node -e 0: ${(redis / bare).toFixed(2)} with redis on PATH, ${(none / bare).toFixed(2)} without (wanted: at most 4, and the second no larger)`,
);

import { lstatSync } from 'node:fs';
import type { ProcessSettings } from '../../platform/environment.ts';
import { findProgram } from '../../platform/find-program.ts';
import { runtimeFolder } from '../../platform/runtime-folder.ts';
import { pingRedis } from '../../queue/ping-redis.ts';
import { type Finding, ok, problem } from './finding.ts';

/** The Redis of the operator answers, or a private one could be started. */
export async function checkQueue(own: ProcessSettings): Promise<readonly Finding[]> {
  if (own.redisUrl !== null) return [await checkUrl(own.redisUrl)];
  const program = findProgram(['redis-server', 'valkey-server']);
  const binary =
    program === undefined
      ? problem(
          'Redis',
          'neither redis-server nor valkey-server is on the PATH',
          'Install Redis (Debian: `apt-get install redis-server`, macOS: `brew install redis`), or set GEOMAP_REDIS_URL.',
        )
      : ok('Redis', program);
  return [binary, checkSockets(own.stateRoot)];
}

async function checkUrl(url: string): Promise<Finding> {
  const found = await pingRedis(url);
  if (found.state === 'ready') return ok('Redis', `answers, version ${found.version}`);
  return problem(
    'Redis',
    'GEOMAP_REDIS_URL is set, and nothing answers there',
    'Start that Redis or correct GEOMAP_REDIS_URL; unset it to let the server run a private one.',
  );
}

function checkSockets(stateRoot: string): Finding {
  const folder = runtimeFolder(stateRoot);
  const facts = lstatSync(folder, { throwIfNoEntry: false });
  const ours = facts === undefined || (facts.isDirectory() && facts.uid === (process.getuid?.() ?? facts.uid));
  if (ours) return ok('socket folder', folder);
  return problem('socket folder', `${folder} belongs to somebody else`, 'Set XDG_RUNTIME_DIR to a folder of your own.');
}

import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { runtimeFolder } from '../../src/platform/runtime-folder.ts';
import { openConnection } from '../../src/queue/connections.ts';
import { eventsKey, KEY_PREFIX } from '../../src/queue/names.ts';
import { ensureBuilt } from '../build.ts';
import { environmentOf, failureOf, openPeer, temporaryFolder } from './queue-fixture.ts';

beforeAll(ensureBuilt);

test('finished and failed jobs go by number, and the event stream has a maximal length', async () => {
  const setup = environmentOf(temporaryFolder());
  const peer = openPeer(setup);
  for (let round = 0; round < 12; round += 1) {
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? peer.act('echo x') : failureOf(peer.act('typed x')))),
    );
  }
  const connection = openConnection(join(runtimeFolder(setup.process.stateRoot), 'redis.sock'), 'patient');
  onTestFinished(() => connection.disconnect());
  expect(await connection.zcard(`${KEY_PREFIX}:knowledge:completed`)).toBeLessThanOrEqual(200);
  expect(await connection.zcard(`${KEY_PREFIX}:knowledge:failed`)).toBeLessThanOrEqual(200);
  // Redis trims whole nodes of its stream, of 100 entries each.
  expect(await connection.xlen(eventsKey('knowledge'))).toBeLessThanOrEqual(700);
  expect((await connection.keys(`${KEY_PREFIX}:*`)).length).toBeLessThan(450);
});

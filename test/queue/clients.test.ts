import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runtimeFolder } from '../../src/platform/runtime-folder.ts';
import { ensureBuilt } from '../build.ts';
import { allGone, environmentOf, failureOf, familyOf, newTrace, openPeer, type Setup, temporaryFolder } from './queue-fixture.ts';

beforeAll(ensureBuilt);

const membersOf = (setup: Setup): readonly number[] => {
  const family = familyOf(setup);
  return [...family.supervisors, ...family.redis, ...family.workers];
};

test('opening a client starts nothing and makes no folder', () => {
  const folder = temporaryFolder();
  const setup = environmentOf(folder);
  openPeer(setup);
  expect(existsSync(join(folder, 'data'))).toBe(false);
  expect(membersOf(setup)).toEqual([]);
});

test('two servers started in the same instant share one Redis and one set of workers', async () => {
  const setup = environmentOf(temporaryFolder());
  const peers = [openPeer(setup), openPeer(setup), openPeer(setup)];
  const pids = await Promise.all(peers.map((peer) => peer.act('pid')));
  expect(new Set(pids).size).toBe(1);
  const family = familyOf(setup);
  expect([family.supervisors.length, family.redis.length, family.workers.length]).toEqual([1, 1, 1]);
});

test('a server whose environment puts sockets elsewhere still finds the supervisor of its state root', async () => {
  const setup = environmentOf(temporaryFolder());
  const first = openPeer(setup);
  const pid = await first.act('pid');
  const before = process.env.XDG_RUNTIME_DIR;
  process.env.XDG_RUNTIME_DIR = temporaryFolder();
  try {
    expect(await openPeer(setup).act('pid')).toBe(pid);
  } finally {
    if (before === undefined) delete process.env.XDG_RUNTIME_DIR;
    else process.env.XDG_RUNTIME_DIR = before;
  }
});

test('two hosts with different roots, gates and detectors on one supervisor each get their own answers', async () => {
  const folder = temporaryFolder();
  const common = { GEOMAP_STATE_ROOT: join(folder, 'state') };
  const one = openPeer(environmentOf(folder, { ...common, GEOMAP_MCP_ALLOWED_ROOTS: '/one', GEOMAP_DETECTOR: 'builtin' }));
  const two = openPeer(
    environmentOf(folder, {
      ...common,
      GEOMAP_MCP_ALLOWED_ROOTS: '/two',
      GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION: 'no',
      GEOMAP_DETECTOR: 'peace',
    }),
  );
  const answers = await Promise.all([one.act('settings'), two.act('settings'), one.act('pid'), two.act('pid')]);
  expect(answers.slice(0, 2)).toEqual(['builtin true /one', 'peace false /two']);
  expect(answers[2]).toBe(answers[3]);
});

describe('a client that goes', () => {
  test('leaves no process and no socket behind some seconds later', async () => {
    const setup = environmentOf(temporaryFolder());
    const peer = openPeer(setup);
    const call = failureOf(peer.act('until-cancelled unfinished'));
    await peer.line(/event=began/);
    const members = membersOf(setup);
    expect(members).toHaveLength(3);
    await peer.runner.close();
    expect((await call).code).toBe('cancelled');
    expect(await allGone(members, 8000)).toBe(true);
    expect(existsSync(runtimeFolder(setup.process.stateRoot))).toBe(false);
    expect(existsSync(join(setup.process.stateRoot, 'supervisor.json'))).toBe(false);
  });

  test('does not disturb the calls of another', async () => {
    const setup = environmentOf(temporaryFolder());
    const [leaving, staying] = [openPeer(setup), openPeer(setup)];
    await Promise.all([leaving.act('echo warm'), staying.act('echo warm')]);
    const members = membersOf(setup);
    const call = staying.act('wait 4000');
    await leaving.runner.close();
    expect(await call).toBe('waited');
    expect(membersOf(setup)).toEqual(members);
  });

  test('and comes back while everything is ending gets its answer', async () => {
    const setup = environmentOf(temporaryFolder());
    const first = openPeer(setup);
    await first.act('echo warm');
    const { supervisors } = familyOf(setup);
    await first.runner.close();
    for (const pid of supervisors) process.kill(pid, 'SIGTERM');
    expect(await openPeer(setup).act('echo back')).toBe('back');
  });
});

test('after the idle time nothing is left running while the client stays, and its next call starts everything again', async () => {
  const setup = environmentOf(temporaryFolder(), { GEOMAP_IDLE_SECONDS: '1' });
  const peer = openPeer(setup);
  const pid = await peer.act('pid');
  const { redis, supervisors } = familyOf(setup);
  expect(await allGone([Number(pid), ...redis, ...supervisors], 12_000)).toBe(true);
  expect(await peer.act('pid')).not.toBe(pid);
});

test('calls at the edge of the idle time all get their answers', async () => {
  const setup = environmentOf(temporaryFolder(), { GEOMAP_IDLE_SECONDS: '1' });
  const peer = openPeer(setup);
  for (let round = 0; round < 3; round += 1) {
    await peer.act('echo warm');
    await allGone(familyOf(setup).redis, 12_000);
    expect(await Promise.all([peer.act('echo a'), peer.act('echo b')])).toEqual(['a', 'b']);
  }
});

test('a call that comes just when the worker ends for idleness is not lost', async () => {
  const setup = environmentOf(temporaryFolder(), { GEOMAP_IDLE_SECONDS: '1', GEOMAP_LOG_LEVEL: 'DEBUG' });
  const peer = openPeer(setup);
  await peer.act('echo warm');
  await peer.line(/event=worker_idle/);
  const traceId = newTrace();
  expect(await peer.act('echo caught', { traceId })).toBe('caught');
});

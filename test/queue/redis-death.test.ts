import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../src/platform/find-program.ts';
import { runtimeFolder } from '../../src/platform/runtime-folder.ts';
import { openConnection } from '../../src/queue/connections.ts';
import { ensureBuilt } from '../build.ts';
import {
  allGone,
  environmentOf,
  failureOf,
  familyOf,
  newTrace,
  openPeer,
  type Setup,
  SOON_MS,
  temporaryFolder,
  timedFailure,
} from './queue-fixture.ts';

beforeAll(ensureBuilt);

const setupOf = (): Setup => environmentOf(temporaryFolder());
const only = (pids: readonly number[]): number => {
  expect(pids).toHaveLength(1);
  return pids[0] ?? 0;
};

describe('Redis killed', () => {
  test('while a job runs ends the call as queue_unavailable within 2 s; the next call works', async () => {
    const setup = setupOf();
    const peer = openPeer(setup);
    await peer.act('echo warm');
    const call = failureOf(peer.act('until-cancelled doomed'));
    await peer.line(/event=began/);
    const killedAt = performance.now();
    process.kill(only(familyOf(setup).redis), 'SIGKILL');
    expect(await call).toMatchObject({ code: 'queue_unavailable', details: { reason: 'connection_lost' } });
    expect(performance.now() - killedAt).toBeLessThan(SOON_MS);
    const nextAt = performance.now();
    expect(await peer.act('echo next')).toBe('next');
    expect(performance.now() - nextAt).toBeLessThan(5000);
    only(familyOf(setup).redis);
    await peer.line(/event=stopped/);
  });

  test('between two calls does not harm the second', async () => {
    const setup = setupOf();
    const peer = openPeer(setup);
    await peer.act('echo first');
    process.kill(only(familyOf(setup).redis), 'SIGKILL');
    await peer.line(/event=redis_lost/);
    expect(await peer.act('echo second')).toBe('second');
  });
});

test('Redis frozen ends calls as queue_unavailable; once it goes on, the next call works', async () => {
  const setup = setupOf();
  const peer = openPeer(setup);
  await peer.act('echo warm');
  const call = timedFailure(peer.act('until-cancelled doomed'));
  await peer.line(/event=began/);
  const redis = only(familyOf(setup).redis);
  process.kill(redis, 'SIGSTOP');
  onTestFinished(() => void process.kill(redis, 'SIGCONT'));
  const stoppedAt = performance.now();
  expect((await call).failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'no_answer' } });
  expect(performance.now() - stoppedAt).toBeLessThan(SOON_MS);
  const next = await timedFailure(peer.act('echo never'));
  expect(next.failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'no_answer' } });
  expect(next.ms).toBeLessThan(SOON_MS);
  process.kill(redis, 'SIGCONT');
  expect(await peer.act('echo next')).toBe('next');
  await peer.line(/event=stopped/);
});

describe('the supervisor killed', () => {
  test('takes Redis and the workers with it; its calls end as queue_unavailable and the next one starts another', async () => {
    const setup = setupOf();
    const peer = openPeer(setup);
    await peer.act('echo warm');
    const family = familyOf(setup);
    const call = timedFailure(peer.act('until-cancelled doomed'));
    await peer.line(/event=began/);
    const killedAt = performance.now();
    process.kill(only(family.supervisors), 'SIGKILL');
    const { failure } = await call;
    expect(failure.code).toBe('queue_unavailable');
    expect(performance.now() - killedAt).toBeLessThan(SOON_MS);
    expect(await allGone([...family.supervisors, ...family.redis, ...family.workers], 5000)).toBe(true);
    expect(await peer.act('echo next')).toBe('next');
  });
});

describe('what keeps Redis from starting', () => {
  const withPath = async <T>(path: string, use: () => Promise<T>): Promise<T> => {
    const before = process.env.PATH;
    process.env.PATH = path;
    try {
      return await use();
    } finally {
      process.env.PATH = before;
    }
  };

  test('no redis-server on PATH is queue_unavailable with the command that installs it; once it is there, the next call works', async () => {
    const folder = temporaryFolder();
    const peer = openPeer(environmentOf(folder));
    const { failure, ms } = await withPath(join(folder, 'empty'), () => timedFailure(peer.act('echo never')));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'redis_not_installed' } });
    expect(failure.message).toMatch(/apt-get install redis-server.*brew install redis.*GEOMAP_REDIS_URL/);
    expect(ms).toBeLessThan(SOON_MS);
    expect(await peer.act('echo next')).toBe('next');
  });

  test('a redis-server that ends at once is queue_unavailable', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/redis-server'), '#!/bin/sh\nexit 3\n');
    chmodSync(join(folder, 'bin/redis-server'), 0o755);
    const peer = openPeer(environmentOf(folder));
    const { failure } = await withPath(`${join(folder, 'bin')}:${process.env.PATH}`, () => timedFailure(peer.act('echo never')));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'redis_not_started' } });
  });

  test('a lock that somebody else holds is queue_unavailable within about 2 s', async () => {
    const flock = findProgram(['flock']);
    if (flock === undefined) return;
    const setup = setupOf();
    const lock = join(setup.process.stateRoot, 'redis/lock');
    mkdirSync(join(setup.process.stateRoot, 'redis'), { recursive: true });
    const holder = spawn(flock, ['-F', lock, 'sh', '-c', 'echo held; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void holder.kill());
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const { failure, ms } = await timedFailure(openPeer(setup).act('echo never'));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'state_locked' } });
    expect(ms).toBeLessThan(4000);
  });

  test.each([
    ['below a file', (folder: string) => join(folder, 'file/state')],
    ['where the kernel allows no folder', () => '/proc/geomap-state'],
  ])('a state root %s is storage_unavailable within 2 s', async (_where, place) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const setup = environmentOf(folder, { GEOMAP_STATE_ROOT: place(folder) });
    const { failure, ms } = await timedFailure(openPeer(setup).act('echo never'));
    expect(failure.code).toBe('storage_unavailable');
    expect(failure.message).toContain('GEOMAP_STATE_ROOT');
    expect(failure.message).not.toContain(folder);
    expect(ms).toBeLessThan(SOON_MS);
  });
});

describe('what a crash leaves behind', () => {
  test('stale sockets, a stale record and an old lock file are taken over', async () => {
    const setup = setupOf();
    const sockets = runtimeFolder(setup.process.stateRoot);
    mkdirSync(join(setup.process.stateRoot, 'redis'), { recursive: true });
    mkdirSync(sockets, { mode: 0o700, recursive: true });
    writeFileSync(join(setup.process.stateRoot, 'redis/lock'), '');
    writeFileSync(join(setup.process.stateRoot, 'supervisor.json'), JSON.stringify({ pid: 1, socket_folder: sockets }));
    for (const name of ['control.sock', 'redis.sock']) {
      const child = spawn(process.execPath, [
        '-e',
        `require('node:net').createServer().listen(${JSON.stringify(join(sockets, name))}, () => console.log('up'))`,
      ]);
      await new Promise((resolve) => child.stdout.once('data', resolve));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      expect(existsSync(join(sockets, name))).toBe(true);
    }
    expect(await openPeer(setup).act('echo recovered')).toBe('recovered');
  });

  test('a queue file that cannot be read is put aside, not a dead end', async () => {
    const setup = setupOf();
    const folder = join(setup.process.stateRoot, 'redis/appendonlydir');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'appendonly.aof.1.incr.aof'), 'this is no queue file, and never was one\n');
    writeFileSync(join(folder, 'appendonly.aof.manifest'), 'file appendonly.aof.1.incr.aof seq 1 type i\n');
    expect(await openPeer(setup).act('echo recovered')).toBe('recovered');
    expect(readdirSync(join(setup.process.stateRoot, 'redis')).some((name) => name.startsWith('appendonlydir.unreadable'))).toBe(
      true,
    );
  });

  test('a job of a caller who is gone does not run when the queue comes up again', async () => {
    const setup = setupOf();
    const traceId = newTrace();
    const first = openPeer(setup);
    await first.act('echo warm');
    const calls = Array.from({ length: 9 }, (_, index) =>
      failureOf(first.act(`until-cancelled held-${index}`, index === 8 ? { traceId } : {})),
    );
    await Promise.all(Array.from({ length: 8 }, (_, index) => first.line(new RegExp(`held-${index}`))));
    for (const pid of familyOf(setup).supervisors) process.kill(pid, 'SIGKILL');
    await Promise.all(calls);
    const second = openPeer(setup);
    await second.act('echo warm');
    expect(second.lines.join('\n')).not.toContain(traceId);
  });

  test('a socket folder that is a link of somebody is refused', async () => {
    const folder = temporaryFolder();
    const setup = environmentOf(folder);
    const sockets = runtimeFolder(setup.process.stateRoot);
    symlinkSync(folder, sockets);
    const { unlinkSync } = await import('node:fs');
    onTestFinished(() => unlinkSync(sockets));
    const { failure } = await timedFailure(openPeer(setup).act('echo never'));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'socket_folder_unusable' } });
  });
});

test('the private Redis listens on no port, and only its owner reaches its socket', async () => {
  const setup = setupOf();
  await openPeer(setup).act('echo warm');
  const connection = openConnection(join(runtimeFolder(setup.process.stateRoot), 'redis.sock'), 'patient');
  onTestFinished(() => connection.disconnect());
  expect(await connection.config('GET', 'port')).toEqual(['port', '0']);
  expect(await connection.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  expect(await connection.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
  expect(await connection.config('GET', 'unixsocketperm')).toEqual(['unixsocketperm', '700']);
});

test('a port of a dead server cannot be mistaken for Redis', async () => {
  // GEOMAP_REDIS_URL at something that accepts and never answers.
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const setup = environmentOf(temporaryFolder(), { GEOMAP_REDIS_URL: `redis://127.0.0.1:${port}` });
  const { failure, ms } = await timedFailure(openPeer(setup).act('echo never'));
  expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'unreachable' } });
  expect(ms).toBeLessThan(SOON_MS);
});

import { Queue } from 'bullmq';
import { beforeAll, describe, expect, test } from 'vitest';
import { runtimeFolder } from '../../src/platform/runtime-folder.ts';
import { openConnection } from '../../src/queue/connections.ts';
import { KEY_PREFIX } from '../../src/queue/names.ts';
import { ensureBuilt, ROOT } from '../build.ts';
import {
  environmentOf,
  failureOf,
  familyOf,
  newTrace,
  openPeer,
  type Peer,
  type Setup,
  SOON_MS,
  temporaryFolder,
  timedFailure,
} from './queue-fixture.ts';

beforeAll(ensureBuilt);

const open = (): { readonly setup: Setup; readonly peer: Peer } => {
  const setup = environmentOf(temporaryFolder());
  return { setup, peer: openPeer(setup) };
};

describe('a worker that dies', () => {
  test('by SIGKILL at work fails its job as worker_lost within 2 s; the next call works', async () => {
    const { setup, peer } = open();
    const pid = Number(await peer.act('pid'));
    const call = timedFailure(peer.act('until-cancelled doomed'));
    await peer.line(/event=began/);
    const killedAt = performance.now();
    process.kill(pid, 'SIGKILL');
    const { failure } = await call;
    expect(performance.now() - killedAt).toBeLessThan(SOON_MS);
    expect(failure).toMatchObject({ code: 'worker_lost', details: { signal: 'SIGKILL' } });
    expect(await peer.act('echo next')).toBe('next');
    expect(familyOf(setup).workers).toHaveLength(1);
  });

  test('from native code fails only its own job, with its exit or signal', async () => {
    const { peer } = open();
    await peer.act('echo warm');
    const aborted = await timedFailure(peer.act('abort'));
    expect(aborted.failure).toMatchObject({ code: 'worker_lost', details: { signal: 'SIGABRT' } });
    expect(aborted.ms).toBeLessThan(SOON_MS);
    const left = await timedFailure(peer.act('exit 7'));
    expect(left.failure).toMatchObject({ code: 'worker_lost', details: { exit_code: 7 } });
    expect(await peer.act('echo next')).toBe('next');
  });

  test('lets the jobs that were still waiting for it run in its successor', async () => {
    const { peer } = open();
    const pid = Number(await peer.act('pid'));
    const held = Array.from({ length: 8 }, (_, index) => failureOf(peer.act(`until-cancelled doomed-${index}`)));
    await Promise.all(held.map((_, index) => peer.line(new RegExp(`event=began .*doomed-${index}`))));
    const waiting = peer.act('echo survivor');
    process.kill(pid, 'SIGKILL');
    expect(new Set((await Promise.all(held)).map((failure) => failure.code))).toEqual(new Set(['worker_lost']));
    expect(await waiting).toBe('survivor');
  });

  test('at rest, in the very moment in which a call comes, does not lose the call', async () => {
    const { peer } = open();
    for (let round = 0; round < 6; round += 1) {
      process.kill(Number(await peer.act('pid')), 'SIGKILL');
      expect(await peer.act('echo next')).toBe('next');
    }
  });

  test('of being frozen, with no job, leaves the next call to its successor', async () => {
    const { peer } = open();
    const pid = Number(await peer.act('pid'));
    process.kill(pid, 'SIGSTOP');
    const successor = Number(await peer.act('pid'));
    expect(successor).not.toBe(pid);
    await peer.line(/event=worker_lost .*signal=SIGKILL/);
  });

  test.skipIf(process.platform !== 'linux')(
    'of being frozen at work fails its job as worker_lost; the next call works',
    async () => {
      const { peer } = open();
      const pid = Number(await peer.act('pid'));
      const call = failureOf(peer.act('until-cancelled frozen'));
      await peer.line(/event=began/);
      process.kill(pid, 'SIGSTOP');
      expect(await call).toMatchObject({ code: 'worker_lost', details: { signal: 'SIGKILL' } });
      expect(await peer.act('echo next')).toBe('next');
    },
  );

  test('by a signal while it boots is reported with the signal; the next call works at once', async () => {
    const peer = openPeer(environmentOf(temporaryFolder(), { GEOMAP_LOG_LEVEL: 'DEBUG' }));
    const call = failureOf(peer.act('echo never'));
    const started = await peer.line(/event=worker_start kind=data/);
    process.kill(Number(/pid=(\d+)/.exec(started)?.[1]), 'SIGKILL');
    const failure = await call;
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { kind: 'data', signal: 'SIGKILL' } });
    expect(failure.message).toContain('SIGKILL');
    expect(failure.message).not.toContain('npm');
    expect(await peer.act('echo next')).toBe('next');
  });

  test('while it boots is reported with a remedy, and not as a hang', async () => {
    const { process: own, settings } = environmentOf(temporaryFolder());
    const peer = openPeer({ process: own, settings }, { handlersModule: `${ROOT}/test/queue/no-such-module.mjs` });
    const { failure } = await timedFailure(peer.act('echo never'));
    expect(failure).toMatchObject({ code: 'queue_unavailable', details: { reason: 'worker_not_started', kind: 'data' } });
    expect(failure.message).toContain('npm ci');
    const again = await timedFailure(peer.act('echo never'));
    expect(again.failure.code).toBe('queue_unavailable');
  });
});

test('whatever a worker prints on its descriptors comes as lines to the client whose call it is', async () => {
  const setup = environmentOf(temporaryFolder());
  const [one, other] = [openPeer(setup), openPeer(setup)];
  await other.act('echo there');
  const traceId = newTrace();
  await one.act('print words', { traceId });
  expect(await one.line(/on descriptor 1/)).toContain('words');
  expect(await one.line(/on descriptor 2/)).toContain('words');
  await other.act('echo there again');
  expect(other.lines.join('\n')).not.toContain(traceId);
});

async function withQueue<T>(setup: Setup, use: (queue: Queue) => Promise<T>): Promise<T> {
  const connection = openConnection(`${runtimeFolder(setup.process.stateRoot)}/redis.sock`, 'patient');
  const queue = new Queue('knowledge', { connection, prefix: KEY_PREFIX });
  try {
    return await use(queue);
  } finally {
    await queue.close();
    connection.disconnect();
  }
}

describe('a job that somebody removes', () => {
  test('while it waits ends its call as worker_lost within 2 s', async () => {
    const { setup, peer } = open();
    const busy = Array.from({ length: 8 }, () => failureOf(peer.act('until-cancelled busy')));
    await peer.line(/event=began/);
    const traceId = newTrace();
    const call = timedFailure(peer.act('echo never', { traceId }));
    await withQueue(setup, async (queue) => {
      let removed = 0;
      while (removed === 0) {
        const waiting = (await queue.getWaiting()).filter((job) => job.id?.includes(traceId));
        for (const job of waiting) removed += await queue.remove(job.id ?? '');
      }
    });
    const { failure } = await call;
    expect(failure).toMatchObject({ code: 'worker_lost', details: { reason: 'job_removed' } });
    await peer.runner.close();
    expect((await Promise.all(busy)).every((failed) => failed.code === 'cancelled')).toBe(true);
  });

  test('from under the worker ends its call as worker_lost within 2 s, and the next call works', async () => {
    const { setup, peer } = open();
    const traceId = newTrace();
    const call = failureOf(peer.act('until-cancelled lost', { traceId }));
    await peer.line(/event=began/);
    const removedAt = performance.now();
    await withQueue(setup, (queue) => queue.obliterate({ force: true }));
    expect(await call).toMatchObject({ code: 'worker_lost', details: { reason: 'job_removed' } });
    expect(performance.now() - removedAt).toBeLessThan(SOON_MS);
    expect(await peer.act('echo next')).toBe('next');
  });
});

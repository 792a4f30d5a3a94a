import { beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../build.ts';
import { environmentOf, failureOf, newTrace, openPeer, type Peer, temporaryFolder } from './queue-fixture.ts';

beforeAll(ensureBuilt);

const register = (peer: Peer, path: string) =>
  peer.runner.run({ name: 'map.register', input: { path }, settings: peer.settings, traceId: newTrace() });

test('a job whose native code blocks its process for longer than a lock lasts is not taken for lost', async () => {
  const peer = openPeer(environmentOf(temporaryFolder()));
  expect((await register(peer, 'block 38000')).payload.mime_type).toBe('');
  expect(peer.lines.join('\n')).not.toContain('worker_lost');
});

test('a process that blocks past the limit of its job is killed, and the next call works', async () => {
  const setup = environmentOf(temporaryFolder());
  await register(openPeer(setup), 'echo warm');
  const peer = openPeer(setup, { limitMs: 2000 });
  const failure = await failureOf(register(peer, 'block 600000'));
  expect(failure.code).toBe('deadline_exceeded');
  await peer.line(/event=worker_stuck/);
  await peer.line(/event=worker_lost/);
  expect((await register(openPeer(setup), 'echo next')).payload.mime_type).toBe('next');
});

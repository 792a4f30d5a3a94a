import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuilt } from '../build.ts';
import { allGone, environmentOf, failureOf, familyOf, newTrace, openPeer, SOON_MS, temporaryFolder } from './queue-fixture.ts';

beforeAll(ensureBuilt);

/** A disk of a few MB, or undefined where this test may not mount one. */
function smallDisk(): string | undefined {
  const folder = temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder], { stdio: 'ignore' });
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', folder], { stdio: 'ignore' }));
  return folder;
}

const fill = (folder: string): string => {
  const file = join(folder, 'filler');
  for (let size = 8 * 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // What fits stays; the next piece is smaller.
    }
  }
  return file;
};

test('a disk that is full when the queue starts is storage_unavailable; once there is room, the next call works', async (context) => {
  const disk = smallDisk();
  if (disk === undefined) return context.skip('no right to mount a small disk');
  const filler = fill(disk);
  const setup = environmentOf(temporaryFolder(), { GEOMAP_STATE_ROOT: join(disk, 'state') });
  const peer = openPeer(setup);
  const startedAt = performance.now();
  expect((await failureOf(peer.act('echo never'))).code).toBe('storage_unavailable');
  expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  rmSync(filler);
  expect(await peer.act('echo next')).toBe('next');
});

test('a disk that fills up while the queue runs ends calls as storage_unavailable; once there is room, the next call works', async (context) => {
  const disk = smallDisk();
  if (disk === undefined) return context.skip('no right to mount a small disk');
  const setup = environmentOf(temporaryFolder(), { GEOMAP_STATE_ROOT: join(disk, 'state') });
  const peer = openPeer(setup);
  await peer.act('echo warm');
  const filler = fill(disk);
  const codes: string[] = [];
  for (let call = 0; call < 3; call += 1) {
    const startedAt = performance.now();
    codes.push(
      await peer.act(`length ${'y'.repeat(30_000)}`).then(
        () => 'ok',
        (error) => error.code,
      ),
    );
    expect(performance.now() - startedAt).toBeLessThan(SOON_MS);
  }
  expect(codes.at(-1)).toBe('storage_unavailable');
  expect(codes.filter((code) => code !== 'ok' && code !== 'storage_unavailable')).toEqual([]);
  rmSync(filler);
  expect(await peer.act('echo next')).toBe('next');
  const { redis } = familyOf(setup);
  await peer.runner.close();
  expect(await allGone(redis, 8000)).toBe(true);
});

test('a full disk also ends calls that others may join, and calls whose worker is yet to start; once there is room, both kinds work', async (context) => {
  const disk = smallDisk();
  if (disk === undefined) return context.skip('no right to mount a small disk');
  const peer = openPeer(environmentOf(temporaryFolder(), { GEOMAP_STATE_ROOT: join(disk, 'state') }));
  const register = (word: string): Promise<string> =>
    peer.runner
      .run({ name: 'map.register', input: { path: `echo ${word}` }, settings: peer.settings, traceId: newTrace() })
      .then((done) => done.payload.mime_type);
  await register('warm');
  const filler = fill(disk);
  const word = 'y'.repeat(3000);
  const codes: string[] = [];
  // The file of the queue may end in a block that still has room.
  for (let call = 0; call < 5; call += 1) codes.push(await register(word).catch((error) => error.code));
  expect(codes.slice(-2)).toEqual(['storage_unavailable', 'storage_unavailable']);
  expect(codes.filter((code) => code !== word && code !== 'storage_unavailable')).toEqual([]);
  expect((await failureOf(peer.act('echo never'))).code).toBe('storage_unavailable');
  rmSync(filler);
  expect(await register(word)).toBe(word);
  expect(await peer.act('echo next')).toBe('next');
});

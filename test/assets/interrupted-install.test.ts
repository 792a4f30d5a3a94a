import { fork, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { installAsset } from '../../src/workers/assets/install-asset.ts';
import type { Asset } from '../../src/workers/assets/manifest.ts';
import { verifyAsset } from '../../src/workers/assets/verify-asset.ts';
import { temporaryFolder } from '../catalog/store-fixture.ts';
import { serve, sha256, testAsset, zipOf } from './asset-server.ts';
import { serveRanges } from './range-server.ts';

const noise = (size: number, seed: number): string => {
  let state = seed;
  return Array.from({ length: size }, () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return String.fromCharCode(33 + ((state >>> 24) % 90));
  }).join('');
};
const GOOD = [
  { name: 'top/models/a/best.pt', content: noise(600_000, 1) },
  { name: 'top/models/b/best.pt', content: noise(600_000, 2) },
];
const limits = { maxArchiveBytes: 2_000_000, maxExtractedBytes: 2_000_000 };

let dataRoot: string;
beforeEach(() => {
  dataRoot = temporaryFolder();
});
const install = (asset: Asset, more: Partial<Parameters<typeof installAsset>[1]> = {}) =>
  installAsset(asset, {
    dataRoot,
    signal: new AbortController().signal,
    progress: () => undefined,
    retryMs: 1,
    ...more,
  });
const reason = (work: Promise<unknown>) =>
  work.then(
    () => 'installed',
    (error) => error.facts.details.reason,
  );
const isWholeOrAbsent = async (asset: Asset): Promise<boolean> =>
  ['whole', 'absent'].includes(await verifyAsset(dataRoot, asset));

describe('a download that breaks off', () => {
  test('is taken up where it stopped within one call, and in the end the archive is the right one', async () => {
    const bytes = await zipOf(GOOD);
    const host = await serveRanges(bytes);
    host.breakAfter([300_000, 300_000]);
    const asset = testAsset(host.url, { archiveSha256: sha256(bytes), ...limits });
    expect(await install(asset)).toBe('installed');
    expect(host.starts[0]).toBe(0);
    expect(host.starts.length).toBe(3);
    expect(host.starts[1]).toBeGreaterThan(0);
    expect(host.starts[2]).toBeGreaterThan(host.starts[1] ?? 0);
    expect(await verifyAsset(dataRoot, asset)).toBe('whole');
  });

  test('is taken up by the next call when the first one gave up', async () => {
    const bytes = await zipOf(GOOD);
    const host = await serveRanges(bytes);
    host.breakAfter([300_000, 10_000, 10_000, 10_000, 10_000]);
    const asset = testAsset(host.url, { archiveSha256: sha256(bytes), ...limits });
    expect(['network', 'incomplete']).toContain(await reason(install(asset)));
    expect(await verifyAsset(dataRoot, asset)).toBe('absent');
    const before = host.starts.length;
    expect(await install(asset)).toBe('installed');
    expect(host.starts[before]).toBeGreaterThan(0);
  });

  test('starts again when the host has another file by then', async () => {
    const [old, bytes] = [await zipOf([...GOOD, { name: 'old', content: 'x' }]), await zipOf(GOOD)];
    const host = await serveRanges(old);
    host.breakAfter([300_000, 10_000, 10_000, 10_000, 10_000]);
    const asset = testAsset(host.url, { archiveSha256: sha256(bytes), ...limits });
    await reason(install(asset));
    host.replace(bytes);
    expect(await install(asset)).toBe('installed');
  });

  test('without any digest of the archive and without an ETag is never glued to a later answer', async () => {
    const bytes = await zipOf(GOOD);
    const ranges: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      ranges.push(request.headers.range);
      response.writeHead(200, { 'content-length': bytes.length });
      if (ranges.length === 1) response.write(bytes.subarray(0, 300_000), () => response.destroy());
      else response.end(bytes);
    });
    expect(await install(testAsset(url, limits))).toBe('installed');
    expect(ranges).toEqual([undefined, undefined]);
  });

  test('is asked for from the start again when the host sends another part than was asked for', async () => {
    const bytes = await zipOf(GOOD);
    const ranges: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      ranges.push(request.headers.range);
      const size = `${bytes.length - 1}/${bytes.length}`;
      if (ranges.length === 1) {
        response.writeHead(200, { 'content-length': bytes.length });
        response.write(bytes.subarray(0, 300_000), () => response.socket?.end());
      } else if (request.headers.range !== undefined) {
        response.writeHead(206, { 'content-range': `bytes 7-${size}` }).end(bytes.subarray(7));
      } else response.end(bytes);
    });
    expect(await install(testAsset(url, { archiveSha256: sha256(bytes), ...limits }))).toBe('installed');
    expect(ranges.map((range) => range !== undefined)).toEqual([false, true, false]);
  });

  test('waits out a host that is busy, and does not ask again one that refuses', async () => {
    const bytes = await zipOf(GOOD);
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      if (asked < 3) response.writeHead(503).end();
      else response.end(bytes);
    });
    expect(await install(testAsset(url, limits))).toBe('installed');
    asked = 0;
    const refusing = await serve((_request, response) => {
      asked += 1;
      response.writeHead(403).end();
    });
    rmSync(join(dataRoot, 'assets'), { recursive: true });
    expect(await reason(install(testAsset(refusing)))).toBe('network');
    expect(asked).toBe(1);
  });
});

test('an archive that was cut at any twentieth of its length installs nothing and is in nobody s way afterwards', async () => {
  const bytes = await zipOf(GOOD);
  let sent = bytes;
  const url = await serve((_request, response) => void response.end(sent));
  for (const pinned of [true, false]) {
    const asset = testAsset(url, { archiveSha256: pinned ? sha256(bytes) : null, ...limits });
    for (let share = 0; share < 20; share += 1) {
      sent = bytes.subarray(0, Math.floor((bytes.length * share) / 20));
      expect(['checksum', 'incomplete']).toContain(await reason(install(asset)));
      expect(await verifyAsset(dataRoot, asset)).toBe('absent');
    }
    sent = bytes;
    expect(await install(asset)).toBe('installed');
    expect(await verifyAsset(dataRoot, asset)).toBe('whole');
    rmSync(join(dataRoot, 'assets'), { recursive: true });
  }
});

describe('Google Drive', () => {
  const FORM = `<html><form id="download-form" action="/download" method="get"><input type="hidden" name="id" value="abc"><input
    type="hidden" name="confirm" value="t"><input type="hidden" name="uuid" value="1&amp;2"></form></html>`;
  const page = { 'content-type': 'text/html; charset=utf-8' };

  test('hands out a large file behind its page of confirmation', async () => {
    const bytes = await zipOf(GOOD);
    const url = await serve((request, response) => {
      const at = new URL(request.url ?? '/', 'http://drive');
      if (at.pathname === '/uc') response.writeHead(200, { ...page, 'set-cookie': 'NID=7; Path=/' }).end(FORM);
      else if (
        at.searchParams.get('confirm') === 't' &&
        at.searchParams.get('uuid') === '1&2' &&
        request.headers.cookie === 'NID=7'
      )
        response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
      else response.writeHead(400).end();
    });
    const asset = testAsset(`${url}/uc?id=abc`, { flow: 'google-drive', archiveSha256: sha256(bytes), ...limits });
    expect(await install(asset)).toBe('installed');
  });

  test('in its older form gives a link with a code', async () => {
    const bytes = await zipOf(GOOD);
    const url = await serve((request, response) => {
      if (request.url?.includes('confirm=x1') === true) response.end(bytes);
      else response.writeHead(200, page).end('<a href="/uc?export=download&amp;confirm=x1&amp;id=abc">Download anyway</a>');
    });
    expect(await install(testAsset(`${url}/uc?id=abc`, { flow: 'google-drive', ...limits }))).toBe('installed');
  });

  test.each([
    ['a used-up quota', 'Sorry, the download quota for this file has been exceeded', 'quota'],
    ['a sign-in', '<a href="https://accounts.google.com/x">Sign in</a>', 'sign-in'],
    ['a page of any other kind', '<html>hello</html>', 'no file'],
  ])('that answers with %s is a network failure whose reason the operator reads', async (_name, html, word) => {
    let asked = 0;
    const url = await serve((_request, response) => {
      asked += 1;
      response.writeHead(200, page).end(html);
    });
    const failure = await install(testAsset(url, { flow: 'google-drive' })).catch((error) => error);
    expect(failure.facts.details.reason).toBe('network');
    expect(failure.facts.logReason).toContain(word);
    expect(failure.facts.message).not.toContain('google');
    expect(asked).toBe(1);
  });
});

describe('an installation by force', () => {
  test('replaces broken files in one step and keeps nothing aside', async () => {
    const bytes = await zipOf(GOOD);
    const asset = testAsset((await serveRanges(bytes)).url, { archiveSha256: sha256(bytes), ...limits });
    await install(asset);
    writeFileSync(join(dataRoot, 'assets/models/a/best.pt'), 'other');
    expect(await verifyAsset(dataRoot, asset)).toBe('broken');
    expect(await reason(install(asset))).toBe('incomplete');
    expect(await install(asset, { force: true })).toBe('installed');
    expect(await verifyAsset(dataRoot, asset)).toBe('whole');
    expect(readdirSync(join(dataRoot, 'assets')).sort()).toEqual(['.downloads', '.locks', '.receipts', 'models']);
    expect(readdirSync(join(dataRoot, 'assets/.downloads'))).toEqual([]);
  });

  test('that fails leaves what was there', async () => {
    const bytes = await zipOf(GOOD);
    const host = await serveRanges(bytes);
    const asset = testAsset(host.url, { archiveSha256: sha256(bytes), ...limits });
    await install(asset);
    host.replace(Buffer.from('nothing'));
    expect(await reason(install(asset, { force: true }))).toBe('checksum');
    expect(await verifyAsset(dataRoot, asset)).toBe('whole');
  });
});

describe('a file instead of a download', () => {
  test('is held to the same digest and stays where it is', async () => {
    const bytes = await zipOf(GOOD);
    const archiveFile = join(temporaryFolder(), 'archive.zip');
    writeFileSync(archiveFile, bytes);
    const asset = testAsset('http://127.0.0.1:9/', { archiveSha256: sha256(bytes), ...limits });
    expect(await reason(install({ ...asset, archiveSha256: '0'.repeat(64) }, { archiveFile }))).toBe('checksum');
    expect(await reason(install(asset, { archiveFile: `${archiveFile}x` }))).toBe('incomplete');
    expect(await install(asset, { archiveFile })).toBe('installed');
    expect(readFileSync(archiveFile).equals(bytes)).toBe(true);
  });
});

/** Runs the installer as a process; `onStep` sees each step and may kill it. Gives exit code or signal. */
function runProcess(asset: Asset, onStep: (step: number, kill: () => void) => void = () => undefined): Promise<number | string> {
  const program = fileURLToPath(new URL('./installer-program.ts', import.meta.url));
  const child = fork(program, [JSON.stringify([asset]), asset.id, '--root', dataRoot], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let step = 0;
  child.on('message', () => {
    step += 1;
    onStep(step, () => child.kill('SIGKILL'));
  });
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code ?? -1)));
}

test('an installer killed at ten moments never leaves half an asset, and the next one ends the work', async () => {
  const bytes = await zipOf(GOOD.map((member) => ({ ...member, content: member.content.repeat(2) })));
  const host = await serveRanges(bytes);
  const asset = testAsset(host.url, { archiveSha256: sha256(bytes), maxArchiveBytes: 4_000_000, maxExtractedBytes: 4_000_000 });
  let steps = 0;
  expect(
    await runProcess(asset, (step) => {
      steps = step;
    }),
  ).toBe(0);
  const moments = fc.sample(fc.integer({ min: 1, max: steps }), { numRuns: 10, seed: 4 });
  for (const moment of moments) {
    rmSync(join(dataRoot, 'assets/models'), { recursive: true, force: true });
    await runProcess(asset, (step, kill) => {
      if (step === moment) kill();
    });
    expect(await isWholeOrAbsent(asset)).toBe(true);
  }
  expect(await runProcess(asset)).toBe(0);
  expect(await verifyAsset(dataRoot, asset)).toBe('whole');
  expect(readdirSync(join(dataRoot, 'assets')).filter((name) => name.startsWith('.test-asset'))).toEqual([]);
}, 120_000);

test('two installers at once, in two processes and twice in one, download once and both succeed', async () => {
  const bytes = await zipOf(GOOD);
  const host = await serveRanges(bytes);
  const asset = testAsset(host.url, { archiveSha256: sha256(bytes), ...limits });
  const ends = await Promise.all([runProcess(asset), runProcess(asset), install(asset), install(asset)]);
  expect(ends.slice(0, 2)).toEqual([0, 0]);
  expect(ends.slice(2)).toContain('already-installed');
  expect(host.starts.length).toBe(1);
  expect(await verifyAsset(dataRoot, asset)).toBe('whole');
}, 60_000);

test('a full disk is said before and while writing; once there is room, the same call works', async (context) => {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', dataRoot], { stdio: 'ignore' });
  if (mounted.status !== 0) return context.skip('no right to mount a small disk');
  onTestFinished(() => void spawnSync('umount', ['-l', dataRoot], { stdio: 'ignore' }));
  const bytes = await zipOf(GOOD);
  const asset = testAsset((await serveRanges(bytes)).url, { archiveSha256: sha256(bytes), ...limits });
  writeFileSync(join(dataRoot, 'filler'), Buffer.alloc(10_000_000));
  expect(await reason(install(asset))).toBe('disk');
  expect(existsSync(join(dataRoot, 'assets/models'))).toBe(false);
  rmSync(join(dataRoot, 'filler'));
  expect(await install(asset)).toBe('installed');
  expect(await verifyAsset(dataRoot, asset)).toBe('whole');
});

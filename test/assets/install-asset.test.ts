import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { installAsset } from '../../src/workers/assets/install-asset.ts';
import type { Asset } from '../../src/workers/assets/manifest.ts';
import { KNOWLEDGE_BASE, LAYOUT_DETECTORS } from '../../src/workers/assets/manifest.ts';
import { digestTree } from '../../src/workers/assets/tree-digest.ts';
import { temporaryFolder } from '../catalog/store-fixture.ts';
import { serve, sha256, testAsset, zipOf } from './asset-server.ts';

let dataRoot: string;
beforeEach(() => {
  dataRoot = temporaryFolder();
});

const GOOD = [
  { name: 'top/models/a/best.pt', content: 'weights of a' },
  { name: 'top/models/b/best.pt', content: 'weights of b'.repeat(20) },
  { name: 'top/README', content: 'not wanted' },
];
const install = (asset: Asset, signal: AbortSignal = new AbortController().signal) =>
  installAsset(asset, { dataRoot, signal, progress: () => undefined, retryMs: 1 });
const serveBytes = (bytes: Uint8Array) =>
  serve((_request, response) => void response.writeHead(200, { 'content-length': bytes.length }).end(bytes));
const reasonOf = async (asset: Asset) => {
  const failure = await install(asset).then(
    () => undefined,
    (error) => error,
  );
  expect(failure?.code).toBe('asset_install_failed');
  expect(failure?.facts.details.asset_id).toBe(asset.id);
  expect(failure?.facts.hints[0]).toContain('trace_id');
  expect(existsSync(join(dataRoot, 'assets/models'))).toBe(false);
  expect(readdirSync(join(dataRoot, 'assets')).filter((name) => name.startsWith('.test-asset'))).toEqual([]);
  return failure?.facts.details.reason;
};

describe('an asset', () => {
  test('is put in place whole, once, and its receipt is checked afterwards', async () => {
    const bytes = await zipOf(GOOD);
    let asked = 0;
    const url = await serve((request, response) => {
      asked += 1;
      expect(request.headers['user-agent']).toMatch(/^stratigraphic-amenity\//);
      response.end(bytes);
    });
    const asset = testAsset(url, { archiveSha256: sha256(bytes) });
    expect(await install(asset)).toBe('installed');
    const folder = join(dataRoot, 'assets/models');
    expect(readdirSync(folder).sort()).toEqual(['a', 'b']);
    expect(readFileSync(join(folder, 'a/best.pt'), 'utf8')).toBe('weights of a');
    expect(await install(asset)).toBe('already-installed');
    expect(asked).toBe(1);
    writeFileSync(join(folder, 'a/best.pt'), 'WEIGHTS OF A');
    await expect(install(asset)).rejects.toMatchObject({
      code: 'asset_install_failed',
      facts: { details: { reason: 'incomplete' } },
    });
  });

  test('that somebody has put there by hand counts as installed', async () => {
    for (const name of ['a', 'b']) {
      mkdirSync(join(dataRoot, 'assets/models', name), { recursive: true });
      writeFileSync(join(dataRoot, 'assets/models', name, 'best.pt'), 'x');
    }
    expect(await install(testAsset('http://127.0.0.1:9/'))).toBe('already-installed');
  });

  test('that is there in part is not touched', async () => {
    mkdirSync(join(dataRoot, 'assets/models/a'), { recursive: true });
    writeFileSync(join(dataRoot, 'assets/models/a/best.pt'), 'x');
    await expect(install(testAsset('http://127.0.0.1:9/'))).rejects.toMatchObject({
      facts: { details: { reason: 'incomplete' } },
    });
  });

  test('is found at the top of the archive and through redirects', async () => {
    const bytes = await zipOf(GOOD.map((member) => ({ ...member, name: member.name.replace('top/', '') })));
    const url = await serve(
      (request, response) =>
        void (request.url === '/file' ? response.end(bytes) : response.writeHead(302, { location: '/file' }).end()),
    );
    expect(await install(testAsset(`${url}/start`))).toBe('installed');
  });

  test('that stops coming when the call is cancelled leaves nothing', async () => {
    const controller = new AbortController();
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('PK');
      setImmediate(() => controller.abort(new Error('cancelled by the client')));
    });
    await expect(install(testAsset(url), controller.signal)).rejects.toThrow();
    expect(readdirSync(join(dataRoot, 'assets')).filter((name) => !['.downloads', '.locks'].includes(name))).toEqual([]);
  });
});

describe('the reason of a failure', () => {
  test('network: nobody answers, an error status, a web page, a circle of redirects', async () => {
    expect(await reasonOf(testAsset('http://127.0.0.1:9/'))).toBe('network');
    expect(await reasonOf(testAsset(await serve((_request, response) => void response.writeHead(404).end())))).toBe('network');
    expect(
      await reasonOf(
        testAsset(
          await serve((_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')),
        ),
      ),
    ).toBe('network');
    expect(
      await reasonOf(testAsset(await serve((_request, response) => void response.writeHead(302, { location: '/' }).end()))),
    ).toBe('network');
    expect(
      await reasonOf(
        testAsset(
          await serve((_request, response) =>
            response.writeHead(200, { 'content-length': 100 }).write('PK', () => response.destroy()),
          ),
        ),
      ),
    ).toBe('network');
  });

  test('checksum: another archive, other files, too large an archive', async () => {
    const bytes = await zipOf(GOOD);
    const url = await serveBytes(bytes);
    expect(await reasonOf(testAsset(url, { archiveSha256: '0'.repeat(64) }))).toBe('checksum');
    expect(await reasonOf(testAsset(url, { treeSha256: '0'.repeat(64) }))).toBe('checksum');
    expect(await reasonOf(testAsset(url, { maxArchiveBytes: bytes.length - 1 }))).toBe('checksum');
  });

  test('incomplete: no ZIP, no such folder, a deeper folder of the same name, a file missing', async () => {
    expect(await reasonOf(testAsset(await serveBytes(Buffer.from('no zip'))))).toBe('incomplete');
    const bytes = await zipOf(GOOD);
    expect(await reasonOf(testAsset(await serveBytes(bytes.subarray(0, bytes.length - 30))))).toBe('incomplete');
    expect(await reasonOf(testAsset(await serveBytes(bytes), { archiveFolder: 'other' }))).toBe('incomplete');
    const deep = await zipOf(GOOD.map((member) => ({ ...member, name: `deep/${member.name}` })));
    expect(await reasonOf(testAsset(await serveBytes(deep)))).toBe('incomplete');
    expect(await reasonOf(testAsset(await serveBytes(bytes), { files: ['a/best.pt', 'c/best.pt'] }))).toBe('incomplete');
  });

  test.each([
    ['a symbolic link', { name: 'elsewhere/link', content: '/etc/passwd', mode: 0o120777 }],
    ['a device', { name: 'elsewhere/dev', content: '', mode: 0o020666 }],
    ['a member that comes twice', { name: 'top/models/A/BEST.PT', content: 'x' }],
  ])('unsafe_archive: %s', async (_name, member) => {
    expect(await reasonOf(testAsset(await serveBytes(await zipOf([...GOOD, member]))))).toBe('unsafe_archive');
  });

  test.each(['../x', '/etc/x', 'top/../../x', 'a\\..\\x', 'C:/x'])('unsafe_archive: a member named %s', async (name) => {
    const harmless = 'n'.repeat(name.length);
    const bytes = await zipOf([...GOOD, { name: harmless, content: 'x' }]);
    const forged = Buffer.from(bytes.toString('latin1').replaceAll(harmless, name), 'latin1');
    expect(await reasonOf(testAsset(await serveBytes(forged)))).toBe('unsafe_archive');
  });

  test('unsafe_archive: more comes out than is allowed', async () => {
    const bytes = await zipOf([...GOOD, { name: 'top/models/zeros', content: '0'.repeat(50_000) }]);
    expect(await reasonOf(testAsset(await serveBytes(bytes)))).toBe('unsafe_archive');
  });

  test('disk: the destination leads out of the data root, or is a file', async () => {
    mkdirSync(join(dataRoot, 'assets'));
    symlinkSync(temporaryFolder(), join(dataRoot, 'assets/linked'));
    await expect(install(testAsset('http://127.0.0.1:9/', { destination: 'assets/linked/models' }))).rejects.toMatchObject({
      facts: { details: { reason: 'disk' } },
    });
    writeFileSync(join(dataRoot, 'assets/file'), 'x');
    await expect(install(testAsset('http://127.0.0.1:9/', { destination: 'assets/file/models' }))).rejects.toMatchObject({
      facts: { details: { reason: 'disk' } },
    });
  });
});

test('disk: the place of the lock cannot be used', async () => {
  mkdirSync(join(dataRoot, 'assets/.locks/test-asset.lock'), { recursive: true });
  await expect(install(testAsset('http://127.0.0.1:9/'))).rejects.toMatchObject({ facts: { details: { reason: 'disk' } } });
});

test('the digest of a tree sorts by path components, not by text', async () => {
  for (const [name, content] of [
    ['cfg/x', '1'],
    ['cfg.py', '2'],
    ['é', '3'],
  ] as const) {
    mkdirSync(join(dataRoot, 't', name, '..'), { recursive: true });
    writeFileSync(join(dataRoot, 't', name), content);
  }
  expect(await digestTree(join(dataRoot, 't'))).toBe(sha256('cfg/x\x001\0cfg.py\x002\0é\x003\0'));
});

test('every approved asset has a digest, limits and safe places', () => {
  for (const asset of [LAYOUT_DETECTORS, KNOWLEDGE_BASE]) {
    expect(asset.archiveSha256 ?? asset.treeSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(asset.url).toMatch(/^https:/);
    expect(Math.min(asset.maxArchiveBytes, asset.maxExtractedBytes)).toBeGreaterThan(0);
    for (const path of [asset.destination, ...asset.files]) expect(path).toMatch(/^[a-z0-9_]+([/.][a-z0-9_]+)*[a-z0-9_./]*$/);
    expect(asset.attribution).not.toBe('');
  }
});

const shared = fileURLToPath(new URL('../../../shared/data/knowledge', import.meta.url));

test.skipIf(!existsSync(shared))(
  'the digest of the real knowledge files is the approved one (skipped where the shared data are absent)',
  async (context) => {
    if (!KNOWLEDGE_BASE.files.every((file) => existsSync(join(shared, file))))
      return context.skip('not all seven files are there');
    const copy = join(dataRoot, 'k');
    mkdirSync(copy);
    for (const file of KNOWLEDGE_BASE.files) copyFileSync(join(shared, file), join(copy, file));
    expect(await digestTree(copy)).toBe(KNOWLEDGE_BASE.treeSha256);
  },
);

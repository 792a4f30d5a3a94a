import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AssetsCommandDeps, runAssetsCommand } from '../../src/workers/assets/assets-command.ts';
import { KNOWLEDGE_BASE, LAYOUT_DETECTORS, MANIFEST, manifestFaults } from '../../src/workers/assets/manifest.ts';
import { temporaryFolder } from '../catalog/store-fixture.ts';
import { serve, sha256, testAsset, zipOf } from './asset-server.ts';

let dataRoot: string;
let printed: string[];
let complaints: string[];
beforeEach(() => {
  [dataRoot, printed, complaints] = [temporaryFolder(), [], []];
});
const run = (line: string, more: Partial<AssetsCommandDeps> = {}) =>
  runAssetsCommand(
    line.split(' ').filter((word) => word !== ''),
    {
      manifest: MANIFEST,
      dataRoot: () => dataRoot,
      out: (text) => void printed.push(text),
      err: (text) => void complaints.push(text),
      meter: () => ({ show: () => undefined, done: () => undefined }),
      signal: new AbortController().signal,
      retryMs: 1,
      ...more,
    },
  );
const served = async () => {
  const bytes = await zipOf([
    { name: 'models/a/best.pt', content: 'weights of a' },
    { name: 'models/b/best.pt', content: 'weights of b' },
  ]);
  return testAsset(await serve((_request, response) => void response.end(bytes)), { archiveSha256: sha256(bytes) });
};

test('the list has one line of six columns for each asset, and asks nothing of the network', async () => {
  expect(await run('--list')).toBe(0);
  expect(printed.map((line) => line.split('\t'))).toEqual([
    [LAYOUT_DETECTORS.id, LAYOUT_DETECTORS.version, 'download-only', 'MIT', '190753184', 'assets/models'],
    [KNOWLEDGE_BASE.id, KNOWLEDGE_BASE.version, 'source-sync', KNOWLEDGE_BASE.license, 'source', 'assets/knowledge'],
  ]);
  printed = [];
  expect(await run('--list --json')).toBe(0);
  expect(printed.map((line) => JSON.parse(line).asset_id)).toEqual(MANIFEST.map((asset) => asset.id));
});

describe('a wrong command line', () => {
  test.each([
    ['', '--list'],
    ['a b', '--all'],
    ['peace-knowledge-base --all', 'not both'],
    ['no-such-asset', 'peace-layout-detectors, peace-knowledge-base'],
    ['--all --from x.zip', '--from needs'],
    ['--list --force', 'belong to an installation'],
    ['--list --verify', 'exclude'],
    ['--nonsense', '--nonsense'],
  ])('"%s" ends with code 2 and says what would be right', async (line, word) => {
    expect(await run(line)).toBe(2);
    expect(complaints.join('\n')).toContain(word);
    expect(printed).toEqual([]);
  });
});

test('an installation names the place, once more says that it is there, and is verified byte by byte', async () => {
  const manifest = [await served()];
  expect(await run('test-asset', { manifest })).toBe(0);
  expect(await run('--all', { manifest })).toBe(0);
  const place = join(dataRoot, 'assets/models');
  expect(printed).toEqual([`test-asset: installed at ${place}`, `test-asset: already-installed at ${place}`]);
  expect(await run('--verify test-asset', { manifest })).toBe(0);
  writeFileSync(join(place, 'a/best.pt'), 'weights of A');
  expect(await run('--verify', { manifest })).toBe(4);
  expect(printed.at(-1)).toContain('broken');
  expect(await run('test-asset --force --json', { manifest })).toBe(0);
  expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({ asset_id: 'test-asset', status: 'installed' });
});

test('the root of the command line wins over the configured one', async () => {
  const elsewhere = temporaryFolder();
  const manifest = [await served()];
  expect(await run(`test-asset --root ${elsewhere}`, { manifest, dataRoot: () => 'never asked' })).toBe(0);
  expect(readFileSync(join(elsewhere, 'assets/models/a/best.pt'), 'utf8')).toBe('weights of a');
});

test('an asset that is not there, or only in part, fails its check; one put there by hand passes with a word', async () => {
  const manifest = [await served()];
  expect(await run('--verify test-asset', { manifest })).toBe(4);
  expect(await run('--verify', { manifest })).toBe(0);
  mkdirSync(join(dataRoot, 'assets/models/a'), { recursive: true });
  writeFileSync(join(dataRoot, 'assets/models/a/best.pt'), 'x');
  expect(await run('--verify', { manifest })).toBe(4);
  expect(printed.at(-1)).toContain('force');
  mkdirSync(join(dataRoot, 'assets/models/b'));
  writeFileSync(join(dataRoot, 'assets/models/b/best.pt'), 'x');
  expect(await run('--verify', { manifest })).toBe(0);
  expect(printed.at(-1)).toContain('by hand');
});

test('a failure ends with code 3 and shows reason and cause; an interruption ends with 130', async () => {
  const manifest = [testAsset('http://127.0.0.1:9/', { archiveSha256: '0'.repeat(64) })];
  expect(await run('--all --json', { manifest })).toBe(3);
  expect(JSON.parse(complaints[0] ?? '')).toMatchObject({ status: 'failed', reason: 'network', code: 'asset_install_failed' });
  expect(await run('--all', { manifest, signal: AbortSignal.abort() })).toBe(130);
});

test('the approved manifest is sound, and each kind of unsound one is named', () => {
  expect(manifestFaults(MANIFEST)).toEqual([]);
  const good = testAsset('http://host/', { archiveSha256: '0'.repeat(64) });
  const faultOf = (more: object) => manifestFaults([{ ...good, ...more }]).join();
  expect(manifestFaults([good, good]).join()).toContain('twice');
  expect(faultOf({ archiveSha256: null })).toContain('digest');
  expect(faultOf({ archiveSha256: 'abc' })).toContain('digest');
  expect(faultOf({ maxExtractedBytes: 0 })).toContain('limit');
  expect(faultOf({ destination: '../x' })).toContain('destination');
  expect(faultOf({ destination: '/x' })).toContain('destination');
  expect(faultOf({ files: ['../x'] })).toContain('leads out');
  expect(faultOf({ attribution: '' })).toContain('provenance');
});

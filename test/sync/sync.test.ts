import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { halves, yearWindows } from '../../src/domain/knowledge/sync-windows.ts';
import { acquireProcessLock } from '../../src/platform/store/process-lock.ts';
import { runSyncCommand } from '../../src/workers/sync/sync-command.ts';
import { box, collection, desk, itemOf, lineFeature, recordsOf, temporaryFolder } from '../knowledge/knowledge-kit.ts';
import { json, serve } from '../knowledge/live-server.ts';
import { catalogueServer, QUAKES } from './catalogue-server.ts';

const NOW = new Date('2021-01-01T00:00:00Z');
const WORLD = box(-180, -90, 180, 90);

async function sync(argv: readonly string[], more: { readonly now?: Date; readonly signal?: AbortSignal } = {}) {
  const [out, err, shown]: [string[], string[], string[]] = [[], [], []];
  const code = await runSyncCommand(argv, {
    sourcesRoot: () => '/nowhere',
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    meter: () => ({ show: ({ message }) => shown.push(message), done: () => undefined }),
    signal: more.signal ?? new AbortController().signal,
    now: () => more.now ?? NOW,
  });
  return { code, out, err, shown };
}

const usgs = (url: string, root: string, ...more: readonly string[]): readonly string[] => [
  'usgs_fdsn_events',
  '--base-url',
  url,
  '--output-root',
  root,
  '--starttime',
  '2018-01-01',
  ...more,
];

const manifestOf = (root: string, source = 'usgs_fdsn_events', version = 'default') =>
  JSON.parse(readFileSync(join(root, source, version, 'manifest.json'), 'utf8'));
const tableOf = (root: string): string =>
  readFileSync(join(root, 'usgs_fdsn_events/default', manifestOf(root).artifacts.normalized), 'utf8');
const digest = (content: string): string => createHash('sha256').update(content).digest('hex');

const STRONG = QUAKES.filter(({ mag }) => mag >= 4.5);

test('copies events window by window and says in the manifest what it covers', async () => {
  const [server, root] = [await catalogueServer(), temporaryFolder()];
  const done = await sync(usgs(server.url, root));
  expect(done).toMatchObject({ code: 0, out: [join(root, 'usgs_fdsn_events/default/manifest.json')], err: [] });
  expect(manifestOf(root)).toMatchObject({
    schema_version: 'knowledge-source/v1',
    record_count: STRONG.length,
    normalized_sha256: digest(tableOf(root)),
    license: 'CC0-1.0 / United States government public domain',
    coverage: { starttime: '2018-01-01', endtime: '2021-01-01T00:00:00Z', minmagnitude: 4.5, windows: [{ min_lon: -180 }] },
  });
  expect(Object.keys(manifestOf(root))).toEqual(Object.keys(manifestOf(root)).toSorted());
  expect(server.asked.filter(({ path }) => path === '/query')).toHaveLength(3);
  expect(readdirSync(join(root, 'usgs_fdsn_events')).sort()).toEqual(['.sync.lock', 'default']);
});

test('is read by the server, answers with its own coverage, and gives way to nothing it does not cover', async () => {
  const [server, d] = [await catalogueServer(), desk()];
  const root = d.settings.sources_root;
  await sync(usgs(server.url, root, '--min-lon', '-100', '--min-lat=-60', '--max-lon', '100', '--max-lat', '60'));
  const inside = STRONG.filter(({ lon, lat }) => Math.abs(lon) <= 100 && Math.abs(lat) <= 60);
  const found = await d.ask({ bounds: box(-100, -60, 100, 60), include: ['earthquake_history'] });
  const item = itemOf(found, 'earthquake_history');
  expect(item).toMatchObject({ record_count: inside.length, provenance: { source_mode: 'local_mirror' } });
  expect(JSON.stringify(item.provenance)).toContain('"minmagnitude":4.5');
  const [newest] = recordsOf(found, 'earthquake_history');
  const expected = inside.toSorted((a, b) => b.time - a.time)[0];
  expect(newest).toMatchObject({ mag: expected?.mag, time: new Date(expected?.time ?? 0).toISOString(), event_id: expected?.id });
  const outside = await d.ask({ bounds: box(120, 0, 121, 1), include: ['earthquake_history'] });
  expect(outside.warnings.join()).toMatch(/not_covered/);
});

test('halves windows until each holds no more than may be asked for, and counts shared edges once', async () => {
  const [server, root] = [await catalogueServer({ limit: 5 }), temporaryFolder()];
  const profile = join(root, 'profile.json');
  writeFileSync(profile, JSON.stringify({ limit: 5, minmagnitude: 4 }));
  expect(await sync(usgs(server.url, root, '--profile-json', profile))).toMatchObject({ code: 0 });
  expect(manifestOf(root).record_count).toBe(QUAKES.length);
  expect(tableOf(root).split('\n')).toHaveLength(QUAKES.length + 2);
});

test('makes the same bytes again', async () => {
  const [server, root, other] = [await catalogueServer(), temporaryFolder(), temporaryFolder()];
  await sync(usgs(server.url, root));
  const first = readFileSync(join(root, 'usgs_fdsn_events/default/manifest.json'), 'utf8');
  await sync(usgs(server.url, root));
  await sync(usgs(server.url, other));
  for (const place of [root, other]) {
    expect(readFileSync(join(place, 'usgs_fdsn_events/default/manifest.json'), 'utf8')).toBe(first);
    expect(readdirSync(join(place, 'usgs_fdsn_events/default'))).toHaveLength(2);
  }
});

test('a killed process leaves the mirror of before in place, and the next one fetches only what is missing', async () => {
  const root = temporaryFolder();
  let armed = false;
  let seen = 0;
  const killed = new AbortController();
  const server = await catalogueServer({
    before: ({ path }) => {
      if (!armed || path !== '/query' || ++seen < 3) return false;
      killed.abort();
      return true;
    },
  });
  await sync(usgs(server.url, root, '--endtime', '2019-01-01'));
  const before = tableOf(root);
  armed = true;
  const argv = ['--import', 'tsx', 'src/bin/sync.ts', ...usgs(server.url, root, '--endtime', '2020-12-31')];
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  killed.signal.addEventListener('abort', () => child.kill('SIGKILL'));
  const [, signal] = await once(child, 'close');
  expect(signal).toBe('SIGKILL');
  expect(tableOf(root)).toBe(before);
  armed = false;
  const asked = server.asked.length;
  const again = await sync(usgs(server.url, root, '--endtime', '2020-12-31'));
  expect(again).toMatchObject({ code: 0 });
  expect(again.shown).toContain('Going on with what was fetched before.');
  const windows = server.asked.slice(asked).map(({ path, params }) => `${path} ${params.get('starttime')?.slice(0, 4)}`);
  expect(windows).toEqual(['/count 2020', '/query 2020']);
  expect(manifestOf(root).record_count).toBe(STRONG.length);
}, 60_000);

test('a new "until now" goes on to the end that was settled when the work began', async () => {
  const root = temporaryFolder();
  let broken = true;
  const server = await catalogueServer({
    before: ({ params }, answer) => {
      if (!broken || !params.get('starttime')?.startsWith('2020')) return false;
      json(answer, {}, 400);
      return true;
    },
  });
  expect(await sync(usgs(server.url, root))).toMatchObject({ code: 3 });
  broken = false;
  expect(await sync(usgs(server.url, root), { now: new Date('2021-02-01T00:00:00Z') })).toMatchObject({ code: 0 });
  expect(manifestOf(root).coverage.endtime).toBe('2021-01-01T00:00:00Z');
});

test.each([
  ['a status', 3, (answer: Parameters<typeof json>[0]) => json(answer, {}, 403)],
  [
    'a web page',
    3,
    (answer: Parameters<typeof json>[0]) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
  ],
  ['fewer events than it counted', 4, (answer: Parameters<typeof json>[0]) => json(answer, collection())],
])('ends with its own exit code when the service answers with %s, and replaces nothing', async (_name, code, reply) => {
  const root = temporaryFolder();
  let armed = false;
  const server = await catalogueServer({
    before: ({ path }, answer) => {
      if (!armed || path !== '/query') return false;
      reply(answer);
      return true;
    },
  });
  await sync(usgs(server.url, root, '--endtime', '2019-01-01'));
  const before = readFileSync(join(root, 'usgs_fdsn_events/default/manifest.json'), 'utf8');
  armed = true;
  const failed = await sync(usgs(server.url, root));
  expect(failed.code).toBe(code);
  expect(failed.err.join()).toMatch(/USGS/);
  expect(readFileSync(join(root, 'usgs_fdsn_events/default/manifest.json'), 'utf8')).toBe(before);
});

test('a mirror of chosen events says so and claims no coverage', async () => {
  const [server, d] = [await catalogueServer(), desk()];
  const profile = join(d.folder, 'profile.json');
  writeFileSync(profile, JSON.stringify({ reviewstatus: 'reviewed' }));
  await sync(usgs(server.url, d.settings.sources_root, '--profile-json', profile));
  expect(manifestOf(d.settings.sources_root).coverage).toEqual({
    status: 'filtered',
    notes: [expect.stringContaining('type earthquake'), expect.stringContaining('reviewstatus')],
  });
  const found = await d.ask({ bounds: WORLD, include: ['earthquake_history'] });
  expect(found.warnings.join()).toMatch(/coverage_unknown/);
});

test('waits for another sync of the same source', async () => {
  const [server, root] = [await catalogueServer(), temporaryFolder()];
  const signal = new AbortController().signal;
  const lock = await acquireProcessLock({ file: join(root, 'usgs_fdsn_events/.sync.lock'), signal });
  const waiting = sync(usgs(server.url, root));
  await Promise.resolve();
  expect(server.asked).toHaveLength(0);
  lock.release();
  expect(await waiting).toMatchObject({ code: 0, err: [expect.stringMatching(/waiting/)] });
});

test('ends with 130 when it is interrupted, and keeps what it has', async () => {
  const root = temporaryFolder();
  const cancel = new AbortController();
  const server = await catalogueServer({
    before: ({ params }) => {
      if (params.get('starttime')?.startsWith('2019')) cancel.abort();
      return false;
    },
  });
  expect(await sync(usgs(server.url, root), { signal: cancel.signal })).toMatchObject({
    code: 130,
    err: [expect.stringMatching(/goes on from there/)],
  });
  expect(existsSync(join(root, 'usgs_fdsn_events/.staging-default/raw/query-0001.geojson'))).toBe(true);
});

const TRACES = JSON.stringify(
  collection(
    lineFeature({ catalog_id: 'A', name: 'North', slip_type: 'Normal' }, [
      [10, 45],
      [10.2, 45.1],
    ]),
  ),
);

async function gemServer(content = TRACES) {
  return serve((_asked, answer) => answer.writeHead(200, { 'content-type': 'text/plain' }).end(content));
}

test('copies the GEM file after its digest was compared, and the server reads it', async () => {
  const [server, d] = [await gemServer(), desk()];
  const root = d.settings.sources_root;
  const profile = join(d.folder, 'profile.json');
  writeFileSync(
    profile,
    JSON.stringify({ source_url: `${server.url}/f`, source_version: 'zenodo:3376300', sha256: digest(TRACES) }),
  );
  const argv = ['gem_global_active_faults', '--output-root', root, '--profile-json', profile];
  expect(await sync(argv)).toMatchObject({ code: 0 });
  expect(manifestOf(root, 'gem_global_active_faults', 'zenodo_3376300')).toMatchObject({
    record_count: 1,
    license: expect.stringContaining('CC BY-SA 4.0'),
    coverage: { notes: [expect.stringContaining('Canada')] },
  });
  const found = await d.ask({ bounds: box(9, 44, 11, 46), include: ['active_faults'] });
  expect(itemOf(found, 'active_faults')).toMatchObject({ record_count: 1, provenance: { source_mode: 'local_mirror' } });
  writeFileSync(
    profile,
    JSON.stringify({ source_url: `${server.url}/f`, source_version: 'zenodo:3376300', sha256: digest('other') }),
  );
  const manifest = readFileSync(join(root, 'gem_global_active_faults/zenodo_3376300/manifest.json'), 'utf8');
  expect(await sync(argv)).toMatchObject({ code: 4, err: [expect.stringMatching(/nothing was replaced/)] });
  expect(readFileSync(join(root, 'gem_global_active_faults/zenodo_3376300/manifest.json'), 'utf8')).toBe(manifest);
});

test.each([
  ['a web page', '<!doctype html><html>', 3],
  ['a collection without traces', JSON.stringify(collection()), 4],
])('refuses %s in place of the GEM file', async (_name, content, code) => {
  const [server, root] = [await gemServer(content), temporaryFolder()];
  const profile = join(root, 'profile.json');
  writeFileSync(profile, JSON.stringify({ source_url: `${server.url}/f` }));
  const ended = await sync(['gem_global_active_faults', '--output-root', root, '--profile-json', profile]);
  expect(ended.code).toBe(code);
  expect(existsSync(join(root, 'gem_global_active_faults/peace-da994841fc97'))).toBe(false);
});

test.each<[string, readonly string[], RegExp]>([
  ['no source', [], /Name one source/],
  ['an unknown source', ['emsc_fdsn_events'], /cannot be copied/],
  ['half of the bounds', ['usgs_fdsn_events', '--min-lon', '-1'], /--min-lon, --min-lat, --max-lon and --max-lat/],
  ['bounds that are no numbers', ['usgs_fdsn_events', '--min-lon=a', '--min-lat=1', '--max-lon=2', '--max-lat=3'], /together/],
  ['an unknown option', ['usgs_fdsn_events', '--nope'], /nope/],
  ['a profile that is not there', ['usgs_fdsn_events', '--profile-json', '/nowhere.json'], /profile-json/],
  ['a time that is none', ['usgs_fdsn_events', '--starttime', 'yesterday'], /starttime/],
  ['a version outside its folder', ['usgs_fdsn_events', '--version', '../x'], /--version/],
  ['an area for a file', ['gem_global_active_faults', '--starttime', '2020-01-01'], /for events only/],
  ['an end before the start', ['usgs_fdsn_events', '--starttime', '2022-01-01'], /before endtime/],
])('says with exit code 2 what is wrong with %s', async (_name, argv, words) => {
  const root = temporaryFolder();
  const ended = await sync(argv.length === 0 ? [] : [...argv, '--output-root', root]);
  expect(ended).toMatchObject({ code: 2, out: [] });
  expect(ended.err.join('\n')).toMatch(words);
});

test('tells about a disk that cannot be written', async () => {
  const [server, root] = [await catalogueServer(), temporaryFolder()];
  mkdirSync(join(root, 'usgs_fdsn_events'));
  writeFileSync(join(root, 'usgs_fdsn_events/.staging-default'), '');
  writeFileSync(join(root, 'usgs_fdsn_events/default'), '');
  expect(await sync(usgs(server.url, root))).toMatchObject({ code: 5, err: [expect.stringMatching(/cannot be written/)] });
});

test('tells its usage', async () => {
  expect(await sync(['--help'])).toMatchObject({ code: 0, out: [expect.stringMatching(/^Usage: .*Exit codes/s)] });
});

test('cuts time at each new year, and halves down to a day', () => {
  const windows = yearWindows({ startMs: Date.UTC(2019, 5, 1), endMs: Date.UTC(2021, 0, 1) });
  expect(windows.map(({ startMs, endMs }) => [new Date(startMs).toISOString(), new Date(endMs).toISOString()])).toEqual([
    ['2019-06-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'],
    ['2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'],
  ]);
  expect(halves({ startMs: 0, endMs: 86_400_000 })).toBeNull();
  expect(halves({ startMs: 0, endMs: 86_402_000 })).toEqual([
    { startMs: 0, endMs: 43_201_000 },
    { startMs: 43_201_000, endMs: 86_402_000 },
  ]);
});

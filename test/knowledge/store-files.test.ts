import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { GeomapError } from '../../src/domain/errors/geomap-error.ts';
import type { EventQuery } from '../../src/domain/knowledge/event.ts';
import type { EventCatalogue } from '../../src/domain/knowledge/ports.ts';
import { temporaryFolder } from './knowledge-kit.ts';
import { type StoreDesk, storeDesk } from './store-kit.ts';

const EVERYTHING: EventQuery = {
  boxes: [{ min_lon: -180, min_lat: -90, max_lon: 180, max_lat: 90 }],
  startMs: null,
  endMs: null,
  minMagnitude: null,
  maxMagnitude: null,
  status: null,
  network: null,
  contributor: null,
  kinds: null,
  limit: 1,
};

/** A catalogue of so many events. */
const csv = (count: number, place = 'Here'): string =>
  `time,latitude,longitude,mag,id,place\n${Array.from({ length: count }, (_, at) => `${new Date(at * 60_000).toISOString()},${at % 90},${at % 180},5,e${at},${place}\n`).join('')}`;

const total = (catalogue: EventCatalogue): number => catalogue.search(EVERYTHING).total;
const cancelled = () => new GeomapError('cancelled', 'The call was cancelled.');
const only = (d: StoreDesk): string => join(d.storeFolder, d.stores()[0] ?? '');
/** A call that counts how often it is told that a file is taken in. */
const counting = () => {
  const told: string[] = [];
  return { told, report: (_share: number, message: string) => void told.push(message) };
};
const isIngest = (message: string): boolean => message.startsWith('Taking earthquakes.csv');

test('takes a file in once for calls that come at the same time, and tells all of them how far it is', async () => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(9000));
  const calls = [counting(), counting(), counting()];
  const opened = await Promise.all(calls.map(({ report }) => d.events({ report })));
  expect(opened.map(total)).toEqual([9000, 9000, 9000]);
  expect(d.stores()).toHaveLength(1);
  const [first] = calls;
  expect(first?.told.filter(isIngest).length).toBeGreaterThan(3);
  for (const { told } of calls) expect(told).toEqual(first?.told);
});

test('takes a file in once for two processes, of which one waits and says so', async () => {
  const folder = temporaryFolder();
  // Two libraries share nothing but the folder, as two workers do.
  const [a, b] = [storeDesk({ folder }), storeDesk({ folder })];
  a.write('earthquakes.csv', csv(9000));
  const [one, two] = [counting(), counting()];
  const opened = await Promise.all([a.events(one), b.events(two)]);
  expect(opened.map(total)).toEqual([9000, 9000]);
  expect([one, two].filter(({ told }) => told.some(isIngest))).toHaveLength(1);
  expect([...one.told, ...two.told].some((message) => message.startsWith('Waiting for another process'))).toBe(true);
  expect(a.stores()).toHaveLength(1);
});

test('reads nothing again in a process that finds the store of another', async () => {
  const folder = temporaryFolder();
  const first = storeDesk({ folder });
  first.write('earthquakes.csv', csv(100));
  await first.events();
  const later = counting();
  expect(total(await storeDesk({ folder }).events(later))).toBe(100);
  expect(later.told).toEqual([]);
});

test('ends at once when its only call is cancelled, leaves nothing half, and starts again for the next call', async () => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(9000));
  const control = new AbortController();
  const call = d.events({ signal: control.signal, report: () => control.abort(cancelled()) });
  await expect(call).rejects.toMatchObject({ code: 'cancelled' });
  expect(total(await d.events())).toBe(9000);
  expect(readdirSync(d.storeFolder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('goes on for the other calls when one of them is cancelled', async () => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(9000));
  const control = new AbortController();
  const stopped = d.events({ signal: control.signal, report: () => control.abort(cancelled()) });
  const other = d.events();
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  expect(total(await other)).toBe(9000);
});

test('answers anew when the file changes, and removes what was made from the former content', async () => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(10));
  const before = await d.events();
  const [old] = d.stores();
  d.write('earthquakes.csv', csv(20));
  const after = await d.events();
  expect([total(before), total(after)]).toEqual([10, 20]);
  await expect.poll(() => d.stores()).toEqual([expect.not.stringMatching(old ?? 'none')]);
});

test('takes a file that was only touched for the same', async () => {
  const d = storeDesk();
  const path = d.write('earthquakes.csv', csv(10));
  await d.events();
  const [made] = d.stores();
  utimesSync(path, new Date(), new Date());
  const later = counting();
  expect(total(await d.events(later))).toBe(10);
  expect([later.told, d.stores()]).toEqual([[], [made]]);
});

test('answers what is open, and then makes the store anew, when the cache is wiped meanwhile', async () => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(500));
  const open = await d.events();
  rmSync(join(d.folder, 'cache'), { recursive: true });
  expect(total(open)).toBe(500);
  expect(total(await d.events())).toBe(500);
  expect(d.stores()).toHaveLength(1);
});

const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
  writeFileSync(file, bytes);
};

test.each<[string, (file: string) => void]>([
  ['emptied', (file) => truncateSync(file, 0)],
  ['cut in half', (file) => truncateSync(file, 20_480)],
  ['changed in one byte of its data', (file) => flip(file, readFileSync(file).indexOf('Unusual place') + 3)],
  ['replaced by something else', (file) => writeFileSync(file, 'not a database, but long enough to look like one'.repeat(400))],
])('makes a store anew that was %s, open or not', async (_name, damage) => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(800, 'Unusual place'));
  await d.events();
  damage(only(d));
  const places = (catalogue: EventCatalogue) =>
    new Set(catalogue.search({ ...EVERYTHING, limit: null }).events.map(({ place }) => place));
  expect(places(await d.events())).toEqual(new Set(['Unusual place']));
  damage(only(d));
  expect(places(await storeDesk({ folder: d.folder }).events())).toEqual(new Set(['Unusual place']));
});

test('keeps the stores used last, and removes drafts that a killed process left long ago', async () => {
  const d = storeDesk();
  mkdirSync(d.storeFolder, { recursive: true });
  const draft = join(d.storeFolder, '.events-old.part');
  writeFileSync(draft, 'x');
  utimesSync(draft, new Date(0), new Date(0));
  // Eight hosts with files of their own.
  for (let host = 0; host < 8; host += 1) {
    const other = storeDesk({ folder: join(temporaryFolder()) });
    other.write('earthquakes.csv', csv(10 + host));
    await other.events({ cacheRoot: join(d.folder, 'cache') });
  }
  expect(d.stores()).toHaveLength(6);
  expect(readdirSync(d.storeFolder)).not.toContain('.events-old.part');
});

test('answers storage_unavailable where no store can be made, without naming the folder', async () => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(10));
  const cacheRoot = d.write('cache-file', 'a file, not a folder');
  const failure = await d.events({ cacheRoot }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'storage_unavailable' });
  expect(String(failure)).not.toContain(d.folder);
});

test('answers storage_unavailable on a full disk, leaves nothing there, and goes on when there is room', async (context) => {
  const disk = temporaryFolder();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', disk], { stdio: 'ignore' });
  if (mounted.status !== 0) return context.skip('no right to mount a small disk');
  onTestFinished(() => void spawnSync('umount', ['-l', disk], { stdio: 'ignore' }));
  const d = storeDesk();
  d.write('earthquakes.csv', csv(9000));
  await expect(d.events({ cacheRoot: disk })).rejects.toMatchObject({
    code: 'storage_unavailable',
    facts: { details: { reason: 'disk_full' } },
  });
  expect(readdirSync(join(disk, 'knowledge/v2/stores')).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  expect(total(await d.events())).toBe(9000);
});

/** A process of its own that takes a catalogue in and says how far it is. */
const CHILD = (folder: string): string => `
  const { EVENT_FILES } = await import(${JSON.stringify(fileURLToPath(new URL('../../src/workers/knowledge/event-file.ts', import.meta.url)))});
  const { createStoredAssets } = await import(${JSON.stringify(fileURLToPath(new URL('../../src/workers/knowledge/stored-assets.ts', import.meta.url)))});
  await createStoredAssets(EVENT_FILES).open(${JSON.stringify(join(folder, 'earthquakes.csv'))}, {
    cacheRoot: ${JSON.stringify(join(folder, 'cache'))}, signal: new AbortController().signal, report: (share) => console.log(share) });
  console.log('done');`;

test('is not held up by a process that was killed while it took a file in', async () => {
  const d = storeDesk();
  d.write('earthquakes.csv', csv(60_000));
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', CHILD(d.folder)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await ended;
  expect(d.stores()).toEqual([]);
  const call = counting();
  expect(total(await d.events(call))).toBe(60_000);
  expect(call.told.filter((message) => message.startsWith('Waiting'))).toEqual([]);
});

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assembleBundle } from '../../src/domain/knowledge/bundle.ts';
import type { Execution } from '../../src/domain/knowledge/execution.ts';
import { providerFailed } from '../../src/domain/knowledge/failures.ts';
import type { HttpGet } from '../../src/domain/knowledge/ports.ts';
import { createAnswerFiles } from '../../src/workers/knowledge/answer-files.ts';
import { BAY, box, collection, desk, EVENTS, itemOf, label, lineFeature } from './knowledge-kit.ts';

const ONTARIO = box(-91, 48, -90, 49);
const HOUR = 3_600_000;
const START = Date.parse('2025-01-01T00:00:00Z');

/** A desk whose answers are kept, with a clock to set and a network to break. */
function keeping(limits: { readonly live_seconds?: number; readonly max_bytes?: number } = {}) {
  const clock = { ms: START };
  const network = { down: false, asked: 0 };
  const http: HttpGet = async ({ url, label: source }) => {
    network.asked += 1;
    if (network.down) throw providerFailed(`The request to ${source} failed (ECONNREFUSED).`);
    const feature = {
      type: 'Feature',
      id: 'e1',
      properties: { mag: 5, time: START, type: 'earthquake', MDI_NAME: 'Gold Hill', unid: 'x', evtype: 'ke' },
      geometry: { type: 'Point', coordinates: url.includes('arcgis') ? [-90.5, 48.5] : [-121.5, 37.5] },
    };
    return { status: 200, contentType: 'application/json', text: JSON.stringify(collection(feature)) };
  };
  const d = desk({
    http,
    cache: (folder) =>
      createAnswerFiles({
        cacheRoot: join(folder, 'cache'),
        limits: { live_seconds: 6 * 3600, max_bytes: 1 << 20, ...limits },
        now: () => new Date(clock.ms),
      }),
  });
  d.write('earthquakes.csv', EVENTS);
  d.write(
    'faults.geojson',
    collection(
      lineFeature({ catalog_id: 'A' }, [
        [-121.9, 37.1],
        [-121.8, 37.2],
      ]),
    ),
  );
  const root = join(d.folder, 'cache/knowledge/v2/providers');
  const files = (provider: string): readonly string[] => {
    try {
      return readdirSync(join(root, provider)).map((name) => join(root, provider, name));
    } catch {
      return [];
    }
  };
  return { ...d, clock, network, files, root };
}

const cachedAt = (execution: Execution) =>
  Object.fromEntries(
    execution.outcomes.map((outcome) => [outcome.provider, outcome.status === 'answered' ? outcome.cachedAt : 'failed']),
  );

test('answers the same question from the cache, word for word, and says so in the trace', async () => {
  const d = keeping();
  const first = await d.ask({ bounds: BAY });
  d.clock.ms += 1000 * HOUR;
  const second = await d.ask({ bounds: BAY });
  expect(cachedAt(first)).toEqual({ earthquake_history: null, active_faults: null });
  expect(cachedAt(second)).toEqual({ earthquake_history: '2025-01-01T00:00:00.000Z', active_faults: '2025-01-01T00:00:00.000Z' });
  expect(itemOf(second, 'earthquake_history').value).toEqual(itemOf(first, 'earthquake_history').value);
  expect(second.warnings).toEqual(first.warnings);
  const request = {
    bounds: BAY,
    labels: [],
    queryText: null,
    include: [],
    exclude: [],
    maxRecords: null,
    maxRecordsByProvider: {},
    providerOptions: {},
  };
  const bundle = assembleBundle(request, second, {
    traceId: 't',
    gates: { detectors: true, knowledge: true },
    bundleUri: 'geomap://bundles/x.json',
  });
  expect(bundle.trace).toMatchObject({
    providers: [
      { provider: 'earthquake_history', cache_hit: true, cached_at: '2025-01-01T00:00:00.000Z', record_count: 2 },
      { provider: 'active_faults', cache_hit: true },
    ],
  });
});

test('keys an answer by what its provider reads and by nothing else', async () => {
  const d = keeping();
  await d.ask({ bounds: BAY });
  const hits = async (request: Parameters<typeof d.ask>[0]) => cachedAt(await d.ask(request)).earthquake_history !== null;
  expect(await hits({ bounds: BAY, labels: [label('granite')], maxRecordsByProvider: { active_faults: 1 } })).toBe(true);
  expect(await hits({ bounds: BAY, providerOptions: { active_faults: { sort: 'length' } } })).toBe(true);
  expect(await hits({ bounds: BAY, providerOptions: { earthquake_history: { minmagnitude: null } } })).toBe(true);
  expect(await hits({ bounds: BAY, providerOptions: { earthquake_history: { minmagnitude: 5 } } })).toBe(false);
  expect(await hits({ bounds: BAY, maxRecords: 1 })).toBe(false);
  // A neighbouring box is another question (KW-28).
  expect(await hits({ bounds: { ...BAY, min_lon: -122.00004 } })).toBe(false);
});

test('asks anew when the file has changed', async () => {
  const d = keeping();
  await d.ask({ bounds: BAY });
  d.write('earthquakes.csv', EVENTS.replaceAll('quarry blast', 'earthquake'));
  const after = await d.ask({ bounds: BAY });
  expect(cachedAt(after).earthquake_history).toBeNull();
  expect(itemOf(after, 'earthquake_history').record_count).toBe(3);
});

test('uses a live answer for its lifetime only, and says when it was retrieved', async () => {
  const d = keeping();
  const request = {
    bounds: ONTARIO,
    include: ['mineral_occurrences'],
    providerOptions: { mineral_occurrences: { source: 'ontario_mineral_deposit_inventory' } },
  };
  await d.ask(request);
  const asked = d.network.asked;
  d.clock.ms += 5.9 * HOUR;
  d.network.down = true;
  const second = await d.ask(request);
  expect(d.network.asked).toBe(asked);
  expect(itemOf(second, 'mineral_occurrences')).toMatchObject({
    record_count: 1,
    provenance: { cached_at: '2025-01-01T00:00:00.000Z', retrieved_at: '2025-01-01T00:00:00.000Z' },
  });
  expect(second.warnings).toContainEqual(expect.stringMatching(/^cached: mineral_occurrences .*2025-01-01T00:00:00/));
  d.clock.ms += 0.2 * HOUR;
  await expect(d.ask(request)).rejects.toMatchObject({ code: 'unknown_provider' });
});

test('keeps no live answer when its lifetime is zero, and nothing stored in the future', async () => {
  const d = keeping({ live_seconds: 0 });
  const request = { bounds: ONTARIO, include: ['mineral_occurrences'] };
  await d.ask(request);
  expect(d.files('mineral_occurrences')).toEqual([]);
  const e = keeping();
  await e.ask(request);
  e.clock.ms -= HOUR;
  expect(cachedAt(await e.ask(request)).mineral_occurrences).toBeNull();
});

test('never keeps an answer that lacks a source, whatever else it holds (KW-9)', async () => {
  const d = keeping();
  d.network.down = true;
  const request = {
    bounds: BAY,
    include: ['earthquake_history'],
    providerOptions: { earthquake_history: { source: 'all' } },
  };
  for (const _ of [1, 2]) {
    const found = await d.ask(request);
    expect(itemOf(found, 'earthquake_history').record_count).toBe(2);
    expect(found.warnings).toContainEqual(expect.stringMatching(/^partial: .*emsc_fdsn_events/));
    expect(cachedAt(found)).toEqual({ earthquake_history: null });
  }
  expect(d.files('earthquake_history')).toEqual([]);
  d.network.down = false;
  expect(itemOf(await d.ask(request), 'earthquake_history').record_count).toBe(3);
});

test.each([
  ['no JSON', () => '{"schema_version"'],
  ['another provider', (text: string) => text.replace('"provider":"active_faults"', '"provider":"rock_type"')],
  ['another version of its data', (text: string) => text.replace(/"data_version":"[^"]+"/, '"data_version":"1@sha256:0"')],
  ['another schema', (text: string) => text.replace('knowledge/v2', 'knowledge/v1')],
  ['items that are none', (text: string) => text.replace(/"items":\[.*\],"warnings"/s, '"items":[5],"warnings"')],
])('takes a stored answer with %s for none', async (_name, spoil) => {
  const d = keeping();
  const request = { bounds: BAY, include: ['active_faults'] };
  await d.ask(request);
  const [file = ''] = d.files('active_faults');
  const spoilt = spoil(readFileSync(file, 'utf8'));
  expect(spoilt).not.toBe(readFileSync(file, 'utf8'));
  writeFileSync(file, spoilt);
  const found = await d.ask(request);
  expect(cachedAt(found)).toEqual({ active_faults: null });
  expect(itemOf(found, 'active_faults').record_count).toBe(1);
  expect(cachedAt(await d.ask(request)).active_faults).not.toBeNull();
});

test('answers although nothing can be written, and says so once per provider', async () => {
  const d = keeping();
  mkdirSync(join(d.folder, 'cache'), { recursive: true });
  // A file where the folder should be: not even root can write below it.
  writeFileSync(join(d.folder, 'cache/knowledge'), 'in the way');
  const found = await d.ask({ bounds: ONTARIO, include: ['mineral_occurrences'] });
  expect(itemOf(found, 'mineral_occurrences').record_count).toBe(1);
  expect(found.warnings.filter((warning) => warning.startsWith('cache_not_written'))).toHaveLength(1);
  expect(JSON.stringify(found.warnings)).not.toContain(d.folder);
});

test('stays below its size by removing what was not used for longest', async () => {
  const d = keeping({ max_bytes: 40_000 });
  const at = (east: number) => ({ bounds: { ...BAY, max_lon: east }, include: ['active_faults'] });
  const easts = Array.from({ length: 30 }, (_, index) => -121 + index / 1000);
  for (const east of easts) {
    d.clock.ms += HOUR;
    await d.ask(at(east));
  }
  const bytes = d.files('active_faults').reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThanOrEqual(40_000);
  expect(d.files('active_faults').length).toBeGreaterThan(3);
  expect(cachedAt(await d.ask(at(easts.at(-1) ?? 0))).active_faults).not.toBeNull();
  expect(cachedAt(await d.ask(at(easts[0] ?? 0))).active_faults).toBeNull();
});

test('never stores look-ups of labels, which are cheaper than a file', async () => {
  const d = keeping();
  await d.ask({ labels: [label('granite')] });
  expect(d.files('rock_type')).toEqual([]);
  expect(d.files('rock_age')).toEqual([]);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BAY, box, desk, EVENTS, hasShared, itemOf, recordsOf, SHARED, WITHOUT_SHARED } from './knowledge-kit.ts';

const ask = (options: Readonly<Record<string, unknown>>, bounds = BAY) => ({
  bounds,
  include: ['earthquake_history'],
  providerOptions: { earthquake_history: options },
});

test('counts earthquakes only, each once, and says how many records are something else', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  const found = await d.ask(ask({}));
  const item = itemOf(found, 'earthquake_history');
  expect(item.record_count).toBe(2);
  expect(recordsOf(found, 'earthquake_history').map(({ place }) => place)).toEqual(['Here, now', 'No magnitude']);
  expect(found.warnings.join('\n')).toMatch(/excluded_by_type: 1 record .*quarry blast: 1/);
  expect(item.provenance).toMatchObject({
    excluded_by_type: { 'quarry blast': 1 },
    effective_filters: { event_types: ['earthquake'], reviewstatus: 'any' },
  });
});

test('keeps an event without a magnitude as null, and leaves it out and says so when a magnitude is asked for', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  expect(recordsOf(await d.ask(ask({})), 'earthquake_history')[1]).toMatchObject({ mag: null });
  const asked = await d.ask(ask({ maxmagnitude: 6 }));
  expect(itemOf(asked, 'earthquake_history').record_count).toBe(1);
  expect(asked.warnings.join('\n')).toContain('1 record without a magnitude');
});

test('brings other event types in when asked to', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  expect(itemOf(await d.ask(ask({ event_types: 'all' })), 'earthquake_history').record_count).toBe(3);
  expect(itemOf(await d.ask(ask({ event_types: ['quarry blast'] })), 'earthquake_history').record_count).toBe(1);
});

test.each([
  [{ starttime: '2021-06-15' }, 1],
  [{ starttime: '2021-06-15T14:00:00+02:00' }, 1],
  [{ starttime: '1623758400001' }, 0],
  [{ starttime: 1623758400000 }, 1],
  [{ endtime: '2020-12-31' }, 1],
  [{ endtime: '2020-12-30' }, 0],
  [{ starttime: null, endtime: '', minmagnitude: null }, 2],
  [{ reviewstatus: 'automatic' }, 1],
  [{ catalog: 'us' }, 1],
  [{ contributor: 'us' }, 0],
  [{ starttime: '2022-01-01', endtime: '2021-01-01' }, 0],
  [{ minmagnitude: 6, maxmagnitude: 5 }, 0],
])('compares instants and skips blanks: %j gives %i', async (options, count) => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  expect(itemOf(await d.ask(ask(options)), 'earthquake_history').record_count).toBe(count);
});

test.each([
  [{ starttime: 'zzz' }],
  [{ starttime: '2021-02-30' }],
  [{ minmagnitude: 'big' }],
  [{ limit: 5 }],
  [{ source: 'gcmt' }],
  [{ sources: 5 }],
  [{ sources: [] }],
  [{ source_mode: 'cloud' }],
  [{ source_mode: 'local_mirror' }],
])('refuses the options %j as invalid_options', async (options) => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  await expect(d.ask(ask(options))).rejects.toMatchObject({
    code: 'unknown_provider',
    facts: { details: { reason: 'invalid_options' } },
  });
});

test('marks what lies in the search margin only', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  const records = recordsOf(await d.ask(ask({}, box(-121.48, 37.48, -121, 38))), 'earthquake_history');
  expect(records).toEqual([expect.objectContaining({ place: 'Here, now', outside_bounds: true })]);
});

test('finds events on both sides of the antimeridian with a box that wraps', async () => {
  const d = desk();
  d.write(
    'earthquakes.csv',
    'time,latitude,longitude,mag,type\n2020-01-01,0,179.5,5,earthquake\n2020-01-02,0,-179.5,5,earthquake\n2020-01-03,0,0,5,earthquake\n',
  );
  expect(itemOf(await d.ask(ask({}, box(179, -1, -179, 1))), 'earthquake_history').record_count).toBe(2);
});

test('says coverage_unknown for a file it does not know, and never claims absence', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  const found = await d.ask(ask({}, box(10, 10, 11, 11)));
  expect(itemOf(found, 'earthquake_history')).toMatchObject({
    record_count: 0,
    provenance: { coverage_status: 'coverage_unknown' },
  });
  expect(found.warnings.join('\n')).toMatch(/coverage_unknown/);
  expect(itemOf(found, 'earthquake_history').summary).toMatch(/no evidence/);
});

test('answers from the source that works when the other one is down, and says which one failed', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  const found = await d.ask(ask({ source: 'all' }));
  expect(itemOf(found, 'earthquake_history').record_count).toBe(2);
  expect(found.warnings.join('\n')).toMatch(/partial: .*emsc_fdsn_events/);
  expect(itemOf(found, 'earthquake_history').provenance).toMatchObject({ partial: true });
});

test('names the file, never its folder, in whatever it returns', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  expect(JSON.stringify(await d.ask(ask({ source: 'all' })))).not.toContain(d.folder);
});

test('reads a changed file anew', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  expect(itemOf(await d.ask(ask({})), 'earthquake_history').record_count).toBe(2);
  d.write('earthquakes.csv', `${EVENTS}2022-01-01T00:00:00Z,37.6,-121.6,1,4.6,mb,,us,a9,,New,earthquake,reviewed\n`);
  expect(itemOf(await d.ask(ask({})), 'earthquake_history').record_count).toBe(3);
});

const real = { settings: { earthquake_csv: join(SHARED, 'data/knowledge/earthquake_1970_4.5mag.csv') } };

test.skipIf(!hasShared)(`counts the real catalogue as its README does (${WITHOUT_SHARED} when skipped)`, async () => {
  const d = desk(real);
  const found = await d.ask(ask({}, box(-180, -90, 180, 90)));
  expect(itemOf(found, 'earthquake_history')).toMatchObject({ record_count: 18_318, returned_count: 50, truncated: true });
  expect(found.warnings.join('\n')).toMatch(/excluded_by_type: 405 records/);
  const warm = performance.now();
  await d.ask(ask({}, box(-180, -90, 180, 90)));
  expect(performance.now() - warm).toBeLessThan(1000);
});

test.skipIf(!hasShared).each([
  ['Italy', box(12, 41, 13, 42), {}, 'not_covered'],
  ['Japan east of the window', box(140, 35, 143, 39), {}, 'not_covered'],
  ['before the data', box(-123, 36, -121, 38.5), { endtime: '1969-12-31' }, 'not_covered'],
  ['below the floor', box(-123, 36, -121, 38.5), { maxmagnitude: 4 }, 'not_covered'],
  ['California', box(-123, 36, -121, 38.5), {}, 'covered'],
  ['over the edge', box(-130, 30, -110, 50), {}, 'partly_covered'],
])('knows the coverage of the real catalogue: %s', async (_name, bounds, options, status) => {
  const found = await desk(real).ask(ask(options, bounds));
  expect(itemOf(found, 'earthquake_history').provenance).toMatchObject({ coverage_status: status, coverage: { status } });
  if (status === 'not_covered') expect(found.warnings.join('\n')).toContain('not_covered');
});

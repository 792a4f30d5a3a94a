import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { manifestHashText, mirrorManifestSchema, orderVersions } from '../../src/domain/knowledge/mirror-manifest.ts';
import { BAY, box, type Desk, desk, EVENTS, itemOf, SHARED } from './knowledge-kit.ts';

const CSV =
  'identity_key,event_id,time,latitude,longitude,mag,type,ids,sources,updated\n"m1,x1",m1,1735689600000,37.5,-121.5,5,earthquake,"m1,x1",",us,",1735689700000\nold,old,345600000,37.4,-121.4,5,earthquake,,us,\n';
const COVERAGE = {
  status: 'windowed',
  notes: ['Synced for the Bay.'],
  windows: [box(-130, 30, -110, 45)],
  starttime: '1970-01-01',
  endtime: '2025-01-31',
  minmagnitude: 4.5,
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

type Change = Readonly<Record<string, unknown>>;

function addMirror(
  d: Desk,
  version: string,
  { manifest = {}, csv = CSV }: { readonly manifest?: Change; readonly csv?: string } = {},
): void {
  const folder = join(d.settings.sources_root, 'usgs_fdsn_events', version);
  const file = join(folder, 'normalized/earthquakes.csv');
  for (const path of [d.settings.sources_root, join(d.settings.sources_root, 'usgs_fdsn_events'), folder, dirname(file)])
    if (!existsSync(path)) mkdirSync(path);
  writeFileSync(file, csv);
  const whole = {
    schema_version: 'knowledge-source/v1',
    source_id: 'usgs_fdsn_events',
    family: 'earthquake_events',
    retrieved_at: '2025-02-01T00:00:00Z',
    source_version: `v-${version}`,
    normalizer_version: '1',
    source_url: 'https://earthquake.usgs.gov/fdsnws/event/1/query',
    request: {},
    normalized_sha256: sha256(csv),
    coverage: COVERAGE,
    ...manifest,
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(whole));
}

const ask = (d: Desk, options: Change = {}, bounds = BAY) =>
  d.ask({ bounds, include: ['earthquake_history'], providerOptions: { earthquake_history: options } });

test('answers from a mirror, in instants, with its own coverage and provenance', async () => {
  const d = desk();
  addMirror(d, 'default');
  const found = await ask(d);
  expect(itemOf(found, 'earthquake_history')).toMatchObject({
    record_count: 2,
    value: [{ time: '2025-01-01T00:00:00.000Z' }, { time: '1970-01-05T00:00:00.000Z' }],
    provenance: {
      source_mode: 'local_mirror',
      coverage_status: 'covered',
      coverage_caveats: ['Synced for the Bay.'],
      retrieved_at: '2025-02-01T00:00:00Z',
    },
  });
  expect(found.warnings.join('\n')).not.toMatch(/no synced mirror/);
  expect(itemOf(await ask(d, { starttime: '2024-01-01' }), 'earthquake_history').record_count).toBe(1);
  expect(itemOf(await ask(d, { endtime: '1990-01-01' }), 'earthquake_history').record_count).toBe(1);
  expect(itemOf(await ask(d, { contributor: 'us' }), 'earthquake_history').record_count).toBe(2);
  expect(itemOf(await ask(d, {}, box(10, 40, 11, 41)), 'earthquake_history').provenance).toMatchObject({
    coverage_status: 'not_covered',
  });
});

test('does not know the coverage of a mirror whose manifest does not state it', async () => {
  const d = desk();
  addMirror(d, 'default', { manifest: { coverage: { status: 'global-service' } } });
  expect(itemOf(await ask(d), 'earthquake_history').provenance).toMatchObject({ coverage_status: 'coverage_unknown' });
});

test('offers the modes that are really there', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  await expect(ask(d, { source_mode: 'local_mirror' })).rejects.toMatchObject({
    facts: { details: { reason: 'invalid_options' } },
  });
  addMirror(d, 'default');
  expect(itemOf(await ask(d, { source_mode: 'local_mirror' }), 'earthquake_history').record_count).toBe(2);
  await expect(ask(d, { source_mode: 'legacy_asset' })).rejects.toMatchObject({
    facts: { details: { reason: 'invalid_options' } },
  });
});

test.each<[string, Change]>([
  ['another schema', { schema_version: 'knowledge-source/v9' }],
  ['another source', { source_id: 'emsc_fdsn_events' }],
  ['a checksum that does not fit', { normalized_sha256: '0'.repeat(64) }],
  ['an absolute path', { artifacts: { normalized: '/etc/hostname' } }],
  ['a path out of its folder', { artifacts: { normalized: '../../../earthquakes.csv' } }],
])('passes over a mirror with %s and uses the next best, with a warning', async (_name, manifest) => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  addMirror(d, 'default', { manifest });
  const legacy = await ask(d);
  expect(itemOf(legacy, 'earthquake_history').provenance).toMatchObject({ source_mode: 'legacy_asset' });
  expect(legacy.warnings.join('\n')).toMatch(/passed over/);
  addMirror(d, '10');
  addMirror(d, '9', { csv: `${CSV.split('\n')[0]}\n` });
  const mirrored = await ask(d);
  expect(itemOf(mirrored, 'earthquake_history')).toMatchObject({ record_count: 2, provenance: { source_mode: 'local_mirror' } });
});

test('follows no link out of the folder of a mirror', async () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  d.write('outside.csv', CSV);
  addMirror(d, 'default', { manifest: { artifacts: { normalized: 'link.csv' } } });
  symlinkSync(join(d.folder, 'outside.csv'), join(d.settings.sources_root, 'usgs_fdsn_events/default/link.csv'));
  expect(itemOf(await ask(d), 'earthquake_history').provenance).toMatchObject({ source_mode: 'legacy_asset' });
});

test('fails rather than serve data that do not match their manifest', async () => {
  const d = desk();
  addMirror(d, 'default', { manifest: { normalized_sha256: 'x' } });
  await expect(ask(d)).rejects.toMatchObject({ code: 'missing_knowledge_asset' });
});

test('orders versions by number, the default one first', () => {
  expect(orderVersions(['9', '10', '2030', 'default'])).toEqual(['default', '2030', '10', '9']);
});

test('hashes a manifest as the recorded vector does (shared vectors absent when skipped)', ({ skip }) => {
  const file = join(SHARED, 'vectors/knowledge.jsonl');
  skip(!existsSync(file));
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((text) => text.includes('"stable_hash"') && text.includes('"manifest"'));
  const vector: { input: unknown; expected: unknown } = JSON.parse(line ?? '{}');
  expect(sha256(manifestHashText(mirrorManifestSchema.parse(vector.input)))).toBe(vector.expected);
});

import { readFileSync, statSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/domain/catalog/store.ts';
import { openMemoryStore, openStore } from '../../src/platform/store/open-store.ts';
import { newArtifact, temporaryFolder } from './store-fixture.ts';
import { sourceFacts } from './store-fixture-facts.ts';

const variants = [
  ['on disk', openStore],
  ['in memory', openMemoryStore],
] as const;

describe.each(variants)('the store %s', (_name, open) => {
  const make = (): Store => {
    const store = open({ stateRoot: temporaryFolder() });
    onTestFinished(() => store.close());
    return store;
  };

  test('gives one map ID to one path and page, and keeps the first facts', () => {
    const store = make();
    const first = store.registerMap(sourceFacts('/maps/a.png'));
    const again = store.registerMap(sourceFacts('/maps/a.png', { bytes: 999 }));
    expect(first.id).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toEqual(first);
    expect(store.registerMap(sourceFacts('/maps/a.png', { page: 2 })).id).not.toBe(first.id);
    expect(store.findMap(first.id)).toEqual(first);
    expect(first.mtimeMs).toBe(1_700_000_000_000.25);
    expect(store.findMap('0'.repeat(32))).toBeUndefined();
  });

  test('keeps run and revision when the source changes', () => {
    const store = make();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    store.addGeoref(map.id, () => ({ sourceSha256: map.sha256, document: { a: 1 } }));
    const changed = store.updateSource(map.id, { ...map, sha256: 'b'.repeat(64) });
    expect(changed).toMatchObject({ id: map.id, revision: 1, sha256: 'b'.repeat(64), createdAt: map.createdAt });
    expect(() => store.updateSource('nope', map)).toThrow(expect.objectContaining({ code: 'artifact_not_found' }));
  });

  test('supersedes the artifacts of the run before and keeps them readable', () => {
    const store = make();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    const run = (id: string) => ({ id, mapId: map.id, sourceSha256: map.sha256, detectorId: 'd', payload: { regions: {} } });
    const one = store.publishRun(run('r1'), [newArtifact('a1'), newArtifact('a2', { bbox: null, label: null })]);
    expect(one.artifacts.map((each) => each.supersededBy)).toEqual([null, null]);
    expect(one.artifacts[0]?.uri).toBe('geomap://artifacts/a1.png');
    store.publishRun(run('r2'), [newArtifact('a3')]);
    expect(store.findArtifact('geomap://artifacts/a1.png')).toMatchObject({ supersededBy: 'r2', bbox: [1, 2, 30, 40] });
    expect(store.findArtifact('geomap://artifacts/a2.png')).toMatchObject({ bbox: null, label: null });
    expect(store.findArtifact('geomap://artifacts/a3.png')?.supersededBy).toBeNull();
    expect(store.findMap(map.id)?.runId).toBe('r2');
    expect(store.findRunByKey(map.id, { sourceSha256: map.sha256, detectorId: 'd' })?.id).toBe('r2');
    expect(store.findRunByKey(map.id, { sourceSha256: map.sha256, detectorId: 'other' })).toBeUndefined();
    expect(store.findRun('r1')).toEqual(one.run);
    expect(store.artifactsOfRun('r1').map((each) => each.id)).toEqual(['a1', 'a2']);
  });

  test('publishes nothing of a run when one of its artifacts cannot be kept', () => {
    const store = make();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    const run = { id: 'r1', mapId: map.id, sourceSha256: map.sha256, detectorId: 'd', payload: {} };
    expect(() => store.publishRun(run, [newArtifact('same'), newArtifact('same')])).toThrow();
    expect(store.findRun('r1')).toBeUndefined();
    expect(store.findArtifact('geomap://artifacts/same.png')).toBeUndefined();
    expect(store.findMap(map.id)?.runId).toBeNull();
  });

  test('numbers georeferences from one and moves the alias', () => {
    const store = make();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    expect(store.findGeoref(map.id)).toBeUndefined();
    const add = () => store.addGeoref(map.id, (revision) => ({ sourceSha256: map.sha256, document: { revision } }));
    const one = add();
    expect(one).toMatchObject({ revision: 1, uri: `geomap://maps/${map.id}/georef/1.json` });
    expect(one.path.startsWith(store.stateRoot)).toBe(true);
    add();
    expect(store.findGeoref(map.id)?.revision).toBe(2);
    expect(store.findGeoref(map.id, 1)).toEqual(one);
    expect(JSON.parse(readFileSync(one.path, 'utf8'))).toEqual({ revision: 1 });
    expect(statSync(one.path).size).toBe(one.bytes);
    expect(statSync(one.path).mode & 0o777).toBe(0o600);
  });

  test('a fit that fails leaves no revision', () => {
    const store = make();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    expect(() =>
      store.addGeoref(map.id, () => {
        throw new RangeError('no fit');
      }),
    ).toThrow(RangeError);
    expect(store.findGeoref(map.id)).toBeUndefined();
    expect(() => store.addGeoref('unknown', () => ({ sourceSha256: '', document: {} }))).toThrow(
      expect.objectContaining({ code: 'artifact_not_found' }),
    );
  });

  test('lets a bundle name itself and finds it by its URI', () => {
    const store = make();
    const bundle = store.addBundle({ mapId: null, revision: null }, (uri) => ({ bundle_uri: uri }));
    expect(bundle.uri).toMatch(/^geomap:\/\/bundles\/[0-9a-f]{32}\.json$/);
    expect(JSON.parse(readFileSync(bundle.path, 'utf8'))).toEqual({ bundle_uri: bundle.uri });
    expect(store.findBundle(bundle.uri)).toEqual(bundle);
    expect(store.findBundle(bundle.uri.toUpperCase())).toBeUndefined();
  });

  test('gives overlays the suffix of their file', () => {
    const store = make();
    const overlay = store.addOverlay({
      id: 'o1',
      path: '/cache/x.SVG',
      mimeType: 'image/svg+xml',
      bytes: 3,
      mapId: null,
      revision: null,
    });
    expect(overlay.uri).toBe('geomap://overlays/o1.svg');
    expect(store.findOverlay(overlay.uri)).toEqual(overlay);
  });

  test.each([1, 2, 3, 5, 100])('lists everything once and in order with pages of %i', (pageSize) => {
    const store = make();
    const maps = ['/m/a.png', '/m/b.png', '/m/c.png'].map((path) => store.registerMap(sourceFacts(path)));
    maps.sort((a, b) => (a.id < b.id ? -1 : 1));
    const [first, second] = maps;
    if (first === undefined || second === undefined) throw new Error('three maps were registered');
    for (let n = 0; n < 3; n += 1) store.addGeoref(second.id, () => ({ sourceSha256: '', document: {} }));
    store.publishRun({ id: 'r1', mapId: first.id, sourceSha256: '', detectorId: 'd', payload: {} }, [
      newArtifact('b'),
      newArtifact('a'),
    ]);
    store.addBundle({ mapId: null, revision: null }, () => ({}));
    store.addOverlay({ id: 'o', path: 'o.png', mimeType: 'image/png', bytes: 1, mapId: null, revision: null });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = store.listResources(cursor, pageSize);
      expect(page.entries.length).toBeLessThanOrEqual(pageSize);
      for (const entry of page.entries) {
        const id =
          'map' in entry
            ? entry.map.id
            : 'georef' in entry
              ? `${entry.georef.mapId}/${entry.georef.revision}`
              : 'artifact' in entry
                ? entry.artifact.id
                : '';
        seen.push(`${entry.kind} ${id}`);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const expected = maps.flatMap(({ id }) => {
      const georefs = id === second.id ? [`georef-current ${id}`, ...[1, 2, 3].map((n) => `georef ${id}/${n}`)] : [];
      return [`map ${id}`, `source ${id}`, ...georefs];
    });
    expect(seen).toEqual([...expected, 'artifact a', 'artifact b', 'bundle ', 'overlay ']);
  });

  test.each(['', 'x', 'bm90IGpzb24', Buffer.from('{"in":"map","id":"a"}').toString('base64url')])(
    'refuses the cursor "%s"',
    (cursor) => {
      expect(() => make().listResources(cursor, 10)).toThrow(expect.objectContaining({ code: 'invalid_arguments' }));
    },
  );
});

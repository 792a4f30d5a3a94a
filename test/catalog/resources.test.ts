import { renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MapRecord } from '../../src/domain/catalog/records.ts';
import type { HandlerContext } from '../../src/workers/handler.ts';
import { resourceList } from '../../src/workers/handlers/resource-list.ts';
import { resourceResolve } from '../../src/workers/handlers/resource-resolve.ts';
import { type Workspace, workspace } from './handler-context.ts';
import { newArtifact } from './store-fixture.ts';
import { sourceFacts } from './store-fixture-facts.ts';

let place: Workspace;
let map: MapRecord;
let source: string;
const resolve = async (uri: string, context: HandlerContext = place.context) => resourceResolve()({ uri }, context);
const listAll = async (context: HandlerContext = place.context) => {
  const found = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await resourceList()(cursor === '' ? {} : { cursor }, context);
    found.push(...page.resources);
    cursor = page.next_cursor;
  }
  return found;
};
const cached = (name: string, content = 'pixels'): string => {
  const file = join(place.root, 'cache', name);
  writeFileSync(file, content);
  return file;
};
const publish = (id: string, artifacts: readonly string[]) =>
  place.context.store.publishRun(
    { id, mapId: map.id, sourceSha256: map.sha256, detectorId: 'd', payload: {} },
    artifacts.map((each) => newArtifact(each, { path: cached(`${each}.png`), bytes: 6 })),
  );

beforeEach(() => {
  place = workspace();
  source = join(place.maps, 'a.png');
  writeFileSync(source, 'x'.repeat(50));
  map = place.context.store.registerMap(sourceFacts(source, { bytes: 50 }));
});

describe('the list', () => {
  test('names and describes each kind in the order of the contract, without a path', async () => {
    const { store } = place.context;
    const addFit = () => store.addGeoref(map.id, (revision) => ({ sourceSha256: map.sha256, document: { revision } }));
    addFit();
    addFit();
    publish('r1', ['a1']);
    publish('r2', ['a2']);
    const bundle = store.addBundle({ mapId: map.id, revision: 2 }, () => ({}));
    const loose = store.addBundle({ mapId: null, revision: null }, () => ({}));
    store.addOverlay({ id: 'o1', path: cached('o1.svg'), mimeType: 'image/svg+xml', bytes: 6, mapId: map.id, revision: 2 });
    const list = await listAll();
    const bundles = [bundle, loose].sort((one, two) => (one.id < two.id ? -1 : 1)).map((each) => each.uri);
    expect(list.map((entry) => entry.uri)).toEqual([
      `geomap://maps/${map.id}`,
      `geomap://maps/${map.id}/source`,
      `geomap://maps/${map.id}/georef.json`,
      `geomap://maps/${map.id}/georef/1.json`,
      `geomap://maps/${map.id}/georef/2.json`,
      'geomap://artifacts/a1.png',
      'geomap://artifacts/a2.png',
      ...bundles,
      'geomap://overlays/o1.svg',
    ]);
    const entry = (uri: string) => list.find((each) => each.uri === uri);
    expect(list[0]).toMatchObject({ name: `map ${map.id}`, mimeType: 'application/json' });
    expect(list[1]).toMatchObject({ name: `map ${map.id} source`, size: 50, mimeType: 'image/png' });
    expect(list[1]?.description).toMatch(new RegExp(` map_id=${map.id}; role=source\\.$`));
    expect(list[2]?.description).toMatch(/; role=georeference\.$/);
    expect(list[4]?.description).toMatch(/; role=georeference; revision=2\.$/);
    expect(entry('geomap://artifacts/a1.png')?.description).toMatch(/^superseded/);
    expect(entry('geomap://artifacts/a2.png')).toMatchObject({ name: 'artifact a2 (component_crop: main_map)', size: 6 });
    expect(entry('geomap://artifacts/a2.png')?.description).toMatch(
      new RegExp(` map_id=${map.id}; role=component_crop; stage=hie; label=main_map; bbox=\\[1, 2, 30, 40\\]\\.$`),
    );
    expect(entry(loose.uri)?.description).toMatch(/[a-z]\.$/);
    expect(entry('geomap://overlays/o1.svg')?.description).toMatch(/role=knowledge_overlay; revision=2\.$/);
    expect(JSON.stringify(list)).not.toContain(place.root);
  });

  test('leaves out what has gone, what a link leads out of the roots, and sources outside narrower roots', async () => {
    publish('r1', ['gone', 'linked', 'kept']);
    rmSync(join(place.root, 'cache/gone.png'));
    writeFileSync(join(place.root, 'outside/secret.png'), 'x');
    rmSync(join(place.root, 'cache/linked.png'));
    symlinkSync('../outside/secret.png', join(place.root, 'cache/linked.png'));
    const narrow = place.with({ allowed_roots: [join(place.root, 'home')] });
    expect((await listAll()).map((entry) => entry.uri)).toEqual([
      `geomap://maps/${map.id}`,
      `geomap://maps/${map.id}/source`,
      'geomap://artifacts/kept.png',
    ]);
    expect((await listAll(narrow)).map((entry) => entry.uri)).toEqual([`geomap://maps/${map.id}`, 'geomap://artifacts/kept.png']);
  });

  test('marks what is too large to read', async () => {
    const list = await listAll(place.with({ limits: { max_resource_read_bytes: 49 } }));
    expect(list[1]).toMatchObject({ name: `UNREADABLE map ${map.id} source`, size: 50 });
    expect(list[1]?.description).toMatch(/^UNREADABLE: exceeds max_resource_read_bytes; observed_bytes=50; limit_bytes=49\. /);
  });

  test('with 2,000 artifacts each page takes under 20 ms at the median, and one more registration costs what the first did', async () => {
    const shared = cached('shared.png');
    const many = Array.from({ length: 2000 }, (_, at) => newArtifact(`m${String(at).padStart(5, '0')}`, { path: shared }));
    const timed = async (work: () => unknown): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 15; round += 1) {
        const start = performance.now();
        await work();
        times.push(performance.now() - start);
      }
      return times.sort((one, two) => one - two)[7] ?? Number.NaN;
    };
    let next = 0;
    const registerOne = () => place.context.store.registerMap(sourceFacts(join(place.maps, `new-${next++}.png`)));
    const before = await timed(registerOne);
    place.context.store.publishRun({ id: 'big', mapId: map.id, sourceSha256: '', detectorId: 'd', payload: {} }, many);
    expect(await timed(registerOne)).toBeLessThan(Math.max(2 * before, before + 2));
    let page = await resourceList()({}, place.context);
    while (page.next_cursor !== null) {
      const cursor = page.next_cursor;
      expect(await timed(() => resourceList()({ cursor }, place.context))).toBeLessThan(20);
      page = await resourceList()({ cursor }, place.context);
    }
  });
});

describe('reading', () => {
  test('a map gives its public facts and leaves no file behind', async () => {
    const answer = await resolve(`geomap://maps/${map.id}`);
    expect(JSON.parse(answer.text ?? '')).toMatchObject({
      map_id: map.id,
      map_uri: `geomap://maps/${map.id}`,
      source_uri: `geomap://maps/${map.id}/source`,
      mime_type: 'image/png',
      source_path_redacted: true,
    });
    expect(answer.text).toMatch(/\n$/);
    expect(answer.bytes).toBe(answer.text?.length);
    expect(await resolve(`geomap://maps/${map.id}/`)).toEqual(answer);
  });

  test('a source gives its checked file', async () => {
    expect(await resolve(`geomap://maps/${map.id}/source`)).toEqual({
      mime_type: 'image/png',
      bytes: 50,
      text: null,
      file: source,
    });
  });

  test('products under the cache and state folders are read with roots that hold neither', async () => {
    publish('r1', ['a1']);
    const bundle = place.context.store.addBundle({ mapId: null, revision: null }, () => ({ a: 1 }));
    place.context.store.addGeoref(map.id, () => ({ sourceSha256: '', document: {} }));
    const narrow = place.with({ allowed_roots: [join(place.root, 'home')] });
    for (const uri of [
      'geomap://artifacts/a1.png',
      bundle.uri,
      `geomap://maps/${map.id}/georef.json`,
      `geomap://maps/${map.id}/georef/1.json`,
    ])
      expect((await resolve(uri, narrow)).file).toMatch(/^\//);
    await expect(resolve(`geomap://maps/${map.id}/source`, narrow)).rejects.toMatchObject({ code: 'disallowed_path' });
  });

  test.each([
    'geomap://maps/nope',
    'geomap://maps/',
    'geomap://secrets/x',
    'GEOMAP://maps/nope',
    'http://example.invalid/x',
    'geomap://bundles/nope.json',
    'geomap://artifacts/nope.png',
    'geomap://overlays/nope.svg',
    'x',
  ])('%s is unknown', async (uri) => {
    await expect(resolve(uri)).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  test.each([
    'nope',
    'georef.json',
    'georef/1.json',
    'georef/99.json',
    'georef/01.json',
    'georef/0.json',
    '/',
    'source/',
    'Source',
  ])('the tail %s of a map without a fit is unknown', async (tail) => {
    await expect(resolve(`geomap://maps/${map.id}/${tail}`)).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  test('another suffix of a stored product is unknown', async () => {
    publish('r1', ['a1']);
    await expect(resolve('geomap://artifacts/a1.jpg')).rejects.toMatchObject({ code: 'artifact_not_found' });
    await expect(resolve('geomap://artifacts/a1')).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  test('a deleted source is said to be missing', async () => {
    rmSync(source);
    await expect(resolve(`geomap://maps/${map.id}/source`)).rejects.toMatchObject({
      code: 'artifact_not_found',
      message: 'Resource backing file is missing.',
    });
  });

  test('a source that has grown past the limit names both numbers', async () => {
    truncateSync(source, 62_914_560);
    await expect(resolve(`geomap://maps/${map.id}/source`)).rejects.toMatchObject({
      code: 'oversize_image',
      facts: {
        details: { observed_bytes: 62_914_560, limit_bytes: 52_428_800 },
        hints: [expect.stringMatching(/^Read a smaller derived artifact/)],
      },
    });
    truncateSync(source, 52_428_800);
    expect((await resolve(`geomap://maps/${map.id}/source`)).bytes).toBe(52_428_800);
  });

  test('a source behind a link that leads out is refused', async () => {
    renameSync(source, join(place.root, 'outside/secret.png'));
    symlinkSync('../../outside/secret.png', source);
    await expect(resolve(`geomap://maps/${map.id}/source`)).rejects.toMatchObject({
      code: 'disallowed_path',
      facts: { details: { path_origin: 'input_image' } },
    });
  });
});

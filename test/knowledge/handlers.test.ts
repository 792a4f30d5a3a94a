import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SourceFacts } from '../../src/domain/catalog/records.ts';
import { createScrubber } from '../../src/domain/text-safety/scrub.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openMemoryStore } from '../../src/platform/store/open-store.ts';
import { JOBS } from '../../src/queue/jobs/registry.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import type { HandlerContext } from '../../src/workers/handler.ts';
import { knowledgeQuery } from '../../src/workers/handlers/knowledge-query.ts';
import { legendEnrich } from '../../src/workers/handlers/legend-enrich.ts';
import { mapQuery } from '../../src/workers/handlers/map-query.ts';
import { createKnowledgeLibrary } from '../../src/workers/knowledge/library.ts';
import { BAY, collection, EVENTS, lineFeature, refusing, settingsIn, temporaryFolder } from './knowledge-kit.ts';
import { withoutPaths } from './paths-walk.ts';

const definitions = createEpsgDefinitions();
const TRACE = 'ab'.repeat(16);

/** The handler, its results and refusals searched for paths. */
const searched =
  <I, O>(handle: (input: I, context: HandlerContext) => O | Promise<O>, folder: string) =>
  async (input: I, context: HandlerContext): Promise<O> => {
    try {
      return withoutPaths(await handle(input, context), [folder]);
    } catch (error) {
      throw withoutPaths(error, [folder]);
    }
  };

function office() {
  const folder = temporaryFolder();
  const state = join(folder, 'state');
  mkdirSync(state);
  writeFileSync(join(folder, 'earthquakes.csv'), EVENTS);
  writeFileSync(
    join(folder, 'faults.geojson'),
    JSON.stringify(
      collection(
        lineFeature({ catalog_id: 'A', name: 'Fault' }, [
          [-121.9, 37.1],
          [-121.8, 37.2],
        ]),
      ),
    ),
  );
  const store = openMemoryStore({ stateRoot: state });
  onTestFinished(() => store.close());
  const context: HandlerContext = {
    traceId: TRACE,
    settings: {
      data_root: folder,
      cache_root: folder,
      allowed_roots: [folder],
      model_root: folder,
      launch: { home: folder, folder },
      detector: 'auto',
      gates: { detectors: true, knowledge: true },
      limits: { max_source_bytes: 1, max_source_pixels: 1, max_resource_read_bytes: 1 },
      dataset_source: 'usgs',
      knowledge: settingsIn(folder),
    },
    signal: new AbortController().signal,
    progress: () => undefined,
    store,
    log: createLogger('CRITICAL'),
  };
  const library = createKnowledgeLibrary({ http: refusing });
  const facts: SourceFacts = {
    path: join(folder, 'map.png'),
    mimeType: 'image/png',
    bytes: 1,
    mtimeMs: 0,
    sha256: 'aa',
    width: 100,
    height: 100,
    orientation: 1,
    pages: 1,
    page: 0,
  };
  return {
    folder,
    store,
    context,
    facts,
    query: searched(knowledgeQuery({ library }), folder),
    map: searched(mapQuery({ library, definitions }), folder),
    enrich: searched(legendEnrich({ library }), folder),
  };
}

const FIT = {
  crs: 'EPSG:4326',
  gcps: [
    [0, 0, -122, 38],
    [100, 100, -121, 37],
  ],
};

const scrubbed = createScrubber({ roots: [] }).value;

test('stores one document with result, counts, request, own handle, map and georeference revision', async () => {
  const { store, context, facts, map } = office();
  const record = store.registerMap(facts);
  store.addGeoref(record.id, () => ({ sourceSha256: 'aa', document: { bounds: BAY } }));
  const output = await map({ map_id: record.id, question: 'Which faults?' }, context);
  expect(JOBS['map.query'].output.safeParse(output).success).toBe(true);
  const bundle = store.findBundle(output.payload.bundle_uri);
  expect(bundle).toMatchObject({ mapId: record.id, revision: 1 });
  expect(output.links).toEqual([
    { uri: bundle?.uri, name: 'knowledge bundle', mimeType: 'application/json', size: bundle?.bytes },
  ]);
  const document: unknown = JSON.parse(readFileSync(bundle?.path ?? '', 'utf8'));
  expect(document).toMatchObject({
    ...JSON.parse(JSON.stringify(scrubbed(output.payload))),
    request: { map_id: record.id, question: 'Which faults?' },
    map_id: record.id,
    georef_revision: 1,
  });
  expect(output.payload).toMatchObject({
    record_counts: { earthquake_history: 2, active_faults: 1 },
    trace: { trace_id: TRACE },
  });
});

test.each([
  ['the argument', { bounds: { ...BAY, max_lon: -121.1 }, metadata: { bounds: BAY } }, -121.1],
  ['metadata bounds', { metadata: { bounds: { ...BAY, max_lon: -121.2 }, georef: FIT } }, -121.2],
  ['metadata control points as lists', { metadata: { georef: FIT } }, -121],
  ['a pasted georeference', { metadata: { georef: { crs: 'EPSG:4326', bounds: { ...BAY, max_lon: -121.3 } } } }, -121.3],
  ['null bounds and metadata', { bounds: null, metadata: { bounds: { ...BAY, max_lon: -121.4 } } }, -121.4],
])('takes the area from %s', async (_name, input, east) => {
  const { context, map } = office();
  const { payload } = await map(input, context);
  expect(payload.bounds?.max_lon).toBeCloseTo(east, 9);
});

test('prefers metadata over the stored georeference, and the current revision over older ones', async () => {
  const { store, context, facts, map } = office();
  const { id } = store.registerMap(facts);
  for (const east of [-121.5, -121.6])
    store.addGeoref(id, () => ({ sourceSha256: 'aa', document: { bounds: { ...BAY, max_lon: east } } }));
  expect((await map({ map_id: id }, context)).payload.bounds?.max_lon).toBe(-121.6);
  expect((await map({ map_id: id, metadata: { bounds: BAY } }, context)).payload.bounds?.max_lon).toBe(-121);
});

test('takes labels from metadata, then from the stored legend with its headings', async () => {
  const { store, context, facts, map } = office();
  const { id } = store.registerMap(facts);
  const legend = [{ label: 'Sandstone', label_context: ['Jurassic'] }, { label: null }, { label: ' ' }];
  store.publishRun({ id: 'r1', mapId: id, sourceSha256: 'aa', detectorId: 'builtin', payload: { legend } }, []);
  const stored = (await map({ map_id: id }, context)).payload.items;
  expect(stored.map(({ provider, value }) => [provider, value])).toEqual([
    ['rock_type', expect.objectContaining({ label: 'Sandstone', value: 'sedimentary rocks' })],
    ['rock_age', expect.objectContaining({ label: 'Sandstone', value: 'jurassic' })],
  ]);
  const given = await map(
    { map_id: id, metadata: { legend: [[1, { text: 'basalt', label: 'x' }], { label: 'gneiss' }, { text: '' }, 'x'] } },
    context,
  );
  expect(given.payload.record_counts).toMatchObject({ rock_type: 2 });
});

test.each([
  [{ metadata: { foo: 1 } }, 'georef_required'],
  [{ map_id: 'nope' }, 'artifact_not_found'],
  [{ metadata: { georef: { crs: 'EPSG:4326' } } }, 'invalid_arguments'],
  [{ metadata: { georef: { crs: 'EPSG:4326', gcps: [[0, 0], 5] } } }, 'invalid_arguments'],
  [{ metadata: { georef: { crs: 'nonsense', gcps: FIT.gcps } } }, 'invalid_bounds'],
])('refuses %j with %s', async (input, code) => {
  const { context, map } = office();
  await expect(map(input, context)).rejects.toMatchObject({ code });
});

test('warns that a georeference was made from another state of the source', async () => {
  const { store, context, facts, map } = office();
  const { id } = store.registerMap(facts);
  store.addGeoref(id, () => ({ sourceSha256: 'other', document: { bounds: BAY } }));
  expect((await map({ map_id: id }, context)).payload.warnings[0]).toMatch(/^source_changed/);
});

test('answers a query without a map and leaves no path in it', async () => {
  const { folder, context, query } = office();
  const output = await query({ bounds: BAY, legend_labels: ['granite'], query_text: 'x' }, context);
  expect(JOBS['knowledge.query'].output.safeParse(output).success).toBe(true);
  expect(JSON.stringify(output)).not.toContain(folder);
  await expect(query({ bounds: { ...BAY, crs: 'EPSG:3857' } }, context)).rejects.toMatchObject({ code: 'invalid_bounds' });
});

test('enriches a label and stores nothing', async () => {
  const { store, context, enrich } = office();
  const output = await enrich({ label: 'Jurassic shale' }, context);
  expect(JOBS['legend.enrich'].output.safeParse(output).success).toBe(true);
  expect(output).toMatchObject({
    links: [],
    payload: { label: 'Jurassic shale', lithology: 'sedimentary rocks', stratigraphic_age: 'jurassic' },
  });
  expect((await enrich({ label: 'zzz' }, context)).payload).toMatchObject({
    lithology: null,
    stratigraphic_age: null,
    warnings: [],
  });
  expect(store.listResources(undefined, 10).entries).toEqual([]);
});

test('a cache folder that cannot be written costs only the answers that need it; where they are all that was asked for, it is said under its code', async () => {
  const { folder, context, query } = office();
  writeFileSync(join(folder, 'no-folder'), 'a file');
  const broken = { ...context, settings: { ...context.settings, cache_root: join(folder, 'no-folder') } };
  const { payload } = await query(
    { bounds: BAY, legend_labels: ['granite'], include: ['rock_type', 'earthquake_history'] },
    broken,
  );
  expect(payload.items.map(({ provider }) => provider)).toContain('rock_type');
  expect(payload.warnings.join('\n')).toMatch(
    /earthquake_history.*cannot be used|earthquake_history.*not writable|earthquake_history/,
  );
  await expect(query({ bounds: BAY, include: ['earthquake_history'] }, broken)).rejects.toMatchObject({
    code: 'storage_unavailable',
  });
});

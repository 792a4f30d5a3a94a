import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceFacts } from '../../src/domain/catalog/records.ts';
import type { GeologicUnitsRequest } from '../../src/domain/documents/geologic-units.ts';
import { bundleInputSchema } from '../../src/domain/documents/knowledge.ts';
import { sampleGrid } from '../../src/domain/knowledge/sample-grid.ts';
import { digestOf } from '../../src/mcp/digest.ts';
import { geomapQueryGeologicUnits } from '../../src/mcp/tools/geomap_query_geologic_units.ts';
import { JOBS } from '../../src/queue/jobs/registry.ts';
import { unitsQuery } from '../../src/workers/handlers/units-query.ts';
import { workspace } from '../catalog/handler-context.ts';
import { BAY, box } from './knowledge-kit.ts';
import { type Asked, client, json, type LiveServer, type Reply, serve } from './live-server.ts';

const success = (data: readonly unknown[], more: object = {}) => ({ success: { v: 2, license: 'CC-BY 4.0', data, ...more } });

/** Records as the API of Macrostrat gives them. */
const mapUnit = (map_id: number, more: object = {}) => ({
  map_id,
  source_id: 154,
  name: 'Quaternary alluvium',
  strat_name: '',
  lith: 'Major:{sand, gravel}',
  descrip: 'Young deposits.',
  comments: '',
  strat_units: [],
  liths: [4, 16],
  t_int: 1,
  t_int_id: 1,
  t_int_name: 'Holocene',
  t_int_age: 0,
  b_int_id: 2,
  b_int_name: 'Pleistocene',
  b_int_age: 2.58,
  color: '#FFF2AE',
  ...more,
});
const COLUMN = {
  col_id: 187,
  col_name: 'San Joaquin Basin',
  lat: 37.4,
  lng: -121.1,
  col_group: 'California Coast Ranges',
  col_area: '8534.1',
  refs: [1],
  t_age: 0,
  b_age: 66,
  lith: [{ name: 'sandstone', lith_id: 10 }, { name: 'shale' }],
};
const unit = (unit_id: number, t_age: number, more: object = {}) => ({
  unit_id,
  section_id: 1,
  col_id: 187,
  unit_name: `Unit ${unit_id}`,
  strat_name_long: 'Great Valley Group',
  Fm: 'Panoche',
  t_age,
  b_age: t_age + 10,
  max_thick: 1000,
  min_thick: 0,
  lith: [{ name: 'sandstone', prop: 0.5 }, { name: 'sandstone' }],
  environ: [{ name: 'marine', type: '', class: 'marine' }],
  t_int_name: 'Maastrichtian',
  b_int_name: 'Campanian',
  ...more,
});
const SOURCE = {
  source_id: 154,
  name: 'Geologic map of California',
  url: 'https://example.org/map',
  ref_title: 'Geologic Map of California',
  authors: 'Jennings, C.W.',
  ref_year: '1977',
  ref_source: 'CDMG',
  isbn_doi: '',
  scale: 'large',
};

const macrostrat: Reply = ({ path, params }, answer) => {
  switch (path) {
    case '/api/v2/geologic_units/map':
      return json(
        answer,
        success([mapUnit(1), ...(Number(params.get('lng')) < -121.5 ? [mapUnit(2, { name: 'West', source_id: null })] : [])]),
      );
    case '/api/v2/columns':
      return json(answer, success([COLUMN], { refs: { '1': 'Childs, O.E. 1985, COSUNA.' } }));
    case '/api/v2/units':
      return json(answer, success([unit(8, 70), unit(7, 60), unit(9, 1, { col_id: 999 })]));
    case '/api/v2/defs/sources':
      return json(answer, success([SOURCE]));
    default:
      return json(answer, { error: { v: 2, message: 'no such route' } }, 404);
  }
};

async function office(reply: Reply = macrostrat) {
  const server: LiveServer = await serve(reply);
  const place = workspace();
  const context = place.with({ knowledge: { macrostrat_url: `${server.url}/api/v2` } });
  const handler = unitsQuery({ client: client(), now: () => new Date('2025-01-01T00:00:00Z') });
  const facts: SourceFacts = {
    path: join(place.maps, 'map.png'),
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
  return { facts, server, store: context.store, ask: async (input: GeologicUnitsRequest) => handler(input, context) };
}

const pathsOf = (asked: readonly Asked[], end: string) => asked.filter(({ path }) => path.endsWith(end));

test('tells units, columns, ages, sources and licence at a point', async () => {
  const { ask, server } = await office();
  const output = await ask({ point: { lon: -121, lat: 37.5 } });
  expect(JOBS['units.query'].output.safeParse(output).error).toBeUndefined();
  expect(output.payload).toMatchObject({
    schema_version: 'geologic-units/v1',
    license: 'CC BY 4.0',
    retrieved_at: '2025-01-01T00:00:00.000Z',
    sampling: { method: 'point', points_asked: 1, points_failed: 0 },
    map_units: [
      {
        map_id: 1,
        name: 'Quaternary alluvium',
        strat_name: null,
        top_ma: 0,
        base_ma: 2.58,
        top_name: 'Holocene',
        base_name: 'Pleistocene',
        points: 1,
      },
    ],
    columns: [
      {
        col_id: 187,
        area_km2: 8534.1,
        lithology: ['sandstone', 'shale'],
        references: ['Childs, O.E. 1985, COSUNA.'],
        unit_count: 2,
        units: [
          { unit_id: 7, strat_name: 'Great Valley Group', lithology: ['sandstone'], environment: ['marine'] },
          { unit_id: 8 },
        ],
      },
    ],
    sources: [{ source_id: 154, scale: 'large', citation: 'Jennings, C.W., 1977, Geologic Map of California, CDMG' }],
    record_counts: { map_units: 1, columns: 1, column_units: 2 },
  });
  const [first] = pathsOf(server.asked, '/geologic_units/map');
  expect([first?.params.get('lat'), first?.params.get('lng')]).toEqual(['37.5', '-121']);
});

test('samples an area at a stated number of points and counts how often each unit was met', async () => {
  const { ask, server } = await office();
  const { payload } = await ask({ bounds: BAY, max_points: 12, include: ['map_units'] });
  expect(payload.sampling).toMatchObject({ method: 'grid', points_asked: 12, rows: 4, columns: 3 });
  expect(payload.map_units).toMatchObject([
    { map_id: 1, points: 12 },
    { map_id: 2, points: 4 },
  ]);
  expect(payload.columns).toBeNull();
  expect(payload.record_counts).toEqual({ map_units: 2 });
  expect(payload.sampling.points.every(({ columns }) => columns === null)).toBe(true);
  expect(pathsOf(server.asked, '/columns')).toHaveLength(0);
  expect(payload.sampling.statement).toMatch(/12 points.*not seen/);
});

test('keeps a bundle that reads like those of the other queries, and cuts lists but not counts', async () => {
  const { ask, store } = await office();
  const { payload, links } = await ask({ bounds: BAY, max_points: 4, max_records: 1 });
  expect(payload).toMatchObject({ total_records_found: 3, total_records_returned: 2, truncated: true });
  expect(payload.columns?.[0]).toMatchObject({ unit_count: 2, units: [{ unit_id: 7 }] });
  const bundle = store.findBundle(payload.bundle_uri);
  expect(links).toMatchObject([{ uri: payload.bundle_uri, size: bundle?.bytes }]);
  const document: unknown = JSON.parse(readFileSync(bundle?.path ?? '', 'utf8'));
  expect(bundleInputSchema.safeParse(document).error).toBeUndefined();
  expect(document).toMatchObject({
    bundle_uri: payload.bundle_uri,
    record_counts: { geologic_units: 3 },
    items: [{ key: 'map_units', record_count: 2, returned_count: 1, provenance: { license: 'CC BY 4.0' } }, { key: 'columns' }],
    request: { max_points: 4 },
  });
});

test('uses the georeference of a map, names its revision, and says when there is none', async () => {
  const { ask, store, facts } = await office();
  const map = store.registerMap(facts);
  await expect(ask({ map_id: map.id })).rejects.toMatchObject({ code: 'georef_required' });
  store.addGeoref(map.id, () => ({ sourceSha256: 'aa', document: { bounds: BAY } }));
  const { payload } = await ask({ map_uri: `geomap://maps/${map.id}`, max_points: 1 });
  expect(payload.bounds).toMatchObject({ min_lon: -122 });
  expect(store.findBundle(payload.bundle_uri)).toMatchObject({ mapId: map.id, revision: 1 });
  await expect(ask({ map_id: 'ffff' })).rejects.toMatchObject({ code: 'artifact_not_found' });
});

test('keeps what came when some points fail, and never calls a failed point empty', async () => {
  const { ask } = await office((asked, answer, incoming) =>
    asked.path.endsWith('/geologic_units/map') && Number(asked.params.get('lng')) < -121.5
      ? json(answer, { error: { v: 2, message: 'bad' } })
      : macrostrat(asked, answer, incoming),
  );
  const { payload } = await ask({ bounds: BAY, max_points: 4 });
  expect(payload.sampling).toMatchObject({ points_asked: 4, points_failed: 2 });
  expect(payload.sampling.points.map(({ map_units }) => map_units)).toEqual([null, 1, null, 1]);
  expect(payload.warnings.join()).toMatch(/partial: Macrostrat gave no map units at 2 of 4 points/);
});

test('gives null, not an empty list, for a kind that was never answered', async () => {
  const { ask } = await office((asked, answer, incoming) =>
    asked.path.endsWith('/columns') ? json(answer, {}, 400) : macrostrat(asked, answer, incoming),
  );
  const { payload } = await ask({ point: { lon: -121, lat: 37.5 } });
  expect(payload).toMatchObject({ columns: null, record_counts: { map_units: 1 } });
  expect(payload.record_counts).not.toHaveProperty('columns');
});

test('an empty answer is said to be no evidence', async () => {
  const { ask } = await office((_asked, answer) => json(answer, success([])));
  const { payload } = await ask({ point: { lon: 0, lat: 0 } });
  expect(payload).toMatchObject({ map_units: [], columns: [], total_records_found: 0 });
  expect(payload.warnings.filter((text) => text.includes('no evidence'))).toHaveLength(2);
});

test('cuts descriptions that are whole chapters, and says so in them', async () => {
  const { ask } = await office((asked, answer, incoming) =>
    asked.path.endsWith('/map')
      ? json(answer, success([mapUnit(1, { descrip: 'x'.repeat(100_000) }), { map_id: 'none' }, 7, null]))
      : macrostrat(asked, answer, incoming),
  );
  const { payload } = await ask({ point: { lon: 0, lat: 0 } });
  expect(payload.map_units).toHaveLength(1);
  expect(payload.map_units?.[0]?.description).toMatch(/^x{2000} \[cut\]$/);
});

test('still answers without citations or units, and says what is missing', async () => {
  const { ask } = await office((asked, answer, incoming) =>
    /sources|\/units$/.test(asked.path) ? json(answer, {}, 404) : macrostrat(asked, answer, incoming),
  );
  const { payload } = await ask({ point: { lon: -121, lat: 37.5 } });
  expect(payload.columns?.[0]).toMatchObject({ units: null, unit_count: null });
  expect(payload.warnings.join()).toMatch(/units of the columns are missing.*citations/);
});

test.each<[string, Reply]>([
  ['a web page', (_asked, answer) => answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><html></html>')],
  ['an error body', (_asked, answer) => json(answer, { error: { message: 'no' } })],
  ['JSON of another shape', (_asked, answer) => json(answer, { hello: 1 })],
  ['a status', (_asked, answer) => json(answer, {}, 403)],
])('fails with provider_failed when every answer is %s', async (_name, reply) => {
  const { ask } = await office(reply);
  await expect(ask({ bounds: BAY, max_points: 2 })).rejects.toMatchObject({
    code: 'unknown_provider',
    facts: { details: { reason: 'provider_failed' } },
  });
});

test('keeps every sample point inside the box, also across the antimeridian and in boxes without width', () => {
  for (const area of [box(-180, -90, 180, 90), box(179, -17, -179, -16), box(5, 5, 5, 6), box(5, 5, 6, 5), box(5, 5, 5, 5)])
    for (const most of [1, 2, 16, 49]) {
      const { points, rows, columns } = sampleGrid(area, most);
      expect(points).toHaveLength(rows * columns);
      expect(points.length).toBeLessThanOrEqual(most);
      for (const { lon, lat } of points) {
        expect(lat >= area.min_lat && lat <= area.max_lat).toBe(true);
        const wraps = area.min_lon > area.max_lon;
        expect(wraps ? lon >= area.min_lon || lon <= area.max_lon : lon >= area.min_lon && lon <= area.max_lon).toBe(true);
      }
    }
});

test('puts sampling, units and columns into the digest', async () => {
  const { ask } = await office();
  const { payload } = await ask({ point: { lon: -121.9, lat: 37.5 } });
  // The shell adds members of its own to every payload.
  expect(() => geomapQueryGeologicUnits.summarize({ ...payload, trace_id: 'x', text_summary: 'y' })).not.toThrow();
  const lines = digestOf(payload).join('\n');
  expect(lines).toMatch(/sampling: Asked at one point/);
  expect(lines).toMatch(/map_unit: 1 \| Quaternary alluvium \| not_available \| .* \| 0 to 2\.58 Ma \| points=1 \| source=154/);
  expect(lines).toMatch(/column: 187 \| San Joaquin Basin \| 0 to 66 Ma \| units=2/);
  expect(geomapQueryGeologicUnits.summarize(payload)).toMatch(/^Macrostrat answered with map_units=2, columns=1/);
});

import { expect, test } from 'vitest';
import { BAY, box, desk, itemOf, recordsOf } from './knowledge-kit.ts';
import { HOSTS, json, type Reply, rerouted, serve } from './live-server.ts';

const ITALY = box(12, 42, 13, 43);
const BORDER = box(-79.7, 46, -79.6, 46.1);

async function quakes(service: keyof typeof HOSTS, reply: Reply, options: Readonly<Record<string, unknown>> = {}) {
  const server = await serve(reply);
  const d = desk({ http: rerouted({ [HOSTS[service]]: server.url }) });
  const source = service === 'usgs' ? 'usgs_fdsn_events' : 'emsc_fdsn_events';
  const ask = () =>
    d.ask({
      bounds: BAY,
      include: ['earthquake_history'],
      providerOptions: { earthquake_history: { source, source_mode: 'live', ...options } },
    });
  return { server, ask };
}

/** Events as USGS writes them, newest first. */
const usgsFeature = (at: number) => ({
  type: 'Feature',
  properties: {
    mag: 5 + (at % 10) / 10,
    place: `${at} km N of Somewhere`,
    time: 1_700_000_000_000 - at * 60_000,
    updated: 1_700_000_100_000,
    tz: null,
    status: 'reviewed',
    net: 'us',
    code: `x${at}`,
    ids: `,usx${at},`,
    sources: ',us,',
    gap: 55,
    magType: 'mww',
    type: 'earthquake',
  },
  geometry: { type: 'Point', coordinates: [-121.5, 37.5, 10] },
  id: `usx${at}`,
});

/** USGS with so many events in the box: pages by limit and offset, refuses to go beyond the 20000th. */
const usgsWith =
  (total: number, broken: (offset: number) => boolean = () => false): Reply =>
  ({ params }, answer) => {
    const [limit, offset] = [Number(params.get('limit') ?? 20_000), Number(params.get('offset') ?? 1)];
    if (limit + offset > 20_001 || broken(offset))
      return void answer
        .writeHead(400, { 'content-type': 'text/plain' })
        .end('Error 400: Bad Request\n\nUsage details are available from https://earthquake.usgs.gov/fdsnws/event/1\n');
    const features = Array.from({ length: Math.max(0, Math.min(limit, total - offset + 1)) }, (_, at) =>
      usgsFeature(offset + at),
    );
    json(answer, {
      type: 'FeatureCollection',
      metadata: { status: 200, api: '1.14.1', limit, offset, count: features.length },
      features,
    });
  };

test('pages through USGS until all events are there', async () => {
  const { server, ask } = await quakes('usgs', usgsWith(9001));
  const item = itemOf(await ask(), 'earthquake_history');
  expect(item).toMatchObject({ record_count: 9001, returned_count: 50, truncated: true });
  expect(server.asked.map(({ params }) => params.get('offset'))).toEqual([null, '4001', '8001']);
});

test('stops where the service stops, at 20000 events, and says at_least', async () => {
  const { server, ask } = await quakes('usgs', usgsWith(1_000_000));
  const found = await ask();
  expect(itemOf(found, 'earthquake_history').record_count).toBe(20_000);
  expect(server.asked).toHaveLength(5);
  expect(found.warnings.join()).toMatch(/at_least: usgs_fdsn_events/);
});

test('keeps the pages that came when a later one fails', async () => {
  const { ask } = await quakes(
    'usgs',
    usgsWith(9001, (offset) => offset > 4001),
  );
  const found = await ask();
  expect(itemOf(found, 'earthquake_history').record_count).toBe(8000);
  expect(found.warnings.join()).toMatch(/partial: USGS failed after 8000 records.*at least/);
});

test.each([
  ['2023-11-14T22:00:00Z', '2023-11-14T22:13:00Z'],
  [1_699_999_200_000, 1_699_999_980_000],
  ['2023-11-14T23:00:00+01:00', '2023-11-14T17:13:00-05:00'],
])('asks a live service for the same time, given as %j', async (starttime, endtime) => {
  const { server, ask } = await quakes('usgs', usgsWith(30), { starttime, endtime });
  await ask();
  expect(server.asked[0]?.params.get('starttime')).toBe('2023-11-14T22:00:00.000');
  expect(server.asked[0]?.params.get('endtime')).toBe('2023-11-14T22:13:00.000');
});

test('takes a date alone as the whole day, live as well', async () => {
  const { server, ask } = await quakes('usgs', usgsWith(0), { starttime: '2023-11-14', endtime: '2023-11-14' });
  await ask();
  expect(server.asked[0]?.params.get('starttime')).toBe('2023-11-14T00:00:00.000');
  expect(server.asked[0]?.params.get('endtime')).toBe('2023-11-14T23:59:59.999');
});

const status =
  (code: number, text = ''): Reply =>
  (_asked, answer) =>
    void answer.writeHead(code, { 'content-type': 'text/plain' }).end(text);
const page =
  (type: string, text: string): Reply =>
  (_asked, answer) =>
    void answer.writeHead(200, { 'content-type': type }).end(text);

test.each<[string, Reply, RegExp]>([
  [
    '400 with text',
    status(400, 'Error 400: Bad Request\n\nbad minmagnitude'),
    /refused the request \(HTTP status 400\); a smaller/,
  ],
  ['413', status(413, 'Request Entity Too Large'), /refused.*413/],
  ['403', status(403), /does not serve this client \(HTTP status 403\)/],
  ['503', status(503), /out of order \(HTTP status 503\); ask again later/],
  ['429', (_asked, answer) => void answer.writeHead(429, { 'retry-after': '90' }).end(), /ask again in 90 s/],
  ['a web page', page('text/html', '<!DOCTYPE html><html><body>Maintenance</body></html>'), /web page/],
  ['cut JSON', page('application/json', '{"type":"FeatureCollection","features":[{"type"'), /cut or is no JSON/],
  ['a list', page('application/json', '[]'), /JSON that was asked for/],
])('says what is wrong when USGS answers with %s', async (_name, reply, words) => {
  const { ask } = await quakes('usgs', reply);
  await expect(ask()).rejects.toMatchObject({
    code: 'unknown_provider',
    message: expect.stringMatching(words),
    facts: { details: { reason: 'provider_failed' } },
  });
});

test('reads EMSC through a redirect and under a wrong content type, and 204 as none', async () => {
  const event = {
    type: 'Feature',
    id: '20231114_0000001',
    geometry: { type: 'Point', coordinates: [-121.6, 37.6, -9.1] },
    properties: {
      unid: '20231114_0000001',
      mag: 4.9,
      magtype: 'mb',
      time: '2023-11-14T22:13:20.0Z',
      lastupdate: '2023-11-15T00:00:00Z',
      evtype: 'ke',
      flynn_region: 'CENTRAL CALIFORNIA',
      depth: 9.1,
      auth: 'NEIC',
      lat: 37.6,
      lon: -121.6,
    },
  };
  const { ask } = await quakes('emsc', ({ path }, answer, incoming) => {
    if (path.startsWith('/fdsnws/'))
      answer.writeHead(301, { location: (incoming.url ?? '').replace('/fdsnws/', '/moved/') }).end();
    else
      answer
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(`\uFEFF${JSON.stringify({ type: 'FeatureCollection', metadata: { totalCount: 1 }, features: [event] })}`);
  });
  expect(recordsOf(await ask(), 'earthquake_history')).toMatchObject([
    { place: 'CENTRAL CALIFORNIA', magType: 'mb', depth: 9.1, type: 'earthquake', event_id: '20231114_0000001' },
  ]);
  const none = await quakes('emsc', (_asked, answer) => void answer.writeHead(204).end());
  expect(itemOf(await none.ask(), 'earthquake_history').record_count).toBe(0);
});

test('skips events with a broken geometry and keeps the others', async () => {
  const broken = [null, {}, { type: 'Point', coordinates: [] }, { type: 'Point', coordinates: ['a', null] }];
  const { ask } = await quakes('usgs', (_asked, answer) =>
    json(answer, { features: [usgsFeature(1), 7, null, ...broken.map((geometry) => ({ ...usgsFeature(2), geometry }))] }),
  );
  expect(itemOf(await ask(), 'earthquake_history').record_count).toBe(1);
});

// DISS ------------------------------------------------------------------------------------------------------------------------

const LAYERS = ['DISS331:iss331', 'DISS331:csspln331', 'DISS331:dss331', 'DISS331:subdzon331'];

/** A feature of GeoServer in the area asked for. */
const source = (id: string, at = 0) => ({
  type: 'Feature',
  id,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [12.4 + at / 1e5, 42.4],
        [12.5 + at / 1e5, 42.4],
        [12.5 + at / 1e5, 42.5],
        [12.4 + at / 1e5, 42.4],
      ],
    ],
  },
  properties: { idsource: id, sourcename: `Source ${id}` },
});

async function diss(reply: Reply) {
  const server = await serve(reply);
  const d = desk({ http: rerouted({ [HOSTS.diss]: server.url }) });
  const ask = () =>
    d.ask({
      bounds: ITALY,
      include: ['active_faults'],
      providerOptions: { active_faults: { source: 'diss_seismogenic_sources', source_mode: 'live' } },
    });
  return { server, ask };
}

const exceptionXml = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="${code}" locator="typeName"><ows:ExceptionText>Could not find it</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`;

test('asks the four layers of DISS side by side and keeps three of them when one answers with an exception report', async () => {
  const { server, ask } = await diss(({ params }, answer) => {
    const layer = params.get('typeNames') ?? '';
    if (layer === LAYERS[1])
      return void answer.writeHead(200, { 'content-type': 'application/xml' }).end(exceptionXml('InvalidParameterValue'));
    json(answer, {
      type: 'FeatureCollection',
      features: [source(`${layer}.1`)],
      totalFeatures: 1,
      numberMatched: 1,
      numberReturned: 1,
    });
  });
  const found = await ask();
  expect(itemOf(found, 'active_faults').record_count).toBe(3);
  expect(recordsOf(found, 'active_faults')[0]).toMatchObject({ name: expect.stringMatching(/^Source /), catalog_name: 'DISS' });
  expect(server.asked.map(({ params }) => params.get('typeNames')).sort()).toEqual([...LAYERS].sort());
  expect(server.asked[0]?.params.get('bbox')).toBe('12.0,42.0,13.0,43.0,CRS:84');
  expect(found.warnings.join()).toMatch(/partial: DISS gave no answer for DISS331:csspln331.*InvalidParameterValue/);
});

test('fails when every layer does, with the code of the exception report and nothing else of it', async () => {
  const { ask } = await diss((_asked, answer) =>
    json(answer, {
      version: '2.0.0',
      exceptions: [{ code: 'NoApplicableCode', locator: 'noLocator', text: 'java.io: /srv/secret' }],
    }),
  );
  await expect(ask()).rejects.toThrow(/DISS answered with an error report instead of data \(NoApplicableCode\)(?!.*secret)/);
});

test('pages a layer by startIndex until everything that matched is there', async () => {
  const all = Array.from({ length: 5003 }, (_, at) => source(`iss331.${at}`, at));
  const { server, ask } = await diss(({ params }, answer) => {
    const [from, count] = [Number(params.get('startIndex') ?? 0), Number(params.get('count'))];
    const features = params.get('typeNames') === LAYERS[0] ? all.slice(from, from + count) : [];
    json(answer, {
      features,
      numberMatched: params.get('typeNames') === LAYERS[0] ? all.length : 0,
      numberReturned: features.length,
    });
  });
  expect(itemOf(await ask(), 'active_faults').record_count).toBe(5003);
  expect(server.asked.map(({ params }) => params.get('startIndex')).filter((text) => text !== null)).toEqual(['5000']);
});

test('notices a server that sends its first page again, and calls the answer cut', async () => {
  const { ask } = await diss((_asked, answer) => json(answer, { features: [source('a'), source('b')], numberMatched: 9 }));
  const found = await ask();
  expect(itemOf(found, 'active_faults').record_count).toBe(2);
  expect(found.warnings.join()).toMatch(/at_least: DISS holds more/);
});

test('asks nothing of DISS outside Italy', async () => {
  const { server } = await diss(() => undefined);
  const d = desk({ http: rerouted({ [HOSTS.diss]: server.url }) });
  const found = await d.ask({
    bounds: BAY,
    include: ['active_faults'],
    providerOptions: { active_faults: { source: 'diss_seismogenic_sources', source_mode: 'live' } },
  });
  expect(server.asked).toHaveLength(0);
  expect(found.warnings.join()).toMatch(/not_covered/);
});

// Minerals --------------------------------------------------------------------------------------------------------------------

const deposit = (at: number) => ({
  type: 'Feature',
  id: at,
  geometry: { type: 'Point', coordinates: [-79.65, 46.05 + at / 1e6] },
  properties: { OBJECTID: at, NAME: `Deposit ${String(at).padStart(5, '0')}`, P_COMMOD: 'GOLD', DEPOSIT_ST: 'OCCURRENCE' },
});

/** An ArcGIS layer with so many records, which gives 1000 at most and marks what it has cut as ArcGIS does for GeoJSON. */
const arcgisWith =
  (total: number): Reply =>
  ({ params }, answer) => {
    const [offset, count] = [Number(params.get('resultOffset')), Math.min(1000, Number(params.get('resultRecordCount')))];
    const features = Array.from({ length: Math.max(0, Math.min(count, total - offset)) }, (_, at) => deposit(offset + at));
    const cut = offset + features.length < total;
    json(answer, {
      type: 'FeatureCollection',
      crs: { type: 'name', properties: { name: 'EPSG:4326' } },
      ...(cut ? { properties: { exceededTransferLimit: true } } : {}),
      features,
    });
  };

const none: Reply = (_asked, answer) => json(answer, { type: 'FeatureCollection', features: [], numberMatched: 0 });

async function minerals(ontario: Reply, sigeom: Reply = none) {
  const [first, second] = [await serve(ontario), await serve(sigeom)];
  const d = desk({ http: rerouted({ [HOSTS.ontario]: first.url, [HOSTS.sigeom]: second.url }) });
  return { ontario: first, sigeom: second, ask: () => d.ask({ bounds: BORDER, include: ['mineral_occurrences'] }) };
}

test('pages through Ontario while the service says that it has cut its answer', async () => {
  const { ontario, ask } = await minerals(arcgisWith(2500));
  expect(itemOf(await ask(), 'mineral_occurrences')).toMatchObject({ record_count: 2500, returned_count: 50 });
  expect(ontario.asked.map(({ params }) => params.get('resultOffset'))).toEqual(['0', '1000', '2000']);
});

test('asks Ontario without an order when the layer has no such field', async () => {
  const { ontario, ask } = await minerals((asked, answer, incoming) =>
    asked.params.has('orderByFields')
      ? json(answer, {
          error: {
            code: 400,
            message: 'Cannot perform query. Invalid query parameters.',
            details: ["'Invalid field: OBJECTID' parameter is invalid"],
          },
        })
      : arcgisWith(1200)(asked, answer, incoming),
  );
  expect(itemOf(await ask(), 'mineral_occurrences').record_count).toBe(1200);
  expect(ontario.asked).toHaveLength(3);
});

test('keeps Quebec and the pages of Ontario that came, and says that counts are at least those', async () => {
  const { ask } = await minerals(
    (asked, answer, incoming) =>
      Number(asked.params.get('resultOffset')) > 0
        ? json(answer, { error: { code: 504, message: 'Timeout' } })
        : arcgisWith(3000)(asked, answer, incoming),
    (_asked, answer) =>
      json(answer, {
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [-79.6, 46.1] },
            properties: { NOM_CORPS_MINR: 'Mine A', SUBST_PRINC: 'Au' },
          },
        ],
        numberMatched: 'unknown',
      }),
  );
  const found = await ask();
  expect(itemOf(found, 'mineral_occurrences')).toMatchObject({ record_count: 1001, provenance: { partial: true } });
  expect(found.warnings.join()).toMatch(/partial: Ontario MDI failed after 1000 records/);
});

test('never reports an ArcGIS error as no occurrences', async () => {
  const { ask } = await minerals(
    (_asked, answer) => json(answer, { error: { code: 499, message: 'Token Required', details: [] } }),
    status(500),
  );
  await expect(ask()).rejects.toThrow(/error report instead of data \(499\)/);
});

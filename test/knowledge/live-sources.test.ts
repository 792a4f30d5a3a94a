import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpGet, HttpRequest } from '../../src/domain/knowledge/ports.ts';
import { createHttpClient } from '../../src/workers/knowledge/http-client.ts';
import { BAY, box, collection, desk, itemOf, recordsOf } from './knowledge-kit.ts';

const json = (body: unknown, status = 200) => ({ status, contentType: 'application/json', text: JSON.stringify(body) });

/** A network that answers by host name and remembers what it was asked. */
function network(answers: Readonly<Record<string, (request: HttpRequest) => ReturnType<typeof json>>>) {
  const asked: HttpRequest[] = [];
  const http: HttpGet = async (request) => {
    asked.push(request);
    const answer = answers[new URL(request.url).hostname];
    if (answer === undefined) throw new Error(`unexpected host in ${request.url}`);
    return answer(request);
  };
  return { http, asked };
}

const USGS = 'earthquake.usgs.gov';
const EMSC = 'www.seismicportal.eu';
const ONTARIO = 'services2.arcgis.com';
const SIGEOM = 'servicesvectoriels.atlas.gouv.qc.ca';
const BORDER = box(-79.7, 46, -79.6, 46.1);

const usgsEvent = {
  type: 'Feature',
  id: 'us1',
  properties: {
    mag: 5.1,
    time: 1_700_000_000_000,
    updated: 1_700_000_100_000,
    type: 'earthquake',
    place: 'Bay',
    ids: ',us1,at2,',
    magType: 'mw',
    net: 'us',
  },
  geometry: { type: 'Point', coordinates: [-121.5, 37.5, 9] },
};
const emscEvent = {
  type: 'Feature',
  id: 'e1',
  properties: {
    unid: '20231114_0000001',
    mag: 4.9,
    time: '2023-11-14T22:13:20.0Z',
    lastupdate: '2023-11-15T00:00:00Z',
    evtype: 'ke',
    flynn_region: 'CALIFORNIA',
    magtype: 'ml',
    depth: 9.1,
    auth: 'NC',
  },
  geometry: { type: 'Point', coordinates: [-121.6, 37.6, -9.1] },
};

test('asks both event services with one stated floor and maps their different names', async () => {
  const { http, asked } = network({ [USGS]: () => json(collection(usgsEvent)), [EMSC]: () => json(collection(emscEvent)) });
  const d = desk({ http });
  const found = await d.ask({
    bounds: BAY,
    include: ['earthquake_history'],
    providerOptions: { earthquake_history: { source: 'all', source_mode: 'live' } },
  });
  expect(asked.map(({ params }) => [params.minmagnitude, params.starttime, params.minlongitude])).toEqual(
    Array(2).fill([4.5, '1970-01-01T00:00:00.000', -122.05]),
  );
  expect(recordsOf(found, 'earthquake_history')).toEqual([
    expect.objectContaining({
      time: '2023-11-14T22:13:20.000Z',
      mag: 5.1,
      source_id: 'usgs_fdsn_events',
      url: expect.stringContaining('us1'),
    }),
    expect.objectContaining({
      time: '2023-11-14T22:13:20.000Z',
      place: 'CALIFORNIA',
      magType: 'ml',
      depth: 9.1,
      type: 'earthquake',
      event_id: '20231114_0000001',
    }),
  ]);
  expect(itemOf(found, 'earthquake_history').provenance).toMatchObject({
    retrieved_at: '2025-01-01T00:00:00.000Z',
    engine: 'federated',
  });
  expect(found.warnings.join('\n')).not.toMatch(/installed file/);
});

test('takes HTTP 204 of an event service for no events', async () => {
  const { http } = network({ [USGS]: () => ({ status: 204, contentType: '', text: '' }) });
  const found = await desk({ http }).ask({
    bounds: BAY,
    include: ['earthquake_history'],
    providerOptions: { earthquake_history: { source_mode: 'live' } },
  });
  expect(itemOf(found, 'earthquake_history').record_count).toBe(0);
  expect(found.warnings.join('\n')).toMatch(/no evidence/);
});

test.each([
  ['a status', json({}, 503)],
  ['text in place of JSON', { status: 200, contentType: 'text/html', text: '<html>' }],
  ['an error body with status 200', json({ error: { code: 400, message: 'bad' } })],
  ['JSON without features', json({ ok: true })],
])('fails when the only live source answers with %s', async (_name, answer) => {
  const { http } = network({ [USGS]: () => answer });
  const asked = desk({ http }).ask({
    bounds: BAY,
    include: ['earthquake_history'],
    providerOptions: { earthquake_history: { source_mode: 'live' } },
  });
  await expect(asked).rejects.toMatchObject({ code: 'unknown_provider', facts: { details: { reason: 'provider_failed' } } });
});

const deposit = (name: string | null, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'Feature',
  properties: { Name: name, p_commod: 'GOLD', DEPOSIT_ST: '', ...more },
  geometry: { type: 'Point', coordinates: [-79.65, 46.05] },
});

test('reads Ontario page by page and SIGEOM by its own names, once per place and name', async () => {
  const pages = [collection(deposit('B'), deposit('B')), collection(deposit('A'))];
  const { http, asked } = network({
    [ONTARIO]: ({ params }) =>
      json({ ...pages[params.resultOffset === 0 ? 0 : 1], exceededTransferLimit: params.resultOffset === 0 }),
    [SIGEOM]: () =>
      json(
        collection({
          properties: { NOM_CORPS_MINR: 'Junior', SUBST_PRINC: 'Zinc; Plomb', CODE_TYPE_ROCH_LITH: 'V3' },
          geometry: null,
        }),
      ),
  });
  const found = await desk({ http }).ask({ bounds: BORDER, include: ['mineral_occurrences'] });
  expect(asked).toHaveLength(3);
  expect(recordsOf(found, 'mineral_occurrences')).toEqual([
    {
      name: 'A',
      primary_commodity: 'GOLD',
      secondary_commodity: null,
      status: null,
      deposit_class: null,
      longitude: -79.65,
      latitude: 46.05,
    },
    expect.objectContaining({ name: 'B' }),
    { name: 'Junior', primary_commodity: 'Zinc; Plomb', secondary_commodity: null, status: null, deposit_class: 'V3' },
  ]);
});

test('keeps the records of one province when the other is down, and makes no request outside both', async () => {
  const { http, asked } = network({ [ONTARIO]: () => json(collection(deposit('A'))), [SIGEOM]: () => json({}, 500) });
  const d = desk({ http });
  const found = await d.ask({ bounds: BORDER, include: ['mineral_occurrences'] });
  expect(itemOf(found, 'mineral_occurrences')).toMatchObject({ record_count: 1, provenance: { partial: true } });
  expect(found.warnings.join('\n')).toMatch(/partial: .*sigeom/);
  const before = asked.length;
  const outside = await d.ask({ bounds: BAY, include: ['mineral_occurrences'] });
  expect(asked.length).toBe(before);
  expect(outside.warnings.join('\n')).toMatch(/Ontario[\s\S]*Quebec/);
});

test('fails when every province that covers the area is down', async () => {
  const { http } = network({ [ONTARIO]: () => json({ error: {} }), [SIGEOM]: () => json({}, 500) });
  await expect(desk({ http }).ask({ bounds: BORDER, include: ['mineral_occurrences'] })).rejects.toMatchObject({
    facts: { details: { reason: 'provider_failed' } },
  });
});

/** A server of this process, closed after the test. */
async function serve(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

function client() {
  const made = createHttpClient();
  onTestFinished(() => made.close());
  return made.get;
}

const request = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  url,
  params: { a: 'b c' },
  timeoutMs: 2000,
  label: 'Test',
  signal: new AbortController().signal,
  ...more,
});

test('sends parameters and follows redirects', async () => {
  const url = await serve((incoming, answer) => {
    if (incoming.url?.startsWith('/from')) answer.writeHead(302, { location: '/to?x=1' }).end();
    else answer.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url: incoming.url }));
  });
  const get = client();
  expect(JSON.parse((await get(request(`${url}/here`))).text)).toEqual({ url: '/here?a=b+c' });
  expect(JSON.parse((await get(request(`${url}/from`))).text)).toEqual({ url: '/to?x=1' });
});

test('gives up on a silent server after its limit, and names source and cause but no address', async () => {
  const url = await serve(() => undefined);
  const asked = client()(request(url, { timeoutMs: 60 }));
  await expect(asked).rejects.toMatchObject({
    code: 'unknown_provider',
    message: expect.stringMatching(/^The request to Test failed \(timeout\);/),
  });
});

test('fails at once when nothing listens', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  await new Promise((resolve) => server.close(resolve));
  await expect(client()(request(`http://127.0.0.1:${port}/`))).rejects.toThrow('The request to Test failed (ECONNREFUSED);');
});

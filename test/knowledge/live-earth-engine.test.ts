import { generateKeyPairSync, verify } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Geodesic } from 'geographiclib-geodesic';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { boxAreaKm2, scaleFor } from '../../src/domain/knowledge/live/earth-engine-region.ts';
import { providerReadiness } from '../../src/domain/knowledge/readiness.ts';
import { createEarthEngine } from '../../src/workers/knowledge/earth-engine.ts';
import { BAY, box, desk, itemOf, settingsIn, temporaryFolder } from './knowledge-kit.ts';
import { client, json, type Reply, rerouted, serve } from './live-server.ts';

const KEYS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SECRET = KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A value node of the REST API, as its reference has it. */
const node: z.ZodType = z.lazy(() =>
  z.union([
    z.strictObject({ constantValue: z.unknown() }),
    z.strictObject({ dictionaryValue: z.strictObject({ values: z.record(z.string(), node) }) }),
    z.strictObject({
      functionInvocationValue: z.strictObject({ functionName: z.string(), arguments: z.record(z.string(), node) }),
    }),
  ]),
);
const computeBody = z.strictObject({
  expression: z.strictObject({ result: z.string(), values: z.record(z.string(), node) }),
});

/** Earth Engine and Google's token service in one server; the key file names it as the place for tokens. */
async function google(
  compute: Reply,
  token: Reply = (_asked, answer) => json(answer, { access_token: 'tok', expires_in: 3599 }),
) {
  const server = await serve((asked, answer, incoming) => {
    if (asked.path === '/token') return token(asked, answer, incoming);
    expect(incoming.headers.authorization).toBe('Bearer tok');
    computeBody.parse(JSON.parse(asked.body));
    return compute(asked, answer, incoming);
  });
  const key = join(temporaryFolder(), 'key.json');
  writeFileSync(
    key,
    JSON.stringify({
      type: 'service_account',
      client_email: 'who@project.iam.gserviceaccount.com',
      private_key: SECRET,
      token_uri: `${server.url}/token`,
    }),
  );
  const settings = { earthengine_project: 'my-project', earthengine_credentials: key };
  return { server, settings, desk: desk({ http: rerouted({ 'earthengine.googleapis.com': server.url }), settings }) };
}

const computed = (server: { readonly asked: readonly { readonly path: string; readonly body: string }[] }) =>
  server.asked.filter(({ path }) => path !== '/token');

test('asks for land cover with a signed account and gives shares by ascending class, in two languages', async () => {
  const { server, desk: d } = await google((_asked, answer) => json(answer, { result: { Map: { '40': 3, '10': 6, '7': 1 } } }));
  const found = await d.ask({ bounds: BAY, include: ['landcover_distribution'] });
  const item = itemOf(found, 'landcover_distribution');
  expect(item).toMatchObject({ record_count: 3, source: 'ESA/WorldCover/v200', truncated: false });
  expect(JSON.stringify(item.value)).toBe('{"Class 7":10,"Trees":60,"Cropland":30}');
  expect(item.provenance).toMatchObject({
    project: 'my-project',
    classes: [{ code: 7, name_zh: null }, { name: 'Trees', name_zh: '树木' }, { name_zh: '耕地' }],
  });
  const [token, compute] = server.asked;
  const [header, claims, signature] = (new URLSearchParams(token?.body).get('assertion') ?? '').split('.');
  expect(
    verify('RSA-SHA256', Buffer.from(`${header}.${claims}`), KEYS.publicKey, Buffer.from(signature ?? '', 'base64url')),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({
    iss: 'who@project.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/earthengine.readonly',
  });
  expect(compute?.path).toBe('/v1/projects/my-project/value:compute');
  expect(compute?.body).toContain('"Reducer.frequencyHistogram"');
  expect(compute?.body).toContain('[-122,37,-121,38]');
});

test('adds the two halves of an area across the antimeridian, and asks for one token only', async () => {
  const { server, desk: d } = await google((_asked, answer) => json(answer, { result: { Map: { '80': 5 } } }));
  const found = await d.ask({ bounds: box(179, -17, -179, -16), include: ['landcover_distribution'] });
  expect(itemOf(found, 'landcover_distribution').value).toEqual({ 'Permanent Water Bodies': 100 });
  expect(computed(server)).toHaveLength(2);
  await d.ask({ bounds: BAY, include: ['landcover_distribution'] });
  expect(server.asked.length - computed(server).length).toBe(1);
});

test('says that there are no pixels instead of giving shares of nothing', async () => {
  const { desk: d } = await google((_asked, answer) => json(answer, { result: { Map: null } }));
  const found = await d.ask({ bounds: BAY, include: ['landcover_distribution'] });
  expect(itemOf(found, 'landcover_distribution')).toMatchObject({ record_count: 0, value: {} });
  expect(found.warnings.join()).toMatch(/no pixels.*no evidence/);
});

test('sums people of one stated year on the grid of the dataset', async () => {
  const { server, desk: d } = await google((_asked, answer) =>
    json(answer, { result: { sum: { population: 1234.5 }, pixel: 92.76624232772797 } }),
  );
  const item = itemOf(await d.ask({ bounds: BAY, include: ['population_density'] }), 'population_density');
  expect(item.value).toMatchObject({ population_total: 1234.5, density_people_per_km2: 0.13, label: '0.13 people/km^2' });
  expect(item.provenance).toMatchObject({ year: 2020, dataset_id: 'WorldPop/GP/100m/pop' });
  expect(computed(server)[0]?.body).toContain('"leftField":{"constantValue":"year"},"rightValue":{"constantValue":2020}');
});

test('corrects a sum for pixels that stand for several, and says at which scale it was made', async () => {
  const { desk: d } = await google((_asked, answer) => json(answer, { result: { sum: { population: 10 }, pixel: 100 } }));
  const coarse = { ...d.settings, earthengine_population_dataset: 'some/dataset', earthengine_scale: 1000 };
  Object.assign(d.settings, coarse);
  const found = await d.ask({ bounds: BAY, include: ['population_density'] });
  expect(itemOf(found, 'population_density').value).toMatchObject({ population_total: 1000 });
  expect(found.warnings.join()).toMatch(/several years/);
});

test('samples an area with too many pixels more coarsely and says so', async () => {
  const { desk: d } = await google((_asked, answer) => json(answer, { result: { Map: { '10': 1 } } }));
  Object.assign(d.settings, { earthengine_max_pixels: 1_000_000 });
  const found = await d.ask({ bounds: BAY, include: ['landcover_distribution'] });
  expect(found.warnings.join()).toMatch(/sampled at 113 m instead of 100 m/);
  expect(scaleFor([BAY], 10, 1e8)).toBe(12);
});

const failure = (code: number, status: string, message: string) => ({ error: { code, status, message } });
test.each([
  ['credentials that are not accepted', 401, failure(401, 'UNAUTHENTICATED', 'bad'), /makes a new key/],
  ['an account without a role', 403, failure(403, 'PERMISSION_DENIED', 'Caller lacks earthengine.computations.create'), /roles/],
  [
    'a project without the API',
    403,
    failure(403, 'PERMISSION_DENIED', 'Earth Engine API has not been used in project 1'),
    /registers the project/,
  ],
  ['a quota that is used up', 429, failure(429, 'RESOURCE_EXHAUSTED', 'Too many concurrent aggregations.'), /quota/],
  [
    'a dataset that is not there',
    400,
    failure(400, 'INVALID_ARGUMENT', "ImageCollection.load: asset 'x' not found."),
    /dataset variables/,
  ],
  [
    'an area that is too large',
    400,
    failure(400, 'INVALID_ARGUMENT', 'Image.reduceRegion: Too many pixels in the region.'),
    /smaller area/,
  ],
  ['a server out of order', 500, failure(500, 'INTERNAL', 'oops'), /ask again later/],
  ['an answer that is no JSON', 200, '<html>', /cut or is no JSON/],
])('names the remedy for %s', async (_name, status, body, words) => {
  const { desk: d } = await google((_asked, answer) => json(answer, body, status));
  await expect(d.ask({ bounds: BAY, include: ['landcover_distribution'] })).rejects.toMatchObject({
    code: 'unknown_provider',
    message: expect.stringMatching(words),
    facts: { details: { reason: 'provider_failed' } },
  });
});

test('tells a refused key by the word of OAuth, and never a word of the key', async () => {
  const { desk: d } = await google(
    (_asked, answer) => json(answer, {}),
    (_asked, answer) => json(answer, { error: 'invalid_grant', error_description: `bad ${SECRET}` }, 400),
  );
  const error: unknown = await d.ask({ bounds: BAY, include: ['landcover_distribution'] }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'unknown_provider', message: expect.stringContaining('(invalid_grant)') });
  const everything = JSON.stringify([error instanceof Error ? error.message : '', error]);
  expect(everything).not.toMatch(/PRIVATE KEY|key\.json|iam\.gserviceaccount/);
});

test('waits no longer than it may for a token', async () => {
  const { settings, server } = await google(
    (_asked, answer) => json(answer, {}),
    () => undefined,
  );
  const engine = createEarthEngine({ tokenLimitMs: 100 });
  const port = engine.portFor({ ...settingsIn('/nowhere'), ...settings }, client().session());
  await expect(port.compute({ expression: {}, signal: new AbortController().signal })).rejects.toThrow(
    /no access token.*timeout/,
  );
  await expect(port.compute({ expression: {}, signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
  expect(computed(server)).toHaveLength(0);
});

test.each([['no JSON'], ['{}'], ['{"type":"service_account","client_email":"a"}'], ['{"type":"other","private_key":"SECRET"}']])(
  'says that a key file with %j cannot be used, without its content',
  async (content) => {
    const { desk: d, settings } = await google((_asked, answer) => json(answer, {}));
    writeFileSync(settings.earthengine_credentials, content);
    await expect(d.ask({ bounds: BAY, include: ['population_density'] })).rejects.toThrow(
      /^The provider population_density failed: The credentials for Earth Engine cannot be used \(the file (?!.*SECRET)/,
    );
  },
);

test.each([
  [null, '/nowhere', ['GEOMAP_EARTHENGINE_PROJECT', 'GOOGLE_APPLICATION_CREDENTIALS']],
  ['p', '/nowhere', ['GOOGLE_APPLICATION_CREDENTIALS']],
])('misses the same things in readiness and in a query (project %j)', async (project, credentials, words) => {
  const d = desk({ settings: { earthengine_project: project, earthengine_credentials: credentials } });
  const facts = {
    earthquakes: false,
    faults: false,
    rockDetail: false,
    usage: false,
    expertise: false,
    earthEnginePackage: true,
    earthEngineProject: project !== null,
    earthEngineCredentials: false,
  };
  const record = providerReadiness(facts, { detectors: true, knowledge: true }).find(({ id }) => id === 'landcover_distribution');
  expect(record).toMatchObject({ installed: true, configured: false, ready: false });
  expect(record?.missing_requirements.map((text) => text.split(/[ :]/)[0])).toEqual(words);
  const error: unknown = await d.ask({ bounds: BAY, include: ['landcover_distribution'] }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'missing_extra' });
  for (const text of record?.missing_requirements ?? []) expect(JSON.stringify(error)).toContain(text);
});

test('agrees with GeographicLib on the area of boxes', () => {
  const area = (west: number, south: number, east: number, north: number): number => {
    const polygon = Geodesic.WGS84.Polygon(false);
    const steps = 400;
    for (let i = 0; i <= steps; i += 1) polygon.AddPoint(south, west + ((east - west) * i) / steps);
    for (let i = 0; i <= steps; i += 1) polygon.AddPoint(north, east - ((east - west) * i) / steps);
    return Math.abs(polygon.Compute(false, true).area ?? 0) / 1e6;
  };
  for (const [w, s, e, n] of [
    [-122, 37, -121, 38],
    [10, -5, 14, 5],
    [0, 70, 2, 80],
  ] as const)
    expect(boxAreaKm2(box(w, s, e, n)) / area(w, s, e, n)).toBeCloseTo(1, 6);
});

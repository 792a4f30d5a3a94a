import { expect, test } from 'vitest';
import { assembleBundle } from '../../src/domain/knowledge/bundle.ts';
import { countItems } from '../../src/domain/knowledge/counting.ts';
import { PROVIDERS } from '../../src/domain/knowledge/provider-registry.ts';
import { PROVIDER_FACTS } from '../../src/domain/knowledge/provider-table.ts';
import { BAY, box, collection, desk, EVENTS, itemOf, label } from './knowledge-kit.ts';

const GATES = { detectors: true, knowledge: true };
const ids = (execution: { readonly outcomes: readonly { readonly provider: string }[] }) =>
  execution.outcomes.map(({ provider }) => provider);

const full = () => {
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  d.write('faults.geojson', collection());
  return d;
};

test('registers the ten providers in the order of their table', () => {
  expect(PROVIDERS.map(({ id }) => id)).toEqual(PROVIDER_FACTS.map(({ id }) => id));
  expect(PROVIDER_FACTS).toHaveLength(10);
});

test('asks the default providers of an area and names those it did not ask', async () => {
  const found = await full().ask({ bounds: BAY });
  expect(ids(found)).toEqual(['earthquake_history', 'active_faults']);
  expect(found.notConsulted.map(({ provider }) => provider)).toEqual([
    'mineral_occurrences',
    'landcover_distribution',
    'population_density',
  ]);
});

test('takes names, ids in any case, and repeats, in the order given', async () => {
  const found = await full().ask({ bounds: BAY, include: ['active-faults', '  EARTHQUAKE history! ', 'active_faults'] });
  expect(ids(found)).toEqual(['active_faults', 'earthquake_history']);
});

test('warns of an unknown name beside a known one, and fails with the list when it is alone', async () => {
  const found = await full().ask({ bounds: BAY, include: ['volcanoes', 'active_faults'] });
  expect(found.warnings[0]).toContain("'volcanoes'");
  const alone = full().ask({ bounds: BAY, include: ['volcanoes'] });
  await expect(alone).rejects.toMatchObject({ code: 'unknown_provider', facts: { details: { reason: 'unknown_name' } } });
  await expect(alone).rejects.toThrow(/volcanoes.*active_faults.*rock_type/s);
});

test.each([
  [{ bounds: BAY, include: ['rock_type'] }, 'unsupported_request'],
  [{ bounds: BAY, include: ['active_faults'], exclude: ['active_faults'] }, 'unsupported_request'],
  [{ bounds: BAY, include: ['rock_type', 'nope'] }, 'unknown_name'],
  [{ bounds: BAY, include: [''] }, 'unknown_name'],
  [{ bounds: BAY, include: ['地震'] }, 'unknown_name'],
  [{ labels: [label('x')], include: ['rock_type'], providerOptions: { rock_type: { x: 1 } } }, 'invalid_options'],
  [{ bounds: BAY, include: ['active_faults'], providerOptions: { nope: {} } }, 'invalid_options'],
])('tells what is wrong with %j: %s', async (request, reason) => {
  await expect(full().ask(request)).rejects.toMatchObject({ code: 'unknown_provider', facts: { details: { reason } } });
});

test('only warns about options for nobody when nobody was named, and about options and limits without effect', async () => {
  const found = await full().ask({
    bounds: BAY,
    providerOptions: { nope: { x: 1 }, 'Rock type': { y: 1 } },
    maxRecordsByProvider: { 'Active faults': 1 },
  });
  expect(found.warnings.filter((text) => /nope|rock_type|Active faults/.test(text))).toHaveLength(3);
});

test('asks the text providers for a text alone, and not for a text beside an area', async () => {
  expect(ids(await desk().ask({ queryText: 'legend' }))).toEqual([
    'rock_knowledge',
    'component_usage_knowledge',
    'downstream_task_knowledge',
  ]);
  expect(ids(await full().ask({ queryText: 'legend', bounds: BAY }))).toEqual(['earthquake_history', 'active_faults']);
});

test('downgrades missing files to warnings with the remedy, and keeps the trace', async () => {
  const found = await desk().ask({ bounds: BAY });
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
  const bundle = assembleBundle(request, found, { traceId: 't', gates: GATES, bundleUri: 'geomap://bundles/x.json' });
  expect(bundle).toMatchObject({ items: [], total_records_found: 0, truncated: false, provider_versions: {} });
  expect(bundle.warnings).toHaveLength(6);
  expect(bundle.warnings.join('\n')).toMatch(/geomap_prepare_knowledge/);
  expect(bundle.trace?.providers).toEqual([
    { provider: 'earthquake_history', status: 'unavailable', reason: 'missing_asset', explicit: false },
    { provider: 'active_faults', status: 'unavailable', reason: 'missing_asset', explicit: false },
  ]);
});

test('fails with the first missing file when every named provider lacks its own, and only warns when one answers', async () => {
  await expect(desk().ask({ bounds: BAY, include: ['earthquake_history', 'active_faults'] })).rejects.toMatchObject({
    code: 'missing_knowledge_asset',
    facts: {
      details: {
        providers: ['active_faults', 'earthquake_history'],
        knowledge_error: expect.stringContaining('earthquakes.csv'),
      },
    },
  });
  const d = desk();
  d.write('earthquakes.csv', EVENTS);
  const found = await d.ask({ bounds: BAY, include: ['earthquake_history', 'active_faults'] });
  expect(found.warnings.join('\n')).toMatch(/active_faults: The knowledge file faults.geojson is not installed/);
});

test('says missing_extra for Earth Engine alone, and a warning beside another provider', async () => {
  await expect(full().ask({ bounds: BAY, include: ['landcover_distribution'] })).rejects.toMatchObject({ code: 'missing_extra' });
  const found = await full().ask({ bounds: BAY, include: ['population_density', 'active_faults'] });
  expect(itemOf(found, 'active_faults').record_count).toBe(0);
  expect(found.warnings.join('\n')).toMatch(/population_density/);
});

test('gives a wrapping box in two parts and keeps the box as given', async () => {
  const bounds = box(170, -10, -170, 10);
  const found = await full().ask({ bounds });
  const request = {
    bounds,
    labels: [],
    queryText: null,
    include: [],
    exclude: [],
    maxRecords: null,
    maxRecordsByProvider: {},
    providerOptions: {},
  };
  const bundle = assembleBundle(request, found, { traceId: 't', gates: GATES, bundleUri: 'u' });
  expect(bundle.bounds).toBeNull();
  expect(bundle.trace).toMatchObject({ raw_extent: bounds, bounds_parts: [box(170, -10, 180, 10), box(-180, -10, -170, 10)] });
});

test.each([
  [0, 0],
  [1, 1],
  [null, 2],
])('cuts at a limit of %s and still counts everything', async (maxRecords, returned) => {
  const found = await full().ask({ bounds: BAY, include: ['earthquake_history'], maxRecords });
  const counts = countItems([itemOf(found, 'earthquake_history')]);
  expect(counts).toMatchObject({ total_records_found: 2, total_records_returned: returned, truncated: returned < 2 });
});

test('lets a limit of one provider win over the common one', async () => {
  const found = await full().ask({
    bounds: BAY,
    include: ['earthquake_history'],
    maxRecords: 0,
    maxRecordsByProvider: { earthquake_history: 1 },
  });
  expect(itemOf(found, 'earthquake_history').returned_count).toBe(1);
});

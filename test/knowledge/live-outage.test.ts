import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { QueryPayload } from '../../src/domain/documents/knowledge.ts';
import { knowledgeQuery } from '../../src/workers/handlers/knowledge-query.ts';
import { createKnowledgeLibrary } from '../../src/workers/knowledge/library.ts';
import { workspace } from '../catalog/handler-context.ts';
import { box, collection, EVENTS, lineFeature } from './knowledge-kit.ts';
import { HOSTS, json, type Reply, rerouted, serve } from './live-server.ts';

const AREA = box(-123, 36, 20, 49);
const REQUEST = {
  bounds: AREA,
  legend_labels: ['granite'],
  include: ['rock_type', 'earthquake_history', 'active_faults', 'mineral_occurrences'],
  provider_options: { earthquake_history: { source: 'all' }, active_faults: { source: 'all' } },
};

/** Local files for two providers, live sources beside them, and what one call gives while a server answers so for all of them. */
function office() {
  const place = workspace();
  const files = { earthquake_csv: join(place.root, 'events.csv'), active_fault_geojson: join(place.root, 'faults.geojson') };
  writeFileSync(files.earthquake_csv, EVENTS);
  const trace = lineFeature({ catalog_id: 'A', name: 'Local' }, [
    [-121.9, 37.1],
    [-121.8, 37.2],
  ]);
  writeFileSync(files.active_fault_geojson, JSON.stringify(collection(trace)));
  const context = place.with({
    knowledge: {
      ...files,
      earthquake_source_ids: ['usgs_fdsn_events', 'emsc_fdsn_events'],
      active_fault_source_ids: ['gem_global_active_faults', 'diss_seismogenic_sources'],
      mineral_occurrence_source_ids: ['ontario_mineral_deposit_inventory', 'sigeom_mineral_occurrences'],
    },
  });
  return async (url: string, budgetMs?: number): Promise<QueryPayload> => {
    const servers = Object.fromEntries(Object.values(HOSTS).map((host) => [host, url]));
    const library = createKnowledgeLibrary({ http: rerouted(servers, budgetMs) });
    try {
      return (await knowledgeQuery({ library })(REQUEST, context)).payload;
    } finally {
      await library.close();
    }
  };
}

const emsc = {
  type: 'Feature',
  id: 'e1',
  geometry: { type: 'Point', coordinates: [10, 40, -5] },
  properties: { unid: 'e1', mag: 5, time: '2023-11-14T22:13:20Z', evtype: 'ke', depth: 5 },
};
const diss = {
  ...lineFeature({ sourcename: 'D' }, [
    [12, 42],
    [12.1, 42.1],
  ]),
  id: 'd1',
};
const mine = { type: 'Feature', geometry: { type: 'Point', coordinates: [-80, 47] }, properties: { NAME: 'Mine' } };

const healthy: Reply = ({ path, params }, answer) => {
  if (path.includes('fdsnws')) return json(answer, collection(emsc));
  return json(answer, collection(path.includes('FeatureServer') || params.get('typeNames')?.startsWith('SGM') ? mine : diss));
};

/** A port on which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const outages: readonly (readonly [string, Reply | null])[] = [
  ['down', null],
  ['silent', () => undefined],
  [
    'dripping',
    (_asked, answer) => {
      answer.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => answer.write(' '), 20);
      answer.on('close', () => clearInterval(timer));
    },
  ],
  [
    'answering with web pages',
    (_asked, answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'),
  ],
  ['answering with errors under status 200', (_asked, answer) => json(answer, { error: { code: 500, message: 'no' } })],
  ['answering with lists of nonsense', (_asked, answer) => json(answer, { features: 'none', numberMatched: -1 })],
  ['out of order', (_asked, answer) => void answer.writeHead(503, { 'retry-after': '600' }).end()],
  ['hanging up', (_asked, answer) => void answer.destroy()],
  [
    'cutting every answer',
    (_asked, answer) => void answer.writeHead(200, { 'content-length': '500' }).write('{', () => answer.destroy()),
  ],
];

test('an answer of which a layer or a page is missing is told, and not kept', async () => {
  const ask = office();
  const halves: Reply = (asked, answer, incoming) => {
    const { params, path } = asked;
    if (path.includes('FeatureServer') && params.get('resultOffset') === '0')
      return json(answer, { ...collection(mine), exceededTransferLimit: true });
    if (path.includes('FeatureServer') || params.get('typeNames') === 'DISS331:dss331') return json(answer, {}, 400);
    return healthy(asked, answer, incoming);
  };
  const during = (await ask((await serve(halves)).url)).warnings.join('\n');
  expect(during).toMatch(/partial: DISS gave no answer for DISS331:dss331/);
  expect(during).toMatch(/partial: Ontario MDI failed after 1 records/);
  const after = await ask((await serve(healthy)).url);
  expect(after.warnings.join('\n')).not.toMatch(/partial:|at_least:|cached:/);
});

test.each(outages)(
  'with every live source %s, all that is local is there, in time, and nothing of it is kept',
  async (_name, reply) => {
    const ask = office();
    const url = reply === null ? await closedPort() : (await serve(reply)).url;
    const started = performance.now();
    const during = await ask(url, 500);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(during.record_counts).toMatchObject({ earthquake_history: 2, active_faults: 1 });
    expect(during.record_counts).not.toHaveProperty('mineral_occurrences');
    expect(during.items.find(({ provider }) => provider === 'rock_type')?.value).toBeTruthy();
    const warnings = during.warnings.join('\n');
    expect(warnings).toMatch(/partial: earthquake_history got no answer from its source emsc_fdsn_events/);
    expect(warnings).toMatch(/partial: active_faults got no answer from its source diss_seismogenic_sources/);
    expect(warnings).toMatch(/mineral_occurrences failed and gave no records/);
    expect(warnings).not.toMatch(/127\.0\.0\.1|No mineral occurrence was found/);
    // The same question once the sources are back: had anything been kept, it would be answered from there.
    const after = await ask((await serve(healthy)).url);
    expect(after.record_counts).toMatchObject({ earthquake_history: 3, active_faults: 2, mineral_occurrences: 2 });
    expect(after.warnings.join('\n')).not.toMatch(/partial:/);
  },
);

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assembleBundle } from '../../src/domain/knowledge/bundle.ts';
import { providerFailed } from '../../src/domain/knowledge/failures.ts';
import type { HttpGet } from '../../src/domain/knowledge/ports.ts';
import { PROVIDER_FACTS } from '../../src/domain/knowledge/provider-table.ts';
import { type KnowledgeFacts, providerReadiness } from '../../src/domain/knowledge/readiness.ts';
import { BAY, box, collection, desk, EVENTS, itemOf, label, lineFeature, recordsOf, refusing } from './knowledge-kit.ts';
import { pathsIn } from './paths-walk.ts';

const NOT_EVIDENCE = /no evidence|says nothing about whether|absence means nothing/;
const json = (body: unknown) => ({ status: 200, contentType: 'application/json', text: JSON.stringify(body) });
const empty: HttpGet = async () => json(collection());

/** The checklist of contract/knowledge.md, appendix B; 1 is vectors.test.ts with vectors-service.test.ts. */
describe('appendix B', () => {
  test('2. ten providers, ids, order, default flags and kinds of request', () => {
    expect(PROVIDER_FACTS.map(({ id, requests, defaultEnabled }) => [id, requests, defaultEnabled])).toEqual([
      ['rock_type', ['legend_labels'], true],
      ['rock_age', ['legend_labels'], true],
      ['earthquake_history', ['bounds'], true],
      ['active_faults', ['bounds'], true],
      ['mineral_occurrences', ['bounds'], false],
      ['landcover_distribution', ['bounds'], false],
      ['population_density', ['bounds'], false],
      ['rock_knowledge', ['query_text'], false],
      ['component_usage_knowledge', ['query_text'], false],
      ['downstream_task_knowledge', ['query_text'], false],
    ]);
  });

  const nothing: KnowledgeFacts = {
    earthquakes: false,
    faults: false,
    rockDetail: false,
    usage: false,
    expertise: false,
    earthEnginePackage: true,
    earthEngineProject: false,
    earthEngineCredentials: false,
  };
  const assets = { ...nothing, earthquakes: true, faults: true, rockDetail: true, usage: true, expertise: true };
  const always = ['rock_type', 'rock_age', 'mineral_occurrences'];

  test.each([
    ['nothing', nothing, always],
    [
      'assets only',
      assets,
      [
        ...always,
        'earthquake_history',
        'active_faults',
        'rock_knowledge',
        'component_usage_knowledge',
        'downstream_task_knowledge',
      ],
    ],
    ['mirror only', { ...nothing, earthquakes: true, faults: true }, [...always, 'earthquake_history', 'active_faults']],
    ['everything', { ...assets, earthEngineProject: true, earthEngineCredentials: true }, PROVIDER_FACTS.map(({ id }) => id)],
  ])('3. readiness with %s', (_name, facts, ready) => {
    const records = providerReadiness(facts, { detectors: true, knowledge: true });
    expect(new Set(records.filter((record) => record.ready).map(({ id }) => id))).toEqual(new Set(ready));
    for (const record of records) {
      expect(record.ready).toBe(record.installed && record.configured && record.missing_requirements.length === 0);
      expect(record.registered).toBe(true);
    }
    const requirement = (id: string, gate: boolean) =>
      providerReadiness(nothing, { detectors: true, knowledge: gate }).find((record) => record.id === id)
        ?.missing_requirements[0];
    expect(requirement('earthquake_history', true)).toMatch(/USGS earthquake data.*geomap_prepare_knowledge.*mirror/);
    expect(requirement('active_faults', false)).toMatch(/GEM active-fault data.*operator.*peace-knowledge-base.*mirror/);
    expect(requirement('rock_knowledge', true)).toMatch(/PEACE knowledge base.*geomap_prepare_knowledge/);
  });

  test('4. of two named providers one may fail; when both do the first failure is the answer', async () => {
    const d = desk();
    d.write('faults.geojson', collection());
    const one = await d.ask({ bounds: BAY, include: ['earthquake_history', 'active_faults'] });
    expect(one.outcomes.map(({ status }) => status)).toEqual(['unavailable', 'answered']);
    expect(one.warnings[0]).toMatch(/^earthquake_history: The knowledge file earthquakes\.csv is not installed/);
    const both = desk().ask({ bounds: BAY, include: ['earthquake_history', 'active_faults'] });
    await expect(both).rejects.toMatchObject({ code: 'missing_knowledge_asset' });
    const implicit = await desk().ask({ bounds: BAY });
    expect(implicit.outcomes.map(({ status }) => status)).toEqual(['unavailable', 'unavailable']);
    d.write('earthquakes.csv', 'no,place\n1,2\n');
    const broken = await d.ask({ bounds: BAY });
    expect(broken.outcomes.map(({ status }) => status)).toEqual(['failed', 'answered']);
    await expect(d.ask({ bounds: BAY, include: ['earthquake_history'] })).rejects.toMatchObject({
      code: 'unknown_provider',
      facts: { details: { reason: 'provider_failed' } },
    });
  });

  test.each<[string, HttpGet]>([
    ['down', refusing],
    ['answering nonsense', async () => ({ status: 200, contentType: 'text/html', text: '<html>Maintenance</html>' })],
    ['refusing', async () => ({ status: 503, contentType: 'text/plain', text: 'busy' })],
    [
      'out of time',
      async ({ signal }) => Promise.reject(signal.aborted ? signal.reason : providerFailed('it did not answer within 45 s')),
    ],
  ])('5. a live source that is %s takes nothing from the others', async (_name, http) => {
    const d = desk({ http });
    d.write('earthquakes.csv', EVENTS);
    d.write(
      'faults.geojson',
      collection(
        lineFeature({ catalog_id: 'A' }, [
          [-121.9, 37.1],
          [-121.8, 37.2],
        ]),
      ),
    );
    const found = await d.ask({
      bounds: BAY,
      include: ['earthquake_history', 'active_faults'],
      providerOptions: { earthquake_history: { source: 'all' } },
    });
    expect(itemOf(found, 'earthquake_history')).toMatchObject({ record_count: 2, provenance: { partial: true } });
    expect(itemOf(found, 'active_faults').record_count).toBe(1);
    expect(found.warnings.filter((text) => text.startsWith('partial:'))).toHaveLength(1);
  });

  test('6. the walk over results finds every kind of path, and no address or unit', () => {
    expect(pathsIn(['/home/me/x', { 'a /etc/passwd': 1 }, 'see C:\\data', '~/x', new Error('/tmp/x')])).toHaveLength(5);
    expect(
      pathsIn(['geomap://maps/a/b', 'https://host/home/x', '12 people/km^2', 'n/a', '~granite', 'source:/home'.slice(0, 7)]),
    ).toEqual([]);
  });

  test('7. empty results of the bounds providers say that they are no evidence', async () => {
    const d = desk({ http: empty });
    d.write('earthquakes.csv', EVENTS);
    d.write('faults.geojson', collection());
    const everything = ['earthquake_history', 'active_faults', 'mineral_occurrences'];
    const found = await d.ask({ bounds: box(-79.7, 46, -79.6, 46.1), include: everything });
    for (const provider of everything) {
      const outcome = found.outcomes.find((one) => one.provider === provider);
      const warnings = outcome?.status === 'answered' ? outcome.answer.warnings : [];
      expect([provider, warnings.some((text) => NOT_EVIDENCE.test(text))]).toEqual([provider, true]);
      expect(itemOf(found, provider).record_count).toBe(0);
    }
  });

  test('8. queries of the whole world end within a second once the files are read', async () => {
    const d = desk({ http: empty });
    const rows = Array.from(
      { length: 5000 },
      (_, at) => `2020-01-01T00:00:00Z,${(at % 170) - 85},${(at % 359) - 179},5,earthquake,e${at}`,
    );
    d.write('earthquakes.csv', `time,latitude,longitude,mag,type,id\n${rows.join('\n')}\n`);
    const lines = Array.from({ length: 2000 }, (_, at) =>
      lineFeature({ catalog_id: `f${at}` }, [
        [(at % 300) - 150, 10],
        [(at % 300) - 149.5, 11],
      ]),
    );
    d.write('faults.geojson', collection(...lines));
    const world = { bounds: box(-180, -90, 180, 90), include: ['earthquake_history', 'active_faults', 'mineral_occurrences'] };
    await d.ask(world);
    const start = performance.now();
    const found = await d.ask(world);
    expect(performance.now() - start).toBeLessThan(1000);
    expect(itemOf(found, 'earthquake_history').record_count).toBe(5000);
    expect(itemOf(found, 'active_faults').record_count).toBe(2000);
  });

  test('9. time filters give one answer for ISO, date-only and epoch data, local and live', async () => {
    const instants = ['2020-01-01T00:00:00.000Z', '2020-06-30T23:59:59.500Z', '2020-07-01T00:00:00.000Z'];
    const features = instants.map((time, at) => ({
      type: 'Feature',
      id: `e${at}`,
      properties: { mag: 5, time: Date.parse(time), type: 'earthquake' },
      geometry: { type: 'Point', coordinates: [-121.5, 37.5, 5] },
    }));
    const csv = (times: readonly (string | number)[]) =>
      `time,latitude,longitude,mag,type,id\n${times.map((time, at) => `${time},37.5,-121.5,5,earthquake,e${at}`).join('\n')}\n`;
    const filters = [
      { starttime: '2020-01-01', endtime: '2020-06-30' },
      { starttime: '2020-01-01T00:00:00Z', endtime: '2020-06-30T23:59:59.999Z' },
      { starttime: Date.parse('2020-01-01'), endtime: Date.parse('2020-07-01') - 1 },
    ];
    const counts = async (content: string | null) => {
      const d = desk({ http: async () => json(collection(...features)) });
      if (content !== null) d.write('earthquakes.csv', content);
      const mode = content === null ? { source_mode: 'live' } : {};
      const found = await Promise.all(
        filters.map((filter) =>
          d.ask({
            bounds: BAY,
            include: ['earthquake_history'],
            providerOptions: { earthquake_history: { ...filter, ...mode } },
          }),
        ),
      );
      return found.map((one) => itemOf(one, 'earthquake_history').record_count);
    };
    const epoch = instants.map((time) => Date.parse(time));
    for (const content of [csv(instants), csv(epoch), null]) expect(await counts(content)).toEqual([2, 2, 2]);
  });

  /** Whether two segments or a segment and a box share a place, by orientation of triples: another way than the one under test. */
  const meets = ([x0 = 0, y0 = 0]: readonly number[], [x1 = 0, y1 = 0]: readonly number[], b: typeof BAY): boolean => {
    const inside = (x: number, y: number) => x >= b.min_lon && x <= b.max_lon && y >= b.min_lat && y <= b.max_lat;
    if (inside(x0, y0) || inside(x1, y1)) return true;
    const turn = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) =>
      Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    const corners = [
      [b.min_lon, b.min_lat],
      [b.max_lon, b.min_lat],
      [b.max_lon, b.max_lat],
      [b.min_lon, b.max_lat],
    ] as const;
    return corners.some(([ax, ay], at) => {
      const [bx, by] = corners[(at + 1) % 4] ?? corners[0];
      return (
        turn(x0, y0, x1, y1, ax, ay) !== turn(x0, y0, x1, y1, bx, by) &&
        turn(ax, ay, bx, by, x0, y0) !== turn(ax, ay, bx, by, x1, y1)
      );
    });
  };

  test('10. the fault count is the number of distinct catalogue ids whose trace meets the box', async () => {
    const place = fc.tuple(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -40, max: 40 }));
    // Odd tenths for the box, whole degrees for the traces: no trace runs along an edge.
    const edge = (limit: number) => fc.integer({ min: -limit, max: limit }).map((at) => at + 0.3);
    const traces = fc.array(fc.record({ id: fc.integer({ min: 0, max: 9 }), from: place, to: place }), {
      minLength: 1,
      maxLength: 25,
    });
    await fc.assert(
      fc.asyncProperty(traces, edge(60), edge(40), fc.integer({ min: 1, max: 30 }), async (faults, west, south, size) => {
        const area = box(west, south, west + size, south + size);
        const d = desk();
        d.write(
          'faults.geojson',
          collection(...faults.map(({ id, from, to }) => lineFeature({ catalog_id: `C${id}` }, [from, to]))),
        );
        const found = await d.ask({ bounds: area, include: ['active_faults'] });
        const expected = new Set(faults.filter(({ from, to }) => meets(from, to, area)).map(({ id }) => id));
        expect(itemOf(found, 'active_faults').record_count).toBe(expected.size);
      }),
      { numRuns: 25 },
    );
  });

  test('11. never more returned than found, and truncated only when something was cut', async () => {
    const d = desk({ http: empty });
    d.write('earthquakes.csv', EVENTS);
    d.write(
      'faults.geojson',
      collection(
        lineFeature({ catalog_id: 'A' }, [
          [-121.9, 37.1],
          [-121.8, 37.2],
        ]),
      ),
    );
    d.write('k2_rock_detail.json', [
      { id: 'granite', question: 'q', answer: 'hard</s>' },
      { id: 'granite gneiss', question: 'q', answer: 'harder' },
    ]);
    for (const maxRecords of [0, 1, 2, null]) {
      const request = {
        bounds: BAY,
        labels: [label('granite'), label('zzz')],
        queryText: 'granite',
        include: [],
        exclude: [],
        maxRecords,
        maxRecordsByProvider: {},
        providerOptions: {},
      };
      for (const include of [[], ['rock_knowledge', 'earthquake_history', 'rock_type', 'mineral_occurrences']]) {
        const execution = await d.ask({ ...request, include });
        const gates = { detectors: true, knowledge: true };
        const bundle = assembleBundle({ ...request, include }, execution, {
          traceId: 't',
          gates,
          bundleUri: 'geomap://bundles/x.json',
        });
        expect(bundle.total_records_returned).toBeLessThanOrEqual(bundle.total_records_found);
        expect(bundle.truncated).toBe(bundle.total_records_returned < bundle.total_records_found);
        for (const item of bundle.items) expect(item.truncated).toBe((item.returned_count ?? 0) < (item.record_count ?? 0));
      }
    }
  });

  test.skip('12. overlay and georeference agree within a pixel: test/overlay/geometry.test.ts', () => undefined);
  test.skip('13. SVG is well formed for any name: test/overlay/render.test.ts', () => undefined);

  test('14. a box over the antimeridian finds what lies on both sides, for each provider of areas', async () => {
    const asked: string[] = [];
    const d = desk({
      http: async ({ url }) => {
        asked.push(url);
        return json(collection());
      },
    });
    d.write(
      'earthquakes.csv',
      'time,latitude,longitude,mag,type,id\n2020-01-01,0,179.5,5,earthquake,a\n2020-01-01,0,-179.5,5,earthquake,b\n2020-01-01,0,0,5,earthquake,c\n',
    );
    d.write(
      'faults.geojson',
      collection(
        lineFeature({ catalog_id: 'over' }, [
          [179.9, 0],
          [-179.9, 0.1],
        ]),
        lineFeature({ catalog_id: 'far' }, [
          [10, 0],
          [11, 0],
        ]),
      ),
    );
    const found = await d.ask({
      bounds: box(177, -5, -178, 5),
      include: ['earthquake_history', 'active_faults', 'mineral_occurrences'],
    });
    expect(
      recordsOf(found, 'earthquake_history')
        .map(({ event_id }) => event_id)
        .sort(),
    ).toEqual(['a', 'b']);
    expect(recordsOf(found, 'active_faults').map(({ catalog_id }) => catalog_id)).toEqual(['over']);
    expect(asked).toEqual([]);
  });

  test('15. licence and attribution stand in every item of the sources that ask for it', async () => {
    const point = {
      type: 'Feature',
      id: 'e1',
      properties: { mag: 5, time: 0, NAME: 'n' },
      geometry: { type: 'Point', coordinates: [-79.65, 46.05] },
    };
    const d = desk({ http: async () => json(collection(point)) });
    d.write('earthquakes.csv', EVENTS);
    d.write(
      'faults.geojson',
      collection(
        lineFeature({ catalog_id: 'A' }, [
          [-79.65, 46],
          [-79.65, 46.1],
        ]),
      ),
    );
    d.write('k2_rock_type.json', [{ rock_name: 'granite', rock_value: 'Intrusive rocks' }]);
    d.write('k2_rock_detail.json', [{ id: 'granite', question: 'q', answer: 'hard' }]);
    const found = await d.ask({
      bounds: box(-79.7, 46, -79.6, 46.1),
      labels: [label('granite')],
      queryText: 'granite',
      include: ['rock_type', 'earthquake_history', 'active_faults', 'mineral_occurrences', 'rock_knowledge'],
    });
    const attribution = (provider: string) => itemOf(found, provider).provenance;
    expect(attribution('rock_type')).toMatchObject({ license: 'MIT', attribution: expect.stringContaining('PEACE') });
    expect(attribution('rock_knowledge')).toMatchObject({ license: 'MIT', citation: expect.stringContaining('K2') });
    expect(attribution('earthquake_history')).toMatchObject({
      license: expect.stringContaining('public domain'),
      attribution: expect.stringContaining('USGS'),
    });
    expect(attribution('active_faults')).toMatchObject({
      license: expect.stringContaining('CC BY-SA 4.0'),
      attribution: expect.stringContaining('GEM'),
    });
    expect(attribution('mineral_occurrences')).toMatchObject({
      sources: [
        { license: expect.stringContaining('Ontario'), attribution: expect.stringContaining('Ontario Geological Survey') },
        { license: expect.stringContaining('CC BY 4.0'), attribution: expect.stringContaining('SIGEOM') },
      ],
    });
  });
});

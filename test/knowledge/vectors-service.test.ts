import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkBounds } from '../../src/domain/geo/check-bounds.ts';
import { assembleBundle } from '../../src/domain/knowledge/bundle.ts';
import { mergeEvents } from '../../src/domain/knowledge/event-merge.ts';
import { readFaults } from '../../src/domain/knowledge/fault-geojson.ts';
import { faultRecord, parseTriple } from '../../src/domain/knowledge/fault-record.ts';
import type { HttpGet } from '../../src/domain/knowledge/ports.ts';
import { BAY, box, collection, desk, itemOf, label, lineFeature, SHARED } from './knowledge-kit.ts';
import { ELSEWHERE, field, fourNumbers, isDefect, isError, of, replacedBy, textField, vectors } from './vector-file.ts';

const fixture = (name: string): string => readFileSync(join(SHARED, 'data/knowledge/fixtures', name), 'utf8');
const rawOptions = z.record(z.string(), z.record(z.string(), z.unknown()));

/** What a vector says of an item, without message texts, placeholders and what a decision adds. */
const comparable = (expected: unknown): Readonly<Record<string, unknown>> => {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, inner]) => !(typeof inner === 'string' && inner.startsWith('<')))
        .filter(
          ([key, inner]) =>
            !['summary', 'warnings', 'coverage_status', 'coverage_caveats', 'http_calls'].includes(key) &&
            !(key === 'retrieved_at' && inner === null),
        )
        .map(([key, inner]) => [key, strip(inner)]),
    );
  };
  return z.record(z.string(), z.unknown()).parse(strip(expected));
};

describe.skipIf(vectors.length === 0)('vectors of whole queries', () => {
  test.each(of('bounds').filter(({ name }) => !name.startsWith('split')))('bounds $name', (vector) => {
    const given = { ...fourNumbers.parse(field(vector, 'args')), crs: z.string().optional().parse(field(vector, 'crs')) };
    if (isError(vector.expected)) expect(() => checkBounds(given)).toThrow(expect.objectContaining({ code: 'invalid_bounds' }));
    else expect(checkBounds(given)).toEqual(vector.expected);
  });

  test.each(of('rock.item'))('rock.item $name', async (vector) => {
    const d = desk();
    d.write('k2_rock_type.json', fixture('k2_rock_type.json'));
    const labels = z.array(z.string()).parse(field(vector, 'legend_labels'));
    const found = await d.ask({ labels: labels.map((text) => label(text)), include: ['rock_type'] });
    const [outcome] = found.outcomes;
    const items = outcome?.status === 'answered' ? outcome.answer.items : [];
    const expected = z.array(z.unknown()).parse(vector.expected);
    expect(items).toHaveLength(expected.length);
    // The label that the file has is answered from it, word for word; the other one by nothing at all.
    for (const [at, item] of items.entries()) expect(item).toMatchObject(comparable(expected[at]));
  });

  test.each(of('earthquake.item'))('earthquake.item $name', async (vector) => {
    const d = desk();
    d.write('earthquakes.csv', fixture('earthquakes.csv'));
    const found = await d.ask({ bounds: fourNumbers.parse(field(vector, 'bounds')), include: ['earthquake_history'] });
    expect(itemOf(found, 'earthquake_history')).toMatchObject(comparable(vector.expected));
  });

  test.each(of('earthquake.mirror'))('earthquake.mirror $name', async (vector) => {
    const d = desk();
    d.write('earthquakes.csv', 'time,latitude,longitude,mag,type,sources\n1735689600000,37.5,-121.5,5,earthquake,",us,"\n');
    const options = z.record(z.string(), z.unknown()).parse(field(vector, 'options'));
    const ask = { bounds: BAY, include: ['earthquake_history'], providerOptions: { earthquake_history: options } };
    expect(itemOf(await d.ask(ask), 'earthquake_history').record_count).toBe(vector.expected);
  });

  test.each(of('faults.caveats'))('faults.caveats $name', async (vector) => {
    const d = desk();
    d.write('faults.geojson', collection());
    const found = await d.ask({ bounds: fourNumbers.parse(field(vector, 'bounds')), include: ['active_faults'] });
    const regions = z.array(z.object({ region: z.string() })).parse(vector.expected);
    const caveats = itemOf(found, 'active_faults').provenance?.coverage_caveats;
    expect(caveats).toEqual(regions.map(({ region }) => expect.stringMatching(new RegExp(region, 'i'))));
  });

  test.each(of('faults.bbox'))('faults.bbox $name', (vector) => {
    const [fault] = readFaults([{ type: 'Feature', properties: {}, ...vector.input }]);
    const { box: found } = fault ?? {};
    expect(found === undefined ? null : [found.min_lon, found.min_lat, found.max_lon, found.max_lat]).toEqual(vector.expected);
  });

  test.each(of('faults.record'))('faults.record $name', (vector) => {
    const properties = z.record(z.string(), z.unknown()).parse(field(vector, 'properties'));
    const [fault] = readFaults([lineFeature(properties, [[1.2345678, 2]])]);
    expect(fault && faultRecord(fault, [box(0, 0, 5, 5)], 'x')).toMatchObject(z.looseObject({}).parse(vector.expected));
  });

  test.each([...of('faults.options'), ...of('minerals.options')])('$area $name', async (vector) => {
    const provider = vector.area === 'faults.options' ? 'active_faults' : 'mineral_occurrences';
    const options = z.record(z.string(), z.unknown()).parse(field(vector, 'options'));
    const asked = desk().ask({ bounds: BAY, include: [provider], providerOptions: { [provider]: options } });
    await expect(asked).rejects.toMatchObject({ code: 'unknown_provider', facts: { details: { reason: 'invalid_options' } } });
  });

  test.each(of('minerals.query'))('minerals.query $name', async (vector) => {
    let calls = 0;
    const http: HttpGet = async () => {
      calls += 1;
      return { status: 200, contentType: 'application/json', text: JSON.stringify(collection()) };
    };
    const d = desk({ http, settings: { mineral_occurrence_source_ids: ['ontario_mineral_deposit_inventory'] } });
    const found = await d.ask({ bounds: fourNumbers.parse(field(vector, 'bounds')), include: ['mineral_occurrences'] });
    expect(itemOf(found, 'mineral_occurrences')).toMatchObject(comparable(vector.expected));
    expect(calls).toBe(z.looseObject({ http_calls: z.number() }).parse(vector.expected).http_calls);
  });

  test.each(of('service.provider_options'))('service.provider_options $name', async (vector) => {
    const d = desk();
    d.write('earthquakes.csv', fixture('earthquakes.csv'));
    d.write('faults.geojson', fixture('active_faults.geojson'));
    const asked = d.ask({
      bounds: BAY,
      include: z.array(z.string()).parse(field(vector, 'include')),
      providerOptions: rawOptions.parse(field(vector, 'provider_options')),
    });
    if (isError(vector.expected)) return expect(asked).rejects.toMatchObject({ code: 'unknown_provider' });
    const { warnings } = z.object({ warnings: z.array(z.looseObject({})) }).parse(vector.expected);
    // Coverage warnings come on top (KW-4); the recorded ones are there, in their order.
    const said = (await asked).warnings.filter((text) => !text.startsWith('coverage_unknown'));
    expect(said).toHaveLength(warnings.length);
  });

  test.each(of('service.extent'))('service.extent $name', async (vector) => {
    const d = desk();
    d.write('earthquakes.csv', fixture('earthquakes.csv'));
    const bounds = fourNumbers.parse(field(vector, 'extent'));
    const execution = await d.ask({ bounds, include: ['earthquake_history'] });
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
    const gates = { detectors: true, knowledge: true };
    const bundle = assembleBundle(request, execution, { traceId: 't', gates, bundleUri: 'geomap://bundles/x.json' });
    const expected = z
      .looseObject({ bounds: z.null(), bounds_parts: z.unknown(), raw_extent: z.unknown(), parts: z.number() })
      .parse(vector.expected);
    expect(bundle.bounds).toBe(expected.bounds);
    expect(bundle.trace).toMatchObject({
      bounds_parts: expected.bounds_parts,
      raw_extent: expected.raw_extent,
      providers: [{ parts: expected.parts }],
    });
  });

  test.each(of('service.enrich'))('service.enrich $name', async (vector) => {
    const found = await desk().ask({ labels: [label(textField(vector, 'label'))], include: ['rock_type', 'rock_age'] });
    expect(found.warnings).toEqual([]);
    for (const provider of ['rock_type', 'rock_age']) expect(itemOf(found, provider).value).toMatchObject({ value: 'unknown' });
  });

  test.each(of('adapter.errors'))('adapter.errors $name', async (vector) => {
    const asked = desk().ask({ bounds: BAY, include: z.array(z.string()).parse(field(vector, 'include')) });
    await expect(asked).rejects.toMatchObject({ code: 'unknown_provider' });
    const { message } = z.object({ message: z.object({ tokens: z.string(), registered: z.string() }) }).parse(vector.expected);
    await expect(asked).rejects.toThrow(message.tokens);
    await expect(asked).rejects.toThrow(message.registered);
  });

  test('DEFECT earthquake.dedupe bridge_not_merged, corrected: a bridging record joins what it touches (KW-22)', () => {
    const event = (identities: readonly string[], updatedMs: number) => ({
      identities,
      eventId: identities[0] ?? null,
      sourceId: 's',
      timeMs: 0,
      updatedMs,
      latitude: 0,
      longitude: 0,
      depthKm: null,
      magnitude: null,
      magnitudeType: null,
      place: null,
      kind: null,
      gapDegrees: null,
      network: null,
      status: null,
      contributors: [],
    });
    const merged = mergeEvents([event(['a'], 1), event(['b'], 2), event(['a', 'b'], 3), event(['z'], 4)]);
    expect(merged.map(({ identities }) => [...identities].sort())).toEqual([['a', 'b'], ['z']]);
  });

  test.each([
    ['starttime_2024', { starttime: '2024-01-01' }, 1],
    ['endtime_1990', { endtime: '1990-01-01' }, 0],
  ])('DEFECT earthquake.mirror %s, corrected: instants, not text (KW-6)', async (_name, options, count) => {
    const d = desk();
    d.write('earthquakes.csv', 'time,latitude,longitude,mag,type\n1735689600000,37.5,-121.5,5,earthquake\n');
    const ask = { bounds: BAY, include: ['earthquake_history'], providerOptions: { earthquake_history: options } };
    expect(itemOf(await d.ask(ask), 'earthquake_history').record_count).toBe(count);
  });

  test("DEFECT gem.tuple '(90,,)', corrected: empty ends are null (KW-30)", () => {
    expect(parseTriple('(90,,)')).toEqual({ best: 90, min: null, max: null });
  });

  test('DEFECT faults.dedupe null_properties and five_same_named_segments, corrected (KW-2, KW-63)', () => {
    const segment = (at: number) =>
      lineFeature({ name: 'San Andreas', ogc_fid: at }, [
        [at, 0],
        [at + 0.5, 0],
      ]);
    expect(readFaults([1, 2, 3, 4, 5].map(segment))).toHaveLength(5);
    expect(
      readFaults([
        lineFeature(null, [
          [0, 0],
          [1, 1],
        ]),
      ]),
    ).toHaveLength(1);
  });

  test('names a federated version by the digest of the JSON list of its versions', async () => {
    const http: HttpGet = async () => ({ status: 200, contentType: 'application/json', text: JSON.stringify(collection()) });
    const found = await desk({ http }).ask({ bounds: box(-79.7, 46, -79.6, 46.1), include: ['mineral_occurrences'] });
    const versions = ['1@live:ontario_mineral_deposit_inventory:normalizer:1', '1@live:sigeom_mineral_occurrences:normalizer:2'];
    const digest = createHash('sha256').update(JSON.stringify(versions)).digest('hex');
    expect(itemOf(found, 'mineral_occurrences').provenance?.source_version).toBe(`1@federated:${digest}`);
  });
});

/** Areas whose literal vectors run in vectors.test.ts and above. */
const RUN = new Set(
  (
    'rock.split rock.match_fixture rock.match_peace rock.match_peace_age rock.match_peace_both limits bounds service.alias service.select metadata.labels ' +
    'adapter.returned_count adapter.notices registry.attribution earthquake.coerce earthquake.identity earthquake.options earthquake.query_fixture ' +
    'earthquake.margin faults.query_fixture faults.dedupe_key gem.tuple diss.params sigeom.params ogs.normalize sigeom.normalize rock.item earthquake.item ' +
    'earthquake.mirror faults.caveats faults.bbox faults.record faults.options minerals.options minerals.query service.provider_options service.extent service.enrich adapter.errors'
  ).split(' '),
);

describe.skipIf(vectors.length === 0)('vectors that do not run literally, by name', () => {
  const left = vectors.filter((vector) => isDefect(vector) || replacedBy(vector) !== undefined || !RUN.has(vector.area));
  const reason = (vector: (typeof left)[number]): string =>
    replacedBy(vector) ?? (isDefect(vector) ? (vector.note ?? '').slice(0, 60) : (ELSEWHERE[vector.area] ?? 'NOT ACCOUNTED FOR'));
  test.skip.each(left.map((vector) => [`${vector.area} ${vector.name}: ${reason(vector)}`]))('%s', () => undefined);

  test('every vector is run, replaced by a decision, a defect, or tested elsewhere', () => {
    const lost = left.filter((vector) => reason(vector) === 'NOT ACCOUNTED FOR').map(({ area, name }) => `${area} ${name}`);
    expect(lost).toEqual([]);
    expect(left.length).toBeLessThan(vectors.length - 120);
  });
});

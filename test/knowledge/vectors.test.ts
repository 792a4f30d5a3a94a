import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { boundsSchema } from '../../src/domain/geo/bounds.ts';
import { boxParts } from '../../src/domain/geo/wrap.ts';
import { normalizeAlias } from '../../src/domain/knowledge/aliases.ts';
import { notices } from '../../src/domain/knowledge/bundle.ts';
import { countValue } from '../../src/domain/knowledge/counting.ts';
import { buildDictionary, readK2Entries } from '../../src/domain/knowledge/dictionary/dictionary.ts';
import { matchPieces } from '../../src/domain/knowledge/dictionary/label-match.ts';
import { splitLabel } from '../../src/domain/knowledge/dictionary/label-split.ts';
import { parseEarthquakeOptions } from '../../src/domain/knowledge/earthquake-options.ts';
import { eventIdentities } from '../../src/domain/knowledge/event-identity.ts';
import { faultKey } from '../../src/domain/knowledge/fault-geojson.ts';
import { parseTriple } from '../../src/domain/knowledge/fault-record.ts';
import { numberOf } from '../../src/domain/knowledge/live/json-answer.ts';
import { normalizeMinerals } from '../../src/domain/knowledge/live/minerals.ts';
import { wfsParams } from '../../src/domain/knowledge/live/wfs.ts';
import { metadataLabels } from '../../src/domain/knowledge/metadata-labels.ts';
import { PROVIDERS } from '../../src/domain/knowledge/provider-registry.ts';
import { recordLimit, requestKinds } from '../../src/domain/knowledge/request.ts';
import { selectProviders } from '../../src/domain/knowledge/selection.ts';
import { attributionOf } from '../../src/domain/knowledge/sources.ts';
import { desk, itemOf, recordsOf, SHARED } from './knowledge-kit.ts';
import { field, fourNumbers as four, isError, of, textField as text, vectors } from './vector-file.ts';

test('the vectors are there', ({ skip }) => {
  skip(vectors.length === 0, 'shared vectors absent');
  expect(vectors.length).toBeGreaterThan(250);
});

describe.skipIf(vectors.length === 0)('vectors recorded from the reference', () => {
  test.each(of('rock.split'))('rock.split $name', (vector) => {
    expect(splitLabel(text(vector, 'label'))).toEqual(vector.expected);
  });

  const dictionaryOf = (name: string) => {
    const file = {
      'tests/fixtures/knowledge/k2_rock_type.json': 'fixtures/k2_rock_type.json',
      'PEACE k2_rock_type.json': 'k2_rock_type.json',
      'PEACE k2_rock_age.json': 'k2_rock_age.json',
    }[name];
    const content: unknown = JSON.parse(readFileSync(join(SHARED, 'data/knowledge', file ?? ''), 'utf8'));
    return buildDictionary(readK2Entries(content) ?? [], 'k2');
  };
  const matched = (label: string, dictionary: string) => {
    const { best } = matchPieces(splitLabel(label), [dictionaryOf(dictionary)]);
    return [best?.entry.value ?? 'unknown', best?.entry.name ?? null, best?.type ?? null];
  };

  test.each([...of('rock.match_fixture'), ...of('rock.match_peace'), ...of('rock.match_peace_age')])('$area $name', (vector) => {
    const [value, matched_name, match_type] = matched(text(vector, 'label'), text(vector, 'dictionary'));
    expect({ value, matched_name, match_type }).toEqual(vector.expected);
  });

  test.each(of('rock.match_peace_both'))('rock.match_peace_both $name', (vector) => {
    const label = text(vector, 'label');
    expect({ rock_type: matched(label, 'PEACE k2_rock_type.json'), rock_age: matched(label, 'PEACE k2_rock_age.json') }).toEqual(
      vector.expected,
    );
  });

  test.each(
    vectors.filter(
      ({ area, note }) => area.startsWith('rock.match_peace') && area !== 'rock.match_peace_both' && note?.startsWith('DEFECT'),
    ),
  )('$area $name, corrected: a weak guess is none', (vector) => {
    const label = text(vector, 'label');
    for (const dictionary of [text(vector, 'dictionary')]) expect(matched(label, dictionary)[0]).toBe('unknown');
  });

  test.each(of('limits'))('limits $name', (vector) => {
    const wanted = z
      .object({ provider: z.string(), default: z.number(), max_records: z.number().optional() })
      .parse(vector.input);
    expect(
      recordLimit({ maxRecords: wanted.max_records ?? null, maxRecordsByProvider: {} }, wanted.provider, wanted.default),
    ).toBe(vector.expected);
  });

  test.each(of('bounds').filter(({ name }) => name.startsWith('split')))('bounds $name', (vector) => {
    const parts = boxParts(four.parse(vector.input)).map((part) => ({ ...part, crs: 'EPSG:4326' }));
    expect(parts).toEqual(vector.expected);
  });

  test.each(of('service.alias'))('service.alias $name', (vector) => {
    expect(normalizeAlias(text(vector, 'token'))).toBe(vector.expected);
  });

  test.each(of('service.select'))('service.select $name', (vector) => {
    const input = z
      .object({
        bounds: boundsSchema.nullish(),
        legend_labels: z.array(z.string()).default([]),
        query_text: z.string().nullish(),
        include: z.array(z.string()).default([]),
        exclude: z.array(z.string()).default([]),
      })
      .parse(vector.input);
    const kinds = requestKinds({
      bounds: input.bounds ? { ...input.bounds, crs: 'EPSG:4326' } : null,
      labels: input.legend_labels.map((label) => ({ text: label, headings: [] })),
      queryText: input.query_text ?? null,
      include: [],
      exclude: [],
      maxRecords: null,
      maxRecordsByProvider: {},
      providerOptions: {},
    });
    const select = () => selectProviders(PROVIDERS, { include: input.include, exclude: input.exclude, kinds });
    if (isError(vector.expected)) return expect(select).toThrow(expect.objectContaining({ code: 'unknown_provider' }));
    const expected = z
      .object({
        selected: z.array(z.string()),
        explicit: z.array(z.string()),
        not_consulted: z.array(z.unknown()),
        warnings: z.array(z.unknown()),
      })
      .parse(vector.expected);
    const { selected, explicit, notConsulted, warnings } = select();
    expect(selected.map(({ id }) => id)).toEqual(expected.selected);
    expect([...explicit].sort()).toEqual(expected.explicit);
    expect(notConsulted).toEqual(expected.not_consulted);
    expect(warnings).toHaveLength(expected.warnings.length);
  });

  test.each(of('metadata.labels'))('metadata.labels $name', (vector) => {
    expect(metadataLabels(z.object({ legend: z.array(z.unknown()) }).parse(vector.input))).toEqual(vector.expected);
  });

  test.each(of('adapter.returned_count'))('adapter.returned_count $name', (vector) => {
    expect(countValue(field(vector, 'value'))).toBe(vector.expected);
  });

  test.each(of('adapter.notices'))('adapter.notices $name', (vector) => {
    const said = notices(
      {
        outcomes: ['b', 'a']
          .map((provider) => ({
            provider,
            status: 'unavailable' as const,
            reason: 'missing_asset' as const,
            error: null,
            explicit: false,
          }))
          .concat(),
        notConsulted: [{ provider: 'mineral_occurrences', reason: 'disabled_by_default' }],
      },
      { detectors: true, knowledge: true },
    );
    expect(said[0]).toContain('a, b');
    expect(said.at(-1)).toContain('include=["mineral_occurrences"]');
    expect(z.array(z.unknown()).parse(vector.expected)).toHaveLength(said.length + 1);
  });

  test.each(of('registry.attribution'))('registry.attribution $name', (vector) => {
    expect(attributionOf(text(vector, 'source_id'))).toEqual(vector.expected);
  });

  test.each(of('earthquake.coerce').filter(({ expected }) => typeof expected !== 'string'))(
    'earthquake.coerce $name',
    (vector) => {
      expect(numberOf(field(vector, 'value'))).toBe(vector.expected);
    },
  );

  test.each(of('earthquake.identity'))('earthquake.identity $name', (vector) => {
    const record = z.looseObject({ ids: z.string().optional() }).parse(field(vector, 'record'));
    const scalar = (name: string) => z.union([z.string(), z.number()]).nullish().parse(record[name]) ?? null;
    const parts = ['time', 'latitude', 'longitude', 'depth', 'mag'].map(scalar);
    expect(eventIdentities({ ids: record.ids ?? null, candidates: [], fallback: parts }).join(',')).toBe(vector.expected);
  });

  test.each(of('earthquake.options'))('earthquake.options $name', (vector) => {
    const options = z.record(z.string(), z.unknown()).parse(field(vector, 'options'));
    const configured = z.array(z.string()).parse(field(vector, 'configured'));
    const parse = () => parseEarthquakeOptions(options, { earthquake_source_ids: configured });
    if (isError(vector.expected)) expect(parse).toThrow(expect.objectContaining({ code: 'unknown_provider' }));
    else expect(parse().echo).toEqual(vector.expected);
  });

  const fixture = (name: string): string => readFileSync(join(SHARED, 'data/knowledge/fixtures', name), 'utf8');

  test.each(of('earthquake.query_fixture').filter(({ name }) => name !== 'source_all'))(
    'earthquake.query_fixture $name',
    async (vector) => {
      const d = desk();
      d.write('earthquakes.csv', fixture('earthquakes.csv'));
      const expected = z
        .looseObject({ places: z.array(z.string()), record_count: z.number(), truncated: z.boolean() })
        .parse(vector.expected);
      const found = await d.ask({
        bounds: four.parse(field(vector, 'bounds')),
        include: ['earthquake_history'],
        maxRecords: z.number().nullish().parse(field(vector, 'max_records')) ?? null,
        providerOptions: { earthquake_history: z.record(z.string(), z.unknown()).parse(field(vector, 'options')) },
      });
      expect(recordsOf(found, 'earthquake_history').map(({ place }) => place)).toEqual(expected.places);
      expect(itemOf(found, 'earthquake_history')).toMatchObject({
        record_count: expected.record_count,
        truncated: expected.truncated,
      });
    },
  );

  test.each(of('earthquake.margin'))('earthquake.margin $name', async (vector) => {
    const d = desk();
    const [lon, lat] = z.array(z.number()).parse(field(vector, 'event'));
    d.write('earthquakes.csv', `time,latitude,longitude,mag,type\n2020-01-01,${lat},${lon},5,earthquake\n`);
    const found = await d.ask({ bounds: four.parse(field(vector, 'bounds')), include: ['earthquake_history'] });
    expect(itemOf(found, 'earthquake_history').record_count).toBe(vector.expected);
  });

  test.each(of('faults.query_fixture'))('faults.query_fixture $name', async (vector) => {
    const d = desk();
    d.write('faults.geojson', fixture('active_faults.geojson'));
    const found = await d.ask({
      bounds: four.parse(field(vector, 'bounds')),
      include: ['active_faults'],
      maxRecords: z.number().parse(field(vector, 'max_records')),
    });
    const expected = z
      .looseObject({ value: z.array(z.looseObject({})), record_count: z.number(), truncated: z.boolean() })
      .parse(vector.expected);
    expect(itemOf(found, 'active_faults')).toMatchObject({
      value: expected.value,
      record_count: expected.record_count,
      truncated: expected.truncated,
    });
  });

  test.each(of('faults.dedupe_key'))('faults.dedupe_key $name', (vector) => {
    expect(faultKey(z.record(z.string(), z.unknown()).parse(vector.input))).toBe(vector.expected);
  });

  test.each(of('gem.tuple'))('gem.tuple $name', (vector) => {
    const triple = parseTriple(field(vector, 'value'));
    expect(triple === null ? null : { most_likely: triple.best, min: triple.min, max: triple.max }).toEqual(vector.expected);
  });

  test.each([...of('diss.params'), ...of('sigeom.params')])('$area $name', (vector) => {
    const type = z.string().nullish().parse(field(vector, 'type_name')) ?? 'SGM:Substances_metalliques';
    expect(wfsParams(type, four.parse(field(vector, 'bounds')))).toEqual(vector.expected);
  });

  test.each([...of('ogs.normalize'), ...of('sigeom.normalize')])('$area $name', (vector) => {
    const features = z
      .array(z.unknown())
      .parse(field(vector, 'features'))
      .map((feature) => z.record(z.string(), z.unknown()).safeParse(feature))
      .flatMap(({ data }) => (data ? [data] : []));
    const expected = z.array(z.looseObject({})).parse(vector.expected);
    const records = normalizeMinerals(features, vector.area === 'ogs.normalize' ? 'ontario' : 'sigeom');
    expect(records).toHaveLength(expected.length);
    for (const [index, record] of records.entries()) expect(expected[index]).toMatchObject(record);
  });
});

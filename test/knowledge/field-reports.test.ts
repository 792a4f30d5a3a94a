import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxesIntersect, boxParts, containsPoint } from '../../src/domain/geo/wrap.ts';
import { BAY, box, collection, desk, EVENTS, itemOf, label, lineFeature, recordsOf } from './knowledge-kit.ts';

const events = (...places: readonly (readonly [string, number, number])[]) =>
  `time,latitude,longitude,mag,type,id\n${places.map(([id, lon, lat]) => `2020-01-01,${lat},${lon},5,earthquake,${id}`).join('\n')}\n`;

const found = async (csv: string, area: typeof BAY): Promise<readonly unknown[]> => {
  const d = desk();
  d.write('earthquakes.csv', csv);
  const answer = await d.ask({ bounds: area, include: ['earthquake_history'] });
  return recordsOf(answer, 'earthquake_history')
    .map(({ event_id }) => event_id)
    .sort();
};

describe('field reports, 5: boxes and the antimeridian', () => {
  test('5.1 170 to -170 means from 170 on or up to -170', async () => {
    const csv = events(['east', 175, 0], ['west', -175, 0], ['edge', 170, 0], ['out', 169, 0], ['zero', 0, 0]);
    expect(await found(csv, box(170, -10, -170, 10))).toEqual(['east', 'edge', 'west']);
  });

  test('5.2 islands on both sides of 180 are not the whole globe', async () => {
    const csv = events(['fiji', 178, -17], ['tonga', -178.5, -17], ['africa', 20, -17]);
    expect(await found(csv, box(177, -20, -178, -15))).toEqual(['fiji', 'tonga']);
  });

  test('5.3 5 to 4 is 359 degrees wide', async () => {
    const csv = events(['in', 100, 0], ['also', -100, 0], ['edge', 5, 0], ['gap', 4.5, 0]);
    expect(await found(csv, box(5, -10, 4, 10))).toEqual(['also', 'edge', 'in']);
  });

  test('5.4 a fault from 177 to 190 is read once in degrees up to 180, and nothing of it is lost', async () => {
    const d = desk();
    d.write(
      'faults.geojson',
      collection(
        lineFeature({ catalog_id: 'A' }, [
          [177, 0],
          [183, 0],
          [190, 0],
        ]),
      ),
    );
    const at = async (area: typeof BAY) =>
      itemOf(await d.ask({ bounds: area, include: ['active_faults'] }), 'active_faults').record_count;
    expect(await at(box(178, -1, 179, 1))).toBe(1);
    expect(await at(box(-178, -1, -177, 1))).toBe(1);
    expect(await at(box(-171, -1, -170.5, 1))).toBe(1);
    expect(await at(box(-169, -1, 176, 1))).toBe(0);
  });

  test('5.5 data with a missing strip at 180 lose nothing to it', async () => {
    const csv = events(['a', 179.9, 0], ['b', -179.9, 0]);
    expect(await found(csv, box(179, -1, -179, 1))).toEqual(['a', 'b']);
    expect(await found(csv, box(-180, -1, 180, 1))).toEqual(['a', 'b']);
  });

  test('5.6 one helper for all boxes: a point, its box and both parts agree with arithmetic on the circle', () => {
    const degree = fc.integer({ min: -180, max: 180 });
    fc.assert(
      fc.property(degree, degree, degree, (west, east, lon) => {
        const area = box(west, -10, east, 10);
        const round = (value: number) => ((value % 360) + 360) % 360;
        const width = west <= east ? east - west : east - west + 360;
        const expected = width >= 360 || round(lon - west) <= width;
        expect(containsPoint(area, lon, 0)).toBe(expected);
        expect(boxesIntersect(area, box(lon, 0, lon, 0))).toBe(expected);
        // The two parts share the meridian of 180 with each other; nothing else is told twice or lost.
        const inParts = boxParts(area).some((part) => lon >= part.min_lon && lon <= part.max_lon);
        if (Math.abs(lon) !== 180) expect(inParts).toBe(expected);
      }),
    );
  });
});

describe('field reports, 6: earthquakes, faults, rock units', () => {
  test('6.1 a magnitude that is missing or no number is null, kept and counted, never 0', async () => {
    const d = desk();
    d.write(
      'earthquakes.csv',
      'time,latitude,longitude,mag,type,id\n2020-01-01,37.5,-121.5,,earthquake,a\n2020-01-02,37.5,-121.5,n/a,earthquake,b\n2020-01-03,37.5,-121.5,nan,earthquake,c\n',
    );
    const answer = await d.ask({ bounds: BAY, include: ['earthquake_history'] });
    expect(recordsOf(answer, 'earthquake_history').map(({ mag }) => mag)).toEqual([null, null, null]);
    expect(itemOf(answer, 'earthquake_history')).toMatchObject({
      record_count: 3,
      provenance: { returned_without_magnitude: 3 },
    });
    const filtered = await d.ask({
      bounds: BAY,
      include: ['earthquake_history'],
      providerOptions: { earthquake_history: { maxmagnitude: 9 } },
    });
    expect(itemOf(filtered, 'earthquake_history')).toMatchObject({
      record_count: 0,
      provenance: { excluded_without_magnitude: 3 },
    });
    expect(filtered.warnings.join()).toContain('3 records without a magnitude left out');
  });

  test('6.2 every record has its kind, and the count of earthquakes leaves others out and says so', async () => {
    const d = desk();
    d.write('earthquakes.csv', EVENTS);
    const answer = await d.ask({ bounds: BAY, include: ['earthquake_history'] });
    expect(recordsOf(answer, 'earthquake_history').map(({ type }) => type)).toEqual(['earthquake', 'earthquake']);
    expect(answer.warnings.join()).toMatch(/excluded_by_type: 1 record .*quarry blast: 1/);
  });

  test('6.3 outside the windows of the known catalogue the answer is not_covered (the real file: earthquake-history.test.ts)', async () => {
    const { judgeCoverage } = await import('../../src/domain/knowledge/earthquake-coverage.ts');
    const coverage = { windows: [box(-125, 24, -65, 50)], startMs: 0, endMs: Date.parse('2024-08-02'), minMagnitude: 4.5 };
    const none = { startMs: null, endMs: null, minMagnitude: null, maxMagnitude: null };
    expect(judgeCoverage(coverage, { ...none, parts: [box(10, 40, 12, 42)] })).toBe('not_covered');
  });

  test('6.4 the filter of the review status is stated, also when there is none', async () => {
    const d = desk();
    d.write('earthquakes.csv', EVENTS);
    const ask = async (options: Readonly<Record<string, unknown>>) =>
      itemOf(
        await d.ask({ bounds: BAY, include: ['earthquake_history'], providerOptions: { earthquake_history: options } }),
        'earthquake_history',
      );
    expect(await ask({})).toMatchObject({
      summary: expect.stringContaining('review status: any'),
      provenance: { effective_filters: { reviewstatus: 'any' } },
    });
    expect(await ask({ reviewstatus: 'reviewed' })).toMatchObject({
      record_count: 1,
      summary: expect.stringContaining('review status: reviewed'),
    });
  });

  test('6.5 no focal mechanism was asked for, and none is said to be absent', async () => {
    const d = desk();
    d.write('earthquakes.csv', EVENTS);
    const answer = await d.ask({ bounds: BAY, include: ['earthquake_history'] });
    expect(itemOf(answer, 'earthquake_history').provenance?.not_asked).toMatch(/focal mechanisms.*absence means nothing/);
    for (const record of recordsOf(answer, 'earthquake_history'))
      expect(Object.keys(record).join()).not.toMatch(/mechanism|moment_tensor/);
  });

  test.each([
    ['Dextral', ['dextral']],
    ['Reverse-Sinistral', ['sinistral', 'reverse']],
    ['right lateral strike slip', ['dextral', 'strike_slip']],
    ['Left-Lateral', ['sinistral']],
    ['Subduction_Thrust', ['thrust', 'subduction']],
    ['N/A', undefined],
  ])('6.6 the slip type %s is normalised, and the original kept', async (slip_type, senses) => {
    const d = desk();
    d.write(
      'faults.geojson',
      collection(
        lineFeature({ catalog_id: 'A', slip_type }, [
          [-121.9, 37.1],
          [-121.8, 37.2],
        ]),
      ),
    );
    const [record] = recordsOf(await d.ask({ bounds: BAY, include: ['active_faults'] }), 'active_faults');
    expect(record?.slip_type).toBe(slip_type);
    expect(record?.slip_senses).toEqual(senses);
  });

  test('6.7 a file of zero bytes is unavailable, not empty', async () => {
    const d = desk();
    d.write('faults.geojson', '');
    const answer = await d.ask({ bounds: BAY, include: ['active_faults', 'rock_type'], labels: [label('granite')] });
    expect(answer.outcomes.map(({ status }) => status)).toEqual(['unavailable', 'answered']);
    await expect(d.ask({ bounds: BAY, include: ['active_faults'] })).rejects.toMatchObject({ code: 'missing_knowledge_asset' });
  });

  test('6.8 a unit with the ages Precambrian and Eocene has both, and the conflict', async () => {
    const answer = await desk().ask({ labels: [label('Precambrian and Eocene')], include: ['rock_age'] });
    expect(itemOf(answer, 'rock_age').value).toMatchObject({
      ages: [{ name: 'Precambrian' }, { name: 'Eocene' }],
      conflict: ['Precambrian', 'Eocene'],
    });
    expect(answer.warnings.join()).toMatch(/^conflict: /);
  });

  test('6.9 polygons without any line are shown, and so is a line beside a feature without geometry', async () => {
    const d = desk();
    const polygon = {
      type: 'Feature',
      properties: { catalog_id: 'plane' },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-121.9, 37.1],
            [-121.5, 37.1],
            [-121.5, 37.5],
            [-121.9, 37.1],
          ],
        ],
      },
    };
    d.write('faults.geojson', collection(polygon, { type: 'Feature', properties: { catalog_id: 'none' }, geometry: null }));
    expect(
      recordsOf(await d.ask({ bounds: BAY, include: ['active_faults'] }), 'active_faults').map(({ catalog_id }) => catalog_id),
    ).toEqual(['plane']);
  });

  test.skip('6.10 units by bounds with the ids of the source: live-macrostrat.test.ts', () => undefined);
});

describe('the order of records', () => {
  const three =
    'time,latitude,longitude,mag,type,id\n2020-01-01,37.5,-121.5,5,earthquake,a\n2021-01-01,37.5,-121.5,7,earthquake,b\n2022-01-01,37.5,-121.5,,earthquake,c\n2022-01-01,37.5,-121.5,6,earthquake,d\n';

  test.each([
    [undefined, ['d', 'c', 'b', 'a']],
    ['time', ['d', 'c', 'b', 'a']],
    ['magnitude', ['b', 'd', 'a', 'c']],
    ['Oldest', ['a', 'b', 'd', 'c']],
  ])('events by %s, stated in provenance', async (sort, order) => {
    const d = desk();
    d.write('earthquakes.csv', three);
    const ask = async (maxRecords: number | null) =>
      d.ask({ bounds: BAY, include: ['earthquake_history'], maxRecords, providerOptions: { earthquake_history: { sort } } });
    const ids = async (maxRecords: number | null) =>
      recordsOf(await ask(maxRecords), 'earthquake_history').map(({ event_id }) => event_id);
    expect(await ids(null)).toEqual(order);
    expect(await ids(2)).toEqual(order.slice(0, 2));
    expect(itemOf(await ask(1), 'earthquake_history')).toMatchObject({
      record_count: 4,
      truncated: true,
      provenance: { order: expect.stringMatching(/time/) },
    });
  });

  test.each([
    ['name', ['long', 'fast', 'short']],
    ['length', ['long', 'short', 'fast']],
    ['slip_rate', ['fast', 'short', 'long']],
  ])('faults by %s, also when cut', async (sort, order) => {
    const d = desk();
    const fault = (catalog_id: string, name: string | null, net_slip_rate: string | null, reach: number) =>
      lineFeature({ catalog_id, name, net_slip_rate }, [
        [-121.9, 37.1],
        [-121.9 + reach, 37.1],
      ]);
    d.write(
      'faults.geojson',
      collection(fault('short', 'Z', '(2,1,3)', 0.2), fault('long', null, null, 0.5), fault('fast', 'A', '(11,,)', 0.1)),
    );
    const ids = async (maxRecords: number) =>
      recordsOf(
        await d.ask({ bounds: BAY, include: ['active_faults'], maxRecords, providerOptions: { active_faults: { sort } } }),
        'active_faults',
      ).map(({ catalog_id }) => catalog_id);
    expect(await ids(10)).toEqual(order);
    expect(await ids(1)).toEqual(order.slice(0, 1));
  });

  test('refuses an order that there is none of, with those there are', async () => {
    const asked = desk().ask({
      bounds: BAY,
      include: ['earthquake_history'],
      providerOptions: { earthquake_history: { sort: 'depth' } },
    });
    await expect(asked).rejects.toThrow(/sort of earthquake_history must be one of: time, magnitude, oldest/);
  });
});

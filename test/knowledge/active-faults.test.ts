import { expect, test } from 'vitest';
import { BAY, box, collection, desk, itemOf, lineFeature, recordsOf } from './knowledge-kit.ts';

const ask = (bounds = BAY, options: Readonly<Record<string, unknown>> = {}) => ({
  bounds,
  include: ['active_faults'],
  providerOptions: { active_faults: options },
});

const withFaults = (...features: readonly unknown[]) => {
  const d = desk();
  d.write('faults.geojson', collection(...features));
  return d;
};

test('tells segments of one named fault apart by their catalogue id, and joins what has the same id', async () => {
  const d = withFaults(
    lineFeature({ catalog_id: 'A_1', name: 'San Andreas' }, [
      [-121.9, 37.1],
      [-121.8, 37.2],
    ]),
    lineFeature({ catalog_id: 'A_2', name: 'San Andreas' }, [
      [-121.7, 37.1],
      [-121.6, 37.2],
    ]),
    lineFeature({ catalog_id: 'A_2', name: 'San Andreas' }, [
      [-121.7, 37.1],
      [-121.6, 37.2],
    ]),
    lineFeature({ ogc_fid: 7, name: null }, [
      [-121.5, 37.1],
      [-121.4, 37.2],
    ]),
    lineFeature(null, [
      [-121.3, 37.1],
      [-121.2, 37.2],
    ]),
  );
  expect(itemOf(await d.ask(ask()), 'active_faults').record_count).toBe(4);
});

test('tests the trace, not its bounding box', async () => {
  const d = withFaults(
    lineFeature({ catalog_id: 'D' }, [
      [-120, 36],
      [-119, 37],
    ]),
  );
  expect(itemOf(await d.ask(ask(box(-119.95, 36.8, -119.9, 36.95))), 'active_faults').record_count).toBe(0);
  expect(itemOf(await d.ask(ask(box(-119.6, 36.3, -119.4, 36.6))), 'active_faults').record_count).toBe(1);
});

test('meets a box that a trace only touches, and a box of no size on the trace', async () => {
  const d = withFaults(
    lineFeature({ catalog_id: 'E' }, [
      [0, 0],
      [1, 0],
    ]),
  );
  expect(itemOf(await d.ask(ask(box(1, 0, 2, 1))), 'active_faults').record_count).toBe(1);
  expect(itemOf(await d.ask(ask(box(0.5, 0, 0.5, 0))), 'active_faults').record_count).toBe(1);
});

test('gives the clipped trace and its geodesic length inside the box', async () => {
  const d = withFaults(
    lineFeature({ catalog_id: 'L', name: 'Parallel' }, [
      [-122.5, 37.5],
      [-120.5, 37.5],
    ]),
  );
  const [record] = recordsOf(await d.ask(ask(box(-122, 37.4, -121, 37.6))), 'active_faults');
  // One degree of longitude at 37.5 N on WGS 84: 88.43 km by GeographicLib's GeodSolve.
  expect(record?.length_in_kilometers).toBeCloseTo(88.43, 1);
  expect(record).toMatchObject({
    geometry: {
      type: 'LineString',
      coordinates: [
        [-122, 37.5],
        [-121, 37.5],
      ],
    },
    geometry_bbox: [-122.5, 37.5, -120.5, 37.5],
  });
});

test.each([
  [
    'a multi-line with an end on each side',
    {
      type: 'MultiLineString',
      coordinates: [
        [
          [179.5, 0],
          [180, 0.2],
        ],
        [
          [-180, 0.2],
          [-179.5, 0.4],
        ],
      ],
    },
  ],
  [
    'a line that jumps',
    {
      type: 'LineString',
      coordinates: [
        [179.5, 0],
        [-179.5, 0.4],
      ],
    },
  ],
  [
    'a line that goes on past 180',
    {
      type: 'LineString',
      coordinates: [
        [179.5, 0],
        [180.5, 0.4],
      ],
    },
  ],
])('keeps a trace over the antimeridian narrow: %s', async (_name, geometry) => {
  const d = withFaults({ type: 'Feature', properties: { catalog_id: 'W' }, geometry });
  expect(itemOf(await d.ask(ask(box(0, -1, 1, 1))), 'active_faults').record_count).toBe(0);
  const wrapped = await d.ask(ask(box(179, -1, -179, 1)));
  const [record] = recordsOf(wrapped, 'active_faults');
  expect(record).toMatchObject({ geometry_bbox: [179.5, 0, -179.5, 0.4], geometry: { type: 'MultiLineString' } });
  expect(record?.length_in_kilometers).toBeCloseTo(119.84, 0);
});

test('ignores boxes stated by the file, heights, null properties and missing geometries', async () => {
  const d = withFaults(
    {
      ...lineFeature({ catalog_id: 'H' }, [
        [30, 10, -5],
        [30.1, 10.1, -5],
      ]),
      bbox: [30, 10, -5, 30.1, 10.1, -5],
    },
    { type: 'Feature', properties: null, geometry: null },
    null,
  );
  expect(itemOf(await d.ask(ask(box(30.05, 10.02, 30.06, 10.08))), 'active_faults').record_count).toBe(1);
});

test('finds a box inside a mapped fault plane', async () => {
  const ring = [
    [10, 40],
    [12, 40],
    [12, 42],
    [10, 42],
    [10, 40],
  ];
  const d = withFaults({ type: 'Feature', properties: { id: 'P' }, geometry: { type: 'Polygon', coordinates: [ring] } });
  expect(itemOf(await d.ask(ask(box(10.9, 40.9, 11.1, 41.1))), 'active_faults').record_count).toBe(1);
});

test('reads triples with empty ends and one vocabulary of slip, and keeps the original', async () => {
  const d = withFaults(
    lineFeature({ catalog_id: 'T', slip_type: 'Reverse-Sinistral', average_dip: '(90,,)' }, [
      [-121.9, 37.1],
      [-121.8, 37.2],
    ]),
  );
  expect(recordsOf(await d.ask(ask()), 'active_faults')[0]).toMatchObject({
    slip_type: 'Reverse-Sinistral',
    slip_senses: ['sinistral', 'reverse'],
    average_dip: '(90,,)',
    average_dip_range: { best: 90, min: null, max: null },
  });
});

test('says of an empty result that it is no evidence, and where the catalogue is thin', async () => {
  const d = withFaults(
    lineFeature({ catalog_id: 'X' }, [
      [0, 0],
      [1, 1],
    ]),
  );
  const found = await d.ask(ask(box(-120, 50, -119, 51)));
  expect(found.warnings.join('\n')).toMatch(/no evidence of absence/);
  expect(found.warnings.join('\n')).toMatch(/canada/);
});

test('does not ask a regional source outside its region', async () => {
  const d = withFaults();
  const found = await d.ask(ask(BAY, { source: 'diss_seismogenic_sources' }));
  expect(itemOf(found, 'active_faults').record_count).toBe(0);
  expect(found.warnings.join('\n')).toMatch(/not_covered: diss_seismogenic_sources/);
});

test('keeps the local answer when the live source is down, and fails when it was the only one', async () => {
  const d = withFaults(
    lineFeature({ catalog_id: 'I' }, [
      [12.1, 41.1],
      [12.9, 41.9],
    ]),
  );
  const italy = box(12, 41, 13, 42);
  const found = await d.ask(ask(italy, { source: 'all' }));
  expect(itemOf(found, 'active_faults').record_count).toBe(1);
  expect(found.warnings.join('\n')).toMatch(/partial: .*diss_seismogenic_sources/);
  await expect(d.ask(ask(italy, { source: 'diss_seismogenic_sources' }))).rejects.toMatchObject({
    code: 'unknown_provider',
    facts: { details: { reason: 'provider_failed' } },
  });
});

test.each([
  ['absent', undefined, 'missing_knowledge_asset'],
  ['of no bytes', '', 'missing_knowledge_asset'],
  ['no JSON', '{', 'unknown_provider'],
  ['no collection', '[]', 'unknown_provider'],
])('fails with the right code when the file is %s', async (_name, content, code) => {
  const d = desk();
  if (content !== undefined) d.write('faults.geojson', content);
  await expect(d.ask(ask())).rejects.toMatchObject({ code });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boxParts } from '../../src/domain/geo/wrap.ts';
import { readFaults } from '../../src/domain/knowledge/fault-geojson.ts';
import { faultMeets } from '../../src/domain/knowledge/fault-match.ts';
import { byName } from '../../src/domain/knowledge/fault-record.ts';
import { convertFeatures } from './gdal-writer.ts';
import { collection, hasShared, lineFeature, SHARED, WITHOUT_SHARED } from './knowledge-kit.ts';
import { storeDesk } from './store-kit.ts';

const degree = (limit: number) =>
  fc.oneof(
    fc.integer({ min: -limit / 10, max: limit / 10 }).map((tens) => tens * 10),
    fc.double({ min: -limit, max: limit, noNaN: true }),
  );
const longitude = fc.oneof(degree(180), fc.constantFrom(-180, 180, 179.9, -179.9));
const place = fc.tuple(longitude, degree(90));
/** A trace that wanders from a place in small steps, as faults do, also over the meridian of 180. */
const wandering = fc
  .tuple(
    place,
    fc.array(fc.tuple(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -2, max: 2, noNaN: true })), {
      maxLength: 60,
    }),
  )
  .map(([[lon, lat], steps]) => {
    const line = [[lon, lat]];
    let [x, y] = [lon, lat];
    for (const [dx, dy] of steps) {
      [x, y] = [x + dx, Math.max(-90, Math.min(90, y + dy))];
      line.push([x, y]);
    }
    return line;
  });
const geometry = fc.oneof(
  wandering.map((coordinates) => ({ type: 'LineString', coordinates })),
  fc.array(wandering, { maxLength: 3 }).map((coordinates) => ({ type: 'MultiLineString', coordinates })),
  place.map((coordinates) => ({ type: 'Point', coordinates })),
  fc.tuple(place, fc.double({ min: 0.1, max: 40, noNaN: true })).map(([[lon, lat], size]) => {
    const [east, north] = [Math.min(180, lon + size), Math.min(90, lat + size)];
    const ring = [
      [lon, lat],
      [east, lat],
      [east, north],
      [lon, north],
      [lon, lat],
    ];
    return { type: 'Polygon', coordinates: [ring] };
  }),
);
const features = fc.array(
  fc.record({
    type: fc.constant('Feature'),
    properties: fc.record({
      catalog_id: fc.option(fc.integer({ min: 1, max: 60 }).map((id) => `C_${id}`)),
      name: fc.option(fc.constantFrom('Alpha', 'Beta', 'Ä', '𐀀', '\uffee')),
      slip_type: fc.constantFrom('Normal', null),
    }),
    geometry,
  }),
  { minLength: 1, maxLength: 50 },
);
const bounds = fc
  .tuple(longitude, longitude, degree(90), degree(90))
  .map(([west, east, a, b]) => ({ min_lon: west, max_lon: east, min_lat: Math.min(a, b), max_lat: Math.max(a, b) }));
const boxes = fc.array(bounds, { minLength: 25, maxLength: 25 });

test('finds exactly the traces that a test of every trace finds, in their order, with the whole count', async () => {
  const d = storeDesk();
  await fc.assert(
    fc.asyncProperty(features, boxes, fc.nat({ max: 10 }), async (list, areas, limit) => {
      const written = JSON.stringify(list);
      d.write('faults.geojson', JSON.stringify(collection(...list)));
      const catalogue = await d.faults();
      // Read back, because JSON knows no negative zero.
      const faults = readFaults(JSON.parse(written)).toSorted(byName);
      for (const area of areas) {
        const parts = boxParts(area);
        const met = faults.filter((fault) => faultMeets(fault, parts));
        expect(catalogue.search(parts, null)).toEqual({ total: met.length, faults: met });
        expect(catalogue.search(parts, limit)).toEqual({ total: met.length, faults: met.slice(0, limit) });
      }
    }),
    { numRuns: 80 },
  );
});

test('gives the same answer for every order of the features', async () => {
  const [a, b] = [storeDesk(), storeDesk()];
  const numbered = features.map((list) =>
    list.map((feature, at) => ({ ...feature, properties: { ...feature.properties, catalog_id: `C_${at}` } })),
  );
  const shuffled = numbered.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));
  await fc.assert(
    fc.asyncProperty(shuffled, bounds, async ([list, other], area) => {
      a.write('faults.geojson', JSON.stringify(collection(...list)));
      b.write('faults.geojson', JSON.stringify(collection(...other)));
      const [first, second] = [await a.faults(), await b.faults()];
      expect(second.search(boxParts(area), 7)).toEqual(first.search(boxParts(area), 7));
    }),
    { numRuns: 30 },
  );
});

const BOX = { min_lon: 9, min_lat: 44, max_lon: 11, max_lat: 46 };
const NAMED = collection(
  lineFeature({ catalog_id: 'A', name: 'Überschiebung', slip_type: 'Thrust', average_dip: '(30,,)' }, [
    [10, 45],
    [10.25, 45.125],
  ]),
  {
    type: 'Feature',
    properties: { catalog_id: 'B', name: null, slip_type: 'Normal' },
    geometry: {
      type: 'MultiLineString',
      coordinates: [
        [
          [10.5, 45],
          [10.75, 45],
        ],
        [
          [10.5, 45.5],
          [10.75, 45.5],
        ],
      ],
    },
  },
);

/** What a search gives, without what only one of the formats can say. */
const brief = (faults: readonly { readonly properties: Readonly<Record<string, unknown>>; readonly lines: unknown }[]) =>
  faults.map(({ properties, lines }) => [properties.name ?? null, properties.catalog_id, lines]);

test('reads GeoJSON, a GeoPackage and a shapefile of GDAL alike', async () => {
  const json = storeDesk();
  const path = json.write('faults.geojson', JSON.stringify(NAMED));
  const expected = brief((await json.faults()).search([BOX], null).faults);
  expect(expected).toHaveLength(2);

  const packed = storeDesk({ faultFile: 'faults.gpkg' });
  packed.write('faults.gpkg', (await convertFeatures(path, ['-f', 'GPKG', '-nlt', 'PROMOTE_TO_MULTI'])).get('.gpkg') ?? '');
  expect(brief((await packed.faults()).search([BOX], null).faults)).toEqual(expected);

  const shaped = storeDesk({ faultFile: 'faults.shp' });
  const parts = await convertFeatures(path, ['-f', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8']);
  for (const [ending, bytes] of parts) shaped.write(`faults${ending}`, bytes);
  expect(brief((await shaped.faults()).search([BOX], null).faults)).toEqual(expected);
});

test('refuses coordinates that are not on WGS 84, whatever the format, and says what to do', async () => {
  const source = storeDesk();
  const path = source.write('faults.geojson', JSON.stringify(NAMED));
  const packed = storeDesk({ faultFile: 'faults.gpkg' });
  packed.write('faults.gpkg', (await convertFeatures(path, ['-f', 'GPKG', '-t_srs', 'EPSG:3857'])).get('.gpkg') ?? '');
  await expect(packed.faults()).rejects.toThrow(/EPSG:3857.*WGS 84/);

  const shaped = storeDesk({ faultFile: 'faults.shp' });
  const parts = await convertFeatures(path, ['-f', 'ESRI Shapefile', '-t_srs', 'EPSG:3857']);
  for (const [ending, bytes] of parts) shaped.write(`faults${ending}`, bytes);
  await expect(shaped.faults()).rejects.toThrow(/WGS 84/);
  const bare = storeDesk({ faultFile: 'faults.shp' });
  bare.write('faults.shp', parts.get('.shp') ?? '');
  await expect(bare.faults()).rejects.toThrow(/EPSG:4326/);
});

test('says of a part of a file that it cannot be used, and keeps nothing of it', async () => {
  const source = storeDesk();
  const path = source.write('faults.geojson', JSON.stringify(NAMED));
  const packed = (await convertFeatures(path, ['-f', 'GPKG'])).get('.gpkg') ?? new Uint8Array();
  const shape = (await convertFeatures(path, ['-f', 'ESRI Shapefile'])).get('.shp') ?? new Uint8Array();
  const wholes: readonly (readonly [string, Uint8Array])[] = [
    ['faults.geojson', readFileSync(path)],
    ['faults.gpkg', packed],
    ['faults.shp', shape],
  ];
  for (const [name, whole] of wholes) {
    for (const share of [0, 0.1, 0.5, 0.99]) {
      const d = storeDesk({ faultFile: name });
      d.write(name, whole.subarray(0, Math.floor(whole.length * share)));
      await expect(d.faults()).rejects.toMatchObject({ code: share === 0 ? 'missing_knowledge_asset' : 'unknown_provider' });
      expect(d.stores()).toEqual([]);
    }
  }
});

test.skipIf(!hasShared)(`takes the traces of the GEM shapefile without attributes (${WITHOUT_SHARED} when skipped)`, async () => {
  const d = storeDesk({ faultFile: 'gem.shp' });
  for (const ending of ['.shp', '.prj'])
    d.write(`gem${ending}`, readFileSync(join(SHARED, `data/knowledge/gem_faults_geometry${ending}`)));
  const catalogue = await d.faults();
  const world = { min_lon: -180, min_lat: -90, max_lon: 180, max_lat: 90 };
  const all = catalogue.search([world], null);
  // 22 traces are in the file twice, with the same geometry and no attributes that could tell them apart.
  expect(all.total).toBe(13_674);
  const [west, east] = boxParts({ min_lon: 170, min_lat: -60, max_lon: -170, max_lat: 60 });
  for (const parts of [
    [west, east],
    [{ min_lon: -122.5, min_lat: 37, max_lon: -121.5, max_lat: 38 }],
    [{ ...world, min_lon: 3.3 }],
  ]) {
    const met = all.faults.filter((fault) =>
      faultMeets(
        fault,
        parts.flatMap((part) => part ?? []),
      ),
    );
    expect(
      catalogue.search(
        parts.flatMap((part) => part ?? []),
        3,
      ),
    ).toEqual({ total: met.length, faults: met.slice(0, 3) });
  }
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { areasGeometry, type ExportFeature, linesGeometry } from '../../src/domain/export/features.ts';
import { writeGeoJson } from '../../src/domain/export/geojson.ts';
import { writeKml } from '../../src/domain/export/kml.ts';
import { type ExportKit, exportKit, type GcpRow, gdalAbsent, quarters } from './export-kit.ts';
import { readVector } from './independent-reader.ts';

const ROWS: readonly GcpRow[] = [
  [0, 0, -112, 37],
  [200, 0, -111, 37],
  [200, 100, -111, 36.5],
  [0, 100, -112, 36.5],
];

const BOUNDS = { min_lon: -112, min_lat: 36, max_lon: -111, max_lat: 37 };

/** A stored bundle with an earthquake, a fault over the antimeridian and a record far outside the area. */
function storedBundle(kit: ExportKit): string {
  const item = (key: string, provider: string, value: readonly object[]) => ({
    id: provider,
    key,
    provider,
    value,
    summary: '',
    provenance: { bounds_parts: [BOUNDS] },
  });
  return kit.context.store.addBundle({ mapId: null, revision: null }, (uri) => ({
    schema_version: 'knowledge/v2',
    bundle_uri: uri,
    warnings: [],
    provider_versions: {},
    bounds: { ...BOUNDS, crs: 'EPSG:4326' },
    trace: { bounds_parts: [BOUNDS] },
    items: [
      item('earthquakes', 'earthquake_history', [
        { longitude: -111.5, latitude: 36.7, place: 'Ha<b>&"\u0007', magnitude: 5.1, tsunami: false },
        { longitude: 20, latitude: 10, place: 'far away', magnitude: 6 },
      ]),
      item('faults', 'active_faults', [
        {
          name: 'Dateline fault',
          geometry: {
            type: 'LineString',
            coordinates: [
              [179, -20],
              [-179, -21],
            ],
          },
        },
      ]),
    ],
  })).uri;
}

const collectionSchema = z.object({
  type: z.literal('FeatureCollection'),
  features: z.array(
    z.object({
      type: z.literal('Feature'),
      id: z.string(),
      properties: z.record(z.string(), z.unknown()),
      geometry: z.object({ type: z.string(), coordinates: z.unknown() }),
    }),
  ),
});

const written = (kit: ExportKit, uri: string): string => readFileSync(kit.context.store.findExport(uri)?.path ?? '', 'utf8');

describe('the records of a bundle', () => {
  it('become GeoJSON in WGS 84, with what lies outside the area marked', async () => {
    const kit = exportKit();
    const { payload } = await kit.run({ bundle_uri: storedBundle(kit), format: 'geojson' });
    expect(payload).toMatchObject({ crs: 'EPSG:4326', feature_count: 3, mime_type: 'application/geo+json' });
    const { features } = collectionSchema.parse(JSON.parse(written(kit, payload.export_uri)));
    const [quake, ...others] = features;
    expect(quake).toMatchObject({
      geometry: { type: 'Point', coordinates: [-111.5, 36.7] },
      properties: { magnitude: 5.1, tsunami: false, provider: 'earthquake_history' },
    });
    expect(quake?.properties).not.toHaveProperty('outside_bounds');
    for (const { properties } of others) expect(properties.outside_bounds).toBe(true);
  });

  it('are cut at the antimeridian', () => {
    const line = [
      [179, -20],
      [181, -21],
    ] as const;
    expect(linesGeometry([line])).toEqual({
      type: 'MultiLineString',
      coordinates: [
        [
          [179, -20],
          [180, -20.5],
        ],
        [
          [-180, -20.5],
          [-179, -21],
        ],
      ],
    });
    const area = areasGeometry([
      [
        [179, 1],
        [181, 1],
        [181, 0],
        [179, 0],
      ],
    ]);
    const rings = area?.type === 'MultiPolygon' ? area.coordinates.map(([ring = []]) => ring) : [];
    expect(rings.map((ring) => ring.map(([lon]) => lon)).map((lons) => [Math.min(...lons), Math.max(...lons)])).toEqual([
      [179, 180],
      [-180, -179],
    ]);
    for (const ring of rings) expect(ring.at(-1)).toEqual(ring[0]);
  });

  it('stay well-formed KML and GeoJSON for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, value) => {
        const feature: ExportFeature = {
          id: name,
          name,
          geometry: { type: 'Point', coordinates: [1, 2] },
          properties: { [`k${name}`]: value },
        };
        const kml = writeKml(name, [feature]);
        const inner = kml.slice(kml.indexOf('<Document>'));
        expect(inner.replace(/<\/?[A-Za-z]+(?: name="[^"<&]*(?:&[a-z#x0-9]+;[^"<&]*)*")?>/g, '')).not.toMatch(/[<>]/);
        expect(inner).not.toMatch(/&(?!(?:amp|lt|gt|quot|#x27);)/);
        expect(collectionSchema.parse(JSON.parse(writeGeoJson([feature]))).features).toHaveLength(1);
      }),
    );
  });
});

describe('the detected regions of a map', () => {
  const regions = { main_map: [{ label: 'main_map', bbox: [20, 10, 180, 90], confidence: 0.9 }] };

  it('become areas by the georeference', async () => {
    const kit = exportKit();
    const map = await kit.register('scan.png', await quarters(200, 100));
    const run = { id: 'a'.repeat(32), mapId: map.id, sourceSha256: map.sha256, detectorId: 'test', payload: { regions } };
    kit.context.store.publishRun(run, []);
    await kit.fit(map, 'EPSG:4326', ROWS);
    const { payload } = await kit.run({ map_id: map.id, format: 'geojson' });
    const [feature] = collectionSchema.parse(JSON.parse(written(kit, payload.export_uri))).features;
    expect(feature?.properties).toEqual({ name: 'main map', label: 'main_map', bbox_px: '20 10 180 90', confidence: 0.9 });
    const [[ring = []] = []] = z.array(z.array(z.array(z.array(z.number())))).parse(feature?.geometry.coordinates);
    const [lons, lats] = [ring.map(([lon = 0]) => lon), ring.map(([, lat = 0]) => lat)];
    const box = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
    for (const [at, wanted] of [-111.9, 36.55, -111.1, 36.95].entries()) expect(box[at]).toBeCloseTo(wanted, 6);
  });
});

describe('files of features, opened by another program', () => {
  const open = async (format: 'geojson' | 'kml' | 'geopackage') => {
    const kit = exportKit();
    return readVector(await kit.path({ bundle_uri: storedBundle(kit), format }));
  };

  it.each(['geojson', 'kml'] as const)('%s holds every record at its place', async (format) => {
    const { layers, collection } = await open(format);
    expect(layers.map(({ featureCount }) => featureCount)).toEqual([3]);
    expect(collection.features[0]?.geometry).toMatchObject({ type: 'Point', coordinates: [-111.5, 36.7] });
  });

  it.skipIf(gdalAbsent !== null)('geopackage holds every record at its place, with its facts', async () => {
    const { layers, collection } = await open('geopackage');
    expect(layers.map(({ featureCount }) => featureCount)).toEqual([3]);
    expect(collection.features[0]).toMatchObject({
      properties: { magnitude: 5.1, provider: 'earthquake_history' },
      geometry: { type: 'Point', coordinates: [-111.5, 36.7] },
    });
  });
});

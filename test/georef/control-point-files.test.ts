import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SourceFacts } from '../../src/domain/catalog/records.ts';
import type { GeoreferenceRequest } from '../../src/domain/documents/georef.ts';
import { georefPayloadSchema } from '../../src/domain/documents/georef.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { georefFit } from '../../src/workers/handlers/georef-fit.ts';
import { workspace } from '../catalog/handler-context.ts';
import { sharedData } from './shared-data.ts';

const handler = georefFit({ definitions: createEpsgDefinitions() });

const source = (path: string): SourceFacts => ({
  path,
  mimeType: 'image/png',
  bytes: 10,
  mtimeMs: 1,
  sha256: 'a'.repeat(64),
  width: 7000,
  height: 7000,
  orientation: 1,
  pages: 1,
  page: 0,
});

const bench = () => {
  const { context, maps, root } = workspace();
  const write = (name: string, text: string): string => {
    const path = join(maps, name);
    writeFileSync(path, text);
    return path;
  };
  const ask = async (request: Partial<GeoreferenceRequest>) => {
    const { payload } = await handler({ pixel_extent: [0, 0, 7000, 7000], ...request }, context);
    return georefPayloadSchema.parse(payload);
  };
  const map = context.store.registerMap(source(join(maps, 'one.png')));
  return { ask, write, root, maps, context, map };
};
const refused = (code: string, reason?: string) =>
  expect.objectContaining(
    reason === undefined ? { code } : { code, facts: expect.objectContaining({ details: expect.objectContaining({ reason }) }) },
  );

const LINKS = '3899\t-6412\t9.9301538\t53.5814021\n6584\t-819\t25.4101689\t71.0981125\n1409\t-5436\t-3.2014645\t55.959946\n';
const POINTS = [
  '#CRS: EPSG:3035',
  'mapX,mapY,sourceX,sourceY,enable,dX,dY,residual',
  '4316373.376414543,3385976.075841331,3899,-6412,1,0,0,0',
  '4880681.582355963,5391377.562290795,6584,-819,1,0,0,0',
  '4992046.052562315,4211073.756809569,6491,-4782,1,0,0,0',
  '3501317.073142613,3726222.5800730046,1409,-5436,1,0,0,0',
  '1,1,1,-1,0,0,0,0',
  '',
].join('\n');

describe('gcps_uri', () => {
  it('takes points and CRS from a file, and says dialect, y direction, CRS and how many points are off', async () => {
    const { ask, write } = bench();
    const payload = await ask({ gcps_uri: write('sheet.points', POINTS) });
    expect(payload).toMatchObject({ crs: 'EPSG:3035', gcp_count: 4 });
    expect(payload.control_points).toEqual({
      source: 'file',
      dialect: 'qgis_points',
      dialect_name: 'QGIS points file',
      y_direction: 'up',
      crs_stated: 'EPSG:3035',
      count_read: 5,
      count_used: 4,
      count_disabled: 1,
    });
    expect(payload.gcps[0]).toEqual({ pixel_x: 3899, pixel_y: 6412, world_x: 4316373.376414543, world_y: 3385976.075841331 });
  });

  it('needs crs only where the file states none', async () => {
    const { ask, write } = bench();
    const path = write('links.txt', LINKS);
    await expect(ask({ gcps_uri: path })).rejects.toThrow(refused('invalid_arguments', 'crs_missing'));
    expect(await ask({ gcps_uri: path, crs: 'EPSG:4326' })).toMatchObject({
      crs: 'EPSG:4326',
      control_points: { dialect: 'arcgis_links_tsv', crs_stated: null },
    });
  });

  it('brings the points into the CRS of the call when the file is in another one, and says so', async () => {
    const { ask, write } = bench();
    const payload = await ask({ gcps_uri: write('sheet.points', POINTS), crs: 'EPSG:4326' });
    expect(payload.crs).toBe('EPSG:4326');
    // The same points in longitude and latitude, from the ArcGIS twin of this file (published data).
    expect(payload.gcps[0]?.world_x).toBeCloseTo(9.9301538, 5);
    expect(payload.gcps[0]?.world_y).toBeCloseTo(53.5814021, 5);
    expect(payload.gcps[1]?.world_x).toBeCloseTo(25.4101689, 5);
    expect(payload.gcps[1]?.world_y).toBeCloseTo(71.0981125, 5);
    expect(payload.gcp_transforms).toEqual([expect.objectContaining({ from_crs: 'EPSG:3035', to_crs: 'EPSG:4326' })]);
    expect(payload.warnings).toContainEqual(expect.stringMatching(/^gcp_crs_transformed: .*0, 1, 2 and 3.*EPSG:3035/));
    expect(payload.gcps_as_given?.[0]).toEqual({ gcp_index: 0, world_x: 4316373.376414543, world_y: 3385976.075841331 });
  });

  it('takes the control points of a stored revision', async () => {
    const { ask, write, map } = bench();
    const first = await ask({ gcps_uri: write('sheet.points', POINTS), map_id: map.id });
    const again = await ask({ gcps_uri: first.georef_uri, map_id: map.id });
    expect(again.gcps).toEqual(first.gcps);
    expect(again.control_points).toMatchObject({ source: 'resource', dialect: 'georef_revision', crs_stated: 'EPSG:3035' });
  });

  it('keeps the path policy of maps: outside, links out, folders, absent files', async () => {
    const { ask, root, maps } = bench();
    const outside = join(root, 'outside', 'x.points');
    writeFileSync(outside, POINTS);
    symlinkSync(outside, join(maps, 'link.points'));
    mkdirSync(join(maps, 'folder'));
    await expect(ask({ gcps_uri: outside })).rejects.toThrow(refused('disallowed_path'));
    await expect(ask({ gcps_uri: join(root, 'outside', 'nothing') })).rejects.toThrow(refused('disallowed_path'));
    await expect(ask({ gcps_uri: join(maps, 'link.points') })).rejects.toThrow(refused('disallowed_path'));
    await expect(ask({ gcps_uri: join(maps, 'folder') })).rejects.toThrow(refused('disallowed_path'));
    await expect(ask({ gcps_uri: join(maps, 'nothing.points') })).rejects.toThrow(refused('artifact_not_found'));
    await expect(ask({ gcps_uri: 'geomap://maps/nope/georef.json' })).rejects.toThrow(refused('artifact_not_found'));
  });

  it('refuses a picture, a map record, a file without points, one point, and a file that is too large', async () => {
    const { ask, write, maps, map } = bench();
    writeFileSync(join(maps, 'one.png'), 'x');
    await expect(ask({ gcps_uri: `geomap://maps/${map.id}/source` })).rejects.toThrow(refused('invalid_bounds', 'picture'));
    await expect(ask({ gcps_uri: `geomap://maps/${map.id}` })).rejects.toThrow(refused('invalid_bounds', 'json'));
    await expect(ask({ gcps_uri: write('empty.points', '\n') })).rejects.toThrow(refused('invalid_bounds', 'no_points'));
    await expect(ask({ gcps_uri: write('one.points', '1 2 3 4\n'), crs: 4326 })).rejects.toThrow(
      refused('invalid_bounds', 'too_few'),
    );
    await expect(ask({ gcps_uri: write('large.points', '1'.repeat(9_000_000)) })).rejects.toThrow(refused('oversize_image'));
  });

  it('refuses map units in place of pixels, and swapped axes in a table (field reports 1.4, 2.9)', async () => {
    const { ask, write, map } = bench();
    const metres = write('metres.csv', 'px,py,x,y\n500000,3900000,500100,3900100\n501000,3901000,501100,3901100\n');
    await expect(ask({ gcps_uri: metres, crs: 32636, map_id: map.id })).rejects.toThrow(refused('invalid_bounds', 'pixel_units'));
    const swapped = write('swapped.csv', 'px,py,x,y\n10,10,-34,149\n900,900,-35,150\n');
    await expect(ask({ gcps_uri: swapped, crs: 4326 })).rejects.toThrow(refused('invalid_bounds', 'axes_swapped'));
    const right = await ask({ gcps_uri: write('right.csv', 'px,py,x,y\n10,10,149,-34\n6900,6900,150,-35\n'), crs: 4326 });
    expect(right.bounds.min_lon).toBeGreaterThan(148);
  });
});

describe('control points in text and in a CRS of their own', () => {
  const tick = (pixel_x: number, pixel_y: number, world_x: string, world_y: string) => ({
    pixel_x,
    pixel_y,
    world_x,
    world_y,
    crs: 'NAD27',
  });

  it('accepts graticule ticks in NAD27 for a fit in NAD27 UTM, and transforms them here (field report 1.11)', async () => {
    const { ask } = bench();
    const payload = await ask({
      crs: 'EPSG:26710',
      gcps: [
        tick(0, 0, '122d30\'00"W', "37d45'N"),
        tick(7000, 0, '122d22\'30"W', "37d45'N"),
        tick(7000, 7000, '122d22\'30"W', '37d37\'30"N'),
        { pixel_x: 0, pixel_y: 7000, world_x: '544100mE', world_y: 4164600 },
      ],
    });
    // EPSG:26710 of 122°30'W 37°45'N on NAD27: Krueger's series of sixth order on Clarke 1866, computed apart; one datum, so no shift enters.
    expect(payload.gcps[0]?.world_x).toBeCloseTo(544048.507, 2);
    expect(payload.gcps[0]?.world_y).toBeCloseTo(4177990.188, 2);
    expect(payload.gcp_transforms).toEqual([
      {
        from_crs: 'EPSG:4267',
        from_crs_name: 'NAD27',
        to_crs: 'EPSG:26710',
        gcp_indices: [0, 1, 2],
        datum_operation: { code: null, name: 'same datum, no shift needed', accuracy_m: 0 },
      },
    ]);
    expect(payload.gcps_as_given).toHaveLength(4);
    expect(payload.gcps_as_given?.[0]).toMatchObject({ gcp_index: 0, world_x: '122d30\'00"W', crs: 'NAD27' });
  });

  it('puts a point of EPSG:4326 into a set in EPSG:2100 and states it (field report 1.8)', async () => {
    const { ask } = bench();
    const gcps = [
      { pixel_x: 0, pixel_y: 0, world_x: 488000, world_y: 4200000 },
      { pixel_x: 7000, pixel_y: 7000, world_x: 498000, world_y: 4190000 },
    ];
    const payload = await ask({
      crs: 2100,
      gcps: [...gcps, { pixel_x: 7000, pixel_y: 0, world_x: 23.98, world_y: 37.95, crs: 4326 }],
    });
    expect(payload.warnings).toContainEqual(expect.stringMatching(/^gcp_crs_transformed: control point 2 .*EPSG:4326/));
    // Krueger's series on GRS 80 behind the published shift EPSG:1272 (199.87, -74.79, -246.62 from WGS 84), computed apart.
    expect(payload.gcps[2]?.world_x).toBeCloseTo(498093.294, 2);
    expect(payload.gcps[2]?.world_y).toBeCloseTo(4199979.69, 2);
  });

  it('refuses ticks of a graticule among grid coordinates without a CRS of their own (field report 2.18)', async () => {
    const { ask } = bench();
    const gcps = [
      { pixel_x: 0, pixel_y: 0, world_x: 544047, world_y: 4177925 },
      { pixel_x: 7000, pixel_y: 7000, world_x: -122.375, world_y: 37.625 },
    ];
    await expect(ask({ crs: 26710, gcps })).rejects.toThrow(refused('invalid_bounds', 'mixed_coordinates'));
  });

  it('calls a point without a finite place invalid_bounds, axis order always x, y (field report 2.5)', async () => {
    const { ask } = bench();
    const gcps = [
      { pixel_x: 0, pixel_y: 0, world_x: 1e300, world_y: 1e300, crs: 'EPSG:32649' },
      { pixel_x: 7000, pixel_y: 7000, world_x: 111, world_y: 30 },
    ];
    await expect(ask({ crs: 'EPSG:4214', gcps })).rejects.toThrow(refused('invalid_bounds', 'not_transformable'));
  });
});

const shared = sharedData('gcps/input/gcps-gdal.txt');

describe.skipIf(!shared.present)(`published control-point files${shared.label}`, () => {
  it.each([
    ['input/gcps-gdal.txt', 'EPSG:4326'],
    ['input/gcps-arcgis-tsv.txt', 'EPSG:4326'],
    ['input/gcps-arcgis-csv.csv', 'EPSG:4326'],
    ['input/gcps-qgis-projection.points', undefined],
  ])('%s georeferences a sheet', async (name, crs) => {
    const { ask, write } = bench();
    const payload = await ask({ gcps_uri: write('file', sharedData(`gcps/${name}`).read()), ...(crs ? { crs } : {}) });
    expect(payload.gcp_count).toBe(5);
    expect(payload.crs).toBe(crs ?? 'EPSG:3035');
  });
});

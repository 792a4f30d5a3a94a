import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ExportRequest } from '../../src/domain/documents/export.ts';
import { exportPayloadSchema } from '../../src/domain/documents/export.ts';
import { withExtras } from '../../src/domain/documents/shared.ts';
import { type ExportKit, exportKit, type GcpRow, quarters, refusal } from './export-kit.ts';

/** A server without the optional package, as the loader of Node tells it. */
const withoutGdal = () =>
  exportKit({
    loadGdal: () => {
      throw Object.assign(new Error("Cannot find module 'gdal-async'\nRequire stack:\n- /srv/x.js"), {
        code: 'MODULE_NOT_FOUND',
      });
    },
  });

const ROWS: readonly GcpRow[] = [
  [10, 20, 500_100, 4_000_960],
  [310, 20, 500_700, 4_000_960],
  [310, 220, 500_700, 4_000_560],
  [10, 220, 500_100, 4_000_560],
];

async function fitted(kit: ExportKit) {
  const map = await kit.register('scan.png', await quarters(320, 240));
  await kit.fit(map, 'EPSG:26912', ROWS);
  return map;
}

const textOf = async (kit: ExportKit, input: ExportRequest) => readFileSync(await kit.path(input), 'utf8');

describe('exports that need no package', () => {
  it('hold a handle of their own kind with the size of the file', async () => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    const out = await kit.run({ map_id: map.id, format: 'world_file' });
    expect(withExtras(exportPayloadSchema).safeParse(out).success).toBe(true);
    expect(out.payload.export_uri).toMatch(/^geomap:\/\/exports\/[0-9a-f]{32}\.pgw$/);
    expect(out.links).toEqual([
      { uri: out.payload.export_uri, name: 'world file', mimeType: 'text/plain', size: out.payload.bytes },
    ]);
    expect(JSON.stringify(out.payload)).not.toContain(kit.maps);
  });

  it('write a world file for the middle of the first pixel', async () => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    const lines = (await textOf(kit, { map_id: map.id, format: 'world_file' })).trim().split('\n').map(Number);
    // 2 m per pixel; the outer corner is 500080, 4001000.
    for (const [at, wanted] of [2, 0, 0, -2, 500_081, 4_000_999].entries()) expect(lines[at]).toBeCloseTo(wanted, 6);
  });

  it('write control points for QGIS with the CRS line and negative rows', async () => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    const text = await textOf(kit, { map_id: map.id, format: 'qgis_points' });
    expect(text.split('\n')[0]).toBe('#CRS: EPSG:26912');
    expect(text).toContain('500100,4000960,10,-20,1');
  });

  it('write a script whose only text stands in quotes', async () => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    const text = await textOf(kit, { map_id: map.id, format: 'gdal_script' });
    expect(text).toMatch(/^#!\/bin\/sh\n/);
    expect(text).toContain("-a_srs 'EPSG:26912'");
    expect(text).toContain('-gcp 310 220 500700 4000560');
    expect(text).toContain('-order 1');
  });

  it('write a IIIF annotation in degrees that names the picture and the transform', async () => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    const document: unknown = JSON.parse(await textOf(kit, { map_id: map.id, format: 'iiif_annotation' }));
    expect(document).toMatchObject({
      type: 'Annotation',
      motivation: 'georeferencing',
      target: { id: `geomap://maps/${map.id}/source`, width: 320, height: 240 },
      body: { transformation: { type: 'polynomial', options: { order: 1 } } },
    });
    expect(document).toMatchObject({ body: { features: [{ properties: { resourceCoords: [10, 20] } }, {}, {}, {}] } });
  });

  it('work by an earlier revision when it is named', async () => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    await kit.fit(
      map,
      'EPSG:26912',
      ROWS.map(([px, py, x, y]): GcpRow => [px, py, x + 1000, y]),
    );
    const { payload } = await kit.run({ map_id: map.id, format: 'qgis_points', revision: 1 });
    expect(payload.georef).toMatchObject({ revision: 1 });
    expect(await textOf(kit, { map_uri: `geomap://maps/${map.id}/georef/1.json`, format: 'qgis_points' })).toContain('500100,');
    expect(await textOf(kit, { map_id: map.id, format: 'qgis_points' })).toContain('501100,');
  });
});

describe('an export that cannot be made', () => {
  it.each(['geotiff', 'cog', 'geotiff_gcps', 'geopackage'] as const)(
    'as %s names the package, what works without it, and how the operator gets it',
    async (format) => {
      const kit = withoutGdal();
      const map = await fitted(kit);
      expect(await refusal(kit.run({ map_id: map.id, format }))).toMatchObject({
        code: 'missing_extra',
        message: expect.stringMatching(/gdal-async.*STRATIGRAPHIC_SETUP_GDAL=try npm run setup.*libgdal-dev.*world_file/),
        facts: {
          cause: { type: 'missing_node_module', module: 'gdal-async' },
          details: { missing_requirements: ['gdal-async is missing'] },
        },
      });
      expect(kit.files()).toEqual([]);
    },
  );

  it('asks for a georeference first', async () => {
    const kit = withoutGdal();
    const map = await kit.register('scan.png', await quarters(32, 24));
    expect(await refusal(kit.run({ map_id: map.id, format: 'world_file' }))).toMatchObject({ code: 'georef_required' });
  });

  it.each([
    [{ format: 'world_file', bundle_uri: 'geomap://bundles/x.json' }, 'invalid_arguments'],
    [{ format: 'world_file', target_crs: 3857 }, 'invalid_arguments'],
    [{ format: 'world_file', revision: 9 }, 'artifact_not_found'],
    [{ format: 'geojson' }, 'invalid_arguments'],
    [{ format: 'kml', bundle_uri: 'geomap://bundles/x.json' }, 'artifact_not_found'],
  ] as const)('refuses %j', async (input, code) => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    expect(await refusal(kit.run({ ...input, map_id: map.id }))).toMatchObject({ code });
    expect(kit.files()).toEqual([]);
  });

  it('does not write a bent transform into a world file', async () => {
    const kit = withoutGdal();
    const map = await kit.register('scan.png', await quarters(320, 240));
    const bent = [...ROWS, [160, 120, 500_420, 4_000_770]] as const;
    await kit.fit(map, 'EPSG:26912', bent, 'thin_plate_spline');
    expect(await refusal(kit.run({ map_id: map.id, format: 'world_file' }))).toMatchObject({ code: 'invalid_arguments' });
    expect((await kit.run({ map_id: map.id, format: 'gdal_script' })).payload.control_point_count).toBe(5);
  });

  it('warns when the scan is turned by its EXIF tag, which other programs may ignore', async () => {
    const kit = withoutGdal();
    const turned = await sharp(await quarters(240, 320))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const map = await kit.register('scan.jpg', turned);
    await kit.fit(map, 'EPSG:26912', ROWS);
    const { payload } = await kit.run({ map_id: map.id, format: 'world_file' });
    expect(payload.warnings).toContainEqual(expect.stringMatching(/^orientation_tag:/));
    expect(payload.export_uri).toMatch(/\.jgw$/);
  });

  it('warns when the source is no longer the one that was georeferenced', async () => {
    const kit = withoutGdal();
    const map = await fitted(kit);
    kit.context.store.updateSource(map.id, { ...map, sha256: 'f'.repeat(64) });
    const { payload } = await kit.run({ map_id: map.id, format: 'world_file' });
    expect(payload.warnings).toContainEqual(expect.stringMatching(/^source_changed:/));
  });
});

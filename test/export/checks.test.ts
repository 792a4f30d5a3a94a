import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { GeoRasterPort } from '../../src/domain/export/geo-raster.ts';
import type { Planes } from '../../src/domain/export/resample.ts';
import { createGdalRaster } from '../../src/workers/adapters/gdal-raster.ts';
import type { ExportDeps } from '../../src/workers/export/export-call.ts';
import { exportKit, type GcpRow, gdalAbsent, quarters, refusal } from './export-kit.ts';

const ROWS: readonly GcpRow[] = [
  [10, 20, 500_100, 4_000_960],
  [310, 20, 500_700, 4_000_960],
  [310, 220, 500_700, 4_000_560],
  [10, 220, 500_100, 4_000_560],
];

async function scan(bytes: Uint8Array, change: Partial<ExportDeps> = {}) {
  const kit = exportKit(change);
  const map = await kit.register('scan.png', bytes);
  await kit.fit(map, 'EPSG:26912', ROWS);
  return { kit, map };
}

/** A writer of which one part has gone wrong, over the real one. */
const wrong = (change: (port: GeoRasterPort) => Partial<GeoRasterPort>): Partial<ExportDeps> => {
  const port = createGdalRaster();
  return { geoRaster: { ...port, ...change(port) } };
};

const pixelsBy = (change: (planes: Planes, width: number) => Planes): Partial<ExportDeps> =>
  wrong((port) => ({
    create: async (plan) => {
      const target = await port.create(plan);
      return { ...target, write: (block, planes) => target.write(block, change(planes, block.width)) };
    },
  }));

const black = (planes: Planes): Planes => planes.map((plane) => new Uint8Array(plane.length));
const mirrored = (planes: Planes, width: number): Planes =>
  planes.map((plane) => Uint8Array.from(plane, (_, at) => plane[at - (at % width) + (width - 1 - (at % width))] ?? 0));
const inverted = (planes: Planes): Planes => planes.map((plane) => Uint8Array.from(plane, (value) => 255 - value));

describe.skipIf(gdalAbsent !== null)('a written picture is read back', () => {
  it.each([
    ['black', 'one_color', pixelsBy(black)],
    ['mirrored', 'wrong_colors', pixelsBy(mirrored)],
    ['of other colours', 'wrong_colors', pixelsBy(inverted)],
    [
      'far away',
      'wrong_place',
      wrong((port) => ({
        create: (plan) => {
          const [x, ...rest] = plan.geotransform ?? [0, 1, 0, 0, 0, -1];
          return port.create({ ...plan, geotransform: [x + 5000, ...rest] });
        },
      })),
    ],
    [
      'in another CRS',
      'wrong_crs',
      wrong((port) => ({ create: (plan) => port.create({ ...plan, crs: { ...plan.crs, epsg: 26913 } }) })),
    ],
    [
      'with a band too many',
      'wrong_bands',
      wrong((port) => ({
        create: async (plan) => {
          const target = await port.create({ ...plan, bands: 4 });
          return { ...target, write: (block, planes) => target.write(block, [...planes, ...planes.slice(0, 1)]) };
        },
      })),
    ],
  ] as const)('and one that is %s is refused as %s and leaves no file', async (_, reason, change) => {
    const { kit, map } = await scan(await quarters(320, 240), change);
    expect(await refusal(kit.run({ map_id: map.id, format: 'geotiff' }))).toMatchObject({
      code: 'invalid_output',
      facts: { details: { reason } },
    });
    expect(kit.files()).toEqual([]);
  });

  it('and a failure in the middle leaves no file', async () => {
    const failing = wrong(() => ({ writeCog: () => Promise.reject(new Error('the copy failed')) }));
    const { kit, map } = await scan(await quarters(320, 240), failing);
    expect(await refusal(kit.run({ map_id: map.id, format: 'cog' }))).toMatchObject({ message: 'the copy failed' });
    expect(kit.files()).toEqual([]);
  });

  it('and a cancelled call ends at the next block without a file', async () => {
    const { kit, map } = await scan(await quarters(1100, 900));
    const controller = new AbortController();
    const shares: number[] = [];
    const progress = ({ share }: { readonly share: number }): void => {
      shares.push(share);
      if (share > 0.2) controller.abort(new Error('cancelled by the client'));
    };
    const context = { ...kit.context, signal: controller.signal, progress };
    expect(await refusal(kit.run({ map_id: map.id, format: 'geotiff' }, context))).toMatchObject({
      message: 'cancelled by the client',
    });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(kit.files()).toEqual([]);
  });

  it('and a blank source is exported with a warning (4.19)', async () => {
    const white = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    const { kit, map } = await scan(white);
    const { payload } = await kit.run({ map_id: map.id, format: 'geotiff' });
    expect(payload.warnings).toContainEqual(expect.stringMatching(/^one_color:/));
  });

  it('and a PNG with alpha gives three bands without a negative no-data value (4.9)', async () => {
    const half = await sharp(await quarters(320, 240))
      .ensureAlpha(0.5)
      .png()
      .toBuffer();
    const { kit, map } = await scan(half);
    const file = await createGdalRaster().open(await kit.path({ map_id: map.id, format: 'geotiff' }));
    expect([file.bands, file.alpha, file.noData]).toEqual([3, false, null]);
    file.close();
  });

  it('and a scan turned by its EXIF tag is exported as it is displayed', async () => {
    const turned = await sharp(await quarters(240, 320))
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100 })
      .toBuffer();
    const { kit, map } = await scan(turned);
    const { payload } = await kit.run({ map_id: map.id, format: 'geotiff' });
    expect(payload.raster).toMatchObject({ width: 320, height: 240 });
    expect(payload.checked.color_match).toBe(1);
  });

  it('and keeps a turned affine as it is, without warping', async () => {
    const kit = exportKit();
    const map = await kit.register('scan.png', await quarters(320, 240));
    const turned = (px: number, py: number): GcpRow => [px, py, 500_000 + 1.6 * px + 1.2 * py, 4_000_000 + 1.2 * px - 1.6 * py];
    await kit.fit(map, 'EPSG:26912', [turned(0, 0), turned(320, 0), turned(320, 240), turned(0, 240)]);
    const { payload } = await kit.run({ map_id: map.id, format: 'geotiff' });
    expect(payload.raster).toMatchObject({ warped: false, width: 320, height: 240 });
    for (const [at, wanted] of [500_000, 1.6, 1.2, 4_000_000, 1.2, -1.6].entries()) {
      expect(payload.raster?.geotransform?.[at]).toBeCloseTo(wanted, 6);
    }
    const warped = await kit.run({ map_id: map.id, format: 'geotiff', target_crs: 'EPSG:4326' });
    expect(warped.payload).toMatchObject({ crs: 'EPSG:4326', raster: { warped: true, bands: 4 } });
  });

  it('and keeps a map over the antimeridian in one piece', async () => {
    const kit = exportKit();
    const map = await kit.register('scan.png', await quarters(320, 240));
    const at = (px: number, py: number): GcpRow => [px, py, 800_000 + 50 * px, 8_000_000 - 50 * py];
    await kit.fit(map, 'EPSG:32760', [at(0, 0), at(320, 0), at(320, 240), at(0, 240)]);
    const { payload } = await kit.run({ map_id: map.id, format: 'geotiff', target_crs: 'EPSG:4326' });
    const [west = 0, step = 0] = payload.raster?.geotransform ?? [];
    expect(west).toBeGreaterThan(179);
    expect(west + step * (payload.raster?.width ?? 0)).toBeLessThan(181);
    expect(payload.checked.color_match).toBe(1);
  });

  it('and marks a file that is too large to be read', async () => {
    const { kit, map } = await scan(await quarters(320, 240));
    const context = kit.withSettings({ limits: { max_resource_read_bytes: 100 } });
    const { links, payload } = await kit.run({ map_id: map.id, format: 'geotiff' }, context);
    expect(links[0]).toMatchObject({ name: 'UNREADABLE GeoTIFF', size: payload.bytes });
  });
});

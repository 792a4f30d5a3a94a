import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MapFrame } from '../../src/domain/export/map-frame.ts';
import { planOutputGrid } from '../../src/domain/export/output-grid.ts';
import { MESH_TOLERANCE_PX, sourcePositions } from '../../src/domain/export/warp-mesh.ts';
import { exportKit, type GcpRow, gdalAbsent, quarters, refusal } from './export-kit.ts';
import { readRaster } from './independent-reader.ts';

const [WIDTH, HEIGHT] = [600, 400];

/** A sheet that shrank unevenly: metres, up to 20 px off any affine. */
const bent = (px: number, py: number): readonly [number, number] => [
  500_000 + 2 * (px + 12 * Math.sin((px / WIDTH) * Math.PI) + 8 * Math.sin((py / HEIGHT) * Math.PI)),
  4_000_000 - 2 * (py + 10 * Math.sin((px / WIDTH) * 2 * Math.PI)),
];

const grid = (columns: number, rows: number): readonly GcpRow[] =>
  Array.from({ length: columns * rows }, (_, at): GcpRow => {
    const [px, py] = [((at % columns) / (columns - 1)) * WIDTH, (Math.floor(at / columns) / (rows - 1)) * HEIGHT];
    return [px, py, ...bent(px, py)];
  });

describe.skipIf(gdalAbsent !== null)('a bent georeference', () => {
  it('is warped so that another program finds every place where the bend puts it', async () => {
    const kit = exportKit();
    const map = await kit.register('scan.png', await quarters(WIDTH, HEIGHT));
    await kit.fit(map, 'EPSG:26912', grid(9, 7), 'thin_plate_spline');
    const { payload } = await kit.run({ map_id: map.id, format: 'cog' });
    expect(payload).toMatchObject({ crs: 'EPSG:26912', georef: { transform: 'thin_plate_spline' }, raster: { warped: true } });
    const picture = await readRaster(kit.context.store.findExport(payload.export_uri)?.path ?? '');
    const [west = 0, step = 1, , north = 0] = picture.geoTransform ?? [];
    const shown = (px: number, py: number) => {
      const [x, y] = bent(px, py);
      return picture.at((x - west) / step, (north - y) / step);
    };
    // Red changes at half the width and green at half the height: three pixels beside them the colour is plain.
    for (const share of [0.1, 0.3, 0.6, 0.9]) {
      expect(shown(WIDTH / 2 - 3, share * HEIGHT)[0]).toBe(40);
      expect(shown(WIDTH / 2 + 3, share * HEIGHT)[0]).toBe(200);
      expect(shown(share * WIDTH, HEIGHT / 2 - 3)[1]).toBe(60);
      expect(shown(share * WIDTH, HEIGHT / 2 + 3)[1]).toBe(180);
      expect(shown(share * WIDTH, share * HEIGHT)[3]).toBe(255);
    }
  });

  it('with hundreds of points along the edges near longitude -131 keeps its size bounded (1.12)', async () => {
    const kit = exportKit();
    const map = await kit.register('scan.png', await quarters(WIDTH, HEIGHT));
    const edge = Array.from({ length: 240 }, (_, at): GcpRow => {
      const share = (at % 60) / 60;
      const sides: readonly (readonly [number, number])[] = [
        [share * WIDTH, 0],
        [WIDTH, share * HEIGHT],
        [WIDTH - share * WIDTH, HEIGHT],
        [0, HEIGHT - share * HEIGHT],
      ];
      const [px, py] = sides[Math.floor(at / 60)] ?? [0, 0];
      return [px, py, -131.5 + px / 600 + Math.sin(py / 40) / 2000, 55.9 - py / 800];
    });
    await kit.fit(map, 'EPSG:4267', edge, 'thin_plate_spline');
    const { payload } = await kit.run({ map_id: map.id, format: 'geotiff' });
    expect((payload.raster?.width ?? 0) * (payload.raster?.height ?? 0)).toBeLessThanOrEqual(4 * WIDTH * HEIGHT);
    expect(payload.raster?.position_error_px).toBeLessThanOrEqual(MESH_TOLERANCE_PX);
    expect(payload.raster?.position_error_px).toBeGreaterThan(0);
  });

  it('is refused when the target CRS is not defined for it', async () => {
    const kit = exportKit();
    const map = await kit.register('scan.png', await quarters(60, 40));
    await kit.fit(map, 'EPSG:4326', [
      [0, 0, -180, 90],
      [60, 0, 180, 90],
      [60, 40, 180, -90],
    ]);
    const call = kit.run({ map_id: map.id, format: 'geotiff', target_crs: 3857 });
    expect(await refusal(call)).toMatchObject({ code: 'invalid_bounds' });
    expect(kit.files()).toEqual([]);
  });
});

describe('the grid of a warped picture', () => {
  const frame = (toWorld: MapFrame['toWorld']): MapFrame => ({
    crs: { id: 'EPSG:26912', epsg: 26912, proj: '', geographic: false },
    transform: 'projective',
    direct: null,
    toWorld,
    toPixel: () => null,
    warnings: [],
  });
  const size = { width: 600, height: 400 };

  it('asks for no pixels where a place has no position', () => {
    expect(() =>
      planOutputGrid(
        size,
        frame((px, py) => (px > 500 ? null : [px, -py])),
        1e9,
      ),
    ).toThrow(/no position for/);
  });

  it('is refused where a part is thrown far away', () => {
    const thrown = frame((px, py) => [px > 598 ? px * 1e6 : px, -py]);
    expect(() => planOutputGrid(size, thrown, 1e9)).toThrow(/far away/);
  });

  it('is made coarser to keep the limit, and never finer than the source', () => {
    const turned = frame((px, py) => [px - py, -px - py]);
    const { width, height, scale } = planOutputGrid(size, turned, 100_000);
    expect(width * height).toBeLessThanOrEqual(102_000);
    expect(scale).toBeLessThan(1);
    expect(planOutputGrid(size, turned, 1e9).scale).toBe(1);
  });
});

describe('the mesh of a warp', () => {
  it('is nowhere further from the exact inverse than it says (1.13)', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 30, noNaN: true }),
        fc.double({ min: 20, max: 400, noNaN: true }),
        (height, length) => {
          const exact = (x: number, y: number): readonly [number, number] => [
            x + height * Math.sin(y / length),
            -y + height * Math.cos(x / length),
          ];
          const block = { left: 512, top: 256, width: 130, height: 70 };
          const { x, y, error } = sourcePositions(block, [0, 1, 0, 0, 0, -1], exact);
          expect(error).toBeLessThanOrEqual(MESH_TOLERANCE_PX);
          for (let at = 0; at < x.length; at += 37) {
            const [px, py] = exact(block.left + (at % 130) + 0.5, -(block.top + Math.floor(at / 130) + 0.5));
            expect(Math.hypot((x[at] ?? 0) - px, (y[at] ?? 0) - py)).toBeLessThanOrEqual(2 * MESH_TOLERANCE_PX);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});

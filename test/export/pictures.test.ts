import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawSheet } from '../../src/demo/sheet-drawing.ts';
import { toWorld } from '../../src/demo/sheet-plan.ts';
import { planSheet } from '../../src/demo/sheet-planner.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { exportKit, type GcpRow, gdalAbsent } from './export-kit.ts';
import { project, readRaster } from './independent-reader.ts';

const plan = planSheet(7);
const rows: readonly GcpRow[] = plan.ticks
  .filter(({ corner }) => corner)
  .map(({ pixel, world }): GcpRow => [pixel[0], pixel[1], world[0], world[1]]);

const colorOf = (hex: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** A place in every swatch of the legend, beside its symbol, with its colour: nobody can mistake it. */
const swatches = plan.legend.rows.map(({ unit, swatch: [x0, y0] }) => ({
  at: [x0 + 12, y0 + 12] as const,
  color: colorOf(unit.color),
}));

let png: Uint8Array;
beforeAll(async () => {
  png = await sharp(Buffer.from(drawSheet(plan, createGlyphSource())), { limitInputPixels: false })
    .png({ compressionLevel: 1 })
    .toBuffer();
});

async function demoSheet() {
  const kit = exportKit();
  const map = await kit.register('sheet.png', png);
  await kit.fit(map, plan.frame.crs, rows);
  return { kit, map };
}

type Picture = Awaited<ReturnType<typeof readRaster>>;

const corners = [
  [0, 0],
  [plan.width, 0],
  [plan.width, plan.height],
  [0, plan.height],
] as const;

/** Column and row of a world position by the transform that the other program read. */
function pixelOf({ geoTransform }: Picture, [x = 0, y = 0]: readonly number[]): readonly [number, number] {
  const [g0 = 0, g1 = 0, g2 = 0, g3 = 0, g4 = 0, g5 = 0] = geoTransform ?? [];
  const determinant = g1 * g5 - g2 * g4;
  return [((x - g0) * g5 - (y - g3) * g2) / determinant, ((y - g3) * g1 - (x - g0) * g4) / determinant];
}

describe.skipIf(gdalAbsent !== null)('the demo sheet, opened by another program', () => {
  it.each(['geotiff', 'cog'] as const)('as %s has its corners within half a pixel and its colours', async (format) => {
    const { kit, map } = await demoSheet();
    const picture = await readRaster(await kit.path({ map_id: map.id, format }));
    expect(picture.size).toEqual([plan.width, plan.height]);
    expect(picture.coordinateSystem?.wkt).toMatch(/ID\["EPSG",4269\]\]$/);
    expect(picture.bands.map(({ type, colorInterpretation }) => [type, colorInterpretation])).toEqual([
      ['Byte', 'Red'],
      ['Byte', 'Green'],
      ['Byte', 'Blue'],
    ]);
    for (const [column, row] of corners) {
      const [x, y] = pixelOf(picture, toWorld(plan.frame, [column, row]));
      expect(Math.hypot(x - column, y - row)).toBeLessThan(0.5);
    }
    for (const { at, color } of swatches) expect(picture.at(...at)).toEqual(color);
    expect(picture.metadata.IMAGE_STRUCTURE?.LAYOUT).toBe(format === 'cog' ? 'COG' : undefined);
    expect(picture.bands[0]?.overviews?.length ?? 0).toBe(format === 'cog' ? 3 : 0);
  });

  it('as geotiff_gcps has its control points where they were set, in the CRS of the map', async () => {
    const { kit, map } = await demoSheet();
    const picture = await readRaster(await kit.path({ map_id: map.id, format: 'geotiff_gcps' }));
    expect(picture.gcps?.coordinateSystem.wkt).toMatch(/ID\["EPSG",4269\]\]$/);
    expect(picture.gcps?.gcpList.map(({ pixel, line, x, y }) => [pixel, line, x, y])).toEqual(rows);
    for (const { at, color } of swatches) expect(picture.at(...at)).toEqual(color);
  });

  it('warped to another CRS keeps corners within half a pixel, colours, and a marked alpha', async () => {
    const { kit, map } = await demoSheet();
    const { payload } = await kit.run({ map_id: map.id, format: 'geotiff', target_crs: 26912 });
    expect(payload.raster).toMatchObject({ warped: true, bands: 4 });
    const picture = await readRaster(kit.context.store.findExport(payload.export_uri)?.path ?? '');
    expect(picture.bands.map(({ colorInterpretation }) => colorInterpretation)).toEqual(['Red', 'Green', 'Blue', 'Alpha']);
    const world = await project(
      [...corners, ...swatches.map(({ at }) => at)].map((at) => toWorld(plan.frame, at)),
      'EPSG:4269',
      'EPSG:26912',
    );
    const xs = world.slice(0, 4).map(([x]) => x ?? 0);
    const ys = world.slice(0, 4).map(([, y]) => y ?? 0);
    const [west, north] = pixelOf(picture, [Math.min(...xs), Math.max(...ys)]);
    const [east, south] = pixelOf(picture, [Math.max(...xs), Math.min(...ys)]);
    // Edges bend by less than a pixel here, and the grid ends on a whole one.
    expect([west, north].map(Math.abs).every((off) => off < 0.5)).toBe(true);
    expect(picture.width - east).toBeLessThan(1.5);
    expect(picture.height - south).toBeLessThan(1.5);
    for (const [index, { color }] of swatches.entries()) {
      expect(picture.at(...pixelOf(picture, world[4 + index] ?? []))).toEqual([...color, 255]);
    }
    expect(picture.at(0, picture.height - 1)[3]).toBe(0);
  });
});

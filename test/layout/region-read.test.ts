import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { regionWindow } from '../../src/domain/catalog/region-window.ts';
import { type ReadRegionRequest, readRegionPayloadSchema } from '../../src/domain/documents/region.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { mapProcess } from '../../src/workers/handlers/map-process.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { regionRead } from '../../src/workers/handlers/region-read.ts';
import { type Workspace, workspace } from '../catalog/handler-context.ts';
import { drawTestSheet, pngOf } from './test-sheet.ts';

const raster = createSharpRaster();
const register = mapRegister({ header: sharpHeader });
const process_ = mapProcess({ raster, header: sharpHeader, glyphs: createGlyphSource(), builtin: builtinDetector });

let place: Workspace;
beforeEach(() => {
  place = workspace();
});

const read = (request: ReadRegionRequest) => regionRead({ raster, header: sharpHeader })(request, place.context);
const put = async (name: string, bytes: Uint8Array): Promise<string> => {
  writeFileSync(join(place.maps, name), bytes);
  return (await register({ path: join(place.maps, name) }, place.context)).payload.map_id;
};
/** Each pixel says where it stands: red is x, green is y. */
const gradient = (width: number, height: number): Promise<Buffer> => {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set([x, y, 0], (y * width + x) * 3);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};
const shown = async (file: string | null) => {
  const { data, info } = await sharp(readFileSync(file ?? ''))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...info, pixel: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)] };
};

describe('geomap_read_region on a source', () => {
  it('shows the very pixels of a box, and its mapping leads back to them', async () => {
    const map_id = await put('a.png', await gradient(200, 120));
    const { payload, preview_file, links } = await read({ map_id, bbox: [30, 40, 90, 80] });
    expect(readRegionPayloadSchema.parse(payload)).toMatchObject({
      bbox: [30, 40, 90, 80],
      picture_size: { width: 200, height: 120 },
      size: { width: 60, height: 40 },
      mapping: { to: 'source', scale_x: 1, scale_y: 1, offset_x: 30, offset_y: 40 },
      preview: { source_width: 60, source_height: 40, downsampled: false, coordinate_frame: 'preview' },
      warnings: [],
    });
    expect(links).toEqual([]);
    const picture = await shown(preview_file);
    expect([picture.pixel(0, 0), picture.pixel(59, 39)]).toEqual([
      [30, 40, 0],
      [89, 79, 0],
    ]);
  });

  it('reduces to max_side and says by how much, so that the middle of a pixel is found in the source', async () => {
    const map_id = await put('a.png', await gradient(200, 120));
    const { payload, preview_file } = await read({ map_id, bbox: [40, 20, 200, 100], max_side: 40 });
    const { mapping, size } = payload;
    expect([size.width, size.height, mapping.scale_x, mapping.scale_y]).toEqual([40, 20, 4, 4]);
    const picture = await shown(preview_file);
    for (const [u, v] of [
      [5, 5],
      [20, 10],
      [35, 15],
    ] as const) {
      const [red = 0, green = 0] = picture.pixel(u, v);
      // A source pixel's own middle lies half a pixel behind its number.
      expect(Math.abs(mapping.offset_x + mapping.scale_x * (u + 0.5) - 0.5 - red)).toBeLessThanOrEqual(1);
      expect(Math.abs(mapping.offset_y + mapping.scale_y * (v + 0.5) - 0.5 - green)).toBeLessThanOrEqual(1);
    }
  });

  it('has tiles that cover the picture without gap or overlap', () => {
    fc.assert(
      fc.property(
        fc.record({
          width: fc.integer({ min: 12, max: 5000 }),
          height: fc.integer({ min: 12, max: 5000 }),
          rows: fc.integer({ min: 1, max: 12 }),
          columns: fc.integer({ min: 1, max: 12 }),
        }),
        ({ width, height, rows, columns }) => {
          const tiles = Array.from(
            { length: rows * columns },
            (_, index) => regionWindow({ tile: { rows, columns, index } }, { width, height }).box,
          );
          const area = tiles.reduce((sum, [x0, y0, x1, y1]) => sum + (x1 - x0) * (y1 - y0), 0);
          expect(area).toBe(width * height);
          for (const [at, [x0, y0, x1]] of tiles.entries()) {
            if (at % columns === 0) expect(x0).toBe(0);
            else expect(x0).toBe(tiles[at - 1]?.[2]);
            if (at % columns === columns - 1) expect(x1).toBe(width);
            expect(y0).toBe(at < columns ? 0 : tiles[at - columns]?.[3]);
          }
        },
      ),
    );
  });

  it('takes a tile of a box, row by row', async () => {
    const map_id = await put('a.png', await gradient(200, 120));
    const { payload } = await read({ map_id, bbox: [100, 20, 200, 80], tile: { rows: 2, columns: 4, index: 6 } });
    expect(payload).toMatchObject({ bbox: [150, 50, 175, 80], tile: { row: 1, column: 2 } });
  });

  it('speaks of the frame as displayed', async () => {
    const map_id = await put(
      'turned.jpg',
      await sharp(await gradient(80, 40))
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    );
    const { payload } = await read({ map_id });
    expect([payload.picture_size, payload.size]).toEqual([
      { width: 40, height: 80 },
      { width: 40, height: 80 },
    ]);
  });

  it('clips a box that reaches beyond the picture and says so', async () => {
    const map_id = await put('a.png', await gradient(200, 120));
    const { payload } = await read({ map_id, bbox: [-10, 100.5, 500, 300] });
    expect(payload.bbox).toEqual([0, 100, 200, 120]);
    expect(payload.warnings.join()).toMatch(/^bbox_clipped/);
  });

  it('stays within a million bytes for a busy part', async () => {
    let state = 7;
    const noise = new Uint8Array(1600 * 1200 * 3).map(() => {
      state = (state * 48271) % 2147483647;
      return state & 255;
    });
    const map_id = await put(
      'b.png',
      await sharp(noise, { raw: { width: 1600, height: 1200, channels: 3 } })
        .png()
        .toBuffer(),
    );
    const { payload, preview_file } = await read({ map_id });
    expect(payload.preview).toMatchObject({ mime_type: 'image/jpeg', width: 1536 });
    expect(readFileSync(preview_file ?? '').length).toBeLessThanOrEqual(1_000_000);
  });
});

describe('geomap_read_region on an artifact', () => {
  it('maps a crop to its own frame and to the source frame, and an overlay to the source', async () => {
    const map_id = await put('sheet.png', await pngOf(drawTestSheet({ legend: 'right', scale: 1, seed: 3 }).image));
    const { payload: made } = await process_({ map_id }, place.context);
    const crop = made.artifacts.find((artifact) => artifact.label === 'main_map');
    const [x0 = 0, y0 = 0] = crop?.bbox ?? [];
    const { payload, preview_file } = await read({ artifact_uri: crop?.uri, bbox: [100, 50, 300, 150] });
    expect(payload).toMatchObject({
      map_id,
      mapping: { to: 'artifact', scale_x: 1, offset_x: 100, offset_y: 50 },
      source_mapping: { to: 'source', scale_x: 1, offset_x: x0 + 100, offset_y: y0 + 50 },
      source_bbox: [x0 + 100, y0 + 50, x0 + 300, y0 + 150],
    });
    const direct = await read({ map_id, bbox: payload.source_bbox });
    expect(readFileSync(direct.preview_file ?? '')).toEqual(readFileSync(preview_file ?? ''));
    const overlay = made.artifacts.find((artifact) => artifact.role === 'detection_overlay');
    const whole = await read({ artifact_uri: overlay?.uri, max_side: 400 });
    expect(whole.payload.source_bbox).toEqual([0, 0, made.size.width, made.size.height]);
    const mosaic = made.artifacts.find((artifact) => artifact.role === 'lonlat_corner_crop');
    expect((await read({ artifact_uri: mosaic?.uri })).payload.source_mapping).toBeUndefined();
  });

  it('says when a later run has superseded it, and when its file is gone', async () => {
    const map_id = await put('sheet.png', await pngOf(drawTestSheet({ legend: 'right', scale: 1, seed: 3 }).image));
    const { payload: old } = await process_({ map_id }, place.context);
    const artifact_uri = old.artifacts[0]?.uri;
    await process_({ map_id, regions: [{ label: 'others', bbox: [0, 0, 50, 50] }] }, place.context);
    expect((await read({ artifact_uri })).payload.warnings.join()).toMatch(/^stale_artifact/);
    rmSync(join(place.root, 'cache/mcp'), { recursive: true });
    await expect(read({ artifact_uri })).rejects.toMatchObject({ code: 'artifact_not_found' });
  });
});

describe('geomap_read_region refuses', () => {
  it.each([
    [{ bbox: [50, 50, 50, 90] }, 'invalid_bounds'],
    [{ bbox: [90, 50, 50, 90] }, 'invalid_bounds'],
    [{ bbox: [200, 0, 300, 50] }, 'invalid_bounds'],
    [{ bbox: [-9, -9, 0, 50] }, 'invalid_bounds'],
    [{ tile: { rows: 2, columns: 2, index: 4 } }, 'invalid_arguments'],
    [{ bbox: [0, 0, 3, 3], tile: { rows: 4, columns: 1, index: 0 } }, 'invalid_arguments'],
  ])('%o as %s, and leaves no file', async (part, code) => {
    const map_id = await put('a.png', await gradient(200, 120));
    await expect(read({ map_id, ...part })).rejects.toMatchObject({ code });
    const previews = join(place.root, 'cache/mcp/v1/previews');
    expect(existsSync(previews) ? readdirSync(previews) : []).toEqual([]);
  });

  it.each(['geomap://artifacts/none.png', 'geomap://bundles/x.json', '/etc/passwd', 'x'])(
    '%s, which is no picture',
    async (uri) => {
      await expect(read({ artifact_uri: uri })).rejects.toMatchObject({ code: 'artifact_not_found' });
    },
  );
});

import { mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/domain/documents/raster.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { mapProcess } from '../../src/workers/handlers/map-process.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { regionRead } from '../../src/workers/handlers/region-read.ts';
import { type Workspace, workspace } from '../catalog/handler-context.ts';
import { tiffOf } from '../catalog/pictures.ts';
import { type Tag, taggedTiff } from './tagged-tiff.ts';
import { drawTestSheet, pngOf } from './test-sheet.ts';

/* One test for each row of the field reports on image files. Rows that another file covers in depth are named here all the same. */

const raster = createSharpRaster();
const process_ = mapProcess({ raster, header: sharpHeader, glyphs: createGlyphSource(), builtin: builtinDetector });
const region = regionRead({ raster, header: sharpHeader });

let place: Workspace;
beforeEach(() => {
  place = workspace();
});

const put = (name: string, bytes: Uint8Array): string => {
  const file = join(place.maps, name);
  writeFileSync(file, bytes);
  return file;
};
const register = async (path: string, page?: number) =>
  (await mapRegister({ header: sharpHeader })({ path, ...(page === undefined ? {} : { page }) }, place.context)).payload;
const decoded = (path: string): Promise<RgbImage> => raster.readRgb({ path, page: 0, maxPixels: 400_000_000 });
const pixel = (image: RgbImage, x: number, y: number): number[] => [
  ...image.data.subarray((y * image.width + x) * 3, (y * image.width + x) * 3 + 3),
];
const refused = (details: Readonly<Record<string, unknown>>, words: RegExp) => ({
  code: 'unsupported_media',
  message: expect.stringMatching(words),
  facts: { details: expect.objectContaining(details) },
});
const solid = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } });

describe('field reports on image files', () => {
  it('4.1 old-style JPEG in TIFF is refused by name, with a way to convert', async () => {
    const file = put('a.tif', tiffOf([{ width: 8, height: 8, compression: 6 }]));
    await expect(register(file)).rejects.toMatchObject(
      refused({ reason: 'compression' }, /old-style JPEG.*tiffcp|gdal_translate/),
    );
  });

  it('4.2 12 bits per sample are refused, naming the depth', async () => {
    const file = put('a.tif', tiffOf([{ width: 8, height: 8, bits: 12 }]));
    await expect(register(file)).rejects.toMatchObject(refused({ reason: 'bits_per_sample' }, /12 bits/));
  });

  it('4.3 fax data in uncompressed mode are refused by name, never a blank picture', async () => {
    // T.6: the extension code 0000001111 opens the uncompressed mode of table 5 of T.4.
    const rows = '0000001111'.concat('1'.repeat(16), '00000010').repeat(4);
    const bits = rows.padEnd(Math.ceil(rows.length / 8) * 8, '0');
    const data = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const tags: Tag[] = [
      [256, 4, 16],
      [257, 4, 4],
      [258, 3, 1],
      [259, 3, 4],
      [262, 3, 0],
      [277, 3, 1],
      [278, 4, 4],
      [293, 4, 2],
    ];
    const { map_id } = await register(put('a.tif', taggedTiff(tags, data)));
    await expect(process_({ map_id }, place.context)).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(/uncompressed mode/),
    });
  });

  it('4.4 a 1-bit scan with white as zero is white paper with black ink, in grey when reduced', async () => {
    const tags: Tag[] = [
      [256, 4, 64],
      [257, 4, 32],
      [258, 3, 1],
      [259, 3, 1],
      [262, 3, 0],
      [277, 3, 1],
      [278, 4, 32],
    ];
    // Ones, which are black here, in the first 20 columns.
    const row = [0xff, 0xff, 0xf0, 0, 0, 0, 0, 0];
    const file = put('a.tif', taggedTiff(tags, Buffer.from(Array.from({ length: 32 }, () => row).flat())));
    const image = await decoded(file);
    expect([pixel(image, 19, 20), pixel(image, 20, 20)]).toEqual([
      [0, 0, 0],
      [255, 255, 255],
    ]);
    const small = await raster.readRgb({ path: file, page: 0, maxPixels: 1e6 }, { maxSide: 6 });
    expect(new Set(small.data).size).toBeGreaterThan(2);
  });

  it('4.5 full black ink without a profile is black, and the default profile is named', async () => {
    const tags: Tag[] = [
      [256, 4, 64],
      [257, 4, 64],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 5],
      [277, 3, 4],
      [278, 4, 64],
    ];
    const ink = new Uint8Array(64 * 64 * 4).map((_, at) => (at % 4 === 3 ? 255 : 0));
    const file = put('a.tif', taggedTiff(tags, Buffer.from(ink)));
    expect(Math.max(...(await decoded(file)).data)).toBeLessThan(60);
    const { payload } = await process_({ map_id: (await register(file)).map_id }, place.context);
    expect(payload.warnings.join('\n')).toMatch(/cmyk_without_profile: .*default CMYK profile/);
  });

  it('4.6 an inverted CMYK JPEG, as Adobe writes them, is no negative', async () => {
    const jpeg = await solid(64, 64, '#fff').toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    expect(jpeg.includes('Adobe')).toBe(true);
    expect(Math.min(...(await decoded(put('a.jpg', jpeg))).data)).toBeGreaterThan(230);
  });

  it('4.7 a CMYK sheet larger than the detector wants is copied once, plain, and nothing stays of the copy', async () => {
    const sheet = await pngOf(drawTestSheet({ legend: 'right', scale: 1, seed: 3 }).image);
    const wide = await sharp(sheet)
      .resize(5200, null, { kernel: 'nearest' })
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer();
    const file = put('a.jpg', wide);
    let reads = 0;
    const counting = {
      ...raster,
      writePlainTiff: (...args: Parameters<typeof raster.writePlainTiff>) => {
        reads += 1;
        return raster.writePlainTiff(...args);
      },
      readRgb: (...args: Parameters<typeof raster.readRgb>) => {
        if (args[0].path.endsWith('a.jpg')) reads += 1;
        return raster.readRgb(...args);
      },
    };
    const run = mapProcess({ raster: counting, header: sharpHeader, glyphs: createGlyphSource(), builtin: builtinDetector });
    const { payload } = await run({ map_id: (await register(file)).map_id }, place.context);
    expect(reads).toBe(1);
    expect(payload.regions.main_map).toHaveLength(1);
    expect(readdirSync(join(place.root, 'cache/mcp/v1/sheets'))).toEqual([]);
  });

  it.each([
    ['unsigned', 3, 1, [0, 1023]],
    ['signed', 3, 2, [-500, 500]],
  ] as const)(
    '4.8 %s 16-bit samples of a small range are shown over the full range',
    async (_name, type, format, [low, high]) => {
      const samples = Buffer.alloc(64 * 64 * 2);
      for (let at = 0; at < 64 * 64; at += 1) {
        const value = at % 64 < 32 ? low : high;
        if (format === 2) samples.writeInt16LE(value, at * 2);
        else samples.writeUInt16LE(value, at * 2);
      }
      const tags: Tag[] = [
        [256, 4, 64],
        [257, 4, 64],
        [258, type, 16],
        [259, 3, 1],
        [262, 3, 1],
        [277, 3, 1],
        [278, 4, 64],
        [339, 3, format],
      ];
      const image = await decoded(put('a.tif', taggedTiff(tags, samples)));
      expect([pixel(image, 5, 5)[0], pixel(image, 60, 5)[0]]).toEqual([0, 255]);
    },
  );

  it('4.9 a PNG with alpha becomes three bands on white paper, without any no-data value', async () => {
    const clear = sharp({ create: { width: 40, height: 30, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } } });
    const file = put('a.png', await clear.png().toBuffer());
    await raster.writePlainTiff({ path: file, page: 0, maxPixels: 1e6 }, join(place.root, 'plain.tif'));
    const meta = await sharp(join(place.root, 'plain.tif')).metadata();
    expect([meta.channels, meta.hasAlpha, meta.depth]).toEqual([3, false, 'uchar']);
    expect(pixel(await decoded(join(place.root, 'plain.tif')), 3, 3)).toEqual([255, 255, 255]);
  });

  it('4.10 a JPEG of one band is accepted', async () => {
    const file = put('a.jpg', await solid(1181, 834, '#777').toColourspace('b-w').jpeg().toBuffer());
    expect((await sharp(file).metadata()).channels).toBe(1);
    const { payload } = await process_({ map_id: (await register(file)).map_id }, place.context);
    expect(payload.size).toEqual({ width: 1181, height: 834 });
  });

  it.each(['地図 №5 é.png', 'a[page=2].png', "it's 100% #1 ?.png", '🗺️.png', '-rf.png', 'a\nb.png'])(
    '4.11 the file name %j works',
    async (name) => {
      const { map_id } = await register(put(name, await solid(60, 50, '#fff').png().toBuffer()));
      expect((await process_({ map_id }, place.context)).payload.size).toEqual({ width: 60, height: 50 });
    },
  );

  it('4.12 a rotation is applied once, in every product, and recorded', async () => {
    const sheet = await pngOf(drawTestSheet({ legend: 'right', scale: 1, seed: 3 }).image);
    const upright = await sharp(sheet).metadata();
    // Stored lying on its side; orientation 6 turns it back by a quarter clockwise.
    const file = put(
      'a.jpg',
      await sharp(await sharp(sheet).rotate(270).toBuffer())
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
    );
    const { map_id, orientation, size } = await register(file);
    expect([orientation, size]).toEqual([6, { width: upright.width, height: upright.height }]);
    const { payload } = await process_({ map_id }, place.context);
    expect(payload.orientation).toBe(6);
    const crop = payload.artifacts.find((artifact) => artifact.label === 'main_map');
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = crop?.bbox ?? [];
    expect(x1 - x0).toBeGreaterThan(y1 - y0);
    const seen = await region({ artifact_uri: crop?.uri }, place.context);
    expect(seen.payload.picture_size).toEqual({ width: x1 - x0, height: y1 - y0 });
    expect(payload.preview).toMatchObject({ source_width: upright.width, source_height: upright.height });
  });

  it('4.13 the number of pages is said, and another page can be chosen and processed', async () => {
    const pages = [
      { width: 60, height: 50 },
      { width: 80, height: 70 },
    ];
    const file = put('a.tif', tiffOf(pages));
    expect(await register(file)).toMatchObject({ pages: 2, page: 1, warnings: [expect.stringMatching(/2 pages/)] });
    const { map_id } = await register(file, 0);
    expect((await process_({ map_id }, place.context)).payload).toMatchObject({ page: 0, size: { width: 60, height: 50 } });
    expect((await region({ map_id }, place.context)).payload.picture_size).toEqual({ width: 60, height: 50 });
  });

  it('4.14 tags out of order and NUL inside text tags do no harm', async () => {
    const tags: Tag[] = [
      [277, 3, 1],
      [256, 4, 40],
      [305, 2, 0x00620061],
      [257, 4, 30],
      [270, 2, 0x00410000],
      [262, 3, 1],
      [259, 3, 1],
      [258, 3, 8],
      [278, 4, 30],
    ];
    const file = put('a.tif', taggedTiff(tags, Buffer.alloc(1200, 200)));
    const { map_id } = await register(file);
    expect((await process_({ map_id }, place.context)).payload.size).toEqual({ width: 40, height: 30 });
    expect(pixel(await decoded(file), 5, 5)).toEqual([200, 200, 200]);
  });

  it('4.15 of a gigantic tiled picture only the window asked for is read', async () => {
    // 262144 px square: every tile of 4096 px is the same 4 KB of packed grey.
    const side = 262_144;
    const count = (side / 4096) ** 2;
    const tile = deflateSync(Buffer.alloc(4096 * 4096, 90));
    const tags: Tag[] = [
      [256, 4, side],
      [257, 4, side],
      [258, 3, 8],
      [259, 3, 8],
      [262, 3, 1],
      [277, 3, 1],
      [322, 4, 4096],
      [323, 4, 4096],
    ];
    const file = put('a.tif', taggedTiff(tags, tile, { tiles: count }));
    await expect(register(file)).rejects.toMatchObject({
      code: 'oversize_image',
      facts: { details: { observed_pixels: side * side, limit_pixels: 400_000_000 } },
    });
    const image = await raster.readRgb(
      { path: file, page: 0, maxPixels: side * side },
      { box: [200_000, 200_000, 200_050, 200_040] },
    );
    expect([image.width, image.height, image.data[0]]).toEqual([50, 40, 90]);
  });

  it('4.16 what is taller than a JPEG can be is still written', async () => {
    let state = 7;
    const noise = new Uint8Array(50 * 70_000 * 3).map(() => {
      state = (state * 48271) % 2147483647;
      return state & 255;
    });
    const tall = { width: 50, height: 70_000, data: noise };
    const whole = await raster.writeRgb(tall, join(place.root, 'a.part'));
    expect(whole).toMatchObject({ mimeType: 'image/png', height: 70_000 });
    const source = { path: whole.path, page: 0, maxPixels: 1e7 };
    const crop = await raster.writeCrop(source, [0, 0, 50, 70_000], join(place.root, 'b.part'));
    expect(crop.height).toBeLessThanOrEqual(65_500);
    expect((await sharp(crop.path).metadata()).height).toBe(crop.height);
  });

  it('4.17 a file of 3.9 GB is refused with both numbers before it is read', async () => {
    const file = put('a.tif', tiffOf([{ width: 9, height: 9 }]));
    truncateSync(file, 3_900_000_000);
    const began = performance.now();
    await expect(register(file)).rejects.toMatchObject({
      code: 'oversize_image',
      facts: { details: { observed_bytes: 3_900_000_000, limit_bytes: 209_715_200 } },
    });
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('4.19 a result of one colour is called so', async () => {
    const { map_id } = await register(put('a.png', await solid(400, 300, '#000').png().toBuffer()));
    expect((await process_({ map_id }, place.context)).payload.warnings.join('\n')).toMatch(/nearly_blank/);
  });

  it('4.20 a name with backslashes and blanks is kept as it is', async () => {
    mkdirSync(join(place.maps, '\\\\server\\share\\folder with blanks'));
    const file = put('\\\\server\\share\\folder with blanks/a.png', await solid(60, 50, '#fff').png().toBuffer());
    expect((await register(file)).size).toEqual({ width: 60, height: 50 });
    await expect(register('\\\\server\\share\\folder with blanks\\a.tif')).rejects.toMatchObject({
      code: expect.stringMatching(/^(disallowed_path|artifact_not_found)$/),
    });
  });

  it('4.21 a BigTIFF of another byte order is read through its 64-bit offsets', async () => {
    const file = put('a.tif', tiffOf([{ width: 30, height: 20 }], { big: true, motorola: true }));
    const { map_id } = await register(file);
    expect((await process_({ map_id }, place.context)).payload.size).toEqual({ width: 30, height: 20 });
    expect(pixel(await decoded(file), 3, 3)).toEqual([128, 128, 128]);
  });

  it('a JPEG with megabytes of other data behind its end is a good one, and a cut one with the same is not', async () => {
    const noise = await sharp({
      create: { width: 600, height: 400, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
    })
      .jpeg({ progressive: true })
      .toBuffer();
    const tail = Buffer.alloc(3_000_000, 0x55);
    expect((await register(put('a.jpg', Buffer.concat([noise, tail])))).size).toEqual({ width: 600, height: 400 });
    const cut = register(put('b.jpg', Buffer.concat([noise.subarray(0, Math.floor(noise.length / 2)), tail])));
    await expect(cut).rejects.toMatchObject(refused({ reason: 'truncated' }, /end early/));
  });
});

import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/domain/documents/raster.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { mapProcess } from '../../src/workers/handlers/map-process.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { workspace } from '../catalog/handler-context.ts';

const SHARED = new URL('../../../shared/data/images/', import.meta.url).pathname;

type Frame = readonly [name: string, width: number, height: number, quarters: readonly number[], tolerance?: number];

/**
 * Size as displayed and mean brightness of the four quarters (top left, top right, bottom left, bottom right), as GDAL 3.6.2 reads
 * the same files: palettes looked up, samples brought to 8 bit, orientation applied by its definition. The tolerance is wider where
 * a colour profile comes in, which GDAL leaves aside, and 255 where only the frame is compared.
 */
const FRAMES: readonly Frame[] = [
  ['BigTIFF.tif', 64, 64, [94, 58, 96, 19]],
  ['BigTIFFMotorola.tif', 64, 64, [94, 58, 96, 19]],
  ['cmyk-3c-8b.tiff', 157, 151, [110, 124, 107, 98], 10],
  ['dscf0013.tif', 640, 480, [43, 107, 129, 61]],
  ['fax2d.tif', 1728, 1082, [240, 245, 236, 238]],
  ['fax4.tiff', 1080, 671, [47, 66, 114, 117]],
  ['flower-minisblack-02.tif', 73, 43, [77, 76, 12, 29]],
  ['flower-palette-04.tif', 73, 43, [116, 114, 52, 68]],
  ['flower-rgb-contig-08.tif', 73, 43, [116, 114, 49, 67]],
  ['flower-rgb-contig-16.tif', 73, 43, [116, 114, 50, 67]],
  ['flower-rgb-planar-16.tif', 73, 43, [116, 114, 50, 67]],
  ['flower-separated-contig-08.tif', 73, 43, [69, 65, 15, 26], 14],
  ['gradient-1c-32b-float.tiff', 256, 1, [], 255],
  ['imagemagick_group4.tiff', 640, 200, [228, 252, 227, 228]],
  ['jim___ah.tif', 664, 813, [97, 154, 72, 129]],
  ['minisblack-1c-16b.tiff', 157, 151, [119, 136, 120, 106]],
  ['miniswhite-1c-1b.tiff', 157, 151, [120, 157, 134, 99]],
  ['no_rows_per_strip.tiff', 512, 512, [117, 130, 133, 126]],
  ['oxford.tif', 601, 81, [96, 82, 151, 165]],
  ['palette-1c-1b.tiff', 157, 151, [120, 157, 134, 99]],
  ['palette-1c-8b.tiff', 157, 151, [111, 124, 108, 99]],
  ['planar-rgb-u8.tif', 374, 499, [81, 102, 44, 54]],
  ['quad-lzw.tif', 512, 384, [35, 35, 40, 33]],
  ['quad-tile.tif', 512, 384, [35, 35, 40, 33]],
  ['rgb-3c-16b.tiff', 157, 151, [111, 125, 108, 99]],
  ['seq-1c-16b-bigendian-68f373a0.tiff', 16, 16, [], 255],
  ['seq-1c-1b-71f6a21a.tiff', 16, 16, [128, 128, 128, 128]],
  ['seq-1c-4b-palette-85108c5a.tiff', 16, 16, [118, 120, 118, 120]],
  ['seq-1c-8b-bigendian-20f3db0c.tiff', 16, 16, [60, 68, 188, 196]],
  ['seq-1c-8b-deflate-20f3db0c.tiff', 16, 16, [60, 68, 188, 196]],
  ['seq-1c-8b-multipage-adeefdcc.tiff', 16, 16, [60, 68, 188, 196]],
  ['seq-1c-8b-multistrip-20f3db0c.tiff', 16, 16, [60, 68, 188, 196]],
  ['seq-1c-8b-packbits-20f3db0c.tiff', 16, 16, [60, 68, 188, 196]],
  ['seq-1c-8b-tiled-bigtiff-20f3db0c.tiff', 16, 16, [60, 68, 188, 196]],
  ['seq-3c-8b-lzw-8743c999.tiff', 16, 16, [105, 108, 148, 150]],
  ['seq-3c-8b-tiled-8743c999.tiff', 16, 16, [105, 108, 148, 150]],
  ['seq-4c-8b-cmyk-352ac1da.tiff', 16, 16, [100, 68, 100, 68], 10],
  ['seq-4c-8b-rgba-50969cda.tiff', 16, 16, [], 255],
  ['tiled-gray-i1.tif', 37, 51, [122, 224, 2, 161]],
  ['tiled-jpeg-rgb-u8.tif', 374, 499, [81, 102, 44, 54]],
  ['tiled-rgb-u8.tif', 374, 499, [81, 102, 44, 54]],
  ['usda_naip_256_webp_z3.tif', 1024, 2048, [251, 248, 255, 255]],
  ['ycbcr-cat.tif', 250, 325, [45, 53, 62, 79]],
  ['Channel_digital_image_CMYK_color.jpg', 500, 333, [107, 102, 110, 147], 12],
  ['Channel_digital_image_CMYK_color_no_profile.jpg', 500, 333, [107, 102, 110, 147], 12],
  ['Flag_of_the_Netherlands-16bit.png', 900, 600, [138, 138, 139, 139]],
  ['G31D.TIF', 2464, 3248, [245, 239, 230, 229]],
  ['G31D_MULTI.TIF', 2464, 3248, [245, 239, 230, 229]],
  ['Landscape_3.jpg', 600, 450, [98, 107, 69, 43], 16],
  ['Landscape_6.jpg', 600, 450, [98, 107, 69, 43], 16],
  ['Landscape_8.jpg', 600, 450, [98, 107, 69, 43], 16],
  ['bonne.geo.tif', 200, 200, [40, 39, 37, 36]],
];

/** Why each of the others is refused; the words have to name it. */
const REFUSED: readonly (readonly [name: string, reason: string, words: RegExp])[] = [
  ['12bit.cropped.rgb.tiff', 'bits_per_sample', /12 bits/],
  ['flower-minisblack-12.tif', 'bits_per_sample', /12 bits/],
  ['seq-1c-12b-47c39b31.tiff', 'bits_per_sample', /12 bits/],
  ['zackthecat.tif', 'compression', /old-style JPEG/],
  ['corrupt-header.jpg', 'truncated', /end/],
  ['truncated.jpg', 'truncated', /end/],
];

const raster = createSharpRaster();
const register = mapRegister({ header: sharpHeader });
const process_ = mapProcess({ raster, header: sharpHeader, glyphs: createGlyphSource(), builtin: builtinDetector });

const files = existsSync(SHARED)
  ? ['image-tiff', 'sharp'].flatMap((kind) => readdirSync(join(SHARED, kind)).map((name) => join(SHARED, kind, name)))
  : [];
const pathOf = (name: string): string => files.find((file) => basename(file) === name) ?? name;

function quartersOf({ width, height, data }: RgbImage): readonly number[] {
  const sums = [0, 0, 0, 0];
  const counts = [0, 0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const quarter = (y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0);
      const at = (y * width + x) * 3;
      sums[quarter] = (sums[quarter] ?? 0) + ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3;
      counts[quarter] = (counts[quarter] ?? 0) + 1;
    }
  }
  return sums.map((sum, at) => sum / Math.max(1, counts[at] ?? 0));
}

const registered = async (name: string) => {
  const place = workspace();
  copyFileSync(pathOf(name), join(place.maps, name));
  return { place, answer: register({ path: join(place.maps, name) }, place.context) };
};

describe.skipIf(files.length === 0)('the odd scans of ../shared (skipped without it)', () => {
  it('are all listed here', () => {
    expect([...FRAMES, ...REFUSED].map(([name]) => name).sort()).toEqual(files.map((file) => basename(file)).sort());
  });

  const frames = FRAMES.map(([name, width, height, quarters, tolerance = 3]) => ({ name, width, height, quarters, tolerance }));
  it.each(frames)('$name is processed as $width x $height px, the right way up and no blank', async (frame) => {
    const { name, width, height, quarters, tolerance } = frame;
    const { place, answer } = await registered(name);
    const { payload } = await answer;
    expect(payload.size).toEqual({ width, height });
    const image = await raster.readRgb({ path: pathOf(name), page: Number(payload.page), maxPixels: 400_000_000 });
    expect([image.width, image.height]).toEqual([width, height]);
    const found = quartersOf(image);
    for (const [at, wanted] of quarters.entries())
      expect(Math.abs((found[at] ?? 0) - wanted), name).toBeLessThanOrEqual(tolerance);
    expect(new Set(image.data).size).toBeGreaterThan(1);
    // The two fax pages of 8 Mpx are alike; one of them is enough to be processed here.
    if (name === 'G31D_MULTI.TIF') return;
    const result = await process_({ map_id: payload.map_id }, place.context);
    expect(result.payload.size).toEqual({ width, height });
    expect(result.payload.preview).toMatchObject({ source_width: width, source_height: height });
  });

  it.each(REFUSED)('%s is refused: %s', async (name, reason, words) => {
    const { answer } = await registered(name);
    await expect(answer).rejects.toMatchObject({
      code: 'unsupported_media',
      message: expect.stringMatching(words),
      facts: { details: { reason } },
    });
  });
});

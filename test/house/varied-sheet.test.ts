import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../src/demo/sheet-plan.ts';
import { jpegNoise } from '../../src/demo/varied/jpeg-noise.ts';
import { scanSheet } from '../../src/demo/varied/scan-faults.ts';
import { drawVariedSheet, type VariedSheet } from '../../src/demo/varied/varied-sheet.ts';
import { PLAIN_WISH, type SheetWish } from '../../src/demo/varied/varied-wish.ts';
import type { RgbImage } from '../../src/domain/documents/raster.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';

const glyphs = createGlyphSource();
const rastered = async ({ svg }: VariedSheet): Promise<RgbImage> => {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: new Uint8Array(data) };
};
const rgbAt = ({ width, data }: RgbImage, x: number, y: number): readonly number[] => {
  const at = (Math.round(y) * width + Math.round(x)) * 3;
  return [...data.subarray(at, at + 3)];
};
const hex = (rgb: readonly number[]): string => `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
const wishes: fc.Arbitrary<SheetWish> = fc.record({
  seed: fc.integer({ min: 0, max: 1e6 }),
  legend: fc.constantFrom('right', 'left', 'below', 'inside', 'none'),
  columns: fc.constantFrom(1, 2, 3),
  units: fc.integer({ min: 4, max: 20 }),
  body: fc.constantFrom('rectangle', 'coast', 'county'),
  neatline: fc.boolean(),
  panels: fc.constantFrom(1, 2),
  fills: fc.constantFrom('plain', 'patterned', 'white_mixed', 'line_drawn'),
  labels: fc.constantFrom('short', 'long'),
  headings: fc.boolean(),
  lineSymbols: fc.boolean(),
  figures: fc.subarray(['index_map', 'cross_section', 'correlation', 'column']),
  portrait: fc.boolean(),
  turn: fc.constantFrom(0, 1.5),
  faults: fc.constant([]),
});

describe('a varied sheet', () => {
  it('is settled by its wish', () => {
    expect(drawVariedSheet(PLAIN_WISH, glyphs)).toEqual(drawVariedSheet(PLAIN_WISH, glyphs));
    expect(drawVariedSheet({ ...PLAIN_WISH, seed: 2 }, glyphs).svg).not.toBe(drawVariedSheet(PLAIN_WISH, glyphs).svg);
  });

  it('has all that its truth names within the sheet, for any wish', () => {
    fc.assert(
      fc.property(wishes, (wish) => {
        const { width, height, truth } = drawVariedSheet(wish, glyphs);
        const boxes: readonly Box[] = [
          ...truth.regions.map(({ box }) => box),
          ...truth.units.flatMap(({ swatch, label }) => [swatch, label.box]),
          ...truth.headings.map(({ box }) => box),
          ...truth.symbolRows.flatMap(({ symbol, label }) => [symbol, label.box]),
        ];
        for (const [x0, y0, x1, y1] of boxes) {
          expect(x0 >= 0 && y0 >= 0 && x1 <= width && y1 <= height).toBe(true);
          expect(x1 > x0 && y1 > y0).toBe(true);
        }
        expect(truth.regions.filter(({ label }) => label === 'main_map')).toHaveLength(wish.panels);
      }),
      { numRuns: 6 },
    );
  });

  it('shows each unit in its colour where the truth puts its swatch, and paper beside it', async () => {
    const sheet = drawVariedSheet({ ...PLAIN_WISH, seed: 12 }, glyphs);
    const image = await rastered(sheet);
    for (const { swatch, color } of sheet.truth.units) {
      expect(hex(rgbAt(image, swatch[0] + 8, swatch[1] + 8))).toBe(color);
      expect(rgbAt(image, swatch[0] - 3, swatch[1] + 8)).toEqual(rgbAt(image, 4, 4));
    }
  });

  it('halves its truth with its picture and keeps it through every other fault', async () => {
    const sheet = drawVariedSheet({ ...PLAIN_WISH, units: 5 }, glyphs);
    const image = await rastered(sheet);
    const half = scanSheet({ image, truth: sheet.truth }, ['half', 'grey'], 3);
    expect([half.image.width, half.image.height]).toEqual([image.width >> 1, image.height >> 1]);
    expect(half.truth.units[0]?.swatch).toEqual(sheet.truth.units[0]?.swatch.map((side) => side / 2));
    const bits = scanSheet({ image: half.image, truth: half.truth }, ['aged', 'folded', 'dithered'], 3);
    expect(bits.truth).toBe(half.truth);
    expect([...new Set(bits.image.data)].sort()).toEqual([0, 255]);
  });
});

describe('JPEG noise', () => {
  it('is what a JPEG of the same quality gives', async () => {
    const { width, height } = { width: 96, height: 64 };
    const data = new Uint8Array(width * height * 3).map((_, at) => {
      const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
      return 128 + 80 * Math.sin(x / 7) * Math.cos(y / 5) + (x > 40 && x < 44 ? -38 : 0);
    });
    const noisy = jpegNoise({ width, height, data }, 30);
    const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 30, chromaSubsampling: '4:2:0' })
      .toBuffer();
    const decoded = await sharp(jpeg).raw().toBuffer();
    const apart = (one: Uint8Array, other: Uint8Array) =>
      one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
    expect(apart(noisy.data, decoded)).toBeLessThan(0.1 * apart(data, decoded));
  });
});

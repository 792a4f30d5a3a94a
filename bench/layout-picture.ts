import sharp from 'sharp';
import type { SheetTruth } from '../src/demo/varied/varied-truth.ts';
import type { PixelBox } from '../src/domain/catalog/records.ts';
import type { RgbImage } from '../src/domain/documents/raster.ts';
import type { Layout } from '../src/domain/layout/layout-detector.ts';
import type { GlyphSource } from '../src/domain/text/glyph-source.ts';

export type JudgedSheet = {
  readonly name: string;
  readonly image: RgbImage;
  readonly truth: SheetTruth;
  readonly layout: Layout;
};

const CELL = 1100;
const COLUMNS = 2;
const TRUTH = '#00a040';
const FOUND = '#e00020';

const rects = (boxes: readonly PixelBox[], colour: string, width: number): string =>
  boxes
    .map(
      ([x0, y0, x1, y1]) =>
        `<rect x="${x0}" y="${y0}" width="${Math.max(0, x1 - x0)}" height="${Math.max(0, y1 - y0)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`,
    )
    .join('');

/** One sheet with its boxes and the names of what was reported, at most `CELL` px. */
const cellOf = async ({ name, image, truth, layout }: JudgedSheet, glyphs: GlyphSource): Promise<Buffer> => {
  const { width, height, data } = image;
  const thick = Math.max(2, Math.max(width, height) / 700);
  const size = Math.max(width, height) / 60;
  const word = (text: string, x: number, y: number, colour: string) =>
    `<path d="${glyphs.textPath(text, { x, y, size, weight: 'bold' }).d}" fill="${colour}"/>`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`,
    rects(
      [...truth.regions.map(({ box }) => box), ...truth.units.flatMap(({ swatch, label }) => [swatch, label.box])],
      TRUTH,
      2 * thick,
    ),
    rects([...layout.detections.map(({ bbox }) => bbox), ...layout.legend.swatches, ...layout.legend.texts], FOUND, thick),
    ...layout.detections.map(({ label, bbox }) => word(label, bbox[0], bbox[1] - size / 4, FOUND)),
    word(name, size, size * 1.2, '#0030c0'),
    '</svg>',
  ].join('');
  const drawn = await sharp(data, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(svg) }])
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(drawn).resize(CELL, CELL, { fit: 'inside' }).png().toBuffer();
};

/** Writes the sheets side by side, truth and found boxes drawn in. */
export const writeContactPicture = async (
  sheets: readonly JudgedSheet[],
  { glyphs, target }: { readonly glyphs: GlyphSource; readonly target: string },
): Promise<void> => {
  const cells: Buffer[] = [];
  for (const sheet of sheets) cells.push(await cellOf(sheet, glyphs));
  const size = { width: COLUMNS * CELL, height: Math.max(1, Math.ceil(cells.length / COLUMNS)) * CELL };
  await sharp({ create: { ...size, channels: 3, background: '#777777' } })
    .composite(cells.map((input, index) => ({ input, left: (index % COLUMNS) * CELL, top: Math.floor(index / COLUMNS) * CELL })))
    .png()
    .toFile(target);
};

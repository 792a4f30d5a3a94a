import { join } from 'node:path';
import type { RasterPort } from '../../domain/documents/raster.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import { type ScannedSheet, scanSheet } from './scan-faults.ts';
import { drawVariedSheet } from './varied-sheet.ts';
import type { SheetWish } from './varied-wish.ts';

export type DrawingDeps = {
  readonly raster: RasterPort;
  readonly glyphs: GlyphSource /** For files between. */;
  readonly folder: string;
};

/** The finished picture of a wish, drawn, printed and scanned, with the truth in its pixels. */
export const drawScan = async (wish: SheetWish, { raster, glyphs, folder }: DrawingDeps): Promise<ScannedSheet> => {
  const { svg, width, height, truth } = drawVariedSheet(wish, glyphs);
  const [blank, drawn] = [join(folder, 'blank.png'), join(folder, `drawn-${wish.seed}.png`)];
  const source = (path: string) => ({ path, page: 0, maxPixels: 100_000_000 });
  await raster.writeRgb({ width, height, data: new Uint8Array(width * height * 3).fill(255) }, blank);
  await raster.writeAnnotated(source(blank), svg, drawn);
  return scanSheet({ image: await raster.readRgb(source(drawn)), truth }, wish.faults, wish.seed);
};

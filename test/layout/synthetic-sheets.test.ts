import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawScan } from '../../src/demo/varied/draw-scan.ts';
import { PLAIN_WISH, type SheetWish } from '../../src/demo/varied/varied-wish.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { ratesOf, scoreLayout } from './sheet-score.ts';

/** Figures of the whole set come from `npm run bench:layout`; these few sheets keep what it measured from getting lost. */
const SHEETS: readonly (readonly [string, Partial<SheetWish>, { readonly map: number; readonly f1: number }])[] = [
  ['the legend at the right, with headings and symbols', { headings: true, lineSymbols: true }, { map: 0.97, f1: 1 }],
  [
    'white swatches in columns below the map',
    { legend: 'below', columns: 3, units: 15, fills: 'white_mixed' },
    { map: 0.97, f1: 1 },
  ],
  ['patterns and labels of several lines', { legend: 'left', fills: 'patterned', labels: 'long' }, { map: 0.97, f1: 0.95 }],
  ['the legend inside the frame', { legend: 'inside', units: 8 }, { map: 0.97, f1: 1 }],
  ['a correlation chart that is no legend', { figures: ['correlation', 'index_map'] }, { map: 0.97, f1: 0.95 }],
  ['a skew, old paper and JPEG noise', { turn: 1.4, faults: ['aged', 'jpeg'] }, { map: 0.95, f1: 0.85 }],
  ['one bit per pixel', { fills: 'line_drawn', faults: ['bilevel'] }, { map: 0.95, f1: 0.9 }],
  ['half the resolution', { legend: 'left', faults: ['half'] }, { map: 0.97, f1: 0.9 }],
];

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'synthetic-sheets-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the built-in detector on varied sheets', () => {
  it.each(SHEETS)('finds map and swatches on a sheet with %s', { timeout: 60_000 }, async (_, wish, wanted) => {
    const deps = { raster: createSharpRaster(), glyphs: createGlyphSource(), folder };
    const { image, truth } = await drawScan({ ...PLAIN_WISH, seed: 4242, ...wish }, deps);
    const score = scoreLayout(truth, await builtinDetector.detect(image));
    expect(score.mapOverlap).toBeGreaterThanOrEqual(wanted.map);
    expect(ratesOf(score.swatches).f1).toBeGreaterThanOrEqual(wanted.f1);
    expect(ratesOf(score.labels).recall).toBeGreaterThanOrEqual(0.8);
    expect(ratesOf(score.headings).recall).toBeGreaterThanOrEqual(0.8);
    expect(ratesOf(score.symbolRows).recall).toBeGreaterThanOrEqual(0.8);
  });
});

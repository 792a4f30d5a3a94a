import { existsSync } from 'node:fs';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import type { RgbImage } from '../../src/domain/documents/raster.ts';
import { overlapRatio, scaled } from '../../src/domain/layout/boxes.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import type { Layout } from '../../src/domain/layout/layout-detector.ts';
import { drawTestSheet, type LegendPlace, type TestSheet } from './test-sheet.ts';

const bestMap = (layout: Layout): PixelBox =>
  layout.detections.filter(({ label }) => label === 'main_map').sort((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0))[0]
    ?.bbox ?? [0, 0, 0, 0];

function expectTruth(layout: Layout, sheet: TestSheet): void {
  expect(overlapRatio(bestMap(layout), sheet.map)).toBeGreaterThan(0.98);
  expect(layout.legend.swatches).toHaveLength(sheet.swatches.length);
  for (const truth of sheet.swatches) {
    const best = Math.max(...layout.legend.swatches.map((swatch) => overlapRatio(swatch, truth)));
    expect(best).toBeGreaterThan(0.85);
  }
  expect(layout.legend.texts).toHaveLength(sheet.swatches.length);
}

const places: readonly LegendPlace[] = ['right', 'left', 'below', 'inside'];

describe('the built-in detector on drawn sheets', () => {
  it.each(places.flatMap((legend) => [0.6, 1, 1.7].map((scale) => [legend, scale] as const)))(
    'finds map and legend with the legend %s at scale %f',
    async (legend, scale) => {
      const sheet = drawTestSheet({ legend, scale, seed: 11 });
      expectTruth(await builtinDetector.detect(sheet.image), sheet);
    },
  );

  it('reports no legend where there is none, and the map all the same', async () => {
    const sheet = drawTestSheet({ legend: 'none', scale: 1, seed: 5 });
    const layout = await builtinDetector.detect(sheet.image);
    expect(layout.detections.map(({ label }) => label)).not.toContain('legend');
    expect(overlapRatio(bestMap(layout), sheet.map)).toBeGreaterThan(0.98);
  });

  it('puts the legend region around its rows and off the map', async () => {
    const sheet = drawTestSheet({ legend: 'right', scale: 1, seed: 2 });
    const layout = await builtinDetector.detect(sheet.image);
    const [x0, y0, x1, y1] = layout.detections.find(({ label }) => label === 'legend')?.bbox ?? [0, 0, 0, 0];
    expect(x0).toBeGreaterThanOrEqual(sheet.map[2]);
    for (const swatch of sheet.swatches)
      expect(swatch[0] >= x0 && swatch[1] >= y0 && swatch[2] <= x1 && swatch[3] <= y1).toBe(true);
  });

  it('gives the tallest line of words outside the map as the title', async () => {
    const layout = await builtinDetector.detect(drawTestSheet({ legend: 'right', scale: 1, seed: 2 }).image);
    const title = layout.detections.find(({ label }) => label === 'title')?.bbox ?? [0, 0, 0, 0];
    expect(overlapRatio(title, [500, 40, 500 + 29.5 * 34 * 0.75, 74])).toBeGreaterThan(0.9);
  });

  it('moves its boxes with the drawing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }), async (shiftX, shiftY) => {
        const still = drawTestSheet({ legend: 'right', scale: 0.5, seed: 8 });
        const moved = drawTestSheet({ legend: 'right', scale: 0.5, seed: 8, shiftX, shiftY });
        const [a, b] = [await builtinDetector.detect(still.image), await builtinDetector.detect(moved.image)];
        const [ax0, ay0, ax1, ay1] = bestMap(a);
        expect(overlapRatio(bestMap(b), [ax0 + shiftX, ay0 + shiftY, ax1 + shiftX, ay1 + shiftY])).toBeGreaterThan(0.98);
        expect(b.legend.swatches).toHaveLength(a.legend.swatches.length);
      }),
      { numRuns: 6 },
    );
  });

  it('stops between stages when it is told to', async () => {
    const sheet = drawTestSheet({ legend: 'right', scale: 0.5, seed: 1 });
    await expect(builtinDetector.detect(sheet.image, AbortSignal.abort(new Error('told to stop')))).rejects.toThrow(
      'told to stop',
    );
  });
});

/** Grey levels from the seed alone. */
function noise(width: number, height: number, colour: boolean): RgbImage {
  const data = new Uint8Array(width * height * 3);
  let state = 12345;
  for (let at = 0; at < data.length; at += 1) {
    if (colour || at % 3 === 0) state = (state * 48271) % 2147483647;
    data[at] = state & 255;
  }
  return { width, height, data };
}

/** The picture after a change by sharp. */
async function changed(image: RgbImage, change: (picture: Sharp) => Sharp): Promise<RgbImage> {
  const { width, height, data } = image;
  const picture = change(sharp(data, { raw: { width, height, channels: 3 } }));
  const png = await picture.png({ compressionLevel: 1 }).toBuffer();
  const raw = await sharp(png).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: raw.info.width, height: raw.info.height, data: new Uint8Array(raw.data) };
}

/** The upright box around a box that was turned with its picture about the middle, as sharp turns. */
function turnedBox([x0, y0, x1, y1]: PixelBox, degrees: number, [from, to]: readonly [RgbImage, RgbImage]): PixelBox {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ].map(([x = 0, y = 0]) => {
    const [dx, dy] = [x - from.width / 2, y - from.height / 2];
    return [to.width / 2 + dx * cos - dy * sin, to.height / 2 + dx * sin + dy * cos] as const;
  });
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

describe('the built-in detector on scans that are not perfect', () => {
  const sheet = drawTestSheet({ legend: 'right', scale: 1.2, seed: 4 });

  it.each([-2.5, 0.8, 3])('reads a sheet that lies %f degrees askew', async (degrees) => {
    const image = await changed(sheet.image, (picture) => picture.rotate(degrees, { background: '#ffffff' }));
    const layout = await builtinDetector.detect(image);
    expect(overlapRatio(bestMap(layout), turnedBox(sheet.map, degrees, [sheet.image, image]))).toBeGreaterThan(0.97);
    expect(layout.legend.swatches).toHaveLength(sheet.swatches.length);
    expect(layout.legend.texts).toHaveLength(sheet.swatches.length);
  });

  it.each<readonly [string, (picture: Sharp) => Sharp]>([
    ['grey', (picture) => picture.greyscale()],
    ['blurred', (picture) => picture.blur(1.5)],
    ['of strong JPEG noise', (picture) => picture.jpeg({ quality: 30 })],
  ])('finds the same on a scan that is %s', async (_, change) => {
    const image = await changed(sheet.image, change);
    const layout = await builtinDetector.detect(image);
    expect(overlapRatio(bestMap(layout), sheet.map)).toBeGreaterThan(0.97);
    expect(layout.legend.swatches).toHaveLength(sheet.swatches.length);
  });

  it('evens out paper that is yellow and darker towards its edges', async () => {
    const { width, height } = sheet.image;
    const data = sheet.image.data.map((value, at) => {
      const pixel = Math.floor(at / 3);
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      const edge = Math.min(1, Math.min(x, y, width - 1 - x, height - 1 - y) / (0.06 * width));
      return value * ([0.95, 0.88, 0.74][at % 3] ?? 1) * (0.88 + 0.12 * edge) ** (1 + (at % 3) * 0.35);
    });
    const layout = await builtinDetector.detect({ width, height, data });
    expect(overlapRatio(bestMap(layout), sheet.map)).toBeGreaterThan(0.97);
    expect(layout.legend.swatches).toHaveLength(sheet.swatches.length);
  });
});

const USGS = new URL('../../../shared/data/maps/sample_usgs.jpg', import.meta.url).pathname;
/** Hand-drawn on the sheet at full size. */
const USGS_MAP: PixelBox = [105, 130, 2670, 1702];

describe.skipIf(!existsSync(USGS))('the built-in detector on the USGS sheet (skipped where the shared maps are absent)', () => {
  const opened = async (change: (picture: Sharp) => Sharp): Promise<RgbImage> => {
    const raw = await sharp(USGS).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return changed({ width: raw.info.width, height: raw.info.height, data: new Uint8Array(raw.data) }, change);
  };

  it('finds the map, all fifty swatches with their labels, the sections and the scale at full size', async () => {
    const layout = await builtinDetector.detect(await opened((picture) => picture));
    expect(overlapRatio(bestMap(layout), USGS_MAP)).toBeGreaterThan(0.98);
    expect(layout.legend.swatches).toHaveLength(50);
    expect(layout.legend.texts).toHaveLength(50);
    const labels = layout.detections.map(({ label }) => label);
    expect(labels.filter((label) => label === 'cross_section')).toHaveLength(3);
    expect(labels).toEqual(expect.arrayContaining(['title', 'scale', 'index_map', 'stratigraphic_column', 'legend']));
  });

  it.each<readonly [string, number, (picture: Sharp) => Sharp]>([
    ['at half size', 0.5, (picture) => picture.resize(1934)],
    ['in grey', 1, (picture) => picture.greyscale()],
  ])('finds at least 49 of the swatches and none beyond them %s', async (_, factor, change) => {
    const layout = await builtinDetector.detect(await opened(change));
    expect(overlapRatio(bestMap(layout), scaled(USGS_MAP, factor, factor))).toBeGreaterThan(0.98);
    expect(layout.legend.swatches.length).toBeGreaterThanOrEqual(49);
    expect(layout.legend.swatches.length).toBeLessThanOrEqual(50);
  });

  it.each([128, 200])('finds the map on the sheet cut to 1 bit at %i', async (threshold) => {
    const layout = await builtinDetector.detect(await opened((picture) => picture.greyscale().threshold(threshold)));
    expect(overlapRatio(bestMap(layout), USGS_MAP)).toBeGreaterThan(0.97);
  });
});

describe('the built-in detector on what is no map', () => {
  it.each([
    ['colour noise', noise(1500, 1100, true)],
    ['grey noise', noise(1500, 1100, false)],
  ])('sees nothing in %s and takes no longer than 5 s of processor time', async (_, image) => {
    const began = process.cpuUsage();
    const layout = await builtinDetector.detect(image);
    const { user, system } = process.cpuUsage(began);
    expect(user + system).toBeLessThan(5_000_000);
    expect(layout.detections.filter(({ label }) => label !== 'title')).toEqual([]);
    expect(layout.legend.swatches).toEqual([]);
  });

  it('does not call a ruled table a map', async () => {
    const data = new Uint8Array(1400 * 1000 * 3).fill(255);
    const fill = (x0: number, y0: number, x1: number, y1: number) => {
      for (let y = y0; y < y1; y += 1) data.fill(20, (y * 1400 + x0) * 3, (y * 1400 + x1) * 3);
    };
    for (let row = 0; row <= 20; row += 1) fill(100, 100 + row * 40, 1302, 102 + row * 40);
    for (let column = 0; column <= 6; column += 1) fill(100 + column * 200, 100, 102 + column * 200, 902);
    for (let row = 0; row < 20; row += 1)
      for (let column = 0; column < 6; column += 1)
        for (let letter = 0; letter < 10; letter += 1) {
          const [x, y] = [112 + column * 200 + letter * 14, 112 + row * 40];
          fill(x, y, x + 3, y + 16);
          fill(x, y + 7, x + 8, y + 9);
        }
    const layout = await builtinDetector.detect({ width: 1400, height: 1000, data });
    expect(layout.detections.filter(({ label }) => label === 'main_map' || label === 'legend')).toEqual([]);
  });

  it('does not call a page of text a map', async () => {
    const data = new Uint8Array(1200 * 1600 * 3).fill(255);
    const fill = (x0: number, y0: number, x1: number, y1: number) => {
      for (let y = y0; y < y1; y += 1) data.fill(20, (y * 1200 + x0) * 3, (y * 1200 + x1) * 3);
    };
    for (let row = 0; row < 58; row += 1)
      for (let letter = 0; letter < 70; letter += 1) {
        if ((letter * 7 + row) % 6 === 0) continue;
        const [x, y] = [100 + letter * 14, 100 + row * 24];
        fill(x, y, x + 2, y + 15);
        fill(x, y, x + 9, y + 2);
        fill(x, y + 7, x + 8, y + 9);
      }
    const layout = await builtinDetector.detect({ width: 1200, height: 1600, data });
    expect(layout.detections.filter(({ label }) => label !== 'title')).toEqual([]);
  });

  it('never throws and never leaves the picture, whatever the pixels', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 90 }),
        fc.uint8Array({ minLength: 12, maxLength: 60 }),
        async (width, height, pattern) => {
          const data = new Uint8Array(width * height * 3).map((_, at) => pattern[at % pattern.length] ?? 0);
          const layout = await builtinDetector.detect({ width, height, data });
          for (const { bbox } of layout.detections) {
            expect(bbox.every(Number.isFinite)).toBe(true);
            expect(bbox[0] >= 0 && bbox[1] >= 0 && bbox[2] <= width && bbox[3] <= height).toBe(true);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import type { RgbImage } from '../../src/domain/documents/raster.ts';
import { areaFractions, insideNeatline } from '../../src/domain/legend/area-fractions.ts';
import { assignLeastCost } from '../../src/domain/legend/assignment.ts';
import { colorHex, colorName, NAMED_COLORS, type Rgb } from '../../src/domain/legend/color-names.ts';
import { readLegendEntries } from '../../src/domain/legend/legend-entries.ts';
import { pairLegend } from '../../src/domain/legend/pairing.ts';
import { swatchColor } from '../../src/domain/legend/swatch-color.ts';
import { shrinkTextBox } from '../../src/domain/legend/text-shrink.ts';

const picture = (width: number, height: number, at: (x: number, y: number) => Rgb): RgbImage => {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data.set(at(x, y), (y * width + x) * 3);
  return { width, height, data };
};
const RED: Rgb = [255, 0, 0];
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The reference's own case (contract 7.4): a red swatch in rows 5-14, columns 4-13, text in columns 25-44 of the same rows. */
const reference = picture(80, 30, (x, y) => {
  if (y < 5 || y > 14) return WHITE;
  if (x >= 4 && x <= 13) return RED;
  return x >= 25 && x <= 44 ? BLACK : WHITE;
});

describe('a legend entry', () => {
  it('has the colour, name and text box of the reference case', () => {
    const { entries } = readLegendEntries(reference, { swatches: [[4, 5, 14, 15]], texts: [[20, 4, 50, 16]] });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ rgb: [255, 0, 0], hex: '#FF0000', name: 'Red' });
    const [x0, , x1] = entries[0]?.text ?? [0, 0, 0, 0];
    expect(x0).toBeGreaterThanOrEqual(19);
    expect(x0).toBeLessThanOrEqual(25);
    expect(x1).toBeLessThanOrEqual(50);
    expect(x1).toBeGreaterThanOrEqual(45);
  });

  it('keeps a swatch whose text is too far away, without a text', () => {
    const { entries, loneTexts } = readLegendEntries(reference, { swatches: [[4, 5, 14, 15]], texts: [[60, 4, 70, 16]] });
    expect(entries).toHaveLength(1);
    expect(entries[0]?.text).toBeNull();
    expect(loneTexts).toEqual([[60, 4, 70, 16]]);
  });
});

describe('the colour of a swatch', () => {
  it('is the median without near-black letters, and counts all pixels when every one is near-black', () => {
    const lettered = picture(20, 10, (x) => (x % 3 === 0 ? [10, 10, 10] : [200, 150, 90]));
    expect(swatchColor(lettered, [0, 0, 20, 10])).toEqual([200, 150, 90]);
    expect(
      swatchColor(
        picture(8, 8, () => [12, 3, 5]),
        [0, 0, 8, 8],
      ),
    ).toEqual([12, 3, 5]);
  });

  it('rounds the mean of two middle values half to even', () => {
    expect(
      swatchColor(
        picture(2, 2, (x) => (x === 0 ? [100, 100, 101] : [101, 103, 102])),
        [0, 0, 2, 2],
      ),
    ).toEqual([100, 102, 102]);
  });

  it('is null outside the picture', () => {
    expect(swatchColor(reference, [200, 200, 210, 210])).toBeNull();
  });

  it('is named by the nearest of the 25, the earlier on a tie', () => {
    for (const [rgb, name] of NAMED_COLORS) expect(colorName(rgb)).toBe(name);
    expect(NAMED_COLORS).toHaveLength(25);
    expect(colorName([160, 210, 235])).toBe('Light Blue');
    expect(colorHex([1, 171, 255])).toBe('#01ABFF');
  });
});

/** All assignments of few rows and columns, by trying each. */
function bruteForce(
  cost: readonly (readonly number[])[],
  row = 0,
  used: readonly number[] = [],
): { pairs: number; total: number } {
  if (row === cost.length) return { pairs: 0, total: 0 };
  const left = bruteForce(cost, row + 1, used);
  return (cost[row] ?? []).reduce((best, value, column) => {
    if (used.includes(column) || !Number.isFinite(value)) return best;
    const rest = bruteForce(cost, row + 1, [...used, column]);
    const here = { pairs: rest.pairs + 1, total: rest.total + value };
    return here.pairs > best.pairs || (here.pairs === best.pairs && here.total < best.total) ? here : best;
  }, left);
}

describe('pairing', () => {
  it('finds the assignment that trying every one finds', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constant(Number.POSITIVE_INFINITY));
    const matrix = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([rows, columns]) =>
        fc.array(fc.array(value, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      );
    fc.assert(
      fc.property(matrix, (cost) => {
        const found = assignLeastCost(cost);
        const pairs = found.flatMap((column, row) => (column >= 0 ? [cost[row]?.[column] ?? Number.NaN] : []));
        expect(new Set(found.filter((column) => column >= 0)).size).toBe(pairs.length);
        expect({ pairs: pairs.length, total: pairs.reduce((sum, each) => sum + each, 0) }).toEqual(bruteForce(cost));
      }),
      { numRuns: 300 },
    );
  });

  it('does not depend on the order in which swatches were found', () => {
    const swatches: PixelBox[] = [0, 1, 2, 3].map((row) => [10, 30 * row, 50, 30 * row + 20]);
    const texts: PixelBox[] = [0, 1, 2, 3].map((row) => [60, 30 * row + 2, 200, 30 * row + 18]);
    const turned = pairLegend([...swatches].reverse(), texts);
    expect(turned.pairs.map(({ swatch, text }) => 3 - swatch - text)).toEqual([0, 0, 0, 0]);
  });

  it('takes labels at the left when that is where they stand', () => {
    const swatches: PixelBox[] = [0, 1, 2].map((row) => [300, 30 * row, 340, 30 * row + 20]);
    const texts: PixelBox[] = [0, 1, 2].map((row) => [150, 30 * row + 2, 290, 30 * row + 18]);
    expect(pairLegend(swatches, texts).pairs).toHaveLength(3);
  });

  it('names what stays alone', () => {
    const { loneSwatches, loneTexts } = pairLegend(
      [
        [0, 0, 40, 20],
        [0, 100, 40, 120],
      ],
      [
        [50, 2, 90, 18],
        [50, 400, 90, 418],
      ],
    );
    expect(loneSwatches).toEqual([1]);
    expect(loneTexts).toEqual([1]);
  });
});

describe('shrinking a text box', () => {
  it('keeps rows, leaves one px of air, and leaves a blank box as it is', () => {
    const [x0, y0, x1, y1] = shrinkTextBox(reference, [16, 2, 70, 20]);
    expect([y0, y1]).toEqual([2, 20]);
    expect(x0).toBe(24);
    expect(x1).toBe(45);
    expect(shrinkTextBox(reference, [50, 0, 78, 4])).toEqual([50, 0, 78, 4]);
  });
});

const fractionsOf = (image: RgbImage, colors: readonly Rgb[]) => areaFractions(image, colors).map(({ fraction }) => fraction);

describe('area fractions', () => {
  const thirds = picture(90, 40, (x) => (x < 30 ? RED : x < 60 ? [0, 0, 255] : WHITE));

  it('are shares of the map with six decimals, and null for white', () => {
    expect(fractionsOf(thirds, [RED, [0, 0, 255], WHITE])).toEqual([0.333333, 0.333333, null]);
  });

  it('are null for a colour that two entries share', () => {
    expect(areaFractions(thirds, [RED, RED])).toEqual([
      { fraction: null, uncertainty: null },
      { fraction: null, uncertainty: null },
    ]);
  });

  it('never count a pixel twice, so they sum to at most one', () => {
    const color = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }));
    fc.assert(
      fc.property(
        fc.array(color, { minLength: 1, maxLength: 12 }),
        fc.array(color, { minLength: 1, maxLength: 30 }),
        (legend, pixels) => {
          const image = picture(pixels.length, 2, (x) => pixels[x] ?? WHITE);
          const sum = fractionsOf(image, legend).reduce<number>((total, share) => total + (share ?? 0), 0);
          expect(sum).toBeLessThanOrEqual(1 + 1e-5 * legend.length);
        },
      ),
    );
  });

  it('come with no uncertainty where every pixel has the colour of the legend', () => {
    expect(areaFractions(thirds, [RED, [0, 0, 255]]).map(({ uncertainty }) => uncertainty)).toEqual([0, 0]);
  });

  it('are uncertain by the pixels that lie about half way between two colours', () => {
    const A: Rgb = [200, 100, 100];
    const B: Rgb = [200, 100, 140];
    // A tenth of the picture is half way between the two, and counts for the first.
    const image = picture(100, 10, (x) => (x < 45 ? A : x < 55 ? [200, 100, 120] : B));
    expect(areaFractions(image, [A, B])).toEqual([
      { fraction: 0.55, uncertainty: 0.1 },
      { fraction: 0.45, uncertainty: 0.1 },
    ]);
  });

  it('leave out what lies on the map and is no map', () => {
    const shares = areaFractions(thirds, [RED, [0, 0, 255]], (x) => x >= 60);
    expect(shares.map(({ fraction }) => fraction)).toEqual([0.5, 0.5]);
  });

  it('leave the neatline out', () => {
    expect(insideNeatline([100, 100, 1100, 900])).toEqual([106, 106, 1094, 894]);
    expect(insideNeatline([0, 0, 3, 3])).toEqual([0, 0, 3, 3]);
  });
});

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { earthquakeCsv, faultGeoJson } from '../../src/demo/knowledge-files.ts';
import { drawSheet } from '../../src/demo/sheet-drawing.ts';
import { unitAt } from '../../src/demo/sheet-geology.ts';
import { type Box, inBox, type Point, toPixel, toWorld } from '../../src/demo/sheet-plan.ts';
import { planSheet } from '../../src/demo/sheet-planner.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 31 });
const few = { numRuns: 8 };

describe('the drawn sheet', () => {
  it('is settled by its seed', () => {
    const glyphs = createGlyphSource();
    expect(drawSheet(planSheet(7), glyphs)).toBe(drawSheet(planSheet(7), glyphs));
    expect(drawSheet(planSheet(8), glyphs)).not.toBe(drawSheet(planSheet(7), glyphs));
  });

  it('needs no font of the machine', () => {
    expect(drawSheet(planSheet(7), createGlyphSource())).not.toMatch(/<text|font-family|href/);
  });

  it('has a legend of at least eight units whose colours nobody can mistake', () => {
    const colors = planSheet(7).legend.rows.map(({ unit }) =>
      [1, 3, 5].map((at) => Number.parseInt(unit.color.slice(at, at + 2), 16)),
    );
    expect(colors.length).toBeGreaterThanOrEqual(8);
    for (const [index, one] of colors.entries()) {
      for (const other of colors.slice(index + 1)) {
        const distance = one.reduce((sum, band, at) => sum + Math.abs(band - (other[at] ?? 0)), 0);
        expect(distance).toBeGreaterThanOrEqual(40);
      }
    }
  });

  it('prints each corner of the grid at the corner of the frame', () => {
    const { frame, ticks, tickLabels } = planSheet(7);
    const [x0, y0, x1, y1] = frame.box;
    expect(ticks.filter(({ corner }) => corner).map(({ pixel, world }) => [...pixel, ...world])).toEqual([
      [x0, y0, -112.5, 37.25],
      [x1, y0, -112.25, 37.25],
      [x0, y1, -112.5, 37],
      [x1, y1, -112.25, 37],
    ]);
    expect(tickLabels).toHaveLength(16);
    expect(tickLabels.map(({ text }) => text)).toContain('112°30′');
  });

  it('covers every place of its frame with one unit, for any seed', () => {
    fc.assert(
      fc.property(
        seeds,
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (seed, x, y) => {
          const { frame, areas } = planSheet(seed);
          const [x0, y0, x1, y1] = frame.box;
          expect(unitAt(areas, [x0 + x * (x1 - x0), y0 + y * (y1 - y0)])).not.toBeNull();
        },
      ),
      few,
    );
  });

  it('keeps earthquakes, faults and unit symbols inside the frame, for any seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { frame, earthquakes, faults, symbols } = planSheet(seed);
        const inside = [
          ...earthquakes.filter((quake) => quake.inside).map(({ pixel }) => pixel),
          ...faults.flatMap(({ trace }) => trace),
          ...symbols.map(({ at }) => at),
        ];
        expect(inside.every((point) => inBox(frame.box, point))).toBe(true);
        expect(earthquakes.filter((quake) => quake.inside)).toHaveLength(6);
        expect(faults.every(({ trace }) => trace.length > 5)).toBe(true);
      }),
      few,
    );
  });

  it('turns a pixel into a position and back', () => {
    const { frame } = planSheet(7);
    const point: Point = [1000.25, 777.5];
    const [x, y] = toPixel(frame, toWorld(frame, point));
    expect(x).toBeCloseTo(point[0], 6);
    expect(y).toBeCloseTo(point[1], 6);
  });

  it('lets no two legend rows touch', () => {
    const swatches = planSheet(7).legend.rows.map(({ swatch }): Box => swatch);
    for (const [index, swatch] of swatches.entries()) expect(swatch[1]).toBeGreaterThan(swatches[index - 1]?.[3] ?? 0);
  });
});

describe('the knowledge files of the demo', () => {
  it('hold the drawn earthquakes in the columns of the catalogue', () => {
    const plan = planSheet(7);
    const rows: Record<string, string>[] = parse(earthquakeCsv(plan), { columns: true });
    expect(rows.map(({ longitude, latitude }) => [Number(longitude), Number(latitude)])).toEqual(
      plan.earthquakes.map(({ lonLat }) => lonLat),
    );
    expect(Object.keys(rows[0] ?? {})).toHaveLength(22);
    expect(rows.every(({ time }) => !Number.isNaN(Date.parse(time ?? '')))).toBe(true);
  });

  it('hold the drawn faults as lines of longitude and latitude', () => {
    const plan = planSheet(7);
    const { features } = JSON.parse(faultGeoJson(plan));
    expect(features).toHaveLength(2);
    expect(features[0].geometry).toEqual({ type: 'LineString', coordinates: plan.faults[0]?.lonLat });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import type { Gcp } from '../../src/domain/documents/georef.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { applyAffine, invertAffine } from '../../src/domain/georef/affine-map.ts';
import { georeference } from '../../src/domain/georef/georeference.ts';
import { affineOf } from '../../src/domain/georef/pixel-projection.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { gcp, gridOf, SQUARE } from './sample-points.ts';
import { sharedData } from './shared-data.ts';

const definitions = createEpsgDefinitions();
const EXTENT: PixelBox = [0, 0, 1000, 1000];
const solve = (crs: string | number, gcps: readonly Gcp[], extent: PixelBox = EXTENT) =>
  georeference({ crs, gcps, extent }, definitions);
const keysOf = (warnings: readonly string[]): readonly string[] =>
  warnings.map((warning) => /^[a-z_]+/.exec(warning)?.[0] ?? warning);
const refusal = (run: () => unknown): { readonly reason: unknown; readonly message: string } => {
  try {
    run();
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    return { reason: error.facts.details?.reason, message: error.message };
  }
  return expect.unreachable('accepted');
};

describe('published vectors of the contract', () => {
  it('two points give the middle of the sheet', () => {
    const { affine } = solve(32631, [gcp(0, 0, 600000, 5400000), gcp(1000, 1000, 700000, 5300000)]);
    expect(applyAffine(affineOf({ affine }), 500, 500)).toEqual([650000, 5350000]);
  });

  it('bounds of two UTM points', () => {
    const { bounds, residual, fit_method } = solve(26915, [gcp(0, 0, 660000, 5400000), gcp(1000, 1000, 690000, 5360000)]);
    expect([bounds.min_lon, bounds.max_lon].map((value) => value.toFixed(4))).toEqual(['-90.8394', '-90.4165']);
    expect([bounds.min_lat, bounds.max_lat].map((value) => value.toFixed(4))).toEqual(['48.3646', '48.7325']);
    expect([residual, fit_method]).toEqual([0, 'axis-aligned-exact-2gcp']);
  });

  it('Pulkovo 1942 in degrees', () => {
    expect(solve(4284, [gcp(0, 0, 66, 53), gcp(1000, 1000, 71, 49)])).toMatchObject({
      residual_units: 'degree',
      residual_diagnostic: false,
      residual_m: 0,
    });
    const blunder = solve(4284, [gcp(0, 0, 66, 53), gcp(1000, 0, 71, 53), gcp(1000, 1000, 71.1, 49), gcp(0, 1000, 66, 49)]);
    expect(blunder.residual_m).toBeGreaterThan(1000);
    expect(blunder.holdout_error).toBeGreaterThan(1000);
    expect(Math.max(...blunder.gcp_pixel_errors.map(Number))).toBeGreaterThan(1);
  });

  it('metres of a UTM blunder are nearly grid metres', () => {
    const { residual, residual_m } = solve(26915, [...SQUARE.slice(0, 3), gcp(0, 1000, 660100, 5370000)]);
    expect(Math.abs(Number(residual_m) - residual) / residual).toBeLessThan(0.02);
  });

  it('US survey feet are named', () => {
    expect(solve(2225, [gcp(0, 0, 6561666, 1640416), gcp(1000, 1000, 6571666, 1630416)]).residual_units).toBe('US survey foot');
  });
});

describe('the fit', () => {
  const affines = fc.record({
    a: fc.double({ min: 1, max: 50, noNaN: true }),
    b: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    c: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    d: fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    e: fc.double({ min: -50, max: -1, noNaN: true }),
    f: fc.double({ min: 1e6, max: 6e6, noNaN: true }),
  });

  it('finds the affine that made the points', () => {
    fc.assert(
      fc.property(affines, fc.integer({ min: 2, max: 6 }), (affine, n) => {
        const found = affineOf(solve(3857, gridOf(affine, n)));
        for (const key of ['a', 'b', 'd', 'e'] as const) expect(Math.abs(found[key] - affine[key])).toBeLessThan(1e-7);
        for (const key of ['c', 'f'] as const) expect(Math.abs(found[key] - affine[key])).toBeLessThan(1e-4);
      }),
    );
  });

  it('goes from pixel to world and back', () => {
    fc.assert(
      fc.property(
        affines,
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        (affine, px, py) => {
          const [x, y] = invertAffine(affine)(...applyAffine(affine, px, py));
          expect(Math.hypot(x - px, y - py)).toBeLessThan(1e-4);
        },
      ),
    );
  });

  it('is the same to the last bit for any order of the points', () => {
    const noisy = gridOf({ a: 30, b: 0.4, c: 660000, d: 0.3, e: -30, f: 5400000 }, 4).map((point, index) => ({
      ...point,
      world_x: point.world_x + ((index * 7) % 5),
      world_y: point.world_y - ((index * 3) % 7),
    }));
    const first = solve(26915, noisy);
    fc.assert(
      fc.property(fc.shuffledSubarray([...noisy], { minLength: noisy.length }), (shuffled) => {
        const again = solve(26915, shuffled);
        expect(again.affine).toEqual(first.affine);
        expect(again.bounds).toEqual(first.bounds);
        expect(again.holdout_error).toBeCloseTo(Number(first.holdout_error), 6);
      }),
      { numRuns: 20 },
    );
  });

  it('does not depend on where and in which unit pixels are counted', () => {
    const noisy = SQUARE.map((point, index) => ({ ...point, world_x: point.world_x + index * index * 10 }));
    const first = solve(26915, noisy);
    const moved = noisy.map((point) => ({ ...point, pixel_x: point.pixel_x * 4 + 1e6, pixel_y: point.pixel_y * 4 + 1e6 }));
    const again = solve(26915, moved, [1e6, 1e6, 1e6 + 4000, 1e6 + 4000]);
    expect(again.residual).toBeCloseTo(first.residual, 6);
    expect(Number(again.holdout_error)).toBeCloseTo(Number(first.holdout_error), 5);
    expect(again.bounds.min_lon).toBeCloseTo(first.bounds.min_lon, 9);
  });

  it('leaves one out without refitting, with the numbers of a refit', () => {
    const noisy = gridOf({ a: 30, b: 0, c: 660000, d: 0, e: -30, f: 5400000 }, 3).map((point, index) => ({
      ...point,
      world_x: point.world_x + ((index * 37) % 11) * 5,
    }));
    const whole = z.array(z.number()).parse(solve(26915, noisy).gcp_holdout_errors_m);
    for (const [index, point] of noisy.entries()) {
      const rest = affineOf(
        solve(
          26915,
          noisy.filter((entry) => entry !== point),
        ),
      );
      const [x, y] = applyAffine(rest, point.pixel_x, point.pixel_y);
      // Grid metres against ellipsoid metres: UTM scale differs by less than 0.1 % here.
      const refitted = Math.hypot(x - point.world_x, y - point.world_y);
      expect(Math.abs((whole[index] ?? 0) - refitted)).toBeLessThan(2e-3 * refitted + 1e-3);
    }
  });

  it('takes 10,000 points in seconds', () => {
    const many = gridOf({ a: 30, b: 0, c: 660000, d: 0, e: -30, f: 5400000 }, 100).map((point, index) => ({
      ...point,
      world_x: point.world_x + Math.sin(index) * 20,
    }));
    const started = performance.now();
    expect(solve(26915, many).gcp_count).toBe(10_000);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe('points that cannot be fitted', () => {
  it.each([
    ['one line', [gcp(0, 0, 660000, 5400000), gcp(500, 500, 675000, 5385000), gcp(1000, 1000, 690000, 5370000)], 'collinear'],
    [
      'nearly one line',
      [gcp(0, 0, 660000, 5400000), gcp(500, 500.001, 675000, 5385000), gcp(1000, 1000, 690000, 5370000)],
      'collinear',
    ],
    ['one column', [gcp(10, 0, 660000, 5400000), gcp(10, 1000, 690000, 5370000)], 'collinear'],
    [
      'one pixel, two places',
      [gcp(0, 0, 660000, 5400000), gcp(0, 0, 661000, 5400000), gcp(1000, 1000, 690000, 5370000)],
      'conflict',
    ],
    [
      'one place, two pixels',
      [gcp(998.181, 435.779, 8825.7, -2846.91), gcp(996.201, 433.729, 8825.7, -2846.91), gcp(10, 10, 8000, -2000)],
      'conflict',
    ],
    ['twice the same', [gcp(0, 0, 660000, 5400000), gcp(0, 0, 660000, 5400000)], 'duplicate'],
    [
      'three of which one repeats',
      [gcp(0, 0, 660000, 5400000), gcp(0, 0, 660000, 5400000), gcp(1000, 1000, 690000, 5370000)],
      'duplicate',
    ],
    ['not finite', [gcp(0, 0, Number.NaN, 5400000), gcp(1000, 1000, 690000, 5370000)], 'not_finite'],
    ['too large', [gcp(0, 0, -1e308, 5400000), gcp(1000, 1000, 1e308, 5370000)], 'not_finite'],
  ] as const)('%s', (_, gcps, reason) => {
    const { reason: given, message } = refusal(() => solve(26915, gcps));
    expect(given).toBe(reason);
    expect(message).not.toMatch(/undefined|NaN/);
  });

  it('are named, counted from zero', () => {
    const { message } = refusal(() =>
      solve(
        26915,
        [SQUARE[0], SQUARE[1], gcp(1000, 0, 691000, 5400000), SQUARE[3]].filter((point) => point !== undefined),
      ),
    );
    expect(message).toMatch(/\b1 and 2\b/);
  });
});

describe('warnings', () => {
  it('drop duplicates and keep every point in the lists', () => {
    const [first, second, third] = SQUARE;
    const result = solve(
      26915,
      [first, first, second, third].filter((point) => point !== undefined),
    );
    expect(result).toMatchObject({
      fit_method: 'affine-exact-3gcp',
      residual_diagnostic: false,
      gcp_count: 4,
      holdout_error: null,
    });
    expect(result.gcp_pixel_errors).toHaveLength(4);
    expect(keysOf(result.warnings)).toEqual(['duplicate_gcp', 'residual_not_diagnostic']);
  });

  it('take two points that were both given twice as two points', () => {
    const pair = [gcp(0, 0, 660000, 5400000), gcp(1000, 1000, 690000, 5370000)];
    expect(solve(26915, [...pair, ...pair])).toMatchObject({ fit_method: 'axis-aligned-exact-2gcp', residual_diagnostic: false });
  });

  it('name a blunder and nothing else', () => {
    const grid = gridOf({ a: 30, b: 0, c: 660000, d: 0, e: -30, f: 5400000 }, 4).map((point, index) => ({
      ...point,
      world_x: point.world_x + ((index * 37) % 11),
      world_y: point.world_y + ((index * 53) % 13),
    }));
    expect(keysOf(solve(26915, grid).warnings)).not.toContain('suspect_gcp');
    const blundered = grid.map((point, index) =>
      index === 13 || index === 6 ? { ...point, pixel_x: point.pixel_x + 60 } : point,
    );
    const suspects = solve(26915, blundered).warnings.filter((warning) => warning.startsWith('suspect_gcp'));
    expect(suspects.map((warning) => Number(/gcp_index=(\d+)/.exec(warning)?.[1])).sort((a, b) => a - b)).toEqual([6, 13]);
  });

  it('say which point is checked by nothing', () => {
    const gcps = [
      gcp(0, 0, 660000, 5400000),
      gcp(500, 500, 675000, 5385000),
      gcp(1000, 1000, 690000, 5370000),
      gcp(1000, 0, 690000, 5400000),
    ];
    const { warnings, residual_diagnostic } = solve(26915, gcps);
    expect(warnings.some((warning) => warning.startsWith('holdout_subset_degenerate:gcp_index=3'))).toBe(true);
    expect(residual_diagnostic).toBe(false);
  });

  it('see a mirrored fit, exchanged axes and a place far from the CRS', () => {
    const flipped = SQUARE.map((point) => ({ ...point, pixel_y: 1000 - point.pixel_y }));
    expect(keysOf(solve(26915, flipped).warnings)).toContain('mirrored_fit');
    const exchanged = SQUARE.map((point) => ({ ...point, world_x: point.world_y - 4_700_000, world_y: point.world_x }));
    expect(keysOf(solve(26915, exchanged).warnings)).toContain('possible_axis_swap');
    expect(keysOf(solve(2193, [gcp(0, 0, 1700000, 9500000), gcp(1000, 1000, 1730000, 9470000)]).warnings)).toContain(
      'outside_crs_area',
    );
  });

  it('call a missing datum shift by name and give no accuracy', () => {
    const { warnings, datum_operation } = solve(4610, [gcp(0, 0, 110, 35), gcp(1000, 1000, 111, 34)]);
    expect(keysOf(warnings)).toContain('datum_shift_missing');
    expect(datum_operation).toMatchObject({ code: null, accuracy_m: null });
  });

  it('see points beside the picture', () => {
    const { warnings } = georeference(
      { crs: 26915, gcps: SQUARE, extent: EXTENT, image: { width: 800, height: 800 } },
      definitions,
    );
    expect(keysOf(warnings)).toEqual(expect.arrayContaining(['gcp_outside_image', 'extent_outside_image']));
  });
});

const gdal = sharedData('transforms/gcp-transforms.json');
const numbers = z.array(z.array(z.number()));
const setSchema = z.object({
  sets: z.record(z.string(), z.object({ gcps: numbers, pts: numbers, expected: z.looseObject({ poly1: numbers.optional() }) })),
});

describe.skipIf(!gdal.present)(`first-order fits of GDAL${gdal.label}`, () => {
  it('are met to a relative 1e-9', () => {
    for (const [name, { gcps, pts, expected }] of Object.entries(setSchema.parse(JSON.parse(gdal.read())).sets)) {
      const points = gcps.map(([px = 0, py = 0, wx = 0, wy = 0]) => gcp(px, py, wx, wy));
      if (!expected.poly1 || points.length < 3) continue;
      const affine = affineOf(
        solve(Math.max(...points.map(({ world_x }) => Math.abs(world_x))) > 180 ? 3857 : 4326, points, [0, 0, 1, 1]),
      );
      for (const [index, [px = 0, py = 0]] of pts.entries()) {
        const [wx = 0, wy = 0] = expected.poly1[index] ?? [];
        const [x, y] = applyAffine(affine, px, py);
        expect(Math.abs(x - wx) / Math.max(1, Math.abs(wx)), name).toBeLessThan(1e-9);
        expect(Math.abs(y - wy) / Math.max(1, Math.abs(wy)), name).toBeLessThan(1e-9);
      }
    }
  });
});

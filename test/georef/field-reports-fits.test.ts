import { describe, expect, it } from 'vitest';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import type { Gcp } from '../../src/domain/documents/georef.ts';
import type { TransformType } from '../../src/domain/documents/transform.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { georeference } from '../../src/domain/georef/georeference.ts';
import { createPixelProjection } from '../../src/domain/georef/pixel-projection.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { gcp } from './sample-points.ts';
import { bentSheet, readTransformData, sequence, toGcps, transformData } from './transform-samples.ts';

const definitions = createEpsgDefinitions();
const SHEET: PixelBox = [0, 0, 5000, 4000];
const solve = (transform: TransformType, gcps: readonly Gcp[], more: { crs?: string; extent?: PixelBox } = {}) =>
  georeference({ crs: more.crs ?? 'EPSG:26915', gcps, extent: more.extent ?? SHEET, transform }, definitions);
const refusal = (run: () => unknown): { readonly code: string; readonly reason: unknown; readonly message: string } => {
  try {
    run();
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    return { code: error.code, reason: error.facts.details?.reason, message: error.message };
  }
  return expect.unreachable('accepted');
};
const listOf = (value: unknown): readonly number[] => (Array.isArray(value) ? value.map(Number) : expect.unreachable('no list'));
const rms = (values: readonly number[]): number => Math.sqrt(values.reduce((sum, value) => sum + value ** 2, 0) / values.length);

describe('field reports on control points and fitting', () => {
  it('1.1 refuses order 2 for points on two lines, and says what would work', () => {
    const points = [
      gcp(727, 1680, -51.7, -24.2333333333),
      gcp(2332.5, 1679.5, -51.6833333333, -24.2333333333),
      gcp(3939, 1678.5, -51.6666666667, -24.2333333333),
      gcp(5546, 1680, -51.65, -24.2333333333),
      gcp(2331.5, 3286, -51.6833333333, -24.25),
      gcp(3940, 3286, -51.6666666667, -24.25),
    ];
    const { code, reason, message } = refusal(() => solve('polynomial2', points, { crs: 'EPSG:4326' }));
    expect([code, reason]).toEqual(['invalid_bounds', 'two_lines']);
    expect(message).toMatch(/two lines.*order 1.*one more point/);
    expect(solve('affine', points, { crs: 'EPSG:4326' }).gcp_count).toBe(6);
  });

  it.each(['affine', 'thin_plate_spline', 'polynomial2', 'projective'] as const)(
    '1.2 gives no position from points on one line: %s',
    (type) => {
      const line = Array.from({ length: 7 }, (_, step) => gcp(step * 10, step * 10, 500000 + step * 10, 5400000 - step * 10));
      expect(refusal(() => solve(type, type === 'affine' ? line.slice(0, 3) : line)).code).toBe('invalid_bounds');
    },
  );

  it.skipIf(!transformData.present)(
    `refuses each set that other programs pass through or trip over${transformData.label}`,
    () => {
      for (const { label, gcps, opts } of readTransformData().errors) {
        const type = opts.includes('-tps') ? 'thin_plate_spline' : opts.includes('2') ? 'polynomial2' : 'affine';
        expect(refusal(() => solve(type, toGcps(gcps), { crs: 'EPSG:3857' })).code, label).toBe('invalid_bounds');
      }
    },
  );

  it('1.5 knows nothing of a geotransform of the source: only pixels and world positions count', () => {
    const { transform, affine } = solve('affine', bentSheet(12));
    expect(transform?.type).toBe('affine');
    expect(affine.coefficients[0]).toBeCloseTo(2, 1);
  });

  it('1.9 keeps the root mean square over n and the standard error over the degrees of freedom apart by name', () => {
    const { transform } = solve('polynomial2', bentSheet(25));
    const errors = listOf(transform?.gcp_errors_px);
    expect(transform?.degrees_of_freedom).toBe(19);
    expect(Number(transform?.rmse_px)).toBeCloseTo(rms(errors), 9);
    expect(Number(transform?.standard_error_px)).toBeCloseTo(rms(errors) * Math.sqrt(25 / 19), 9);
    expect(Number(transform?.standard_error)).toBeCloseTo(Number(transform?.rmse) * Math.sqrt(25 / 19), 6);
  });

  it('1.10 says of a spline that zero is by construction, and leaves points out', () => {
    const { transform, warnings } = solve('thin_plate_spline', bentSheet(25));
    expect(transform).toMatchObject({ rmse: 0, rmse_px: 0, standard_error: null, degrees_of_freedom: 0 });
    expect(transform?.statement).toMatch(/by construction/);
    expect(warnings.join('\n')).toMatch(/^exact_fit: .*by construction/m);
    expect(Number(transform?.holdout_rmse_px)).toBeGreaterThan(0.1);
    expect(listOf(transform?.gcp_holdout_errors_px)).toHaveLength(25);
  });

  it('1.12 refuses a non-finite inverse of a spline with points along the edges of a sheet near -131', () => {
    const next = sequence(3);
    const edge = Array.from({ length: 300 }, (_, index) => {
      const [side, along] = [index % 4, next()];
      const [px, py] = [side < 2 ? along * 6000 : side === 2 ? 0 : 6000, side < 2 ? side * 6000 : along * 6000];
      return gcp(px, py, -131 + (px - 3000) / 12000, 55 - (py - 3000) / 20000);
    });
    const fit = solve('thin_plate_spline', edge, { crs: 'EPSG:4326', extent: [0, 0, 6000, 6000] });
    const projection = createPixelProjection(fit, definitions);
    for (const [lon, lat] of [
      [49, 55],
      [-131, -55],
      [180, 0],
      [Number.NaN, 55],
    ] as const)
      expect(projection.toPixel(lon, lat)).toBeNull();
    expect(projection.toPixel(-131, 55)?.map(Math.round)).toEqual([3000, 3000]);
    expect(fit.bounds.max_lon - fit.bounds.min_lon).toBeLessThan(0.6);
  });

  it('1.13 states the bound of an inverse that is iterated, and none for a closed form', () => {
    expect(solve('thin_plate_spline', bentSheet(25)).transform?.inverse).toEqual({ method: 'grid_and_newton', bound_px: 1e-3 });
    expect(solve('projective', bentSheet(25)).transform?.inverse).toEqual({ method: 'closed_form', bound_px: 0 });
  });

  it('1.14 says of 25 points under order 2 that the fit is least squares, and lists the residual of each', () => {
    const { transform } = solve('polynomial2', bentSheet(25));
    expect(transform?.statement).toMatch(/least-squares fit of 25 control points/);
    expect(listOf(transform?.gcp_errors_px)).toHaveLength(25);
    expect(listOf(transform?.gcp_errors_m).every((metres) => metres > 0)).toBe(true);
  });

  it('1.16 fits any order of the same points alike, and keeps the place of each', () => {
    const points = bentSheet(16);
    const reversed = [...points].reverse();
    for (const type of ['affine', 'polynomial2', 'thin_plate_spline'] as const) {
      const [one, other] = [solve(type, points), solve(type, reversed)];
      expect(other.bounds).toEqual(one.bounds);
      expect([...listOf(other.transform?.gcp_holdout_errors_px)].reverse()).toEqual(listOf(one.transform?.gcp_holdout_errors_px));
    }
  });

  it.each(['affine', 'helmert', 'thin_plate_spline'] as const)('1.18 sees a y axis that counts the wrong way: %s', (type) => {
    const flipped = bentSheet(16, 0).map((point) => ({ ...point, pixel_y: 4000 - point.pixel_y }));
    expect(solve(type, flipped).warnings.join('\n')).toMatch(/^mirrored_fit: .*pixel_y/m);
  });

  it('1.19 refuses a spline of more than 1,000 points by name, and fits 10,000 points otherwise', () => {
    const { reason, message } = refusal(() => solve('thin_plate_spline', bentSheet(1001)));
    expect(reason).toBe('too_many_points');
    expect(message).toMatch(/at most 1000 control points.*1001/);
    expect(solve('affine', bentSheet(10_000)).gcp_count).toBe(10_000);
  });

  it('1.20 sees a spline that folds over, and names points that lie almost in one place', () => {
    const points = bentSheet(75, 2);
    const [first] = points;
    if (first === undefined) return expect.unreachable();
    const twin = gcp(first.pixel_x + 1, first.pixel_y, first.world_x - 60, first.world_y);
    const { warnings } = solve('thin_plate_spline', [...points.slice(0, 74), twin]);
    expect(warnings.join('\n')).toMatch(/^fold_over: /m);
    expect(warnings.join('\n')).toMatch(/^gcp_too_close: control points 0 and 74 /m);
    expect(solve('thin_plate_spline', points).warnings.join('\n')).not.toMatch(/^fold_over|^gcp_too_close/m);
  });
});

describe('what a fit says of itself', () => {
  it('describes the least-squares affine in the affine fields of any other transform, and says so', () => {
    const points = bentSheet(25);
    const spline = solve('thin_plate_spline', points);
    const { affine, residual, gcp_pixel_errors, fit_method } = solve('affine', points);
    expect(spline).toMatchObject({ affine, residual, gcp_pixel_errors, fit_method });
    expect(spline.warnings.join('\n')).toMatch(/^affine_is_approximation: /m);
  });

  it('is the affine itself for a Helmert, which needs two points in any direction', () => {
    const { affine, transform, bounds } = solve('helmert', [gcp(0, 0, 660000, 5400000), gcp(1000, 0, 690000, 5400000)]);
    expect(affine.coefficients.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([30, 0, 660000, 0, -30, 5400000]);
    expect(transform).toMatchObject({ scale: 30, mirrored: false });
    expect(bounds.min_lat).toBeLessThan(bounds.max_lat);
  });

  it.each(['projective', 'polynomial2', 'thin_plate_spline'] as const)('names a blunder under %s and nothing else', (type) => {
    const points = bentSheet(40, type === 'projective' ? 0 : 4).map((point, index) =>
      index === 11
        ? { ...point, world_x: point.world_x + 400 }
        : { ...point, world_x: point.world_x + 0.4 * Math.sin(index * 7) },
    );
    const named = solve(type, points).warnings.filter((warning) => warning.startsWith('suspect_gcp'));
    expect(named).toHaveLength(1);
    expect(named[0]).toMatch(/^suspect_gcp:gcp_index=11:/);
  });

  it('recommends the stiffest transform that the points bear', () => {
    const adviceOf = (points: readonly Gcp[]) => solve('affine', points).transform_recommendation;
    expect(adviceOf(bentSheet(30, 0))).toMatchObject({ type: 'affine' });
    expect(adviceOf(bentSheet(60, 40))).toMatchObject({ type: 'thin_plate_spline' });
    expect(adviceOf(bentSheet(3))).toMatchObject({ type: 'affine' });
    const tilted = bentSheet(12, 0).map(({ pixel_x, pixel_y, world_x, world_y }) => {
      const depth = 1 + pixel_x / 40000 + pixel_y / 50000;
      return gcp(pixel_x / depth, pixel_y / depth, world_x, world_y);
    });
    expect(adviceOf(tilted)).toMatchObject({ type: 'projective' });
  });

  it('puts the bounds where the transform puts the picture, not where the affine does', () => {
    const points = bentSheet(60, 60);
    const [spline, affine] = [solve('thin_plate_spline', points), solve('affine', points)];
    expect(spline.bounds).not.toEqual(affine.bounds);
    const projection = createPixelProjection(JSON.parse(JSON.stringify(spline)), definitions);
    const [first] = points;
    if (first === undefined) return expect.unreachable();
    const lonLat = projection.toLonLat(first.pixel_x, first.pixel_y) ?? expect.unreachable();
    const pixel = projection.toPixel(...lonLat) ?? expect.unreachable();
    expect(Math.hypot(pixel[0] - first.pixel_x, pixel[1] - first.pixel_y)).toBeLessThan(0.1);
    expect(projection.toWorld(first.pixel_x, first.pixel_y)?.[0]).toBeCloseTo(first.world_x, 5);
  });
});

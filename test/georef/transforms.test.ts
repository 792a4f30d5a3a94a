import fc from 'fast-check';
import { Matrix, SingularValueDecomposition } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import type { Gcp } from '../../src/domain/documents/georef.ts';
import type { TransformType } from '../../src/domain/documents/transform.ts';
import { fitTransform, TRANSFORMS } from '../../src/domain/georef/transforms/catalogue.ts';
import { createInverse } from '../../src/domain/georef/transforms/inverse.ts';
import { parseTransform } from '../../src/domain/georef/transforms/parse-transform.ts';
import { gcp } from './sample-points.ts';
import { bentSheet, numbered, readTransformData, relative, sequence, toGcps, transformData } from './transform-samples.ts';

const GDAL_NAMES: Readonly<Record<string, TransformType>> = {
  poly1: 'affine',
  poly2: 'polynomial2',
  poly3: 'polynomial3',
  tps: 'thin_plate_spline',
};
const TYPES: readonly TransformType[] = ['affine', 'helmert', 'projective', 'polynomial2', 'polynomial3', 'thin_plate_spline'];

const fitOf = (type: TransformType, gcps: readonly Gcp[]) => fitTransform(type, numbered(gcps));
const at = (rows: readonly (readonly number[])[], index: number): readonly number[] => rows[index] ?? [];

describe.skipIf(!transformData.present)(`values of other programs${transformData.label}`, () => {
  it('polynomials and splines equal those of GDAL to a relative 1e-9', () => {
    let compared = 0;
    for (const [name, { gcps, pts, expected }] of Object.entries(readTransformData().sets)) {
      for (const [kind, values] of Object.entries(expected)) {
        const type = GDAL_NAMES[kind] ?? expect.unreachable(kind);
        const { transform } = fitOf(type, toGcps(gcps));
        // Ten points fix order 3 exactly there, and its authors call the set ill-conditioned.
        const tolerance = name === 'qgis10' && kind === 'poly3' ? 1e-6 : 1e-9;
        for (const [index, [px = 0, py = 0]] of pts.entries()) {
          const found = transform.apply(px, py);
          for (const axis of [0, 1] as const) {
            expect(relative(found[axis], at(values, index)[axis] ?? 0), `${name} ${kind}`).toBeLessThan(tolerance);
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(80);
  });

  it('Helmert and projective equal those of QGIS within its unit', () => {
    const { sets, qgis_published } = readTransformData();
    const points = toGcps(sets.qgis4?.gcps ?? []);
    for (const [type, rows] of [
      ['helmert', qgis_published.helmert4],
      ['projective', qgis_published.projective4],
    ] as const) {
      const { transform } = fitOf(type, points);
      for (const [px = 0, py = 0, wx = 0, wy = 0] of rows) {
        const [x, y] = transform.apply(px, py);
        expect(Math.abs(x - wx)).toBeLessThan(1);
        expect(Math.abs(y - wy)).toBeLessThan(1);
      }
    }
  });

  it('Helmert equals that of allmaps', () => {
    const { sets, allmaps_published } = readTransformData();
    const { transform } = fitOf('helmert', toGcps(sets.allmaps3?.gcps ?? []));
    const [px = 0, py = 0] = allmaps_published.helmert3.in;
    const [x, y] = transform.apply(px, py);
    expect(relative(x, allmaps_published.helmert3.out[0] ?? 0)).toBeLessThan(1e-9);
    expect(relative(y, allmaps_published.helmert3.out[1] ?? 0)).toBeLessThan(1e-9);
  });

  it('projective misses six points by less than the algebraic solution that allmaps publishes', () => {
    const { sets, allmaps_published } = readTransformData();
    const rows = sets.allmaps6?.gcps ?? [];
    const design = rows.flatMap(([u = 0, v = 0, x = 0, y = 0]) => [
      [-u, -v, -1, 0, 0, 0, u * x, v * x, x],
      [0, 0, 0, -u, -v, -1, u * y, v * y, y],
    ]);
    const h = new SingularValueDecomposition(new Matrix(design)).rightSingularVectors.getColumn(8);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, k = 0, w = 0] = h;
    const theirs = (u: number, v: number) =>
      [(a * u + b * v + c) / (g * u + k * v + w), (d * u + e * v + f) / (g * u + k * v + w)] as const;
    const [px = 0, py = 0] = allmaps_published.projective6.in;
    // The published value is the solution in raw pixels, which weighs points by their size.
    expect(relative(theirs(px, py)[0], allmaps_published.projective6.out[0] ?? 0)).toBeLessThan(1e-9);
    const { transform } = fitOf('projective', toGcps(rows));
    const squares = (apply: (u: number, v: number) => readonly [number, number]): number =>
      rows.reduce((sum, [u = 0, v = 0, x = 0, y = 0]) => {
        const [wx, wy] = apply(u, v);
        return sum + (wx - x) ** 2 + (wy - y) ** 2;
      }, 0);
    expect(squares(transform.apply)).toBeLessThan(squares(theirs));
  });
});

describe('the least number of points', () => {
  it.each([
    ['helmert', 2],
    ['projective', 4],
    ['polynomial2', 6],
    ['polynomial3', 10],
    ['thin_plate_spline', 3],
  ] as const)('of %s is %i, and they are met exactly', (type, least) => {
    const points = bentSheet(least);
    const { transform } = fitOf(type, points);
    for (const { pixel_x, pixel_y, world_x, world_y } of points) {
      const [x, y] = transform.apply(pixel_x, pixel_y);
      expect(Math.hypot(x - world_x, y - world_y)).toBeLessThan(1e-4);
    }
    expect(() => fitOf(type, points.slice(1))).toThrow(`at least ${least}`);
    expect(TRANSFORMS[type].leastPoints).toBe(least);
  });
});

describe('every transform', () => {
  const cases = TYPES.map((type) => [type] as const);

  it.each(cases)('%s does not depend on the order of the points', (type) => {
    const points = bentSheet(24);
    const first = fitOf(type, points).parameters;
    fc.assert(
      fc.property(fc.shuffledSubarray([...points], { minLength: 24 }), (shuffled) => {
        expect(fitOf(type, shuffled).parameters).toEqual(first);
      }),
      { numRuns: 10 },
    );
  });

  it.each(cases)('%s moves and grows with the pixels and with the world', (type) => {
    const offsets = fc.record({
      px: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      wx: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      pixels: fc.double({ min: 0.1, max: 10, noNaN: true }),
      world: fc.double({ min: 0.1, max: 10, noNaN: true }),
    });
    const points = bentSheet(24);
    const { transform } = fitOf(type, points);
    fc.assert(
      fc.property(offsets, ({ px, wx, pixels, world }) => {
        const moved = fitOf(
          type,
          points.map((p) =>
            gcp(p.pixel_x * pixels + px, p.pixel_y * pixels - px, p.world_x * world + wx, p.world_y * world - wx),
          ),
        ).transform;
        const [x, y] = transform.apply(2100, 1700);
        const [mx, my] = moved.apply(2100 * pixels + px, 1700 * pixels - px);
        expect(Math.hypot((mx - wx) / world - x, (my + wx) / world - y)).toBeLessThan(1e-3);
      }),
      { numRuns: 15 },
    );
  });

  it.each(cases)('%s comes back to the pixel within a tenth', (type) => {
    const { transform } = fitOf(type, bentSheet(40));
    const back = createInverse(transform, [0, 0, 5000, 4000]);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 5000, noNaN: true }), fc.double({ min: 0, max: 4000, noNaN: true }), (px, py) => {
        const found = back(...transform.apply(px, py));
        expect(Math.hypot((found?.[0] ?? Number.NaN) - px, (found?.[1] ?? Number.NaN) - py)).toBeLessThan(0.1);
      }),
      { numRuns: 60 },
    );
    expect(back(Number.NaN, 0)).toBeNull();
    expect(back(Number.POSITIVE_INFINITY, 0)).toBeNull();
  });

  it.each(cases)('%s says by leaving one out what a fit without the point says', (type) => {
    const points = numbered(bentSheet(30));
    const { holdouts } = fitTransform(type, points);
    for (const position of [0, 7, 19, 29]) {
      const point = points[position] ?? expect.unreachable();
      const without = fitTransform(
        type,
        points.filter((other) => other !== point),
      );
      const [x, y] = without.transform.apply(point.pixel_x, point.pixel_y);
      const [dx, dy] = holdouts[position] ?? expect.unreachable();
      expect(Math.hypot(dx - (x - point.world_x), dy - (y - point.world_y))).toBeLessThan(1e-5);
    }
  });

  it.each(cases)('%s has the Jacobian of its own differences', (type) => {
    const { transform } = fitOf(type, bentSheet(30));
    const step = 0.01;
    const difference = (dx: number, dy: number, axis: 0 | 1): number =>
      (transform.apply(2000 + dx, 1500 + dy)[axis] - transform.apply(2000 - dx, 1500 - dy)[axis]) / (2 * step);
    const wanted = [difference(step, 0, 0), difference(0, step, 0), difference(step, 0, 1), difference(0, step, 1)];
    for (const [index, value] of transform.jacobian(2000, 1500).entries())
      expect(Math.abs(value - (wanted[index] ?? 0))).toBeLessThan(1e-5);
  });

  it.each(cases)('%s is made again from its stored numbers', (type) => {
    const { transform, parameters } = fitOf(type, bentSheet(30));
    const stored = parseTransform(JSON.parse(JSON.stringify(parameters)));
    if (type === 'affine') expect(stored).toBeUndefined();
    else expect(stored?.apply(1234, 2345)).toEqual(transform.apply(1234, 2345));
  });
});

describe('the linearised leave-one-out of many projective points', () => {
  it('agrees with refits to a few per cent', () => {
    const noise = sequence(5);
    const points = numbered(bentSheet(60, 0).map((p) => ({ ...p, world_x: p.world_x + 4 * noise() - 2 })));
    const { holdouts } = fitTransform('projective', points);
    const point = points[3] ?? expect.unreachable();
    const { transform } = fitTransform(
      'projective',
      points.filter((other) => other !== point),
    );
    const [dx] = holdouts[3] ?? expect.unreachable();
    expect(Math.abs(dx / (transform.apply(point.pixel_x, point.pixel_y)[0] - point.world_x) - 1)).toBeLessThan(0.03);
  });
});

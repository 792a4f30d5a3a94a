import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBounds } from '../../src/domain/geo/check-bounds.ts';
import { geodesicMeters, polylineMeters } from '../../src/domain/geo/geodesic.ts';
import {
  type Box,
  boxAroundPoints,
  boxesIntersect,
  boxFromSpan,
  boxParts,
  boxWidth,
  containsBox,
  containsPoint,
  normaliseLongitude,
  unionBoxes,
} from '../../src/domain/geo/wrap.ts';

const lon = fc.integer({ min: -180, max: 180 });
const lat = fc.integer({ min: -90, max: 90 });
const boxes: fc.Arbitrary<Box> = fc
  .tuple(lon, lon, lat, lat)
  .map(([min_lon, max_lon, a, b]) => ({ min_lon, max_lon, min_lat: Math.min(a, b), max_lat: Math.max(a, b) }));
const box = (min_lon: number, max_lon: number, min_lat = -10, max_lat = 10): Box => ({ min_lon, max_lon, min_lat, max_lat });

describe('boxes', () => {
  it('read 170 to -170 as the twenty degrees around the antimeridian', () => {
    const wrapped = box(170, -170);
    expect([169, 170, 175, 180, -180, -175, -170, -169].map((value) => containsPoint(wrapped, value, 0))).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(boxWidth(wrapped)).toBe(20);
    expect(boxParts(wrapped)).toEqual([box(170, 180), box(-180, -170)]);
  });

  it('read 5 to 4 as 359 degrees', () => {
    expect(boxWidth(box(5, 4))).toBe(359);
  });

  it('join islands on both sides of 180 into a narrow box', () => {
    expect(unionBoxes([box(177, 178), box(-179, -178)])).toEqual(box(177, -178));
  });

  it('take no harm from data with a missing strip at 180', () => {
    const points = [178, 178.5, 179, -179, -178.5, -178].map((lon) => [lon, -17] as const);
    expect(boxAroundPoints(points)).toEqual({ min_lon: 178, max_lon: -178, min_lat: -17, max_lat: -17 });
    const box = { min_lon: 178, max_lon: -178, min_lat: -18, max_lat: -16 };
    for (const lon of [179.5, 180, -180, -179.5]) expect(containsPoint(box, lon, -17)).toBe(true);
  });

  it('normalise 177 to 190 once', () => {
    expect(boxFromSpan(177, 190, { min_lat: -10, max_lat: 10 })).toEqual(box(177, -170));
    expect(boxFromSpan(-190, -170, { min_lat: -10, max_lat: 10 })).toEqual(box(170, -170));
    expect(boxFromSpan(0, 400, { min_lat: -10, max_lat: 10 })).toEqual(box(-180, 180));
    expect([190, -190, 540, 180, -180].map(normaliseLongitude)).toEqual([-170, 170, -180, 180, -180]);
  });

  it('touch across the antimeridian', () => {
    expect(boxesIntersect(box(170, 180), box(-180, -170))).toBe(true);
    expect(boxesIntersect(box(170, 179), box(-180, -170))).toBe(false);
  });

  it('hold the same points as their parts', () => {
    fc.assert(
      fc.property(boxes, lon, lat, (area, x, y) => {
        const direct = containsPoint(area, x, y);
        expect(boxParts(area).some((part) => containsPoint(part, x, y))).toBe(direct);
      }),
    );
  });

  it('intersect exactly when a meridian of one and the latitudes meet the other, both ways alike', () => {
    fc.assert(
      fc.property(boxes, boxes, (a, b) => {
        const degrees = Array.from({ length: 361 }, (_, index) => index - 180);
        const latitudes = Math.max(a.min_lat, b.min_lat) <= Math.min(a.max_lat, b.max_lat);
        const meet = degrees.some(
          (x) =>
            containsPoint({ ...a, min_lat: -90, max_lat: 90 }, x, 0) && containsPoint({ ...b, min_lat: -90, max_lat: 90 }, x, 0),
        );
        expect(boxesIntersect(a, b)).toBe(latitudes && meet);
        expect(boxesIntersect(b, a)).toBe(boxesIntersect(a, b));
      }),
    );
  });

  it('lie in their union, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(boxes, { minLength: 1, maxLength: 6 }), (list) => {
        const union = unionBoxes(list);
        expect(union).not.toBeNull();
        if (union === null) return;
        for (const member of list) expect(containsBox(union, member)).toBe(true);
        const reversed = unionBoxes([...list].reverse());
        expect(reversed && boxWidth(reversed)).toBe(boxWidth(union));
      }),
    );
  });

  it('have the width of the smallest arc that holds all points', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: -179, max: 180 }), { minLength: 1, maxLength: 6 }), (longitudes) => {
        const union = unionBoxes(longitudes.map((x) => box(x, x)));
        const sorted = [...longitudes].sort((a, b) => a - b);
        const gaps = sorted.map((x, index) =>
          index + 1 < sorted.length ? (sorted[index + 1] ?? 0) - x : (sorted[0] ?? 0) + 360 - x,
        );
        expect(union && boxWidth(union)).toBe(360 - Math.max(...gaps));
      }),
    );
  });
});

describe('checkBounds', () => {
  const good = { min_lon: 170, min_lat: -10, max_lon: -170, max_lat: 10 };

  it('accepts a wrapped box and both names of the CRS', () => {
    expect(checkBounds({ ...good, crs: 'ogc:crs84' })).toEqual({ ...good, crs: 'EPSG:4326' });
  });

  it.each([
    [{ ...good, crs: 'EPSG:3857' }, 'crs'],
    [{ ...good, min_lon: Number.NaN }, 'longitude'],
    [{ ...good, max_lat: 91 }, 'latitude'],
    [{ ...good, min_lat: 20 }, 'latitude_order'],
  ])('refuses %j', (input, rule) => {
    expect(() => checkBounds(input)).toThrow(
      expect.objectContaining({ code: 'invalid_bounds', facts: expect.objectContaining({ details: { rule } }) }),
    );
  });
});

describe('geodesic lengths', () => {
  it('equal published values', () => {
    // One degree of the equator of WGS 84, and Vincenty's Flinders Peak to Buninyong line on GRS 80 (GeoSciences Australia).
    expect(geodesicMeters([0, 0], [1, 0])).toBeCloseTo(111319.4908, 3);
    expect(geodesicMeters([144.42486788, -37.95103341], [143.92649552, -37.65282113])).toBeCloseTo(54972.271, 2);
    expect(
      polylineMeters([
        [179.5, 0],
        [-179.5, 0],
        [-178.5, 0],
      ]),
    ).toBeCloseTo(2 * 111319.4908, 2);
  });
});

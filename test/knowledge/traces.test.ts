import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LonLat } from '../../src/domain/geo/geodesic.ts';
import { clipLine, lineMeetsBox, ringHolds, splitAtAntimeridian } from '../../src/domain/knowledge/trace-clip.ts';
import { simplifyLine, simplifyTo } from '../../src/domain/knowledge/trace-simplify.ts';

const place = fc.tuple(fc.double({ min: -20, max: 20, noNaN: true }), fc.double({ min: -20, max: 20, noNaN: true }));
const lines = fc.array(place, { minLength: 2, maxLength: 12 });
const boxes = fc.tuple(place, place).map(([a, b]) => ({
  min_lon: Math.min(a[0], b[0]),
  max_lon: Math.max(a[0], b[0]),
  min_lat: Math.min(a[1], b[1]),
  max_lat: Math.max(a[1], b[1]),
}));
type Box = { min_lon: number; max_lon: number; min_lat: number; max_lat: number };
const inside = ([lon, lat]: LonLat, box: Box, slack = 0): boolean =>
  lon >= box.min_lon - slack && lon <= box.max_lon + slack && lat >= box.min_lat - slack && lat <= box.max_lat + slack;

test('clips to pieces that stay inside the box', () => {
  fc.assert(
    fc.property(lines, boxes, (line, box) => {
      for (const piece of clipLine(line, box)) for (const at of piece) expect(inside(at, box, 1e-9)).toBe(true);
    }),
  );
});

test('finds a line in a box whenever a densely sampled place of it lies in the box', () => {
  fc.assert(
    fc.property(lines, boxes, (line, box) => {
      const sampled = line.flatMap((from, index) => {
        const to = line[index + 1] ?? from;
        return Array.from(
          { length: 40 },
          (_, step): LonLat => [from[0] + ((to[0] - from[0]) * step) / 39, from[1] + ((to[1] - from[1]) * step) / 39],
        );
      });
      if (sampled.some((at) => inside(at, box, -1e-9))) expect(lineMeetsBox(line, box)).toBe(true);
      expect(lineMeetsBox(line, box)).toBe(clipLine(line, box).length > 0);
    }),
  );
});

test('clips a line that leaves and comes back into two pieces', () => {
  const box = { min_lon: 0, min_lat: 0, max_lon: 10, max_lat: 10 };
  expect(
    clipLine(
      [
        [-5, 5],
        [5, 5],
        [5, 15],
        [8, 15],
        [8, 5],
      ],
      box,
    ),
  ).toEqual([
    [
      [0, 5],
      [5, 5],
      [5, 10],
    ],
    [
      [8, 10],
      [8, 5],
    ],
  ]);
});

test('cuts only where a line runs over 180, at the latitude where it does', () => {
  expect(
    splitAtAntimeridian([
      [170, 0],
      [175, 1],
    ]),
  ).toEqual([
    [
      [170, 0],
      [175, 1],
    ],
  ]);
  expect(
    splitAtAntimeridian([
      [179, 0],
      [-179, 2],
    ]),
  ).toEqual([
    [
      [179, 0],
      [180, 1],
    ],
    [
      [-180, 1],
      [-179, 2],
    ],
  ]);
  expect(
    splitAtAntimeridian([
      [-179, 0],
      [179, 2],
    ]),
  ).toEqual([
    [
      [-179, 0],
      [-180, 1],
    ],
    [
      [180, 1],
      [179, 2],
    ],
  ]);
});

test('knows the inside of a ring with a dent', () => {
  const ring: readonly LonLat[] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [5, 3],
    [0, 10],
    [0, 0],
  ];
  expect(
    [
      [5, 1],
      [1, 8],
      [9, 8],
    ].map(([x, y]) => ringHolds(ring, [x ?? 0, y ?? 0])),
  ).toEqual([true, true, true]);
  expect(ringHolds(ring, [5, 8])).toBe(false);
});

const distanceToLine = (at: LonLat, line: readonly LonLat[]): number =>
  Math.min(
    ...line.slice(1).map((b, index) => {
      const a = line[index] ?? b;
      const length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
      const share =
        length === 0 ? 0 : Math.max(0, Math.min(1, ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / length));
      return Math.hypot(at[0] - a[0] - share * (b[0] - a[0]), at[1] - a[1] - share * (b[1] - a[1]));
    }),
  );

test('simplifies without moving the line by more than the tolerance, and keeps its ends', () => {
  fc.assert(
    fc.property(lines, fc.double({ min: 0.001, max: 5, noNaN: true }), (line, tolerance) => {
      const simple = simplifyLine(line, tolerance);
      expect(simple[0]).toBe(line[0]);
      expect(simple.at(-1)).toBe(line.at(-1));
      for (const at of line) expect(distanceToLine(at, simple)).toBeLessThanOrEqual(tolerance + 1e-9);
    }),
  );
});

test('brings a long trace down to the wanted number of places', () => {
  const wave = Array.from({ length: 2000 }, (_, index): LonLat => [index / 100, Math.sin(index / 20)]);
  expect(simplifyTo([wave], 1e-6, 64)[0]?.length).toBeLessThanOrEqual(64);
});

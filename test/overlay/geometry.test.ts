import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPixelProjection } from '../../src/domain/georef/pixel-projection.ts';
import { type Placement, placeOverlay } from '../../src/domain/overlay/annotation.ts';
import { extractOverlay } from '../../src/domain/overlay/extract.ts';
import { clipLine, clipRing, contains, type Point } from '../../src/domain/overlay/plane.ts';
import { canvasSurface, mapSurface, windowOf, withNeatline } from '../../src/domain/overlay/surface.ts';
import { tallyDocument } from '../../src/domain/overlay/tally.ts';
import { boundsOfWindow } from '../../src/domain/overlay/window-bounds.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { bundleOf, georefOf } from './drawing-kit.ts';

const WORLD = { min_lon: -180, min_lat: -90, max_lon: 180, max_lat: 90 };
const definitions = createEpsgDefinitions();

function onMap(records: readonly unknown[], crs: string, coefficients: readonly number[], size = { width: 1000, height: 800 }) {
  const overlay = extractOverlay(bundleOf({ a: records }, null), null);
  const { toPixel, toLonLat } = createPixelProjection(georefOf(crs, coefficients, WORLD), definitions);
  const window = windowOf(undefined, size);
  const area = boundsOfWindow(window, { toPixel, toLonLat });
  if (area === null) throw new Error('the map has no area');
  const placement = placeOverlay(overlay, mapSurface(window, area, toPixel));
  return { overlay, placement, area };
}

const dots = ({ placed }: Placement): readonly Point[] => placed.flatMap(({ dot }) => (dot === null ? [] : [dot]));
const near = (actual: Point | undefined, expected: Point): void => {
  expect(actual?.[0]).toBeCloseTo(expected[0], 1);
  expect(actual?.[1]).toBeCloseTo(expected[1], 1);
};

describe('placing annotations on a map', () => {
  it('puts points at their pixels on an axis-aligned map', () => {
    const { placement } = onMap([{ lon: -121.7, lat: 37.6 }], 'EPSG:4326', [0.001, 0, -122, 0, -0.001, 38]);
    near(dots(placement)[0], [300, 400]);
  });

  it('puts points at their pixels on a map turned by 30 degrees', () => {
    // One pixel is 0.001 degrees; axes turned by 30 degrees about pixel (0, 0) at 122 W 38 N.
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const { placement } = onMap(
      [{ lon: -122 + 0.001 * (400 * c + 300 * s), lat: 38 - 0.001 * (300 * c - 400 * s) }],
      'EPSG:4326',
      [0.001 * c, 0.001 * s, -122, 0.001 * s, -0.001 * c, 38],
    );
    near(dots(placement)[0], [400, 300]);
  });

  it('goes through the projection of the map: 45 N on the central meridian of UTM 18N lies at 4 982 950.40 m', () => {
    // Meridian arc to 45 degrees on WGS 84 is 4 984 944.378 m, times 0.9996.
    const { placement } = onMap([{ lon: -75, lat: 45 }], 'EPSG:32618', [10, 0, 497_000, 0, -10, 4_984_950.4]);
    near(dots(placement)[0], [300, 200]);
  });

  it('draws a box as the turned quadrilateral it is', () => {
    const c = Math.SQRT1_2 * 0.001;
    const { placement } = onMap([{ geometry_bbox: [-121.7, 37.9, -121.5, 38.1] }], 'EPSG:4326', [c, c, -122, c, -c, 38]);
    const ring = placement.placed[0]?.rings[0] ?? [];
    // Corners 0.3..0.5 east and -0.1..0.1 north of the origin, turned by 45 degrees: px = (x + y) / sqrt 2, py = (x - y) / sqrt 2.
    const corners: readonly Point[] = [
      [0.4, 0.2],
      [0.6, 0.4],
      [0.4, 0.6],
      [0.2, 0.4],
    ].map(([x = 0, y = 0]) => [x * 1000 * Math.SQRT1_2, y * 1000 * Math.SQRT1_2]);
    for (const corner of corners)
      expect(ring.some((point) => Math.hypot(point[0] - corner[0], point[1] - corner[1]) < 0.1)).toBe(true);
  });

  it('follows the curve of a parallel on a projected map', () => {
    const { placement } = onMap(
      [
        {
          geometry: {
            type: 'LineString',
            coordinates: [
              [-78, 45],
              [-72, 45],
            ],
          },
        },
      ],
      'EPSG:32618',
      [500, 0, 250_000, 0, -500, 5_100_000],
      { width: 1000, height: 400 },
    );
    const line = placement.placed[0]?.lines[0] ?? [];
    const lowest = Math.max(...line.map(([, y]) => y));
    // (5 100 000 - 4 982 950.40) / 500, and the rise of the parallel over 3 degrees: R sin 45 cos 45 (3 degrees)^2 / 2 = 4.4 km.
    expect(lowest).toBeCloseTo(234.1, 1);
    expect(lowest - (line[0]?.[1] ?? 0)).toBeCloseTo(8.75, 1);
  });

  it('finds the same place on both sides of the antimeridian', () => {
    const east = onMap([{ lon: -179.9, lat: 0 }], 'EPSG:4326', [0.001, 0, 179.5, 0, -0.001, 0.4]);
    near(dots(east.placement)[0], [600, 400]);
    const west = onMap([{ lon: 179.9, lat: 0 }], 'EPSG:4326', [0.001, 0, -180.5, 0, -0.001, 0.4]);
    near(dots(west.placement)[0], [400, 400]);
  });

  it('takes a fault over the antimeridian as one line', () => {
    const geometry = {
      type: 'LineString',
      coordinates: [
        [179.8, 0.1],
        [-179.8, 0.1],
      ],
    };
    const { placement } = onMap([{ geometry }], 'EPSG:4326', [0.001, 0, 179.5, 0, -0.001, 0.4]);
    const line = placement.placed[0]?.lines[0] ?? [];
    near(line[0], [300, 300]);
    near(line.at(-1), [700, 300]);
  });

  it('counts only what is seen and names what is off the map', () => {
    const records = [{ lon: -121.5, lat: 37.5 }, { lon: 10, lat: 10 }, { lon: -121.5, lat: 36 }, { geometry_bbox: [0, 0, 1, 1] }];
    const { overlay, placement } = onMap(records, 'EPSG:4326', [0.001, 0, -122, 0, -0.001, 38]);
    expect(tallyDocument(overlay, placement)).toEqual({
      drawn: 1,
      off_map: 3,
      hidden: 0,
      by_provider: [{ provider: 'a', drawn: 1, off_map: 3, hidden: 0 }],
    });
  });

  it('survives a box of the whole world on a small projected map', () => {
    const { placement } = onMap([{ geometry_bbox: [-180, -90, 180, 90] }], 'EPSG:32618', [10, 0, 497_000, 0, -10, 4_984_950.4]);
    expect(placement.placed).toHaveLength(1);
    expect(placement.placed.flatMap(({ rings }) => rings.flat(2)).every(Number.isFinite)).toBe(true);
  });

  it('keeps everything it draws near the window', () => {
    const place = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }));
    fc.assert(
      fc.property(fc.array(place, { minLength: 2, maxLength: 12 }), (coordinates) => {
        const { placement } = onMap(
          [{ geometry: { type: 'LineString', coordinates } }],
          'EPSG:26912',
          [30, 5, 300_000, 5, -30, 4_000_000],
        );
        const points = placement.placed.flatMap(({ lines }) => lines.flat());
        return points.every((point) => contains([-70, -70, 1070, 870], point));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the geographic canvas', () => {
  it('centres one degree at 37.5 N as the contract works out', () => {
    const [x0, y0, x1, y1] = canvasSurface({ min_lon: -122, min_lat: 37, max_lon: -121, max_lat: 38 }).window;
    expect([x0, y0, x1 - x0, y1 - y0].map((value) => value.toFixed(4))).toEqual(['311.8278', '80.0000', '436.3443', '550.0000']);
  });

  it('gives a point a frame of its own', () => {
    const { window, project } = canvasSurface({ min_lon: -121.5, min_lat: 37.5, max_lon: -121.5, max_lat: 37.5 });
    const at = project(-121.5, 37.5);
    near(at ?? undefined, [(window[0] + window[2]) / 2, (window[1] + window[3]) / 2]);
  });
});

describe('clipping', () => {
  it('orders a swapped extent before it clamps it to the picture', () => {
    expect(windowOf([50, 27, -5, 3], { width: 40, height: 30 })).toEqual([0, 3, 40, 27]);
    expect(windowOf([7, 7, 7, 9], { width: 40, height: 30 })).toEqual([0, 0, 40, 30]);
  });

  it('leaves room for a neatline that bends, inside the picture', () => {
    expect(withNeatline([0, 100, 1000, 600], { width: 1200, height: 900 })).toEqual([0, 98, 1002, 602]);
  });

  it('cuts a line that leaves and comes back into two pieces', () => {
    expect(
      clipLine(
        [
          [-5, 5],
          [5, 5],
          [5, 15],
          [8, 15],
          [8, 5],
        ],
        [0, 0, 10, 10],
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

  it('cuts a ring at a corner', () => {
    expect(
      clipRing(
        [
          [5, 5],
          [15, 5],
          [15, 15],
          [5, 15],
        ],
        [0, 0, 10, 10],
      ),
    ).toEqual(
      expect.arrayContaining([
        [5, 5],
        [10, 5],
        [10, 10],
        [5, 10],
      ]),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import { boxWidth } from '../../src/domain/geo/wrap.ts';
import { georeference } from '../../src/domain/georef/georeference.ts';
import { parseGeorefInput } from '../../src/domain/georef/parse-georef-input.ts';
import { createPixelProjection } from '../../src/domain/georef/pixel-projection.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { gcp, SQUARE } from './sample-points.ts';

const definitions = createEpsgDefinitions();
const EXTENT: PixelBox = [0, 0, 1000, 1000];
const corners = (crs: number, [west, south, east, north]: PixelBox) =>
  georeference(
    {
      crs,
      gcps: [gcp(0, 0, west, north), gcp(1000, 0, east, north), gcp(1000, 1000, east, south), gcp(0, 1000, west, south)],
      extent: EXTENT,
    },
    definitions,
  );

describe('bounds', () => {
  it('cross the antimeridian of a CRS whose world ends there', () => {
    // Spherical Mercator: one degree is 111319.490793 m.
    const { bounds } = corners(3857, [179 * 111319.490793, 1_000_000, 181 * 111319.490793, 1_100_000]);
    expect(bounds.min_lon).toBeCloseTo(179, 6);
    expect(bounds.max_lon).toBeCloseTo(-179, 6);
  });

  it('follow the edge that bulges north at the central meridian', () => {
    // pyproj 3.7: 500000, 7000000 in EPSG:32633 lies at 63.129339712 N.
    expect(corners(32633, [200000, 6400000, 800000, 7000000]).bounds.max_lat).toBeCloseTo(63.129339712, 8);
  });

  it('cross the antimeridian instead of going around the globe', () => {
    const { bounds } = corners(32601, [200000, 4900000, 400000, 5000000]);
    expect(bounds.min_lon).toBeCloseTo(179.187666434, 8);
    expect(bounds.max_lon).toBeCloseTo(-178.252477052, 8);
    expect(boxWidth(bounds)).toBeLessThan(3);
  });

  it('hold the pole that lies inside', () => {
    expect(corners(3031, [-1e6, -1e6, 1e6, 1e6]).bounds).toMatchObject({ min_lon: -180, max_lon: 180, min_lat: -90 });
    expect(corners(3413, [-1e6, -1e6, 1e6, 1e6]).bounds).toMatchObject({ min_lon: -180, max_lon: 180, max_lat: 90 });
  });

  it('stay free of rounding noise for round degrees', () => {
    const { bounds } = georeference(
      { crs: 4326, gcps: [gcp(0, 0, -122, 38), gcp(200, 120, -121, 37)], extent: [0, 0, 200, 120] },
      definitions,
    );
    expect(bounds).toEqual({ min_lon: -122, min_lat: 37, max_lon: -121, max_lat: 38, crs: 'EPSG:4326' });
  });

  it('are refused where the CRS has no place for them', () => {
    const far = () => corners(26915, [1e12, 5.37e6, 2e12, 5.4e6]);
    expect(far).toThrow(expect.objectContaining({ code: 'invalid_bounds' }));
    const high = () =>
      georeference({ crs: 4326, gcps: [gcp(0, 0, 48.75, -93.25), gcp(1000, 1000, 48, -92.5)], extent: EXTENT }, definitions);
    expect(high).toThrow(/swapped/);
  });
});

describe('lon/lat to pixels', () => {
  it('round-trips within a thousandth of a pixel, also through a datum shift and rotation', () => {
    for (const crs of [26915, 26715, 4326, 3857]) {
      const gcps =
        crs === 4326
          ? [gcp(0, 0, -93, 49), gcp(1000, 1000, -92, 48)]
          : SQUARE.map((point) => ({
              ...point,
              world_x: point.world_x + point.pixel_y * 2,
              world_y: point.world_y + point.pixel_x * 2,
            }));
      const projection = createPixelProjection(georeference({ crs, gcps, extent: EXTENT }, definitions), definitions);
      for (const [px, py] of [
        [0, 0],
        [1000, 0],
        [433.3, 871.9],
        [1000, 1000],
      ] as const) {
        const place = projection.toLonLat(px, py);
        expect(place).not.toBeNull();
        const [x = 0, y = 0] = (place && projection.toPixel(place[0], place[1])) ?? [];
        expect(Math.hypot(x - px, y - py)).toBeLessThan(1e-3);
      }
    }
  });
});

describe('an inline georeference', () => {
  const whole = corners(26915, [660000, 5370000, 690000, 5400000]);

  it('is accepted when a result is pasted back', () => {
    expect(parseGeorefInput(whole, definitions)).toMatchObject({ crs: 'EPSG:26915', warnings: [], pixelExtent: EXTENT });
  });

  it('may leave the extent out', () => {
    const input = {
      crs: 'EPSG:4326',
      affine: { a: 0.001, b: 0, c: -122, d: 0, e: -0.001, f: 38 },
      bounds: { min_lon: -122, min_lat: 37, max_lon: -121, max_lat: 38 },
      residual: 0,
    };
    const checked = parseGeorefInput(input, definitions);
    expect(checked.projection.toPixel(-121.5, 37.5)?.map(Math.round)).toEqual([500, 500]);
  });

  it('is refused when its bounds are elsewhere, its affine singular or its CRS unknown', () => {
    const refuse = (change: object) => () => parseGeorefInput({ ...whole, ...change }, definitions);
    const code = expect.objectContaining({ code: 'invalid_bounds' });
    expect(refuse({ bounds: { min_lon: 10, min_lat: 37, max_lon: 11, max_lat: 38 } })).toThrow(code);
    expect(refuse({ affine: { coefficients: [1, 2, 0, 2, 4, 0] } })).toThrow(code);
    expect(refuse({ crs: '+proj=longlat +ellps=clrk66' })).toThrow(code);
    expect(refuse({ crs: 'EPSG:4978' })).toThrow(code);
  });

  it('warns when its bounds differ from what its affine gives', () => {
    const bounds = { ...whole.bounds, max_lon: whole.bounds.max_lon + 0.2 };
    expect(parseGeorefInput({ ...whole, bounds }, definitions).warnings.join()).toContain('georef_bounds_mismatch');
  });
});

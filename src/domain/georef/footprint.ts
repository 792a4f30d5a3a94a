import type { PixelBox } from '../catalog/records.ts';
import type { Projector, WorldPoint } from '../crs/projector.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import type { Bounds } from '../geo/bounds.ts';
import type { LonLat } from '../geo/geodesic.ts';
import { boxFromSpan } from '../geo/wrap.ts';
import type { InverseTransform } from './transforms/inverse.ts';
import type { Transform } from './transforms/transform.ts';

/** Steps per edge: an even number, so that the middle of an edge, where it bulges most, is a point of its own (D23). */
const STEPS = 64;
/** Degrees kept in bounds: 1e-11 degrees are a micrometre, and rounding noise such as 36.99999999999999 goes away. */
const DIGITS = 11;

const fault = (message: string): GeomapError => new GeomapError('invalid_bounds', { message, details: { reason: 'bounds' } });

/** Pixels along the outline of the extent, clockwise, without repeating the first. */
export const outlinePixels = ([x0, y0, x1, y1]: PixelBox): readonly (readonly [number, number])[] => {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  return corners.flatMap(([fromX, fromY], corner) => {
    const [toX, toY] = corners[(corner + 1) % 4] ?? [fromX, fromY];
    return Array.from({ length: STEPS }, (_, step) => {
      const share = step / STEPS;
      return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share] as const;
    });
  });
};

/**
 * Outside the domain of a projection the inverse gives nonsense that does not come back to the same place. Past the antimeridian
 * of a cylindrical projection it comes back one world further.
 */
const comesBack = (projector: Projector, world: WorldPoint, lonLat: LonLat): boolean => {
  if (projector.units === 'degree') return true;
  const [x, y] = projector.forward(lonLat);
  const tolerance = 1e-5 * (Math.abs(world[0]) + Math.abs(world[1])) + 1e-6;
  const off = Math.abs(x - world[0]);
  if (Math.abs(y - world[1]) > tolerance) return false;
  return off <= tolerance || Math.abs(off - worldWidth(projector, lonLat[1])) <= tolerance;
};

const worldWidth = (projector: Projector, lat: number): number =>
  projector.forward([180 - 1e-9, lat])[0] - projector.forward([-180 + 1e-9, lat])[0];

const toLonLat = (projector: Projector, world: WorldPoint): LonLat => {
  const lonLat = projector.inverse(world);
  const [lon, lat] = lonLat;
  if (Number.isFinite(lon) && Math.abs(lat) <= 90 + 1e-9 && Math.abs(lon) <= 540 && comesBack(projector, world, lonLat))
    return lonLat;
  const swapped = projector.units === 'degree' && Math.abs(world[1]) > 90 && Math.abs(world[0]) <= 90;
  if (swapped) {
    throw fault(
      'The latitude of the fitted map runs past 90 degrees: the axes look swapped (world_x is the longitude, world_y the latitude), or pixel_extent reaches past the pole.',
    );
  }
  throw fault(
    'The fitted map leaves the part of the Earth that this CRS can describe. Check that the world coordinates are in the CRS that crs names (its unit, zone and axis order: x east, y north) and that pixel_extent is right.',
  );
};

/** Longitudes that follow the outline without jumps, and how often the outline runs around a pole (-1, 0 or 1). */
const unroll = (ring: readonly LonLat[]): { readonly longitudes: readonly number[]; readonly turns: number } => {
  let last = ring[0]?.[0] ?? 0;
  const longitudes = ring.map(([lon]) => {
    last += turnedTo(lon - last);
    return last;
  });
  const closing = turnedTo((ring[0]?.[0] ?? 0) - last);
  return { longitudes, turns: Math.round((last + closing - (longitudes[0] ?? 0)) / 360) };
};

/** Difference of longitudes brought to -180..180. */
const turnedTo = (difference: number): number => difference - 360 * Math.round(difference / 360);

/** A pixel extent with what brings it to the globe and back. */
export type FittedPlace = {
  readonly transform: Transform;
  readonly invert: InverseTransform;
  readonly projector: Projector;
  readonly extent: PixelBox;
};

const poleInside = (latitude: number, { invert, projector, extent }: FittedPlace): boolean => {
  const pixel = invert(...projector.forward([0, latitude]));
  if (pixel === null) return false;
  const [px, py] = pixel;
  const [x0, y0, x1, y1] = extent;
  return px >= Math.min(x0, x1) && px <= Math.max(x0, x1) && py >= Math.min(y0, y1) && py <= Math.max(y0, y1);
};

const round = (degrees: number): number => Number(degrees.toFixed(DIGITS)) + 0;

const bounds = (box: {
  readonly min_lon: number;
  readonly min_lat: number;
  readonly max_lon: number;
  readonly max_lat: number;
}): Bounds => ({
  min_lon: round(box.min_lon),
  min_lat: Math.max(-90, round(box.min_lat)),
  max_lon: round(box.max_lon),
  max_lat: Math.min(90, round(box.max_lat)),
  crs: 'EPSG:4326',
});

/**
 * Longitude/latitude box of a pixel extent through transform and CRS: edges densified, over the antimeridian when narrower
 * (`min_lon > max_lon`), all longitudes when a pole lies inside (D23). Throws `invalid_bounds` outside the CRS's domain.
 */
export const footprintBounds = (place: FittedPlace): Bounds => {
  const { transform, projector, extent } = place;
  const ring = outlinePixels(extent).map(([px, py]) => toLonLat(projector, transform.apply(px, py)));
  const latitudes = ring.map(([, lat]) => lat);
  const [low, high] = [Math.min(...latitudes), Math.max(...latitudes)];
  const { longitudes, turns } = isFlat(projector) ? { longitudes: ring.map(([lon]) => lon), turns: 0 } : unroll(ring);
  if (turns !== 0) {
    const north = poleInside(90, place) || (!poleInside(-90, place) && high + low > 0);
    return bounds({ min_lon: -180, max_lon: 180, min_lat: north ? low : -90, max_lat: north ? 90 : high });
  }
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  if (east - west > 360 + 1e-9) {
    throw fault('The fitted map is wider than the whole Earth. Check the control points and pixel_extent.');
  }
  return bounds(boxFromSpan(west, east, { min_lat: low, max_lat: high }));
};

/** In longitude/latitude the coordinates themselves are continuous, so 177 to 190 needs no unrolling. */
const isFlat = (projector: Projector): boolean => projector.units === 'degree';

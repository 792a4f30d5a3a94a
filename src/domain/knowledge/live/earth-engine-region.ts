import type { Box } from '../../geo/wrap.ts';
import { call, constant, type EarthEngineNode } from './earth-engine.ts';

/** Metres of a degree of the equator in Earth Engine's EPSG:4326, by which it turns a scale into degrees. */
const METERS_PER_DEGREE = 111_319.490_793_273_57;

/** The finest scale (m) of at least `wanted` at which the boxes have no more than `maxPixels` pixels together. */
export function scaleFor(parts: readonly Box[], wanted: number, maxPixels: number): number {
  const squareDegrees = parts.reduce((sum, box) => sum + (box.max_lon - box.min_lon) * (box.max_lat - box.min_lat), 0);
  // A little coarser than the limit, for the pixels that the edges cut.
  const least = METERS_PER_DEGREE * Math.sqrt(squareDegrees / maxPixels) * 1.01;
  return least > wanted ? Math.ceil(least) : wanted;
}

/** A box with straight edges in degrees. */
export const rectangle = (box: Box): EarthEngineNode =>
  call('GeometryConstructors.Rectangle', {
    coordinates: constant([box.min_lon, box.min_lat, box.max_lon, box.max_lat]),
    geodesic: constant(false),
  });

export type Reduction = {
  readonly image: EarthEngineNode;
  readonly reducer: string;
  readonly scale: number;
  readonly maxPixels: number;
};

/** Numbers of an image over a box. */
export const reduceRegion = (box: Box, { image, reducer, scale, maxPixels }: Reduction): EarthEngineNode =>
  call('Image.reduceRegion', {
    image,
    reducer: call(reducer),
    geometry: rectangle(box),
    scale: constant(scale),
    maxPixels: constant(maxPixels),
    bestEffort: constant(true),
  });

/** WGS 84: semi-major axis in m and first eccentricity. */
const A = 6_378_137;
const E = 0.081_819_190_842_621_49;

/** Area on the ellipsoid between the equator and a latitude, per radian of longitude and square of the axis (Snyder 1987, eq. 3-12, halved). */
function zone(latitude: number): number {
  const sin = Math.sin((latitude * Math.PI) / 180);
  const series = sin / (1 - (E * sin) ** 2) - Math.log((1 - E * sin) / (1 + E * sin)) / (2 * E);
  return ((1 - E ** 2) * series) / 2;
}

/** Area of a box of meridians and parallels on the WGS 84 ellipsoid, km2. */
export const boxAreaKm2 = (box: Box): number =>
  (A ** 2 * (((box.max_lon - box.min_lon) * Math.PI) / 180) * (zone(box.max_lat) - zone(box.min_lat))) / 1e6;

import { GeomapError } from '../errors/geomap-error.ts';
import type { Bounds, BoundsInput } from './bounds.ts';

const ACCEPTED_CRS = new Set(['EPSG:4326', 'OGC:CRS84']);

/**
 * A box that passed the schema becomes `Bounds`. Checks in the order of contract/knowledge.md 0.1 (CRS, longitudes,
 * latitudes, order of latitudes); `min_lon > max_lon` is legal and means crossing the antimeridian (D24).
 * Throws `invalid_bounds`.
 */
export const checkBounds = (input: BoundsInput): Bounds => {
  const crs = (input.crs ?? 'EPSG:4326').trim().toUpperCase();
  if (!ACCEPTED_CRS.has(crs)) {
    throw fault('The CRS of a bounds object must be EPSG:4326 or OGC:CRS84; give longitudes and latitudes in degrees.', 'crs');
  }
  const { min_lon, min_lat, max_lon, max_lat } = input;
  if (!inRange(min_lon, 180) || !inRange(max_lon, 180)) {
    throw fault('Longitudes of a bounds object must lie between -180 and 180 degrees.', 'longitude');
  }
  if (!inRange(min_lat, 90) || !inRange(max_lat, 90)) {
    throw fault('Latitudes of a bounds object must lie between -90 and 90 degrees.', 'latitude');
  }
  if (min_lat > max_lat) {
    throw fault('min_lat is greater than max_lat; swap the two latitudes.', 'latitude_order');
  }
  return { min_lon, min_lat, max_lon, max_lat, crs: 'EPSG:4326' };
};

const inRange = (value: number, limit: number): boolean => value >= -limit && value <= limit;

const fault = (message: string, rule: string): GeomapError => new GeomapError('invalid_bounds', { message, details: { rule } });

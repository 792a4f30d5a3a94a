import type { PixelBox } from '../catalog/records.ts';
import { type Box, boxFromSpan } from '../geo/wrap.ts';
import { contains, type Point } from './plane.ts';

/** Both directions between degrees and pixels of a map. */
export type TwoWayProjection = {
  readonly toPixel: (lon: number, lat: number) => Point | null;
  readonly toLonLat: (px: number, py: number) => readonly [number, number] | null;
};

const STEPS = 16;

/**
 * Box in degrees around a window of a map, from a grid of its pixels, a pole inside included; null where a pixel has no place on
 * the globe. Stated bounds are not used: a caller's may be wrong, and the drawing must follow the affine.
 */
export function boundsOfWindow(window: PixelBox, { toPixel, toLonLat }: TwoWayProjection): Box | null {
  const [x0, y0, x1, y1] = window;
  const middle = toLonLat((x0 + x1) / 2, (y0 + y1) / 2);
  if (middle === null) return null;
  let [west, east, south, north] = [middle[0], middle[0], middle[1], middle[1]];
  for (let i = 0; i <= STEPS * STEPS + 2 * STEPS; i += 1) {
    const [column, row] = [i % (STEPS + 1), Math.floor(i / (STEPS + 1))];
    const place = toLonLat(x0 + ((x1 - x0) * column) / STEPS, y0 + ((y1 - y0) * row) / STEPS);
    if (place === null) return null;
    const lon = place[0] - 360 * Math.round((place[0] - middle[0]) / 360);
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, place[1]), Math.max(north, place[1])];
  }
  const poles = ([90, -90] as const).filter((lat) => {
    const at = toPixel(middle[0], lat);
    return at !== null && contains(window, at);
  });
  const conic = poles.length === 1 && Math.abs(east - west) > 180;
  if (conic) [south, north] = poles[0] === 90 ? [south, 90] : [-90, north];
  const latitudes = { min_lat: Math.max(-90, south), max_lat: Math.min(90, north) };
  return conic ? { min_lon: -180, max_lon: 180, ...latitudes } : boxFromSpan(west, east, latitudes);
}

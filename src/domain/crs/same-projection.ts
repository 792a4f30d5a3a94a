import proj4 from 'proj4';
import type { ResolvedCrs } from './resolved-crs.ts';

/** Places around the middle of an area; a wrong parameter shows at one of them. */
const PROBES = [
  [0, 0],
  [0.5, 0.4],
  [-0.7, 0.9],
] as const;
const TOLERANCE = 1e-3;

/**
 * True when a projection without a datum (`proj`) gives the coordinates of a known CRS within a millimetre (or 1e-3 of its
 * unit) at three places of its area. Names are not trusted: a text may carry a well-known name and other parameters.
 */
export const sameProjection = (known: ResolvedCrs, proj: string): boolean => {
  const box = known.area?.box;
  const lon = box ? (box.min_lon + (box.max_lon < box.min_lon ? box.max_lon + 360 : box.max_lon)) / 2 : 0;
  const lat = box ? (box.min_lat + box.max_lat) / 2 : 0;
  try {
    const first = proj4(known.proj);
    const second = proj4(proj);
    return PROBES.every(([dx, dy]) => {
      const place = [lon + dx, lat + dy];
      const [x1 = 0, y1 = 0] = first.forward([...place]);
      const [x2 = 0, y2 = 0] = second.forward([...place]);
      return Math.abs(x1 - x2) < TOLERANCE && Math.abs(y1 - y2) < TOLERANCE;
    });
  } catch {
    return false;
  }
};

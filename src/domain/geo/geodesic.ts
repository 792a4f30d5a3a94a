import geographiclib from 'geographiclib-geodesic';

const wgs84 = geographiclib.Geodesic.WGS84;

/** A place as `[longitude, latitude]` in degrees, WGS 84. */
export type LonLat = readonly [number, number];

/** Length in metres of the shortest line on the WGS 84 ellipsoid (Karney 2013). NaN when a coordinate is not finite. */
export const geodesicMeters = (from: LonLat, to: LonLat): number => {
  if (![...from, ...to].every(Number.isFinite)) return Number.NaN;
  return wgs84.Inverse(from[1], from[0], to[1], to[0], geographiclib.Geodesic.DISTANCE).s12 ?? Number.NaN;
};

/** Length in metres of a line through the given places, each leg a geodesic; 0 for fewer than two. */
export const polylineMeters = (line: readonly LonLat[]): number => {
  let total = 0;
  for (let index = 1; index < line.length; index += 1) {
    const from = line[index - 1];
    const to = line[index];
    if (from && to) total += geodesicMeters(from, to);
  }
  return total;
};

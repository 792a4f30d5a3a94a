import { type Box, boxWidth, normaliseLongitude } from '../geo/wrap.ts';

export type LonLat = { readonly lon: number; readonly lat: number };

/** Points in the middles of the cells of a regular grid, row by row from the north. */
export type SampleGrid = { readonly rows: number; readonly columns: number; readonly points: readonly LonLat[] };

const round = (degrees: number): number => Number(degrees.toFixed(6));

/** A grid of at most `maxPoints` points over a box, its cells about as wide as high on the ground. */
export function sampleGrid(box: Box, maxPoints: number): SampleGrid {
  const [width, height] = [boxWidth(box), box.max_lat - box.min_lat];
  const middle = (box.min_lat + box.max_lat) / 2;
  const ground = width * Math.max(0.01, Math.cos((middle * Math.PI) / 180));
  const columns =
    height === 0 ? (width === 0 ? 1 : maxPoints) : clamp(Math.round(Math.sqrt((maxPoints * ground) / height)), maxPoints);
  const rows = height === 0 ? 1 : clamp(Math.floor(maxPoints / columns), maxPoints);
  const points = Array.from({ length: rows * columns }, (_, at): LonLat => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    return {
      lon: round(normaliseLongitude(box.min_lon + (width * (column + 0.5)) / columns)),
      lat: round(box.max_lat - (height * (row + 0.5)) / rows),
    };
  });
  return { rows, columns, points };
}

const clamp = (value: number, most: number): number => Math.max(1, Math.min(most, value));

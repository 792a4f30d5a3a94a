import type { Affine } from '../documents/georef.ts';

/**
 * Six numbers in the order of GDAL: x = g0 + g1·column + g2·row, y = g3 + g4·column + g5·row. Columns and rows count from the
 * outer corner of the top left pixel, so that (0.5, 0.5) is the middle of that pixel.
 */
export type GeoTransform = readonly [number, number, number, number, number, number];

/** Size in pixels. */
export type RasterSize = { readonly width: number; readonly height: number };

/** The affine of a georeference is the same mapping in another order. */
export const geoTransformOf = ({ a, b, c, d, e, f }: Affine): GeoTransform => [c, a, b, f, d, e];

/** World position of a column and row. */
export const applyGeoTransform = (g: GeoTransform, column: number, row: number): readonly [number, number] => [
  g[0] + g[1] * column + g[2] * row,
  g[3] + g[4] * column + g[5] * row,
];

/** Its determinant: negative for a picture that is not mirrored on a map with north up. */
export const determinantOf = (g: GeoTransform): number => g[1] * g[5] - g[2] * g[4];

/** Column and row of a world position. NaN for a singular transform. */
export const invertGeoTransform = (g: GeoTransform): ((x: number, y: number) => readonly [number, number]) => {
  const determinant = determinantOf(g);
  return (x, y) => [((x - g[0]) * g[5] - (y - g[3]) * g[2]) / determinant, ((y - g[3]) * g[1] - (x - g[0]) * g[4]) / determinant];
};

/** The four corners of a picture, px, from the top left clockwise. */
export const cornersOf = ({ width, height }: RasterSize): readonly (readonly [number, number])[] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

/** Largest distance between where two transforms put the corners of a picture, in pixels of the second. */
export function cornerError(found: GeoTransform, wanted: GeoTransform, size: RasterSize): number {
  const toPixel = invertGeoTransform(wanted);
  const distances = cornersOf(size).map(([column, row]) => {
    const [px, py] = toPixel(...applyGeoTransform(found, column, row));
    return Math.hypot(px - column, py - row);
  });
  return distances.every(Number.isFinite) ? Math.max(...distances) : Number.POSITIVE_INFINITY;
}

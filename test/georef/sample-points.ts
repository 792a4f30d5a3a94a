import type { Affine, Gcp } from '../../src/domain/documents/georef.ts';

/** Control point from four numbers: pixel x, pixel y, world x, world y. */
export const gcp = (pixel_x: number, pixel_y: number, world_x: number, world_y: number): Gcp => ({
  pixel_x,
  pixel_y,
  world_x,
  world_y,
});

/** The four corners of a 1000 x 1000 px sheet in UTM zone 15, 30 m per pixel, north up. */
export const SQUARE: readonly Gcp[] = [
  gcp(0, 0, 660000, 5400000),
  gcp(1000, 0, 690000, 5400000),
  gcp(1000, 1000, 690000, 5370000),
  gcp(0, 1000, 660000, 5370000),
];

/** A grid of `n` x `n` points of an affine. */
export const gridOf = (affine: Affine, n: number): readonly Gcp[] =>
  Array.from({ length: n * n }, (_, index) => {
    const px = 50 + (index % n) * 97;
    const py = 70 + Math.floor(index / n) * 103;
    return gcp(px, py, affine.a * px + affine.b * py + affine.c, affine.d * px + affine.e * py + affine.f);
  });

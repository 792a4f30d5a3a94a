import type { RgbImage } from '../../domain/documents/raster.ts';
import type { RandomSource } from '../random-source.ts';

/** A smooth field of values in about -1..1 over the picture, from a coarse grid of random numbers (`cell` px wide). */
const cloudField = (random: RandomSource, { width, height }: RgbImage, cell: number): ((x: number, y: number) => number) => {
  const [columns, rows] = [Math.ceil(width / cell) + 2, Math.ceil(height / cell) + 2];
  const knots = Float64Array.from({ length: columns * rows }, () => random.between(-1, 1));
  const ease = (share: number) => share * share * (3 - 2 * share);
  return (x, y) => {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
    const [u, v] = [ease(x / cell - column), ease(y / cell - row)];
    const at = row * columns + column;
    const top = (knots[at] ?? 0) * (1 - u) + (knots[at + 1] ?? 0) * u;
    const low = (knots[at + columns] ?? 0) * (1 - u) + (knots[at + columns + 1] ?? 0) * u;
    return top * (1 - v) + low * v;
  };
};

type Stain = { readonly x: number; readonly y: number; readonly radius: number; readonly depth: number };

const stainAt = (stains: readonly Stain[], x: number, y: number): number =>
  stains.reduce((sum, stain) => {
    const distance = Math.hypot(x - stain.x, y - stain.y) / stain.radius;
    return distance < 1 ? sum + stain.depth * (1 - distance * distance) : sum;
  }, 0);

/** Yellowed paper: darker towards the edges, cloudy, with a few stains and the grain of the sensor. Multiplies the print. */
export const agedPaper = (image: RgbImage, random: RandomSource): RgbImage => {
  const { width, height } = image;
  const clouds = cloudField(random, image, 260);
  const tone = [random.between(0.9, 0.96), random.between(0.84, 0.9), random.between(0.68, 0.78)] as const;
  const stains = Array.from(
    { length: random.whole(4, 9) },
    (): Stain => ({
      x: random.between(0, width),
      y: random.between(0, height),
      radius: random.between(20, 160),
      depth: random.between(0.03, 0.14),
    }),
  );
  const data = new Uint8ClampedArray(image.data.length);
  let noise = 1;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const edge = Math.min(x, y, width - 1 - x, height - 1 - y) / (0.06 * width);
      const shade = 1 - 0.1 * Math.max(0, 1 - edge) + 0.025 * clouds(x, y) - stainAt(stains, x, y);
      noise = (noise * 48271) % 2147483647;
      const grain = ((noise & 255) - 127.5) / 26;
      const at = (y * width + x) * 3;
      for (let band = 0; band < 3; band += 1)
        data[at + band] = Math.max(24, image.data[at + band] ?? 0) * (tone[band] ?? 1) * shade ** (1 + band * 0.35) + grain;
    }
  return { width, height, data: new Uint8Array(data.buffer) };
};

/** Folds of a map kept in a pocket: a shadow on one side, a light on the other, and worn ink on the crease itself. */
export const foldedPaper = (image: RgbImage, random: RandomSource): RgbImage => {
  const { width, height } = image;
  const across = Array.from(
    { length: random.whole(1, 3) },
    (_, index) => width * ((index + 1) / 4 + random.between(-0.06, 0.06)),
  );
  const down = Array.from({ length: random.whole(1, 2) }, (_, index) => height * ((index + 1) / 3 + random.between(-0.06, 0.06)));
  const wander = cloudField(random, image, 400);
  const data = new Uint8ClampedArray(image.data);
  const crease = (distance: number, at: number, noise: number): void => {
    const shade = distance < 0 ? 1 - 0.16 * Math.exp(distance / 14) : 1 + 0.05 * Math.exp(-distance / 10);
    const worn = Math.abs(distance) < 1.6 + noise ? 0.75 : 0;
    for (let band = 0; band < 3; band += 1) {
      const value = data[at + band] ?? 0;
      data[at + band] = (value + (236 - value) * worn) * shade;
    }
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const bend = 3 * wander(x, y);
      for (const fold of across) if (Math.abs(x - fold) < 70) crease(x - fold - bend, at, bend / 3);
      for (const fold of down) if (Math.abs(y - fold) < 70) crease(y - fold - bend, at, bend / 3);
    }
  return { width, height, data: new Uint8Array(data.buffer) };
};

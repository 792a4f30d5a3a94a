import type { RgbImage } from '../../domain/documents/raster.ts';

/** Quantisation tables of the JPEG standard, Annex K (ITU-T T.81): brightness and colour, quality 50. */
const BRIGHTNESS = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
  18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112,
  100, 103, 99,
] as const;
const COLOUR = [17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99] as const;

const tableOf = (colour: 'brightness' | 'colour', quality: number): Float64Array => {
  const factor = quality < 50 ? 50 / quality : 2 - quality / 50;
  return Float64Array.from({ length: 64 }, (_, index) => {
    const [row, column] = [index >> 3, index & 7];
    const base = colour === 'brightness' ? BRIGHTNESS[index] : row < 4 && column < 4 ? COLOUR[row * 4 + column] : 99;
    return Math.max(1, Math.min(255, Math.round((base ?? 99) * factor)));
  });
};

/** Orthonormal cosine basis: `BASIS[u * 8 + x]`. */
const BASIS = Float64Array.from({ length: 64 }, (_, index) => {
  const [u, x] = [index >> 3, index & 7];
  return (u === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * u * Math.PI) / 16);
});

const rows = new Float64Array(64);
const waves = new Float64Array(64);

/** What one 8 x 8 block of a plane becomes when its waves are rounded to the table. */
const roundBlock = (block: Float64Array, table: Float64Array): void => {
  for (let y = 0; y < 8; y += 1)
    for (let u = 0; u < 8; u += 1) {
      let sum = 0;
      for (let x = 0; x < 8; x += 1) sum += (block[y * 8 + x] ?? 0) * (BASIS[u * 8 + x] ?? 0);
      rows[y * 8 + u] = sum;
    }
  for (let v = 0; v < 8; v += 1)
    for (let u = 0; u < 8; u += 1) {
      let sum = 0;
      for (let y = 0; y < 8; y += 1) sum += (rows[y * 8 + u] ?? 0) * (BASIS[v * 8 + y] ?? 0);
      const step = table[v * 8 + u] ?? 1;
      waves[v * 8 + u] = Math.round(sum / step) * step;
    }
  for (let y = 0; y < 8; y += 1)
    for (let u = 0; u < 8; u += 1) {
      let sum = 0;
      for (let v = 0; v < 8; v += 1) sum += (waves[v * 8 + u] ?? 0) * (BASIS[v * 8 + y] ?? 0);
      rows[y * 8 + u] = sum;
    }
  for (let y = 0; y < 8; y += 1)
    for (let x = 0; x < 8; x += 1) {
      let sum = 0;
      for (let u = 0; u < 8; u += 1) sum += (rows[y * 8 + u] ?? 0) * (BASIS[u * 8 + x] ?? 0);
      block[y * 8 + x] = sum;
    }
};

type Plane = { readonly width: number; readonly height: number; readonly data: Float64Array };

/** Rounds every block of a plane in place; beyond the edge the last pixel counts again. */
const roundPlane = ({ width, height, data }: Plane, table: Float64Array): void => {
  const block = new Float64Array(64);
  for (let top = 0; top < height; top += 8)
    for (let left = 0; left < width; left += 8) {
      let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (let at = 0; at < 64; at += 1) {
        const value = data[Math.min(height - 1, top + (at >> 3)) * width + Math.min(width - 1, left + (at & 7))] ?? 0;
        block[at] = value;
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
      if (low === high) continue;
      roundBlock(block, table);
      for (let at = 0; at < 64; at += 1) {
        const [x, y] = [left + (at & 7), top + (at >> 3)];
        if (x < width && y < height) data[y * width + x] = block[at] ?? 0;
      }
    }
};

/** Brightness at full size and both colour planes at half size (4:2:0), each around zero. */
const planesOf = ({ width, height, data }: RgbImage): readonly [Plane, Plane, Plane] => {
  const [halfWidth, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const plane = (w: number, h: number): Plane => ({ width: w, height: h, data: new Float64Array(w * h) });
  const planes = [plane(width, height), plane(halfWidth, halfHeight), plane(halfWidth, halfHeight)] as const;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      const brightness = 0.299 * r + 0.587 * g + 0.114 * b;
      const half = (y >> 1) * halfWidth + (x >> 1);
      const share = 1 / ((Math.min(width, (x | 1) + 1) - (x & ~1)) * (Math.min(height, (y | 1) + 1) - (y & ~1)));
      planes[0].data[y * width + x] = brightness - 128;
      planes[1].data[half] = (planes[1].data[half] ?? 0) + 0.564 * (b - brightness) * share;
      planes[2].data[half] = (planes[2].data[half] ?? 0) + 0.713 * (r - brightness) * share;
    }
  return planes;
};

/** The picture as a baseline JPEG of `quality` 1..99 with 4:2:0 colour gives it back: rounded waves in 8 x 8 blocks. */
export const jpegNoise = (image: RgbImage, quality: number): RgbImage => {
  const { width, height } = image;
  const [brightness, blue, red] = planesOf(image);
  roundPlane(brightness, tableOf('brightness', quality));
  const colour = tableOf('colour', quality);
  roundPlane(blue, colour);
  roundPlane(red, colour);
  const data = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const half = (y >> 1) * blue.width + (x >> 1);
      const [level, cb, cr] = [(brightness.data[y * width + x] ?? 0) + 128, blue.data[half] ?? 0, red.data[half] ?? 0];
      data.set([level + 1.402 * cr, level - 0.344 * cb - 0.714 * cr, level + 1.772 * cb], (y * width + x) * 3);
    }
  return { width, height, data: new Uint8Array(data.buffer) };
};

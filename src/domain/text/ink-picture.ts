import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';

/** A grey picture, one byte per pixel, 0 black. */
export type GreyImage = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** Grey of one part of a picture (ITU-R BT.601); `box` in px of `image`, clipped to it. */
export function greyOf(image: RgbImage, box: PixelBox = [0, 0, image.width, image.height]): GreyImage {
  const [x0, y0] = [Math.max(0, Math.floor(box[0])), Math.max(0, Math.floor(box[1]))];
  const width = Math.max(0, Math.min(image.width, Math.ceil(box[2])) - x0);
  const height = Math.max(0, Math.min(image.height, Math.ceil(box[3])) - y0);
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    let from = ((y0 + y) * image.width + x0) * 3;
    for (let x = 0; x < width; x += 1, from += 3) {
      const [r, g, b] = [image.data[from] ?? 0, image.data[from + 1] ?? 0, image.data[from + 2] ?? 0];
      data[y * width + x] = Math.round(0.299 * r + 0.587 * g + 0.114 * b);
    }
  }
  return { width, height, data };
}

/** Weights of Catmull-Rom interpolation (Keys 1981, a = -1/2) for four neighbours; `t` is 0..1 between the middle two. */
const cubicWeights = (t: number): readonly [number, number, number, number] => [
  t * (-0.5 + t * (1 - 0.5 * t)),
  1 + t * t * (-2.5 + 1.5 * t),
  t * (0.5 + t * (2 - 1.5 * t)),
  t * t * (-0.5 + 0.5 * t),
];

type Tap = { readonly at: readonly number[]; readonly weights: readonly number[] };

/** Where the values of one axis come from: half-pixel centres, edges repeated; a box of source pixels when it gets smaller. */
function taps(from: number, to: number): readonly Tap[] {
  const step = from / to;
  const clamp = (index: number): number => Math.min(from - 1, Math.max(0, index));
  return Array.from({ length: to }, (_, index) => {
    if (step > 1) {
      const [low, high] = [Math.floor(index * step), Math.max(Math.floor(index * step) + 1, Math.floor((index + 1) * step))];
      const at = Array.from({ length: high - low }, (__, offset) => clamp(low + offset));
      return { at, weights: at.map(() => 1 / at.length) };
    }
    const centre = (index + 0.5) * step - 0.5;
    const base = Math.floor(centre);
    return { at: [base - 1, base, base + 1, base + 2].map(clamp), weights: cubicWeights(centre - base) };
  });
}

/** The picture at `factor` times its size: cubic when it grows, the mean of what falls together when it shrinks. */
export function resample(image: GreyImage, factor: number): GreyImage {
  const width = Math.max(1, Math.round(image.width * factor));
  const height = Math.max(1, Math.round(image.height * factor));
  const across = taps(image.width, width);
  const down = taps(image.height, height);
  const rows = new Float32Array(width * image.height);
  for (let y = 0; y < image.height; y += 1) {
    across.forEach(({ at, weights }, x) => {
      let sum = 0;
      for (let tap = 0; tap < at.length; tap += 1)
        sum += (image.data[y * image.width + (at[tap] ?? 0)] ?? 0) * (weights[tap] ?? 0);
      rows[y * width + x] = sum;
    });
  }
  const data = new Uint8Array(width * height);
  down.forEach(({ at, weights }, y) => {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let tap = 0; tap < at.length; tap += 1) sum += (rows[(at[tap] ?? 0) * width + x] ?? 0) * (weights[tap] ?? 0);
      data[y * width + x] = Math.min(255, Math.max(0, Math.round(sum)));
    }
  });
  return { width, height, data };
}

/** The picture with a margin of `margin` px of `paper` on each side: recognisers want air around the text. */
export function padded(image: GreyImage, margin: number, paper: number): GreyImage {
  const [width, height] = [image.width + 2 * margin, image.height + 2 * margin];
  const data = new Uint8Array(width * height).fill(paper);
  for (let y = 0; y < image.height; y += 1)
    data.set(image.data.subarray(y * image.width, (y + 1) * image.width), (y + margin) * width + margin);
  return { width, height, data };
}

/** Binary PGM (Netpbm P5), a format that needs no compression. */
export function toPgm({ width, height, data }: GreyImage): Uint8Array {
  const head = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const file = new Uint8Array(head.length + data.length);
  file.set(head);
  file.set(data, head.length);
  return file;
}

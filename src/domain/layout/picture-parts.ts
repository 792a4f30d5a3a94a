import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';

/** Copy of a part of a picture; the box has integer edges and lies inside. */
export function cutOut(image: RgbImage, [x0, y0, x1, y1]: PixelBox): RgbImage {
  const width = x1 - x0;
  const height = y1 - y0;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const from = ((y0 + y) * image.width + x0) * 3;
    data.set(image.data.subarray(from, from + width * 3), y * width * 3);
  }
  return { width, height, data };
}

/** The picture with `margin` px of white on every side. */
export function padded(image: RgbImage, margin: number): RgbImage {
  const width = image.width + 2 * margin;
  const height = image.height + 2 * margin;
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let y = 0; y < image.height; y += 1) {
    const row = image.data.subarray(y * image.width * 3, (y + 1) * image.width * 3);
    data.set(row, ((y + margin) * width + margin) * 3);
  }
  return { width, height, data };
}

/** Share 0..1 of the most frequent colour, channels read to 16 steps: near 1 for a blank or black picture (field report 4.19). */
export function singleColorShare(image: RgbImage): number {
  const counts = new Uint32Array(4096);
  const pixels = image.width * image.height;
  const step = Math.max(1, Math.floor(pixels / 250_000));
  let seen = 0;
  for (let pixel = 0; pixel < pixels; pixel += step) {
    const at = pixel * 3;
    const bin = (((image.data[at] ?? 0) >> 4) << 8) | (((image.data[at + 1] ?? 0) >> 4) << 4) | ((image.data[at + 2] ?? 0) >> 4);
    counts[bin] = (counts[bin] ?? 0) + 1;
    seen += 1;
  }
  return seen === 0 ? 0 : Math.max(...counts) / seen;
}

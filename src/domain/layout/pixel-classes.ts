import type { RgbImage } from '../documents/raster.ts';

/** Bits of a classified pixel: differs from the paper; more saturated than the paper; far darker than the paper. */
export const INK = 1;
export const COLOURED = 2;
export const DARK = 4;

export type Rgb = readonly [number, number, number];

/** Class bits and brightness per pixel, row by row. */
export type PixelClasses = {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
  /** Brightness 0..255 of every pixel. */
  readonly luma: Uint8Array;
  /** Largest difference of a channel from the paper's, 0..255, of every pixel. */
  readonly distance: Uint8Array;
  readonly paper: Rgb;
};

/** Sum and number of the pixels of one colour bin of 16 x 16 x 16. */
const BINS = 4096;
const INK_DISTANCE = 22;
const SATURATION_MARGIN = 14;
/** The outer band of a sheet is nearly always bare paper, so it counts more. */
const BAND_SHARE = 0.025;
const BAND_WEIGHT = 4;
const BRIGHT_LUMA = 120;

const luma = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b;

/** Colour of the paper: mean of the most frequent bin of bright pixels; null for a picture without bright pixels. */
export function paperColor(image: RgbImage): Rgb | null {
  const { width, height, data } = image;
  const count = new Float64Array(BINS);
  const sums = [new Float64Array(BINS), new Float64Array(BINS), new Float64Array(BINS)] as const;
  const step = Math.max(1, Math.floor(Math.sqrt((width * height) / 600_000)));
  const bandX = width * BAND_SHARE;
  const bandY = height * BAND_SHARE;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      const at = (y * width + x) * 3;
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      if (luma(r, g, b) < BRIGHT_LUMA) continue;
      const inBand = x < bandX || y < bandY || x >= width - bandX || y >= height - bandY;
      const weight = inBand ? BAND_WEIGHT : 1;
      const bin = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4);
      count[bin] = (count[bin] ?? 0) + weight;
      for (const [band, value] of [r, g, b].entries()) {
        const sum = sums[band];
        if (sum) sum[bin] = (sum[bin] ?? 0) + weight * value;
      }
    }
  }
  const best = count.reduce((top, value, bin) => (value > (count[top] ?? 0) ? bin : top), 0);
  const total = count[best] ?? 0;
  if (total === 0) return null;
  const mean = (band: 0 | 1 | 2): number => Math.round((sums[band][best] ?? 0) / total);
  return [mean(0), mean(1), mean(2)];
}

/** Class bits of every pixel against the given paper. */
export function classifyPixels(image: RgbImage, paper: Rgb): PixelClasses {
  const { width, height, data } = image;
  const [pr, pg, pb] = paper;
  const saturation = Math.max(pr, pg, pb) - Math.min(pr, pg, pb) + SATURATION_MARGIN;
  const darkLuma = luma(pr, pg, pb) * 0.55;
  const bits = new Uint8Array(width * height);
  const brightness = new Uint8Array(width * height);
  const distances = new Uint8Array(width * height);
  for (let pixel = 0, at = 0; pixel < bits.length; pixel += 1, at += 3) {
    const r = data[at] ?? 0;
    const g = data[at + 1] ?? 0;
    const b = data[at + 2] ?? 0;
    const grey = luma(r, g, b);
    brightness[pixel] = grey;
    const distance = Math.max(Math.abs(r - pr), Math.abs(g - pg), Math.abs(b - pb));
    distances[pixel] = distance;
    if (distance <= INK_DISTANCE) continue;
    const coloured = Math.max(r, g, b) - Math.min(r, g, b) > saturation ? COLOURED : 0;
    bits[pixel] = INK | coloured | (grey < darkLuma ? DARK : 0);
  }
  return { width, height, bits, luma: brightness, distance: distances, paper };
}

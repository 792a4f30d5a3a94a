import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import { roundHalfEven } from '../layout/boxes.ts';
import type { Rgb } from './color-names.ts';

/** A pixel is near-black, so ink and not colour, when all its channels are below this. */
const NEAR_BLACK = 16;
/** Share of each side left out, so that the swatch's frame does not count. Contract 7.4 takes the whole box; a median hardly differs. */
const FRAME_SHARE = 0.1;

/** Middle value of a histogram of 256 bins; of an even number of values the mean of the two middle ones, halves to even. */
function histogramMedian(histogram: Uint32Array, count: number): number {
  const valueAt = (rank: number): number => {
    let seen = 0;
    for (let value = 0; value < 256; value += 1) {
      seen += histogram[value] ?? 0;
      if (seen > rank) return value;
    }
    return 0;
  };
  return roundHalfEven((valueAt(Math.floor((count - 1) / 2)) + valueAt(Math.floor(count / 2))) / 2);
}

/**
 * Colour of a swatch: per-channel median over its pixels that are not near-black, over all when every one is (contract 7.4).
 * `box` is in px of `image` and is clipped to it; null when nothing is left.
 */
export function swatchColor(image: RgbImage, box: PixelBox): Rgb | null {
  const margin = (low: number, high: number): number => Math.floor(Math.max(0, high - low) * FRAME_SHARE);
  const [mx, my] = [margin(box[0], box[2]), margin(box[1], box[3])];
  const x0 = Math.max(0, Math.floor(box[0]) + mx);
  const y0 = Math.max(0, Math.floor(box[1]) + my);
  const x1 = Math.min(image.width, Math.ceil(box[2]) - mx);
  const y1 = Math.min(image.height, Math.ceil(box[3]) - my);
  const all = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const;
  const light = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)] as const;
  let counted = 0;
  let lights = 0;
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) {
      const at = (y * image.width + x) * 3;
      const rgb = [image.data[at] ?? 0, image.data[at + 1] ?? 0, image.data[at + 2] ?? 0] as const;
      const bright = rgb[0] >= NEAR_BLACK || rgb[1] >= NEAR_BLACK || rgb[2] >= NEAR_BLACK;
      counted += 1;
      if (bright) lights += 1;
      for (const band of [0, 1, 2] as const) {
        const value = rgb[band];
        all[band][value] = (all[band][value] ?? 0) + 1;
        if (bright) light[band][value] = (light[band][value] ?? 0) + 1;
      }
    }
  }
  if (counted === 0) return null;
  const [chosen, count] = lights > 0 ? [light, lights] : [all, counted];
  return [histogramMedian(chosen[0], count), histogramMedian(chosen[1], count), histogramMedian(chosen[2], count)];
}

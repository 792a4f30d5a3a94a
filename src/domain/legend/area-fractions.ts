import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import type { Rgb } from './color-names.ts';

/**
 * L1 distance of RGB up to which a pixel may count for a colour, about 16 steps per channel: scans and relief shading vary. The
 * reference needs half the distance between colours (contract 7.5) because its shares overlap; the nearest colour alone does not.
 */
const TOLERANCE = 48;
const PAPER: Rgb = [255, 255, 255];
/** Share of each side taken off, so that neatline and border marks do not count. */
const NEATLINE_SHARE = 0.006;

const distance = (a: Rgb, r: number, g: number, b: number): number =>
  Math.abs(a[0] - r) + Math.abs(a[1] - g) + Math.abs(a[2] - b);
const isWhite = (rgb: Rgb): boolean => rgb[0] === 255 && rgb[1] === 255 && rgb[2] === 255;
const key = (rgb: Rgb): number => (rgb[0] << 16) | (rgb[1] << 8) | rgb[2];

/** The part of a map body inside its neatline. */
export function insideNeatline(box: PixelBox): PixelBox {
  const inset = Math.ceil(Math.max(box[2] - box[0], box[3] - box[1]) * NEATLINE_SHARE);
  const small = box[2] - box[0] <= 4 * inset || box[3] - box[1] <= 4 * inset;
  return small ? box : [box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset];
}

/**
 * Share of the map's pixels that each legend colour covers, 6 decimals, in the order of `colors`. Each pixel counts once, for
 * the nearest colour within tolerance (W-78), so shares sum to at most 1. Null where it cannot be known: a white swatch (paper
 * looks the same), and a colour that several entries share. `pixels` should be taken by nearest neighbour.
 */
export function areaFractions(pixels: RgbImage, colors: readonly Rgb[]): readonly (number | null)[] {
  const total = pixels.width * pixels.height;
  const counts = new Float64Array(colors.length);
  const seen = new Map<number, number>();
  for (let pixel = 0, at = 0; pixel < total; pixel += 1, at += 3) {
    const rgb: Rgb = [pixels.data[at] ?? 0, pixels.data[at + 1] ?? 0, pixels.data[at + 2] ?? 0];
    const known = seen.get(key(rgb));
    const index = known ?? nearest(colors, rgb);
    if (known === undefined) seen.set(key(rgb), index);
    if (index >= 0) counts[index] = (counts[index] ?? 0) + 1;
  }
  const uses = new Map<number, number>();
  for (const color of colors) uses.set(key(color), (uses.get(key(color)) ?? 0) + 1);
  return colors.map((color, index) => {
    if (total === 0 || isWhite(color) || (uses.get(key(color)) ?? 0) > 1) return null;
    return Math.round(((counts[index] ?? 0) / total) * 1e6) / 1e6;
  });
}

/** Index of the nearest colour; -1 when paper is nearer, or nothing is within tolerance. The earlier one on a tie. */
function nearest(colors: readonly Rgb[], [r, g, b]: Rgb): number {
  let best = -1;
  let least = Math.min(TOLERANCE + 1, distance(PAPER, r, g, b));
  colors.forEach((color, index) => {
    const value = distance(color, r, g, b);
    if (value < least) {
      least = value;
      best = index;
    }
  });
  return best;
}

/** Every fourth pixel in x and y of a part of a picture (contract 7.5, nearest neighbour as intended there). */
export function everyFourth(image: RgbImage, box: PixelBox): RgbImage {
  const width = Math.max(1, Math.floor((box[2] - box[0]) / 4));
  const height = Math.max(1, Math.floor((box[3] - box[1]) / 4));
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = ((Math.floor(box[1]) + 4 * y) * image.width + Math.floor(box[0]) + 4 * x) * 3;
      data.set(image.data.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  return { width, height, data };
}

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

/** Share of the map that one colour covers, 0..1, 6 decimals, and half the width of the range it may lie in; null where unknown. */
export type AreaShare = { readonly fraction: number | null; readonly uncertainty: number | null };

/** Two distances nearer to each other than this (4 steps per channel) do not tell which colour a pixel has. */
const UNSURE = 12;

/** Which colour a pixel counts for, which other one it could as well count for, and whether the first is in doubt; -1 is none. */
type Verdict = { readonly index: number; readonly rival: number; readonly doubtful: boolean };

function verdictOf(colors: readonly Rgb[], [r, g, b]: Rgb): Verdict {
  let [best, second] = [-1, -1];
  // Paper, and what is no colour of the legend, are a choice like any colour.
  let least = Math.min(TOLERANCE + 1, distance(PAPER, r, g, b));
  let next = Number.POSITIVE_INFINITY;
  colors.forEach((color, index) => {
    const value = distance(color, r, g, b);
    if (value < least) {
      [second, next] = [best, least];
      [best, least] = [index, value];
    } else if (value < next) {
      [second, next] = [index, value];
    }
  });
  const close = next - least < UNSURE;
  return { index: best, rival: close ? second : -1, doubtful: close || TOLERANCE - least < UNSURE };
}

const rounded = (share: number): number => Math.round(share * 1e6) / 1e6;

/**
 * Share of the map's pixels that each legend colour covers, in the order of `colors`. Each pixel counts once, for the nearest
 * colour within tolerance (W-78), so shares sum to at most 1. Null where it cannot be known: a white swatch (paper looks the
 * same), and a colour that several entries share. `pixels` should be taken by nearest neighbour; those that `masked` names (by
 * column and row) are no part of the map, such as a legend within its frame.
 *
 * Uncertainty: a pixel is in doubt when its second-nearest choice (another colour, or none) is less than 12 farther away in L1
 * distance than the nearest, or when it lies within 12 of the limit of what counts at all. The uncertainty of a colour is the
 * larger of the share it would lose if all its doubtful pixels went elsewhere, and the share it would gain if all pixels that it is
 * second-nearest to in this sense came to it.
 */
export function areaFractions(
  pixels: RgbImage,
  colors: readonly Rgb[],
  masked: (x: number, y: number) => boolean = () => false,
): readonly AreaShare[] {
  const counts = new Float64Array(colors.length);
  const losses = new Float64Array(colors.length);
  const gains = new Float64Array(colors.length);
  const seen = new Map<number, Verdict>();
  const add = (list: Float64Array, index: number): void => {
    if (index >= 0) list[index] = (list[index] ?? 0) + 1;
  };
  let total = 0;
  for (let y = 0, at = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1, at += 3) {
      if (masked(x, y)) continue;
      const rgb: Rgb = [pixels.data[at] ?? 0, pixels.data[at + 1] ?? 0, pixels.data[at + 2] ?? 0];
      const verdict = seen.get(key(rgb)) ?? verdictOf(colors, rgb);
      seen.set(key(rgb), verdict);
      total += 1;
      add(counts, verdict.index);
      if (verdict.doubtful) add(losses, verdict.index);
      add(gains, verdict.rival);
    }
  }
  const uses = new Map<number, number>();
  for (const color of colors) uses.set(key(color), (uses.get(key(color)) ?? 0) + 1);
  return colors.map((color, index) => {
    if (total === 0 || isWhite(color) || (uses.get(key(color)) ?? 0) > 1) return { fraction: null, uncertainty: null };
    const doubt = Math.max(losses[index] ?? 0, gains[index] ?? 0);
    return { fraction: rounded((counts[index] ?? 0) / total), uncertainty: rounded(doubt / total) };
  });
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

import type { RgbImage } from '../../documents/raster.ts';
import { roundHalfEven } from '../boxes.ts';

type Size = { readonly width: number; readonly height: number };

/**
 * Bilinear resizing in the fixed-point arithmetic of OpenCV's `resize` for 8-bit pictures (INTER_LINEAR): half-pixel centres, 11-bit
 * coefficients, no smoothing. Rows are taken in as they come, in any blocks, so that a large picture is never held whole.
 */
export type Resizer = {
  /** The rows of the picture that begin at `first`; `block` has the full width. Every row has to be given once. */
  readonly take: (first: number, block: RgbImage) => void;
  readonly finish: () => RgbImage;
};

const ONE = 2048;

type Axis = { readonly from: Int32Array; readonly first: Int32Array; readonly second: Int32Array };

/** Source index and the two coefficients of each target index. Positions are single precision, as there. */
function axis(source: number, target: number, clamped: boolean): Axis {
  const scale = 1 / (target / source);
  const [from, first, second] = [new Int32Array(target), new Int32Array(target), new Int32Array(target)];
  for (let at = 0; at < target; at += 1) {
    const position = Math.fround((at + 0.5) * scale - 0.5);
    let index = Math.floor(position);
    let rest = Math.fround(position - index);
    // Across, the border pixel alone counts; down, both rows are the border row instead.
    if (clamped && (index < 0 || index >= source - 1)) [index, rest] = [index < 0 ? 0 : source - 1, 0];
    from[at] = index;
    first[at] = roundHalfEven(Math.fround(1 - rest) * ONE);
    second[at] = roundHalfEven(rest * ONE);
  }
  return { from, first, second };
}

export function createResizer(source: Size, target: Size): Resizer {
  if (source.width === target.width && source.height === target.height) return copying(source);
  // OpenCV averages squares of four when both sides are exactly halved.
  const halved = source.width === 2 * target.width && source.height === 2 * target.height;
  const x = halved ? halving(target.width) : axis(source.width, target.width, true);
  const y = halved ? halving(target.height) : axis(source.height, target.height, false);
  const rows = new Map<number, Int32Array>();
  const row = (index: number): number => Math.min(source.height - 1, Math.max(0, index));
  for (const index of y.from) for (const near of [index, index + 1]) rows.set(row(near), new Int32Array(0));
  return {
    take: (first, block) => {
      for (let at = 0; at < block.height; at += 1)
        if (rows.has(first + at)) rows.set(first + at, across(block.data.subarray(at * block.width * 3), x, source.width));
    },
    finish: () => {
      const data = new Uint8Array(target.width * target.height * 3);
      for (let at = 0; at < target.height; at += 1) {
        const index = y.from[at] ?? 0;
        const pair = [rows.get(row(index)), rows.get(row(index + 1))] as const;
        const out = data.subarray(at * target.width * 3, (at + 1) * target.width * 3);
        if (halved) average(pair, out);
        else blend(pair, [y.first[at] ?? 0, y.second[at] ?? 0], out);
      }
      return { ...target, data };
    },
  };
}

const halving = (target: number): Axis => ({
  from: Int32Array.from({ length: target }, (_, at) => 2 * at),
  first: new Int32Array(target).fill(1),
  second: new Int32Array(target).fill(1),
});

/** One row, resized across, as sums scaled by 2048 (unscaled when halving). */
function across(pixels: Uint8Array, { from, first, second }: Axis, width: number): Int32Array {
  const sums = new Int32Array(from.length * 3);
  for (let at = 0, to = 0; at < from.length; at += 1) {
    const index = from[at] ?? 0;
    const left = 3 * index;
    const right = index + 1 < width ? left + 3 : left;
    const [a, b] = [first[at] ?? 0, second[at] ?? 0];
    for (let band = 0; band < 3; band += 1, to += 1) sums[to] = (pixels[left + band] ?? 0) * a + (pixels[right + band] ?? 0) * b;
  }
  return sums;
}

type Rows = readonly [Int32Array | undefined, Int32Array | undefined];

function blend([upper, lower]: Rows, [a, b]: readonly [number, number], out: Uint8Array): void {
  for (let at = 0; at < out.length; at += 1) {
    const top = (a * ((upper?.[at] ?? 0) >> 4)) >> 16;
    const bottom = (b * ((lower?.[at] ?? 0) >> 4)) >> 16;
    out[at] = (top + bottom + 2) >> 2;
  }
}

function average([upper, lower]: Rows, out: Uint8Array): void {
  for (let at = 0; at < out.length; at += 1) out[at] = ((upper?.[at] ?? 0) + (lower?.[at] ?? 0) + 2) >> 2;
}

/** Nothing to resize: the rows are the picture. */
function copying(size: Size): Resizer {
  const data = new Uint8Array(size.width * size.height * 3);
  return {
    take: (first, block) => data.set(block.data.subarray(0, block.width * block.height * 3), first * size.width * 3),
    finish: () => ({ width: size.width, height: size.height, data }),
  };
}

import type { RgbImage } from '../../documents/raster.ts';
import { roundHalfEven } from '../boxes.ts';
import { createResizer } from './bilinear.ts';

/** Where a picture lies in the network's input: its size there, and the margins above and to the left, all in px. */
export type Letterbox = {
  readonly width: number;
  readonly height: number;
  readonly inner: { readonly width: number; readonly height: number };
  readonly top: number;
  readonly left: number;
};

type Size = { readonly width: number; readonly height: number };

const STEP = 32;
/** Grey of the margins. */
const MARGIN = 114;

/** Placing of a picture for a network of `[height, width]` (design text, A.3): kept in shape, margins only up to a multiple of 32. */
export function planLetterbox({ width, height }: Size, [rows, columns]: readonly [number, number]): Letterbox {
  const ratio = Math.min(rows / height, columns / width);
  // A very long and thin picture would round away; the network needs a pixel at least.
  const inner = { width: Math.max(1, roundHalfEven(width * ratio)), height: Math.max(1, roundHalfEven(height * ratio)) };
  const across = ((columns - inner.width) % STEP) / 2;
  const down = ((rows - inner.height) % STEP) / 2;
  // Half a pixel goes to the right and to the bottom.
  const [left, right] = [Math.max(0, roundHalfEven(across - 0.1)), roundHalfEven(across + 0.1)];
  const [top, bottom] = [Math.max(0, roundHalfEven(down - 0.1)), roundHalfEven(down + 0.1)];
  return { width: left + inner.width + right, height: top + inner.height + bottom, inner, top, left };
}

/** The network's input, `[1, 3, height, width]` in row-major order, RGB as 0..1, from a picture already of the inner size. */
export function letterboxTensor(inner: RgbImage, box: Letterbox): Float32Array {
  const area = box.width * box.height;
  const tensor = new Float32Array(3 * area).fill(MARGIN / 255);
  for (let y = 0; y < inner.height; y += 1) {
    let from = y * inner.width * 3;
    let to = (y + box.top) * box.width + box.left;
    for (let x = 0; x < inner.width; x += 1, from += 3, to += 1) {
      tensor[to] = (inner.data[from] ?? 0) / 255;
      tensor[to + area] = (inner.data[from + 1] ?? 0) / 255;
      tensor[to + 2 * area] = (inner.data[from + 2] ?? 0) / 255;
    }
  }
  return tensor;
}

/** The network's input for a picture that is in memory. */
export function letterbox(
  image: RgbImage,
  size: readonly [number, number],
): { readonly box: Letterbox; readonly tensor: Float32Array } {
  const box = planLetterbox(image, size);
  const resizer = createResizer(image, box.inner);
  resizer.take(0, image);
  return { box, tensor: letterboxTensor(resizer.finish(), box) };
}

/** A box of the network's input in the picture of `size`, clipped to it (design text, A.4 step 3). */
export function undoLetterbox(
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  { width, height }: Size,
  box: Pick<Letterbox, 'width' | 'height'>,
): readonly [number, number, number, number] {
  const gain = Math.min(box.height / height, box.width / width);
  const left = roundHalfEven((box.width - width * gain) / 2 - 0.1);
  const top = roundHalfEven((box.height - height * gain) / 2 - 0.1);
  const clip = (value: number, limit: number): number => Math.min(limit, Math.max(0, value));
  return [
    clip((x0 - left) / gain, width),
    clip((y0 - top) / gain, height),
    clip((x1 - left) / gain, width),
    clip((y1 - top) / gain, height),
  ];
}

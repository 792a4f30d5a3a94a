import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';

/** A column whose darkest pixel is at least this bright is blank (contract 7.4: 256 - 32). */
const BLANK = 224;

/** Grey as OpenCV reckons it (ITU-R BT.601), 0..255, rounded. */
const grey = (image: RgbImage, x: number, y: number): number => {
  const at = (y * image.width + x) * 3;
  return Math.round(0.299 * (image.data[at] ?? 0) + 0.587 * (image.data[at + 1] ?? 0) + 0.114 * (image.data[at + 2] ?? 0));
};

/**
 * Clip a text box to the picture and take blank columns off its left and right ends, leaving one px of air; the clipped box when
 * it is blank all over (contract 7.4). Rows stay. `blank` is the brightness from which a pixel counts as paper.
 */
export function shrinkTextBox(image: RgbImage, box: PixelBox, blank: number = BLANK): PixelBox {
  const x0 = Math.max(0, Math.floor(box[0]));
  const y0 = Math.max(0, Math.floor(box[1]));
  const x1 = Math.min(image.width, Math.ceil(box[2]));
  const y1 = Math.min(image.height, Math.ceil(box[3]));
  const clipped: PixelBox = [x0, y0, Math.max(x0, x1), Math.max(y0, y1)];
  const isBlank = (x: number): boolean => {
    for (let y = y0; y < y1; y += 1) if (grey(image, x, y) < blank) return false;
    return true;
  };
  const width = x1 - x0;
  let from = x0 + Math.floor(0.01 * width);
  let to = x0 + Math.floor(0.99 * width) - 1;
  while (from <= to && isBlank(from)) from += 1;
  while (to >= from && isBlank(to)) to -= 1;
  if (from > to) return clipped;
  return [Math.max(x0, from - 1), y0, Math.min(x1, to + 1), y1];
}

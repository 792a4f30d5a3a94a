import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import { cutOut } from '../layout/picture-parts.ts';
import type { ReadLine } from '../text/text-reader.ts';
import type { Rgb } from './color-names.ts';
import { insideFrame } from './swatch-pattern.ts';

/** What a map-unit symbol can be made of. Special letters such as the barred C of the Cambrian are not among them: no reading is better than a wrong one. */
export const SYMBOL_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Readings below this are not reported; chosen by eye on one sheet. */
const SYMBOL_FLOOR = 0.88;
/** Least difference in brightness between a symbol and its swatch, grey levels. */
const LEAST_CONTRAST = 45;

/** An age letter or two, then letters and digits that tell the unit: `Qal`, `QTg`, `Tv`, `Kgr`, `Ts1`. */
const SYMBOL = /^[A-Z]{1,2}[a-z]{0,5}\d{0,2}[a-z]{0,2}$/;
/** Letters that the recogniser takes for one another at this size: a symbol with one of them is never sure. */
const CONFUSED = /[ceo]/;
/** A lone capital is a period without a unit, or half of a symbol. */
const LEAST_LETTERS = 2;

const grey = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b;

/** What is darker than the swatch's colour, as black on white; null when nothing is, or the box is not whole. Box in px of `image`. */
export function symbolPicture(image: RgbImage, swatch: PixelBox, rgb: Rgb): RgbImage | null {
  const box = insideFrame(swatch);
  if (box[0] < 0 || box[1] < 0 || box[2] > image.width || box[3] > image.height) return null;
  const part = cutOut(image, box);
  const ground = grey(...rgb);
  const depths = new Float32Array(part.width * part.height);
  let deepest = 0;
  for (let pixel = 0; pixel < depths.length; pixel += 1) {
    const at = pixel * 3;
    const depth = Math.max(0, ground - grey(part.data[at] ?? 0, part.data[at + 1] ?? 0, part.data[at + 2] ?? 0));
    depths[pixel] = depth;
    deepest = Math.max(deepest, depth);
  }
  if (deepest < LEAST_CONTRAST) return null;
  const data = new Uint8Array(part.data.length);
  for (const [pixel, depth] of depths.entries()) data.fill(Math.round(255 * (1 - depth / deepest)), pixel * 3, pixel * 3 + 3);
  return { width: part.width, height: part.height, data };
}

export type SymbolReading = { readonly symbol: string; readonly confidence: number };

/** The symbol of a swatch; null unless it has the form of one and was read surely. */
export function symbolOf(lines: readonly ReadLine[]): SymbolReading | null {
  const [line, ...more] = lines;
  if (line === undefined || more.length > 0 || line.confidence < SYMBOL_FLOOR) return null;
  const symbol = line.text.replace(/\s/g, '');
  return symbol.length >= LEAST_LETTERS && !CONFUSED.test(symbol) && SYMBOL.test(symbol)
    ? { symbol, confidence: Math.round(line.confidence * 100) / 100 }
    : null;
}

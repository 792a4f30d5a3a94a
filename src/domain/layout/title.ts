import type { PixelBox } from '../catalog/records.ts';
import { boxHeight, boxWidth, holds, midX, midY, union } from './boxes.ts';
import type { Detection } from './layout-detector.ts';
import type { TextLine } from './text-lines.ts';

const MIN_GLYPHS = 5;
/** A title is set at least this many times as tall as the sheet's usual text. */
const MIN_RATIO = 1.35;
/** Lines narrower than this share of the sheet's longer side count less: logos and short headings are tall too. */
const TITLE_WIDTH = 0.2;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A line of words: wide, many glyphs, and not the thin bars of a bar code. */
const isWords = (line: TextLine): boolean =>
  line.glyphs >= MIN_GLYPHS &&
  boxWidth(line.box) >= 4 * line.height &&
  boxWidth(line.box) / line.glyphs >= 0.35 * line.height &&
  boxHeight(line.box) <= 2.2 * line.height;

/** The tallest wide text line outside map and legend, with lines of like height right above or below it; undefined without one. */
export function findTitle(lines: readonly TextLine[], taken: readonly PixelBox[], side: number): Detection | undefined {
  const free = lines.filter((line) => isWords(line) && !taken.some((box) => holds(box, midX(line.box), midY(line.box))));
  const usual = median(free.map((line) => line.height));
  const weight = (line: TextLine): number => line.height * Math.min(1, Math.max(0.3, boxWidth(line.box) / (TITLE_WIDTH * side)));
  const best = free.reduce<TextLine | undefined>((top, line) => (!top || weight(line) > weight(top) ? line : top), undefined);
  if (!best || (free.length > 1 && best.height < MIN_RATIO * usual)) return undefined;
  let box = best.box;
  for (const line of free) {
    const like = line.height > 0.8 * best.height && line.height < 1.25 * best.height;
    const air = Math.max(line.box[1] - box[3], box[1] - line.box[3]);
    const beside = Math.min(line.box[2], box[2]) - Math.max(line.box[0], box[0]);
    if (like && air < 1.2 * best.height && beside > 0) box = union([box, line.box]) ?? box;
  }
  const ratio = free.length > 1 ? best.height / usual : MIN_RATIO;
  return { label: 'title', bbox: box, confidence: Math.round(Math.min(0.95, 0.4 + 0.2 * (ratio - 1)) * 100) / 100 };
}

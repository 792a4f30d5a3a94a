import type { GlyphSource, TextSetting } from '../../domain/text/glyph-source.ts';
import type { Box, Point } from '../sheet-plan.ts';
import { INK, pathData, rectMark } from '../svg-marks.ts';

/** Draws into one SVG fragment and says which box of ink each mark covers. All lengths in px of the unturned sheet. */
export type Pen = {
  /** Sets one line of text; returns the box of its outlines (a degenerate box at the pen for blank text). */
  readonly text: (words: string, setting: TextSetting) => Box;
  readonly rect: (box: Box, style: string) => void;
  readonly path: (points: readonly Point[], style: string, end?: 'open' | 'closed') => void;
  readonly raw: (svg: string) => void;
  /** Advance width of a text, px. */
  readonly width: (words: string, size: number) => number;
  readonly svg: () => string;
};

/** Box of path data of absolute M, L, Q and C commands: control points of the font's outlines lie on their extremes. */
const boxOfPath = (d: string, at: Point): Box => {
  const numbers = (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  if (xs.length === 0) return [at[0], at[1], at[0], at[1]];
  const least = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value));
  const most = (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value));
  return [least(xs), least(ys), most(xs), most(ys)];
};

export const createPen = (glyphs: GlyphSource): Pen => {
  const parts: string[] = [];
  return {
    text: (words, setting) => {
      const { d } = glyphs.textPath(words, setting);
      if (d !== '') parts.push(`<path d="${d}" fill="${INK}"/>`);
      return boxOfPath(d, [setting.x, setting.y]);
    },
    rect: (box, style) => {
      parts.push(rectMark(box, style));
    },
    path: (points, style, end = 'open') => {
      parts.push(`<path d="${pathData(points)}${end === 'closed' ? 'Z' : ''}" ${end === 'open' ? 'fill="none" ' : ''}${style}/>`);
    },
    raw: (svg) => {
      parts.push(svg);
    },
    width: (words, size) => glyphs.textPath(words, { x: 0, y: 0, size }).width,
    svg: () => parts.join('\n'),
  };
};

/** Smallest box around all given ones. */
export const around = (boxes: readonly Box[]): Box => {
  const [first, ...rest] = boxes;
  if (!first) return [0, 0, 0, 0];
  return rest.reduce<Box>(
    (sum, box) => [Math.min(sum[0], box[0]), Math.min(sum[1], box[1]), Math.max(sum[2], box[2]), Math.max(sum[3], box[3])],
    first,
  );
};

/** Breaks words into lines of at most `width` px. */
export const wrapWords = (pen: Pen, words: string, { size, width }: { readonly size: number; readonly width: number }) => {
  const lines: string[] = [];
  for (const word of words.split(' ')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && pen.width(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
};

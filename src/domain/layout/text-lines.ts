import type { PixelBox } from '../catalog/records.ts';
import { boxHeight, boxWidth, midY, union } from './boxes.ts';
import type { Component } from './connected-components.ts';

/** Glyphs on one line. `height` is that of its taller glyphs, px; `glyphs` counts parts, so touching letters count once. */
export type TextLine = { readonly box: PixelBox; readonly height: number; readonly glyphs: number };

/** Glyph heights as shares of the sheet's longer side. */
const MIN_HEIGHT = 0.0011;
const MAX_HEIGHT = 0.03;
/** A space within a line is at most this many glyph heights wide. */
const SPACE = 1.3;
const MAX_GLYPHS = 40_000;

/** Whether a component can be a letter or a few touching ones, on a sheet of `side` px. */
function isGlyph(part: Component, side: number): boolean {
  const width = boxWidth(part.box);
  const height = boxHeight(part.box);
  if (height < Math.max(4, MIN_HEIGHT * side) || height > Math.max(12, MAX_HEIGHT * side)) return false;
  if (width > 60 * height || (part.dark < part.pixels * 0.1 && part.coloured > part.pixels * 0.3)) return false;
  const filled = part.pixels / (width * height);
  const rule = filled > 0.92 && (width > 4 * height || height > 8 * width);
  return !rule && part.coloured < part.pixels * 0.7;
}

/**
 * Group glyphs into horizontal lines: neighbours whose gap is at most 1.3 of the taller one's height and that overlap by half of
 * the lower one's height. Lines come in the order of their top edge. A picture with too many glyph-like specks gives none.
 */
export function findTextLines(parts: readonly Component[], side: number): readonly TextLine[] {
  const glyphs = parts.filter((part) => isGlyph(part, side)).map((part) => part.box);
  if (glyphs.length > MAX_GLYPHS) return [];
  glyphs.sort((a, b) => midY(a) - midY(b));
  const owner = glyphs.map((_, index) => index);
  const root = (index: number): number => {
    let at = index;
    while (owner[at] !== at) at = owner[at] ?? at;
    owner[index] = at;
    return at;
  };
  glyphs.forEach((glyph, index) => {
    const reach = boxHeight(glyph) * 1.5;
    for (let other = index + 1; other < glyphs.length; other += 1) {
      const next = glyphs[other];
      if (!next || midY(next) - midY(glyph) > reach) break;
      if (onOneLine(glyph, next)) owner[root(other)] = root(index);
    }
  });
  const lines = new Map<number, PixelBox[]>();
  glyphs.forEach((glyph, index) => {
    const key = root(index);
    const line = lines.get(key);
    if (line) line.push(glyph);
    else lines.set(key, [glyph]);
  });
  return [...lines.values()].map(lineOf).sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

function onOneLine(a: PixelBox, b: PixelBox): boolean {
  const heights = [boxHeight(a), boxHeight(b)] as const;
  const tall = Math.max(...heights);
  const low = Math.min(...heights);
  if (tall > 3.2 * low) return false;
  const gap = Math.max(a[0], b[0]) - Math.min(a[2], b[2]);
  const overlap = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return gap <= SPACE * tall && overlap >= 0.5 * low;
}

function lineOf(glyphs: readonly PixelBox[]): TextLine {
  const heights = glyphs.map(boxHeight).sort((a, b) => a - b);
  return { box: union(glyphs) ?? [0, 0, 0, 0], height: heights[Math.floor(heights.length * 0.8)] ?? 0, glyphs: glyphs.length };
}

import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, grown, holds, intersection, midX, midY, union } from './boxes.ts';
import type { Component } from './connected-components.ts';
import type { Detection } from './layout-detector.ts';
import type { TextLine } from './text-lines.ts';

/** Size of a bar as shares of the sheet's longer side. */
const MIN_WIDTH = 0.025;
const MAX_WIDTH = 0.5;
const MAX_HEIGHT = 0.015;
const MIN_NUMBERS = 3;

const isBar = (part: Component, side: number): boolean => {
  const width = boxWidth(part.box);
  const height = boxHeight(part.box);
  return (
    width >= MIN_WIDTH * side && width <= MAX_WIDTH * side && height <= MAX_HEIGHT * side && width >= 8 * height && part.dark > 0
  );
};

/** Short texts close above or below a bar: its numbers. */
const numbersOf = (bar: PixelBox, lines: readonly TextLine[]): readonly TextLine[] =>
  lines.filter((line) => {
    const reach = 2.5 * line.height;
    const air = Math.max(line.box[1] - bar[3], bar[1] - line.box[3]);
    const short = line.glyphs <= 16 && boxWidth(line.box) < 0.4 * boxWidth(bar);
    return short && air <= reach && air >= -line.height && midX(line.box) > bar[0] - reach && line.box[0] < bar[2] + reach;
  });

/** Scale bars clear of map and legend (a slanting neatline leaves slivers beside its box): long flat drawings with at least three numbers along them, near ones taken together. */
export function findScale(
  scene: { readonly parts: readonly Component[]; readonly lines: readonly TextLine[] },
  taken: readonly PixelBox[],
  side: number,
): Detection | undefined {
  const free = (box: PixelBox): boolean => !taken.some((other) => holds(other, midX(box), midY(box)));
  const clear = (box: PixelBox): boolean => !taken.some((other) => boxArea(intersection(grown(other, 0.004 * side), box)) > 0);
  const bars = scene.parts.filter((part) => isBar(part, side) && clear(part.box)).map((part) => part.box);
  const found = bars.flatMap((bar) => {
    const numbers = numbersOf(
      bar,
      scene.lines.filter((line) => free(line.box)),
    );
    const box = union([bar, ...numbers.map((line) => line.box)]);
    return numbers.length >= MIN_NUMBERS && box ? [{ box, numbers }] : [];
  });
  const [first, ...rest] = found.sort((a, b) => b.numbers.length - a.numbers.length);
  if (!first) return undefined;
  const height = Math.max(...first.numbers.map((line) => line.height));
  let box = first.box;
  for (const other of rest)
    if (boxArea(intersection(grown(box, 3 * height), other.box)) > 0) box = union([box, other.box]) ?? box;
  for (const line of scene.lines) {
    const above = box[1] - line.box[3];
    const centred = Math.abs(midX(line.box) - midX(box)) < 0.3 * boxWidth(box);
    if (free(line.box) && centred && above >= -2 && above < 2.5 * height && line.height < 2 * height)
      box = union([box, line.box]) ?? box;
  }
  return { label: 'scale', bbox: box, confidence: Math.min(0.9, 0.5 + 0.05 * first.numbers.length) };
}

/** The usual wording of a scale without a bar has this many parts: `SCALE 1:24,000` and the like. */
const TEXT_GLYPHS = [7, 22] as const;
const TEXT_REACH = 0.09;
const TEXT_CONFIDENCE = 0.35;

/**
 * A scale printed as text only: one line standing alone close under the middle of the map. Weak evidence until it has been read,
 * so its confidence stays low.
 */
export function findScaleText(lines: readonly TextLine[], map: PixelBox, side: number): Detection | undefined {
  const isAlone = (line: TextLine): boolean =>
    !lines.some((other) => other !== line && boxArea(intersection(grown(line.box, 1.6 * line.height), other.box)) > 0);
  const candidates = lines.filter((line) => {
    const below = line.box[1] - map[3];
    const centred = Math.abs(midX(line.box) - midX(map)) < 0.14 * boxWidth(map);
    const sized = line.glyphs >= TEXT_GLYPHS[0] && line.glyphs <= TEXT_GLYPHS[1] && boxWidth(line.box) < 0.4 * boxWidth(map);
    return below >= 0 && below < TEXT_REACH * side && centred && sized && isAlone(line);
  });
  const [first] = candidates.sort((a, b) => a.box[1] - b.box[1]);
  return first ? { label: 'scale', bbox: first.box, confidence: TEXT_CONFIDENCE } : undefined;
}

import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, intersection, midY, shareInside, union } from './boxes.ts';
import type { Component } from './connected-components.ts';
import type { SymbolRow } from './layout-detector.ts';
import type { LegendColumn } from './legend-columns.ts';
import type { TextLine } from './text-lines.ts';

/** What a legend says besides its units. */
export type LegendNotes = { readonly headings: readonly PixelBox[]; readonly symbols: readonly SymbolRow[] };

export type NotedLegend = {
  readonly columns: readonly LegendColumn[];
  readonly labels: readonly PixelBox[];
  readonly lines: readonly TextLine[];
  readonly parts: readonly Component[];
  /** Map bodies; nothing in them is a note. */
  readonly bodies: readonly PixelBox[];
};

/** A row of a symbol begins where labels do, within this many glyph heights. */
const ALIGNED = 0.6;
/** Air between one row of symbols and the next, and between headings, in glyph heights. */
const ROW_AIR = 4.5;
const HEADING_AIR = 4;
/** Texts of headings are this much lower or higher than those of labels at most. */
const MIN_SIZE = 0.55;
const MAX_SIZE = 2.6;
/** Lines of one heading or label lie this close, in glyph heights. */
const LINE_AIR = 0.75;
const MIN_GLYPHS = 3;
/** Later lines and subordinate rows are set in by at most this many glyph heights. */
const HANGING = 4.5;
/** Between a symbol and its text there is more air than between words, in glyph heights. */
const SYMBOL_AIR = 0.6;
/** A symbol is at least this large, as shares of a swatch's width and height. */
const SYMBOL_WIDTH = 0.1;
const SYMBOL_HEIGHT = 0.03;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Where a column's swatches and labels stand, px. */
type Rail = {
  readonly left: number;
  readonly right: number;
  readonly swatchRight: number;
  readonly labelLeft: number;
  readonly swatchHeight: number;
  readonly textHeight: number;
  readonly top: number;
  readonly bottom: number;
};

function railOf(column: LegendColumn, labels: readonly PixelBox[]): Rail | undefined {
  const boxes = column.rows.map((row) => row.swatch.box);
  const lines = column.rows.flatMap((row) => row.line ?? []);
  const own = labels.filter((label) => lines.some((line) => shareInside(line.box, label) > 0.9));
  const all = union([...boxes, ...own]);
  if (!all || lines.length === 0) return undefined;
  return {
    left: median(boxes.map((box) => box[0])),
    right: all[2],
    swatchRight: median(boxes.map((box) => box[2])),
    labelLeft: median(lines.map((line) => line.box[0])),
    swatchHeight: median(boxes.map(boxHeight)),
    textHeight: median(lines.map((line) => line.height)),
    top: all[1],
    bottom: all[3],
  };
}

/** Free lines joined where they continue one another, down or along the line. */
function blocksOf(lines: readonly TextLine[], height: number): readonly PixelBox[] {
  const blocks: PixelBox[] = [];
  for (const { box } of lines) {
    const at = blocks.findIndex((block) => {
      const air = box[1] - block[3];
      const indent = (box[0] - block[0]) / height;
      const under = air >= -0.4 * height && air <= LINE_AIR * height && indent > -ALIGNED && indent < HANGING;
      const gap = box[0] - block[2];
      const along = Math.abs(midY(box) - midY(block)) < 0.4 * height && gap >= 0 && gap < 2 * height;
      return under || along;
    });
    const block = blocks[at];
    if (block) blocks[at] = union([block, box]) ?? block;
    else blocks.push(box);
  }
  return blocks;
}

/** The drawing at the left of a text, in the strip of the swatches; undefined when there is none of a symbol's size. */
function symbolBeside(text: PixelBox, rail: Rail, parts: readonly Component[]): PixelBox | undefined {
  const first = Math.min(midY(text), text[1] + 0.6 * rail.textHeight);
  const reach = Math.max(0.6 * rail.swatchHeight, 0.8 * rail.textHeight);
  const width = rail.swatchRight - rail.left;
  const drawn = parts.filter(({ box }) => {
    const inStrip = box[0] >= rail.left - 0.3 * width && box[2] <= Math.min(rail.labelLeft, text[0]) - 1;
    return inStrip && Math.abs(midY(box) - first) <= reach && boxHeight(box) <= 2.2 * rail.swatchHeight;
  });
  const symbol = union(drawn.map(({ box }) => box));
  if (!symbol) return undefined;
  const large = boxWidth(symbol) >= SYMBOL_WIDTH * width && boxHeight(symbol) >= SYMBOL_HEIGHT * rail.swatchHeight;
  return large ? symbol : undefined;
}

/**
 * The text of a line that begins in the strip of the swatches with a drawing: letter search takes both together. Undefined when
 * the line is the drawing alone.
 */
function withoutDrawing(line: TextLine, rail: Rail, { parts, lines }: NotedLegend): TextLine | undefined {
  const { box } = line;
  const edge = rail.labelLeft - ALIGNED * rail.textHeight;
  if (box[0] > edge) return line;
  if (box[2] <= edge) {
    const isLevel = (other: TextLine): boolean =>
      other.box[0] > edge && Math.abs(midY(other.box) - midY(box)) < 0.6 * rail.textHeight;
    const hasText = lines.some((other) => isLevel(other) && Math.abs(other.box[0] - rail.labelLeft) < HANGING * rail.textHeight);
    return hasText ? undefined : line;
  }
  const own = parts.filter((part) => shareInside(part.box, box) > 0.9);
  const text = own.filter((part) => part.box[0] > edge);
  const drawing = own.filter((part) => part.box[0] <= edge);
  const begin = Math.min(...text.map((part) => part.box[0]));
  const end = Math.max(...drawing.map((part) => part.box[2]));
  const apart = begin - end >= SYMBOL_AIR * rail.textHeight && begin - rail.labelLeft < ALIGNED * rail.textHeight;
  const rest = union(text.map((part) => part.box));
  return apart && rest ? { ...line, box: rest, height: Math.min(line.height, rail.textHeight), glyphs: text.length } : line;
}

function notesOf(rail: Rail, scene: NotedLegend): LegendNotes {
  const swatches = scene.columns.flatMap((column) => column.rows.map((row) => row.swatch.box));
  const height = rail.textHeight;
  const taken = [...scene.labels, ...swatches];
  const free = scene.lines
    .flatMap((line) => {
      if (line.box[0] > rail.right || line.box[2] < rail.left) return [];
      return withoutDrawing(line, rail, scene) ?? [];
    })
    .filter((line) => {
      const fits = line.glyphs >= MIN_GLYPHS && line.height > MIN_SIZE * height && line.height < MAX_SIZE * height;
      const inside = line.box[0] > rail.left - 1.5 * height && line.box[0] < rail.right && line.box[2] < rail.right + 8 * height;
      const alone = [...taken, ...scene.bodies].every((box) => boxArea(intersection(box, line.box)) < 0.3 * boxArea(line.box));
      return fits && inside && alone;
    });
  const headings: PixelBox[] = [];
  const symbols: SymbolRow[] = [];
  let bottom = rail.bottom;
  for (const block of blocksOf(free, height)) {
    const between = block[1] > rail.top && block[3] < rail.bottom;
    const below = block[1] >= rail.bottom - height && block[1] - bottom < ROW_AIR * height;
    if (!between && !below) continue;
    const indent = (block[0] - rail.labelLeft) / height;
    const aligned = indent > -ALIGNED && indent < HANGING;
    const symbol = aligned ? symbolBeside(block, rail, scene.parts) : undefined;
    const level = swatches.some(
      (box) => midY(block) > box[1] && midY(block) < box[3] && box[2] <= block[0] && box[0] >= rail.left - height,
    );
    if (symbol) symbols.push({ symbol, text: block });
    else if (!level) headings.push(block);
    if (below && (symbol || !level)) bottom = Math.max(bottom, block[3]);
  }
  return { headings: [...headingsAbove(rail, free), ...withoutTail(headings, symbols, rail)], symbols };
}

/** Headings above a column are no smaller than its labels and begin with its swatches or labels or stand over its middle. */
const isPlaced = ({ box, height }: TextLine, { left, right, labelLeft, textHeight }: Rail): boolean => {
  const slack = Math.max(textHeight, 0.06 * (right - left));
  const offsets = [box[0] - left, box[0] - labelLeft, (box[0] + box[2] - left - right) / 4];
  return height > 0.85 * textHeight && offsets.some((offset) => Math.abs(offset) < slack);
};

/** Texts above the first row, each near the next one. */
function headingsAbove(rail: Rail, free: readonly TextLine[]): readonly PixelBox[] {
  const found: PixelBox[] = [];
  let top = rail.top;
  const above = blocksOf(
    free.filter((line) => line.box[3] <= rail.top + 0.3 * line.height && isPlaced(line, rail)),
    rail.textHeight,
  );
  for (const block of above.toSorted((a, b) => b[3] - a[3])) {
    if (top - block[3] > HEADING_AIR * Math.max(rail.textHeight, boxHeight(block) / 2)) break;
    found.unshift(block);
    top = block[1];
  }
  return found;
}

/** Below the last row only what has symbols under it is a heading; anything else there is no part of the legend. */
const withoutTail = (headings: readonly PixelBox[], symbols: readonly SymbolRow[], rail: Rail): readonly PixelBox[] => {
  const last = Math.max(rail.bottom, ...symbols.map(({ symbol }) => symbol[3]));
  return headings.filter((box) => box[3] <= last);
};

/**
 * Headings and rows of line and point symbols of a legend (D27a). A free text that begins where the labels of a column do, with a
 * drawing in the strip of its swatches, explains that drawing; other texts above and between the rows are headings, in reading order.
 */
export function findLegendNotes(scene: NotedLegend): LegendNotes {
  const notes = scene.columns.flatMap((column) => {
    const rail = railOf(column, scene.labels);
    return rail ? [notesOf(rail, scene)] : [];
  });
  const once = (boxes: readonly PixelBox[]): readonly PixelBox[] =>
    boxes.filter((box, index) => boxes.findIndex((other) => boxArea(intersection(box, other)) > 0.5 * boxArea(box)) === index);
  const symbols = notes.flatMap((note) => note.symbols);
  return {
    headings: once(notes.flatMap((note) => note.headings)),
    symbols: symbols.filter(
      ({ symbol }, index) => symbols.findIndex((other) => shareInside(symbol, other.symbol) > 0.5) === index,
    ),
  };
}

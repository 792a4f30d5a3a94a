import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, intersection, midY } from './boxes.ts';
import type { LegendColumn, LegendRow } from './legend-columns.ts';
import { COLOURED, INK, type PixelClasses } from './pixel-classes.ts';
import type { TextLine } from './text-lines.ts';

/** Rows further from the paper than this on average are no paper. */
const FILLED = 8;
/** Share of a swatch's rows with ink at both of its sides. */
const SIDES_SHARE = 0.6;
const COLOURED_SHARE = 0.35;
/** Swatches lower than this share of their column's usual height may be parts. */
const PART_SHARE = 0.92;
/** Swatches higher than this many usual heights may be two that touch. */
const GLUED = 1.6;
/** How far above and below its first and last row a column is searched, in swatch heights. */
const BEYOND = 4;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type Strip = { readonly left: number; readonly right: number; readonly height: number };

const stripOf = (column: LegendColumn): Strip => {
  const boxes = column.rows.map((row) => row.swatch.box);
  return {
    left: Math.round(median(boxes.map((box) => box[0]))),
    right: Math.round(median(boxes.map((box) => box[2]))),
    height: Math.max(1, Math.round(median(boxes.map(boxHeight)))),
  };
};

/** Share of the pixels of one row between two columns that carry `bit`. */
function shareOf(classes: PixelClasses, y: number, span: { readonly from: number; readonly to: number }, bit: number): number {
  let count = 0;
  for (let x = span.from; x < span.to; x += 1) if ((classes.bits[y * classes.width + x] ?? 0) & bit) count += 1;
  return count / Math.max(1, span.to - span.from);
}

type StripRow = { readonly filled: boolean; readonly sides: boolean };

/** Whether one row of the strip is filled, and whether both its edges are inked. */
function stripRow(classes: PixelClasses, strip: Strip, y: number): StripRow {
  if (y < 0 || y >= classes.height) return { filled: false, sides: false };
  const slack = Math.max(1, Math.round((strip.right - strip.left) / 20));
  let sum = 0;
  for (let x = strip.left + slack; x < strip.right - slack; x += 1) sum += classes.distance[y * classes.width + x] ?? 0;
  const mean = sum / Math.max(1, strip.right - strip.left - 2 * slack);
  const left = shareOf(classes, y, { from: strip.left - slack, to: strip.left + slack + 1 }, INK) > 0;
  const right = shareOf(classes, y, { from: strip.right - slack - 1, to: strip.right + slack }, INK) > 0;
  return { filled: mean > FILLED, sides: left && right };
}

/** The swatch that stands in the strip beside a text, between the swatches already known; undefined when there is none. */
function swatchBeside(
  classes: PixelClasses,
  strip: Strip,
  wish: { readonly at: number; readonly taken: readonly PixelBox[] },
): PixelBox | undefined {
  const free = (y: number): boolean => !wish.taken.some((box) => y >= box[1] - 1 && y < box[3] + 1);
  const solid = (y: number): boolean => {
    const row = stripRow(classes, strip, y);
    return free(y) && row.sides && (row.filled || row.sides);
  };
  const near = Math.round(strip.height * 0.4);
  const seed = Array.from({ length: 2 * near + 1 }, (_, n) => Math.round(wish.at) + (n % 2 === 0 ? n / 2 : -(n + 1) / 2)).find(
    solid,
  );
  if (seed === undefined) return undefined;
  const limit = Math.ceil(1.2 * strip.height);
  let top = seed;
  let bottom = seed + 1;
  while (seed - top < limit && solid(top - 1)) top -= 1;
  while (bottom - seed < limit && solid(bottom)) bottom += 1;
  if (bottom - top < 0.55 * strip.height) return undefined;
  if (bottom - top > 1.6 * strip.height) {
    top = Math.max(top, Math.round(wish.at - strip.height / 2));
    bottom = Math.min(bottom, top + strip.height);
  }
  const inked = Array.from({ length: bottom - top }, (_, n) => stripRow(classes, strip, top + n));
  const held = inked.filter((row) => row.sides).length >= SIDES_SHARE * inked.length;
  const body = inked.slice(1, -1).filter((row) => row.filled).length;
  return held && (body > 0.5 * inked.length || inked.at(0)?.filled || inked.at(-1)?.filled)
    ? [strip.left, top, strip.right, bottom]
    : undefined;
}

/**
 * The column with the swatches that component search missed (glued to a neighbour, too pale, broken by noise): wherever a text
 * begins beside the column's strip and the strip is a swatch's height of fill or frame at that height.
 */
export function completedColumn(classes: PixelClasses, column: LegendColumn, lines: readonly TextLine[]): LegendColumn {
  const strip = stripOf(column);
  const boxes = column.rows.map((row) => row.swatch.box);
  const first = Math.min(...boxes.map((box) => box[1])) - BEYOND * strip.height;
  const last = Math.max(...boxes.map((box) => box[3])) + BEYOND * strip.height;
  const lefts = column.rows.flatMap((row) => (row.line ? [row.line.box[0]] : []));
  const begin = { from: strip.left, to: Math.max(...lefts) + strip.height };
  const used = new Set(
    column.rows.flatMap((row) => (row.line && boxHeight(row.swatch.box) <= GLUED * strip.height ? [row.line] : [])),
  );
  const isGlued = (row: LegendRow): boolean => boxHeight(row.swatch.box) > GLUED * strip.height;
  const glued = column.rows.filter(isGlued);
  const rows: LegendRow[] = column.rows.filter((row) => !isGlued(row));
  for (const line of lines) {
    const at = midY(line.box);
    if (used.has(line) || at < first || at > last || line.box[0] < begin.from || line.box[0] > begin.to) continue;
    if (line.box[2] < strip.right + strip.height / 2) continue;
    const box = swatchBeside(classes, strip, { at, taken: rows.map((row) => row.swatch.box) });
    if (!box) continue;
    const inner = { from: box[0], to: box[2] };
    const shares = Array.from({ length: boxHeight(box) }, (_, n) => shareOf(classes, box[1] + n, inner, COLOURED));
    const coloured = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length) >= COLOURED_SHARE;
    if (boxWidth(box) > 0) rows.push({ swatch: { box, coloured }, line });
  }
  const lost = glued.filter(({ swatch }) => !rows.some((row) => boxArea(intersection(row.swatch.box, swatch.box)) > 0));
  rows.push(...lost);
  return { rows: wholeRows(classes, strip, rows).sort((a, b) => a.swatch.box[1] - b.swatch.box[1]) };
}

/** Swatches of which only a part was found, grown to what stands in the strip. */
const wholeRows = (classes: PixelClasses, strip: Strip, rows: readonly LegendRow[]): LegendRow[] =>
  rows.map((row) => {
    const { box, coloured } = row.swatch;
    if (boxHeight(box) >= PART_SHARE * strip.height) return row;
    const taken = rows.filter((other) => other !== row).map((other) => other.swatch.box);
    const whole = swatchBeside(classes, strip, { at: midY(box), taken });
    return whole && boxHeight(whole) > boxHeight(box) ? { ...row, swatch: { box: whole, coloured } } : row;
  });

import type { PixelBox } from '../catalog/records.ts';
import { boxHeight, boxWidth, midY, shareInside, union } from './boxes.ts';
import type { Swatch } from './swatches.ts';
import type { TextLine } from './text-lines.ts';

/** One row of a legend: a swatch, and the text line that begins beside it. */
export type LegendRow = { readonly swatch: Swatch; readonly line: TextLine | null };
/** Swatches under one another with texts at their right. */
export type LegendColumn = { readonly rows: readonly LegendRow[] };

/** A column needs this many texts, this share of rows with a text, and (all columns together) this many coloured swatches. */
const MIN_TEXTS = 3;
const MIN_TEXT_SHARE = 0.6;
const MIN_COLOURED = 2;
/** Without colour so many framed swatches of one size, nearly all with a text, make a legend. */
const MIN_FRAMED = 4;
const FRAMED_TEXT_SHARE = 0.8;
/** A label stands off its swatch by at least this share of a glyph's height; letters of one word stand closer. */
const LEAST_GAP = 0.25;
/** Swatches of one sheet are of one size within this share. */
const SIZE_SPREAD = 0.3;
/** Swatches within this share of one another are certainly of one size; others need texts this share as long. */
const SAME_SIZE = 0.06;
const WORDED = 0.6;
/** Words of a label; what is shorter names an age or a thickness beside a chart. */
const LABEL_GLYPHS = 6;
/** A continuation is indented by at most this many glyph heights; a centred heading stands further in. */
const HANGING = 4.5;
/** Columns with fewer texts than this share of the best column's are no legend. */
const SCORE_SHARE = 0.25;

/** Text line that begins at the right of a swatch, on its row: the nearest one, of several that begin alike the upper one. */
function lineBeside(swatch: PixelBox, lines: readonly TextLine[]): TextLine | null {
  const width = boxWidth(swatch);
  const height = boxHeight(swatch);
  const reach = Math.max(1.5 * width, 2.5 * height);
  const beside = lines.filter((line) => {
    const gap = line.box[0] - swatch[2];
    const inRow = midY(line.box) > swatch[1] - 0.15 * height && midY(line.box) < swatch[3] + 0.15 * height;
    return inRow && gap >= LEAST_GAP * Math.min(line.height, height) && gap <= reach;
  });
  const nearest = Math.min(...beside.map((line) => line.box[0]));
  const starts = beside.filter((line) => line.box[0] <= nearest + 0.8 * line.height);
  return starts.reduce<TextLine | null>((top, line) => (!top || line.box[1] < top.box[1] ? line : top), null);
}

/** Swatches of one width with a common left edge, top to bottom. */
function alignedColumns(swatches: readonly Swatch[]): readonly (readonly Swatch[])[] {
  const columns: Swatch[][] = [];
  for (const swatch of swatches) {
    const width = boxWidth(swatch.box);
    const own = columns.find(([first]) => {
      if (!first) return false;
      const other = boxWidth(first.box);
      return (
        Math.abs(first.box[0] - swatch.box[0]) <= Math.max(3, 0.2 * width) && Math.abs(other - width) <= Math.max(3, 0.22 * other)
      );
    });
    if (own) own.push(swatch);
    else columns.push([swatch]);
  }
  return columns;
}

/** Rows from the first to the last one with a text; rows without text between them stay, as unpaired swatches. */
function rowsOf(column: readonly Swatch[], lines: readonly TextLine[]): readonly LegendRow[] {
  const rows = column.map((swatch) => ({ swatch, line: lineBeside(swatch.box, lines) }));
  const texted = rows.flatMap((row, index) => (row.line ? [index] : []));
  return rows.slice(texted[0] ?? 0, (texted.at(-1) ?? -1) + 1);
}

/** The column's swatches with the lines of another reading of the same part of the sheet. */
export const withLines = (column: LegendColumn, lines: readonly TextLine[]): LegendColumn => ({
  rows: rowsOf(
    column.rows.map(({ swatch }) => swatch),
    lines,
  ),
});

const texts = (column: LegendColumn): number => column.rows.filter((row) => row.line).length;
const colouredRows = (column: LegendColumn): number => column.rows.filter((row) => row.swatch.coloured).length;

/** Short columns side by side whose first rows are level make one legend of several columns. */
function levelGroups(columns: readonly LegendColumn[]): readonly (readonly LegendColumn[])[] {
  const groups: LegendColumn[][] = [];
  for (const column of columns) {
    const first = column.rows[0]?.swatch.box;
    if (!first) continue;
    const own = groups.find((group) => {
      const other = group[0]?.rows[0]?.swatch.box;
      if (!other) return false;
      const sameSize =
        Math.abs(boxWidth(other) - boxWidth(first)) <= 0.2 * boxWidth(other) + 2 &&
        Math.abs(boxHeight(other) - boxHeight(first)) <= 0.3 * boxHeight(other) + 2;
      return sameSize && Math.abs(midY(other) - midY(first)) <= 0.6 * boxHeight(other);
    });
    if (own) own.push(column);
    else groups.push([column]);
  }
  return groups;
}

/**
 * Legend columns among the swatches and text lines of a part of a sheet, best first: the design text's grouping by left edge and
 * size (part E.4). A text that lies in a swatch is that swatch's symbol, not its label.
 */
export function findLegendColumns(swatches: readonly Swatch[], allLines: readonly TextLine[]): readonly LegendColumn[] {
  const lines = allLines.filter((line) => !swatches.some(({ box }) => shareInside(line.box, box) > 0.7));
  const columns = alignedColumns(swatches)
    .map((column): LegendColumn => ({ rows: rowsOf(column, lines) }))
    .filter((column) => texts(column) >= MIN_TEXT_SHARE * column.rows.length && texts(column) > 0);
  const groups = levelGroups(columns)
    .filter(isLegend)
    .sort((a, b) => score(b) - score(a));
  const [best] = groups;
  return best ? groups.filter((group) => score(group) >= SCORE_SHARE * score(best) && alike(group, best)).flat() : [];
}

type ColumnGroup = readonly LegendColumn[];

function isLegend(group: ColumnGroup): boolean {
  const rows = group.flatMap((column) => column.rows);
  const total = rows.filter((row) => row.line).length;
  if (total < (group.length > 1 ? MIN_TEXTS + 1 : MIN_TEXTS)) return false;
  if (group.reduce((sum, column) => sum + colouredRows(column), 0) >= MIN_COLOURED) return true;
  return total >= MIN_FRAMED && total >= FRAMED_TEXT_SHARE * rows.length && sizesAgree(rows) && score(group) >= 0.75 * total;
}

/** Rows with a text, those with a short one counting less. */
const score = (group: ColumnGroup): number =>
  group.flatMap((column) => column.rows).reduce((sum, { line }) => sum + (line ? Math.min(1, line.glyphs / LABEL_GLYPHS) : 0), 0);

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const sizeOf = (rows: readonly LegendRow[]): readonly [number, number] => [
  middle(rows.map(({ swatch }) => boxWidth(swatch.box))),
  middle(rows.map(({ swatch }) => boxHeight(swatch.box))),
];
const near = (one: number, other: number, spread: number = SIZE_SPREAD): boolean =>
  Math.abs(one - other) <= spread * Math.max(one, other) + 2;

/** Whether nearly all swatches are as large as the middle one. */
function sizesAgree(rows: readonly LegendRow[]): boolean {
  const [width, height] = sizeOf(rows);
  const agreeing = rows.filter(({ swatch }) => near(boxWidth(swatch.box), width) && near(boxHeight(swatch.box), height));
  return agreeing.length >= FRAMED_TEXT_SHARE * rows.length;
}

const glyphsOf = (group: ColumnGroup): number =>
  middle(group.flatMap((column) => column.rows.flatMap(({ line }) => line?.glyphs ?? [])));

/** Boxes of a chart are of another size than the swatches of the legend, or nearly as large with much shorter texts beside them. */
function alike(group: ColumnGroup, best: ColumnGroup): boolean {
  const [width, height] = sizeOf(group.flatMap((column) => column.rows));
  const [bestWidth, bestHeight] = sizeOf(best.flatMap((column) => column.rows));
  if (near(width, bestWidth, SAME_SIZE) && near(height, bestHeight, SAME_SIZE)) return true;
  const worded = glyphsOf(group) >= WORDED * glyphsOf(best);
  return worded && near(width, bestWidth) && near(height, bestHeight);
}

/** Text boxes of the columns: each label's first line with what continues it on the right and below. */
export function labelBoxes(columns: readonly LegendColumn[], lines: readonly TextLine[]): readonly PixelBox[] {
  const swatches = columns.flatMap((column) => column.rows.map((row) => row.swatch.box));
  const starts = new Set(columns.flatMap((column) => column.rows.flatMap((row) => (row.line ? [row.line] : []))));
  const boxes: PixelBox[] = [];
  for (const column of columns) {
    for (const row of column.rows) if (row.line) boxes.push(labelBox(row.line, { lines, starts, swatches }));
  }
  return boxes;
}

type LabelScene = {
  readonly lines: readonly TextLine[];
  readonly starts: ReadonlySet<TextLine>;
  readonly swatches: readonly PixelBox[];
};

/** Words further along a justified line, up to three glyph heights away, when no other swatch stands between. */
function wholeLine(first: TextLine, scene: LabelScene): PixelBox {
  let box = first.box;
  for (const line of scene.lines) {
    if (line === first || scene.starts.has(line)) continue;
    const gap = line.box[0] - box[2];
    const level = Math.abs(midY(line.box) - midY(box)) < 0.5 * first.height;
    const blocked = scene.swatches.some(
      (swatch) => swatch[0] >= box[2] && swatch[2] <= line.box[0] + 2 && midY(line.box) > swatch[1] && midY(line.box) < swatch[3],
    );
    if (level && gap >= -2 && gap <= 3 * first.height && !blocked) box = union([box, line.box]) ?? box;
  }
  return box;
}

/** A continuation follows closely (under 0.75 glyph heights of air), begins hardly further left or right, and has no swatch of its own. */
function labelBox(first: TextLine, scene: LabelScene): PixelBox {
  let box = wholeLine(first, scene);
  for (const line of scene.lines) {
    if (line === first || scene.starts.has(line) || line.box[1] <= midY(first.box)) continue;
    const air = line.box[1] - box[3];
    const similar = line.height < 1.5 * first.height && line.height > 0.55 * first.height;
    const under = line.box[0] >= first.box[0] - first.height && line.box[0] <= first.box[0] + HANGING * first.height;
    if (air >= -0.4 * first.height && air <= 0.75 * first.height && similar && under)
      box = union([box, wholeLine(line, scene)]) ?? box;
  }
  return box;
}

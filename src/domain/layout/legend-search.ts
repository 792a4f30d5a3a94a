import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, grown, intersection, midX, shareInside, union } from './boxes.ts';
import { blocksOf, gridOf, opened } from './cell-grid.ts';
import { completedColumn } from './column-completion.ts';
import { type Component, findComponents } from './connected-components.ts';
import { withOpenGaps } from './ink-gaps.ts';
import { findLegendColumns, type LegendColumn, labelBoxes, withLines } from './legend-columns.ts';
import { findLegendNotes, type LegendNotes } from './legend-notes.ts';
import { INK, type PixelClasses } from './pixel-classes.ts';
import { findSwatches, type Swatch } from './swatches.ts';
import { findTextLines, type TextLine } from './text-lines.ts';

/** A part of the sheet read as swatches, text lines and legend columns. */
export type LegendScene = {
  readonly parts: readonly Component[];
  readonly lines: readonly TextLine[];
  readonly columns: readonly LegendColumn[];
};

/** The legend itself: regions (boxes around columns with their headings), swatches and label boxes in reading order. */
export type FoundLegend = {
  readonly regions: readonly { readonly box: PixelBox; readonly rows: number; readonly texts: number }[];
  readonly swatches: readonly PixelBox[];
  readonly labels: readonly PixelBox[];
} & LegendNotes;

const MIN_PIXELS = 5;
const MAX_INSETS = 8;
const MAX_HEADINGS = 8;

/** Read one window of the sheet, leaving out map bodies. */
export function readScene(classes: PixelClasses, window: PixelBox, without: readonly PixelBox[]): LegendScene {
  const side = Math.max(classes.width, classes.height);
  const parted = withOpenGaps(classes, window, without);
  const parts = findComponents(parted, { bit: INK, window, without, minPixels: MIN_PIXELS });
  const rough = findTextLines(parts, side);
  const swatches = findSwatches(classes, parts, side).filter((swatch) => !isLetter(swatch, rough));
  const lines = findTextLines(withoutSwatches(parts, swatches), side);
  const columns = findLegendColumns(swatches, lines).map((column) => completedColumn(classes, column, lines));
  const found = columns.flatMap((column) => column.rows.map((row) => row.swatch));
  const clear = findTextLines(withoutSwatches(parts, [...swatches, ...found]), side);
  return { parts, lines: clear, columns: columns.map((column) => withLines(column, clear)) };
}

/** A round or square letter has a frame of ink too; it stands among others of its size. */
const isLetter = ({ box }: Swatch, lines: readonly TextLine[]): boolean =>
  lines.some(
    (line) =>
      line.glyphs >= 3 && Math.max(boxWidth(box), boxHeight(box)) <= 1.4 * line.height && shareInside(box, line.box) > 0.9,
  );

const withoutSwatches = (parts: readonly Component[], swatches: readonly Swatch[]): readonly Component[] =>
  parts.filter((part) => !swatches.some(({ box }) => boxArea(intersection(part.box, box)) > 0.6 * boxArea(part.box)));

/** Legends drawn inside the map's frame: windows of paper colour in it, each read on its own. The best one, or undefined. */
export function findInsetScene(classes: PixelClasses, body: PixelBox): LegendScene | undefined {
  const grid = opened(gridOf(classes, (ink) => ink < 0.5));
  const sheet = classes.width * classes.height;
  const windows = blocksOf(grid, classes)
    .map((block) => intersection(grown(block.box, grid.cell), body))
    .map(([x0, y0, x1, y1]): PixelBox => [Math.round(x0), Math.round(y0), Math.round(x1), Math.round(y1)])
    .filter((box) => boxArea(box) > 0.004 * sheet)
    .slice(0, MAX_INSETS);
  const scenes = windows.map((window) => readScene(classes, window, [])).filter((scene) => scene.columns.length > 0);
  const rows = (scene: LegendScene): number => scene.columns.reduce((sum, column) => sum + column.rows.length, 0);
  return scenes.sort((a, b) => rows(b) - rows(a))[0];
}

/** Put the columns of a scene in reading order and draw the regions around them, keeping clear of the map bodies. */
export function settleLegend(scene: LegendScene, bodies: readonly PixelBox[]): FoundLegend {
  const columns = [...scene.columns].sort((a, b) => (a.rows[0]?.swatch.box[0] ?? 0) - (b.rows[0]?.swatch.box[0] ?? 0));
  const swatches = columns.flatMap((column) => column.rows.map((row) => row.swatch.box));
  const labels = labelBoxes(columns, scene.lines);
  const outer = bodies.filter((body) => !swatches.every((swatch) => shareInside(swatch, body) > 0.9));
  const notes = findLegendNotes({ columns, labels, lines: scene.lines, parts: scene.parts, bodies: outer });
  const whole = regionOf(columns, scene, notes);
  const apart =
    whole && bodies.some((body) => boxArea(intersection(whole, body)) > 0.1 * boxArea(whole) && shareInside(whole, body) < 0.95);
  const groups = apart ? columns.map((column) => [column]) : columns.length > 0 ? [columns] : [];
  const regions = groups.flatMap((group) => {
    const box = regionOf(group, scene, groups.length === 1 ? notes : undefined);
    const rows = group.flatMap((column) => column.rows);
    return box ? [{ box, rows: rows.length, texts: rows.filter((row) => row.line).length }] : [];
  });
  return { regions: regions.sort((a, b) => b.rows - a.rows), swatches, labels, ...notes };
}

function regionOf(columns: readonly LegendColumn[], scene: LegendScene, notes?: LegendNotes): PixelBox | undefined {
  const swatches = columns.flatMap((column) => column.rows.map((row) => row.swatch.box));
  const core = union([...swatches, ...labelBoxes(columns, scene.lines)]);
  const symbols = (notes?.symbols ?? []).flatMap(({ symbol, text }) => (text ? [symbol, text] : [symbol]));
  return core ? withHeadings(union([core, ...(notes?.headings ?? []), ...symbols]) ?? core, scene.lines) : undefined;
}

/** Headings lie above the first row, begin at its left edge or stand over its middle, each closer to the next than three heights. */
function withHeadings(core: PixelBox, lines: readonly TextLine[]): PixelBox {
  let box = core;
  const width = core[2] - core[0];
  const above = lines.filter((line) => {
    const placed = Math.abs(midX(line.box) - midX(core)) < 0.12 * width || Math.abs(line.box[0] - core[0]) < 0.06 * width;
    return placed && line.box[3] <= core[1] + 2 && line.box[2] - line.box[0] < 1.3 * width;
  });
  for (const line of above.sort((a, b) => b.box[3] - a.box[3]).slice(0, MAX_HEADINGS)) {
    const air = box[1] - line.box[3];
    if (air > 3 * Math.max(line.height, boxHeight(line.box))) break;
    box = union([box, line.box]) ?? box;
  }
  return box;
}

import type { RandomSource } from '../random-source.ts';
import type { Box } from '../sheet-plan.ts';
import { INK, number } from '../svg-marks.ts';
import { paintOf } from './fill-patterns.ts';
import { around, type Pen, wrapWords } from './sheet-pen.ts';
import { SYMBOL_ROWS } from './symbol-rows.ts';
import type { FilledUnit } from './unit-book.ts';
import type { LegendUnitTruth, PrintedText, SymbolRowTruth } from './varied-truth.ts';
import type { SheetWish } from './varied-wish.ts';

export type LegendSpace = {
  readonly box: Box;
  readonly units: readonly FilledUnit[];
  readonly wish: Pick<SheetWish, 'columns' | 'fills' | 'labels' | 'headings' | 'lineSymbols'>;
};

export type DrawnLegend = {
  /** Around all ink of the legend, its heading included. */
  readonly box: Box;
  readonly units: readonly LegendUnitTruth[];
  readonly headings: readonly PrintedText[];
  readonly symbolRows: readonly SymbolRowTruth[];
};

/** How one sheet sets its legend, px. */
type LegendStyle = {
  readonly swatch: readonly [width: number, height: number];
  readonly outline: number;
  readonly size: number;
  readonly gap: number;
  readonly symbols: 'inside' | 'none';
};

type LegendItem =
  | { readonly kind: 'heading'; readonly text: string; readonly height: number }
  | { readonly kind: 'unit'; readonly unit: FilledUnit; readonly lines: readonly string[]; readonly height: number }
  | { readonly kind: 'symbol'; readonly row: number; readonly lines: readonly string[]; readonly height: number };

const LEADING = 1.24;
const HEADINGS = ['EXPLANATION', 'LEGEND', 'DESCRIPTION OF MAP UNITS', 'LIST OF MAP UNITS'] as const;
const COLUMN_GAP = 46;
const TEXT_GAP = 22;

/** Only sheets that tell all units apart by colour may leave out the swatches' outlines or the symbols in them. */
const styleOf = (random: RandomSource, { fills }: LegendSpace['wish']): LegendStyle => {
  const height = random.whole(34, 60);
  return {
    swatch: [Math.round(height * random.between(1.5, 2.2)), height],
    outline: fills === 'plain' && random.between(0, 1) < 0.15 ? 0 : random.between(1.5, 3.5),
    size: random.between(19, 27),
    gap: random.between(0, 1) < 0.3 ? random.whole(3, 9) : random.whole(10, 40),
    symbols: fills !== 'plain' || random.between(0, 1) < 0.7 ? 'inside' : 'none',
  };
};

const labelOf = ({ label, description }: FilledUnit, labels: SheetWish['labels']): string =>
  labels === 'short' ? label : `${label}—${description}`;

const itemsOf = (pen: Pen, { units, wish }: LegendSpace, style: LegendStyle, columnWidth: number): readonly LegendItem[] => {
  const { swatch, size, gap } = style;
  const width = columnWidth - swatch[0] - TEXT_GAP;
  const height = (lines: number) => Math.max(swatch[1], lines * size * LEADING) + gap;
  const unitItems = units.flatMap((unit, index): LegendItem[] => {
    const lines = wrapWords(pen, labelOf(unit, wish.labels), { size, width });
    const starts = wish.headings && units[index - 1]?.era !== unit.era;
    const heading: LegendItem[] = starts ? [{ kind: 'heading', text: unit.era, height: size * 2 }] : [];
    return [...heading, { kind: 'unit', unit, lines, height: height(lines.length) }];
  });
  if (!wish.lineSymbols) return unitItems;
  const rows = SYMBOL_ROWS.map(({ label }, row): LegendItem => {
    const lines = wrapWords(pen, label, { size, width });
    return { kind: 'symbol', row, lines, height: height(lines.length) };
  });
  return [...unitItems, { kind: 'heading', text: 'SYMBOLS', height: size * 2 }, ...rows];
};

type PlacedItem = { readonly item: LegendItem; readonly x: number; readonly y: number };

/** Fills one column after the other to about equal height; what finds no room is not printed. */
const place = (items: readonly LegendItem[], box: Box, wish: LegendSpace['wish']): readonly PlacedItem[] => {
  const width = (box[2] - box[0] - (wish.columns - 1) * COLUMN_GAP) / wish.columns;
  const total = items.reduce((sum, { height }) => sum + height, 0);
  const limit = Math.min(box[3], box[1] + (wish.columns === 1 ? total : total / wish.columns + 70)) + 0.5;
  const placed: PlacedItem[] = [];
  let [column, y] = [0, box[1]];
  for (const [index, item] of items.entries()) {
    const next = item.kind === 'heading' ? (items[index + 1]?.height ?? 0) : 0;
    if (y + item.height + next > limit) [column, y] = [column + 1, box[1]];
    if (column >= wish.columns || y + item.height + next > limit) break;
    placed.push({ item, x: box[0] + column * (width + COLUMN_GAP), y });
    y += item.height;
  }
  return placed;
};

type TextBlock = { readonly lines: readonly string[]; readonly x: number; readonly y: number; readonly size: number };

const drawLines = (pen: Pen, { lines, x, y, size }: TextBlock): PrintedText => {
  const boxes = lines.map((line, index) => pen.text(line, { x, y: y + index * size * LEADING, size }));
  return { box: around(boxes), text: lines.join(' ') };
};

/** Baseline of the first line: one line stands at the swatch's middle, several begin at its top. */
const firstBaseline = (lines: number, top: number, { swatch, size }: LegendStyle): number =>
  lines * size * LEADING <= swatch[1] ? top + swatch[1] / 2 + size * (0.36 - ((lines - 1) * LEADING) / 2) : top + size * 0.8;

const drawUnit = (pen: Pen, { x, y }: PlacedItem, unit: FilledUnit, block: { lines: readonly string[]; style: LegendStyle }) => {
  const { lines, style } = block;
  const [width, height] = style.swatch;
  const half = style.outline / 2;
  const paint = paintOf(unit);
  const outline = style.outline === 0 ? '' : ` stroke="${INK}" stroke-width="${number(style.outline)}"`;
  pen.rect([x, y, x + width, y + height], `fill="${paint}"${outline}`);
  const setting = { x: x + width / 2, y: y + height / 2 + 8, size: Math.min(23, height * 0.55), anchor: 'middle' } as const;
  const symbol = style.symbols === 'inside' ? { text: unit.symbol, box: pen.text(unit.symbol, setting) } : null;
  const at = { lines, x: x + width + TEXT_GAP, y: firstBaseline(lines.length, y, style), size: style.size };
  return {
    swatch: [x - half, y - half, x + width + half, y + height + half],
    label: drawLines(pen, at),
    symbol,
    fill: unit.fill,
    color: unit.color,
  } satisfies LegendUnitTruth;
};

/** Draws units, headings and symbol rows into a space, column by column, as many as fit. */
export const drawLegend = (pen: Pen, random: RandomSource, space: LegendSpace): DrawnLegend => {
  const style = styleOf(random, space.wish);
  const [x0, y0, x1, y1] = space.box;
  const name = HEADINGS[random.whole(0, HEADINGS.length - 1)] ?? 'LEGEND';
  const over = random.between(0, 1) < 0.5 ? 'middle' : 'start';
  const inner: Box = [x0, y0 + 76, x1, y1];
  const columnWidth = (x1 - x0 - (space.wish.columns - 1) * COLUMN_GAP) / space.wish.columns;
  const nameBox = pen.text(name, {
    x: over === 'middle' ? (x0 + Math.min(x1, x0 + 1.1 * columnWidth)) / 2 : x0,
    y: y0 + 32,
    size: 34,
    anchor: over,
    weight: 'bold',
  });
  const headings: PrintedText[] = [{ text: name, box: nameBox }];
  const units: LegendUnitTruth[] = [];
  const symbolRows: SymbolRowTruth[] = [];
  for (const placed of place(itemsOf(pen, space, style, columnWidth), inner, space.wish)) {
    const { item, x, y } = placed;
    if (item.kind === 'heading') {
      const box = pen.text(item.text, { x, y: y + style.size, size: style.size, weight: 'bold' });
      headings.push({ text: item.text, box });
    } else if (item.kind === 'unit') units.push(drawUnit(pen, placed, item.unit, { lines: item.lines, style }));
    else {
      const [width, height] = style.swatch;
      const symbol = SYMBOL_ROWS[item.row]?.draw(pen, [x, y, x + width, y + height]) ?? [x, y, x, y];
      const at = { x: x + width + TEXT_GAP, y: firstBaseline(item.lines.length, y, style), size: style.size };
      symbolRows.push({ symbol, label: drawLines(pen, { ...at, lines: item.lines }) });
    }
  }
  const boxes = [
    ...headings.map(({ box }) => box),
    ...units.flatMap(({ swatch, label }) => [swatch, label.box]),
    ...symbolRows.flatMap(({ symbol, label }) => [symbol, label.box]),
  ];
  return { box: around(boxes), units, headings, symbolRows };
};

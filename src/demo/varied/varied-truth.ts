import type { Box, Point } from '../sheet-plan.ts';
import type { UnitFill } from './unit-book.ts';

/** A text of the sheet: the box of its ink, px, and its words; lines are joined by one space. */
export type PrintedText = { readonly box: Box; readonly text: string };

export type LegendUnitTruth = {
  /** Outer edge of the swatch's outline. */
  readonly swatch: Box;
  readonly label: PrintedText;
  /** Map-unit symbol printed in the swatch, or null. */
  readonly symbol: PrintedText | null;
  readonly fill: UnitFill;
  readonly color: string;
};

export type SymbolRowTruth = { readonly symbol: Box; readonly label: PrintedText };

/** Region classes in the words of the detectors. */
export const REGION_CLASSES = [
  'title',
  'main_map',
  'legend',
  'scale',
  'index_map',
  'cross_section',
  'stratigraphic_column',
] as const;
export type RegionClass = (typeof REGION_CLASSES)[number];

/** What a reader of the sheet should find; every box is `[x0, y0, x1, y1]` in px of the finished picture. */
export type SheetTruth = {
  readonly regions: readonly { readonly label: RegionClass; readonly box: Box }[];
  readonly units: readonly LegendUnitTruth[];
  /** The name of the legend first, then those of its groups of units. */
  readonly headings: readonly PrintedText[];
  readonly symbolRows: readonly SymbolRowTruth[];
  readonly title: string;
  /** The N of 1:N as printed, or null when only a bar is drawn. */
  readonly scale: number | null;
};

/** The truth after a change of the frame: each box becomes the upright box around its moved corners. */
export const movedTruth = (truth: SheetTruth, move: (point: Point) => Point): SheetTruth => {
  const box = ([x0, y0, x1, y1]: Box): Box => {
    const corners: readonly Point[] = [move([x0, y0]), move([x1, y0]), move([x0, y1]), move([x1, y1])];
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  const text = (printed: PrintedText): PrintedText => ({ ...printed, box: box(printed.box) });
  return {
    ...truth,
    regions: truth.regions.map((region) => ({ ...region, box: box(region.box) })),
    units: truth.units.map((unit) => ({
      ...unit,
      swatch: box(unit.swatch),
      label: text(unit.label),
      symbol: unit.symbol && text(unit.symbol),
    })),
    headings: truth.headings.map(text),
    symbolRows: truth.symbolRows.map((row) => ({ symbol: box(row.symbol), label: text(row.label) })),
  };
};

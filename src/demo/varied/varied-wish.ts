export type SideFigure = 'index_map' | 'cross_section' | 'correlation' | 'column';
/** What age and the scanner did to a sheet, in the order in which it happened. */
export type ScanFault = 'aged' | 'folded' | 'blurred' | 'half' | 'grey' | 'jpeg' | 'bilevel' | 'dithered';

/** What a varied sheet is asked to be; all else (sizes, words, colours, places) follows from the seed. */
export type SheetWish = {
  readonly seed: number;
  readonly legend: 'right' | 'left' | 'below' | 'inside' | 'none';
  readonly columns: 1 | 2 | 3;
  readonly units: number;
  readonly body: 'rectangle' | 'coast' | 'county';
  readonly neatline: boolean;
  readonly panels: 1 | 2;
  readonly fills: 'plain' | 'patterned' | 'white_mixed' | 'line_drawn';
  readonly labels: 'short' | 'long';
  readonly headings: boolean;
  readonly lineSymbols: boolean;
  readonly figures: readonly SideFigure[];
  readonly portrait: boolean;
  /** Skew of the sheet on the scanner, degrees clockwise. */
  readonly turn: number;
  readonly faults: readonly ScanFault[];
};

export const PLAIN_WISH: SheetWish = {
  seed: 1,
  legend: 'right',
  columns: 1,
  units: 10,
  body: 'rectangle',
  neatline: true,
  panels: 1,
  fills: 'plain',
  labels: 'short',
  headings: false,
  lineSymbols: false,
  figures: [],
  portrait: false,
  turn: 0,
  faults: [],
};

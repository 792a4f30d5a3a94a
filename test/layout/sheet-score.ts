import type { SheetTruth } from '../../src/demo/varied/varied-truth.ts';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import { overlapRatio, union } from '../../src/domain/layout/boxes.ts';
import type { Layout } from '../../src/domain/layout/layout-detector.ts';

/** Classes that are counted as hit or missed; the main map is measured by its overlap. */
export const OTHER_CLASSES = ['title', 'legend', 'scale', 'index_map', 'cross_section', 'stratigraphic_column'] as const;
export type OtherClass = (typeof OTHER_CLASSES)[number];

export type Tally = { readonly hit: number; readonly drawn: number; readonly reported: number };

/** How one layout compares with the truth of its sheet. A pair counts from an overlap (IoU) of 0.5. */
export type SheetScore = {
  /** Mean over the drawn maps; a sheet with one map is judged by the first of the reported ones. */
  readonly mapOverlap: number;
  readonly swatches: Tally;
  readonly labels: Tally;
  readonly headings: Tally;
  readonly symbolRows: Tally;
  readonly classes: Readonly<Record<OtherClass, Tally>>;
};

const MATCH = 0.5;

/** Pairs one to one, the best overlap first: index of the found box for each drawn one, or -1. */
export const matchBoxes = (drawn: readonly PixelBox[], found: readonly PixelBox[]): readonly number[] => {
  const pairs = drawn
    .flatMap((box, at) => found.map((other, index) => ({ at, index, overlap: overlapRatio(box, other) })))
    .filter(({ overlap }) => overlap >= MATCH)
    .sort((a, b) => b.overlap - a.overlap);
  const result = drawn.map(() => -1);
  const used = new Set<number>();
  for (const { at, index } of pairs) {
    if (result[at] !== -1 || used.has(index)) continue;
    result[at] = index;
    used.add(index);
  }
  return result;
};

const tally = (drawn: readonly PixelBox[], found: readonly PixelBox[]): Tally => ({
  hit: matchBoxes(drawn, found).filter((index) => index >= 0).length,
  drawn: drawn.length,
  reported: found.length,
});

/** A thin line is no box to compare; with its text it is. */
const rowOf = (symbol: PixelBox, text: PixelBox | null): PixelBox => union(text ? [symbol, text] : [symbol]) ?? symbol;

const mapOverlap = (drawn: readonly PixelBox[], layout: Layout): number => {
  const maps = layout.detections.filter(({ label }) => label === 'main_map');
  const found = maps.toSorted((a, b) => (b.confidence ?? 0) - (a.confidence ?? 0)).map(({ bbox }) => bbox);
  const candidates = drawn.length === 1 ? found.slice(0, 1) : found;
  const overlaps = drawn.map((box) => Math.max(0, ...candidates.map((other) => overlapRatio(box, other))));
  return overlaps.reduce((sum, overlap) => sum + overlap, 0) / drawn.length;
};

export const scoreLayout = (truth: SheetTruth, layout: Layout): SheetScore => {
  const drawn = (label: string) => truth.regions.filter((region) => region.label === label).map(({ box }) => box);
  const found = (label: string) => layout.detections.filter((region) => region.label === label).map(({ bbox }) => bbox);
  const classTally = (label: OtherClass) => tally(drawn(label), found(label));
  return {
    mapOverlap: mapOverlap(drawn('main_map'), layout),
    swatches: tally(
      truth.units.map(({ swatch }) => swatch),
      layout.legend.swatches,
    ),
    labels: tally(
      truth.units.map(({ label }) => label.box),
      layout.legend.texts,
    ),
    headings: tally(
      truth.headings.map(({ box }) => box),
      layout.legend.headings ?? [],
    ),
    symbolRows: tally(
      truth.symbolRows.map(({ symbol, label }) => rowOf(symbol, label.box)),
      (layout.legend.symbols ?? []).map(({ symbol, text }) => rowOf(symbol, text)),
    ),
    classes: {
      title: classTally('title'),
      legend: classTally('legend'),
      scale: classTally('scale'),
      index_map: classTally('index_map'),
      cross_section: classTally('cross_section'),
      stratigraphic_column: classTally('stratigraphic_column'),
    },
  };
};

export const sumTallies = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (sum, { hit, drawn, reported }) => ({ hit: sum.hit + hit, drawn: sum.drawn + drawn, reported: sum.reported + reported }),
    { hit: 0, drawn: 0, reported: 0 },
  );

/** Precision, recall and their harmonic mean; 1 where nothing was drawn and nothing reported. */
export const ratesOf = ({ hit, drawn, reported }: Tally) => {
  const precision = reported === 0 ? (drawn === 0 ? 1 : 0) : hit / reported;
  const recall = drawn === 0 ? 1 : hit / drawn;
  const f1 = hit === 0 ? (drawn + reported === 0 ? 1 : 0) : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
};

/** Least number of inserted, removed and changed characters (Levenshtein 1965). */
export const editDistance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index += 1) {
      const changed = (row[index] ?? 0) + (one[at] === other[index] ? 0 : 1);
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
};

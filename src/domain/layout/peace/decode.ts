import type { PixelBox } from '../../catalog/records.ts';
import { BINS } from './detector-network.ts';

/** One raw output of the network: `4 * 16 + classes` maps of `rows` x `columns`, in row-major order. */
export type RawMap = { readonly rows: number; readonly columns: number; readonly data: Float32Array };
/** A detection before PEACE's own rules; `box` in px of the frame at hand, best score first in lists. */
export type ScoredBox = { readonly box: PixelBox; readonly score: number; readonly classId: number };

/** Most detections a network reports. */
const MAX_DETECTIONS = 300;

export type Decoding = { readonly strides: readonly number[]; readonly classes: number };
type Anchor = { readonly map: RawMap; readonly stride: number; readonly cell: number };
type Candidate = { readonly anchor: Anchor; readonly classId: number; readonly logit: number };

/**
 * The best 300 detections of the raw maps, in px of the network's input (design text, A.4 step 1): first the 300 anchors with the best
 * class, then the 300 best pairs of anchor and class among them. Fewer anchors give fewer.
 */
export function decode(maps: readonly RawMap[], { strides, classes }: Decoding): readonly ScoredBox[] {
  const anchors: (Anchor & { readonly best: number })[] = [];
  for (const [level, map] of maps.entries()) {
    const area = map.rows * map.columns;
    for (let cell = 0; cell < area; cell += 1) {
      let best = Number.NEGATIVE_INFINITY;
      for (let classId = 0; classId < classes; classId += 1)
        best = Math.max(best, map.data[(4 * BINS + classId) * area + cell] ?? Number.NEGATIVE_INFINITY);
      // Maps of a broken network may hold values that are no numbers.
      if (!Number.isNaN(best)) anchors.push({ map, stride: strides[level] ?? 0, cell, best });
    }
  }
  const chosen = anchors.sort((a, b) => b.best - a.best).slice(0, MAX_DETECTIONS);
  const pairs = chosen.flatMap((anchor): Candidate[] =>
    Array.from({ length: classes }, (_, classId) => ({ anchor, classId, logit: logitOf(anchor, classId) })),
  );
  return pairs
    .filter(({ logit }) => !Number.isNaN(logit))
    .sort((a, b) => b.logit - a.logit)
    .slice(0, MAX_DETECTIONS)
    .map(({ anchor, classId, logit }) => ({ box: boxOf(anchor), score: 1 / (1 + Math.exp(-logit)), classId }));
}

const logitOf = ({ map, cell }: Anchor, classId: number): number =>
  map.data[(4 * BINS + classId) * map.rows * map.columns + cell] ?? Number.NaN;

/** Distances from the middle of the cell to the four sides, each the expectation over 16 bins. */
function boxOf({ map, stride, cell }: Anchor): PixelBox {
  const x = (cell % map.columns) + 0.5;
  const y = Math.floor(cell / map.columns) + 0.5;
  const [left, top, right, bottom] = [0, 1, 2, 3].map((side) => expectation(map, side, cell));
  return [(x - (left ?? 0)) * stride, (y - (top ?? 0)) * stride, (x + (right ?? 0)) * stride, (y + (bottom ?? 0)) * stride];
}

function expectation(map: RawMap, side: number, cell: number): number {
  const area = map.rows * map.columns;
  const values = Array.from({ length: BINS }, (_, bin) => map.data[(side * BINS + bin) * area + cell] ?? 0);
  const highest = Math.max(...values);
  let [sum, weighted] = [0, 0];
  for (const [bin, value] of values.entries()) {
    const share = Math.exp(value - highest);
    sum += share;
    weighted += bin * share;
  }
  return weighted / sum;
}

import type { PixelBox } from '../catalog/records.ts';
import { boxHeight, boxWidth, midY } from '../layout/boxes.ts';
import { assignLeastCost } from './assignment.ts';

/** Which text belongs to which swatch, by index into the lists handed in, and what stayed alone. */
export type LegendPairs = {
  readonly pairs: readonly { readonly swatch: number; readonly text: number }[];
  readonly loneSwatches: readonly number[];
  readonly loneTexts: readonly number[];
};

/** How far a label may stand from its swatch: the larger of this many swatch widths and heights. */
const REACH_WIDTHS = 1.5;
const REACH_HEIGHTS = 3;

/**
 * Distance in px from a swatch to the text beside it, `Infinity` when the text cannot be its label. Beside means: to the right,
 * or to the left when `left` is set, and level with the swatch; a label of several lines may reach above and below it.
 */
function labelDistance(swatch: PixelBox, text: PixelBox, left: boolean): number {
  const across = left ? swatch[0] - text[2] : text[0] - swatch[2];
  const middle = midY(swatch);
  const off = Math.max(0, text[1] - middle, middle - text[3]);
  const height = boxHeight(swatch);
  const reach = Math.max(REACH_WIDTHS * boxWidth(swatch), REACH_HEIGHTS * height);
  if (across < -0.25 * boxWidth(swatch) || across > reach || off > 0.75 * height) return Number.POSITIVE_INFINITY;
  return Math.hypot(across, 2 * off);
}

function assign(swatches: readonly PixelBox[], texts: readonly PixelBox[], left: boolean): LegendPairs {
  const columns = assignLeastCost(swatches.map((swatch) => texts.map((text) => labelDistance(swatch, text, left))));
  const pairs = columns.flatMap((text, swatch) => (text >= 0 ? [{ swatch, text }] : []));
  const used = new Set(pairs.map((pair) => pair.text));
  return {
    pairs,
    loneSwatches: columns.flatMap((text, swatch) => (text < 0 ? [swatch] : [])),
    loneTexts: texts.flatMap((_, text) => (used.has(text) ? [] : [text])),
  };
}

/**
 * Pair swatches with label boxes over the whole legend at once (W-77): as many pairs as possible, then the least total distance.
 * Labels stand at the right unless more pairs can be made with labels at the left. Boxes share one frame, px.
 */
export function pairLegend(swatches: readonly PixelBox[], texts: readonly PixelBox[]): LegendPairs {
  const right = assign(swatches, texts, false);
  if (right.loneSwatches.length === 0) return right;
  const left = assign(swatches, texts, true);
  return left.pairs.length > right.pairs.length ? left : right;
}

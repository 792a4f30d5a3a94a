import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, grown, overlapRatio, shareInside } from './boxes.ts';
import { blocksOf, gridOf, opened } from './cell-grid.ts';
import { findComponents } from './connected-components.ts';
import { type FramedBox, LINE_SHARE, lineShare, settleSides } from './frame-sides.ts';
import { DARK, type PixelClasses } from './pixel-classes.ts';

const COLOURED_SHARE = 0.45;
const INK_SHARE = 0.75;
/** Blocks below this share of the sheet are swatches, logos or small figures. */
const MIN_SHEET_SHARE = 0.004;
const MAX_BLOCKS = 12;
/** Share of the sheet's width and height that a line-drawn map covers at least. */
const FRAME_MIN_SIDE = 0.3;
const STRAIGHT_RUN = 0.02;
/** Of a table nearly all pixels lie in rules; of a map with its frame and grid fewer. */
const MAX_STRAIGHT = 0.65;

/**
 * Candidates for map bodies and other coloured figures, the largest first: blocks of coloured or solid cells, sides snapped
 * (design text, part E.1-3). Blocks inside a larger one are part of it. Boxes are in px, not rounded to anything else.
 */
export function colouredBodies(classes: PixelClasses): readonly FramedBox[] {
  const grid = opened(gridOf(classes, (ink, coloured) => coloured > COLOURED_SHARE || ink > INK_SHARE));
  const sheet = classes.width * classes.height;
  const bodies: FramedBox[] = [];
  for (const block of blocksOf(grid, classes).slice(0, MAX_BLOCKS)) {
    if (block.cells * grid.cell ** 2 < MIN_SHEET_SHARE * sheet) continue;
    if (bodies.some((body) => shareInside(block.box, grown(body.box, grid.cell)) > 0.8)) continue;
    bodies.push(settleSides(classes, block.box, bodies.length === 0 ? 'far' : 'near'));
  }
  return withoutNested(bodies);
}

function withoutNested(bodies: readonly FramedBox[]): readonly FramedBox[] {
  const kept: FramedBox[] = [];
  for (const body of [...bodies].sort((a, b) => boxArea(b.box) - boxArea(a.box))) {
    const taken = kept.some((other) => shareInside(body.box, other.box) > 0.8 || overlapRatio(body.box, other.box) > 0.5);
    if (!taken && boxArea(body.box) > 0) kept.push(body);
  }
  return kept;
}

/**
 * Line-drawn map bodies of sheets without colour: a large connected drawing inside at least three frame lines that is not made
 * of straight lines only (as a table is).
 */
export function lineDrawnBodies(classes: PixelClasses): readonly FramedBox[] {
  const { width, height } = classes;
  const parts = findComponents(classes, { bit: DARK, window: [0, 0, width, height], without: [], minPixels: 200 });
  const large = parts.filter(
    (part) => boxWidth(part.box) > FRAME_MIN_SIDE * width && boxHeight(part.box) > FRAME_MIN_SIDE * height,
  );
  const bodies = large
    .filter((part) => straightPixels(classes, part.box) < MAX_STRAIGHT * part.pixels)
    .map((part) => settleSides(classes, part.box, 'near'))
    .filter((body) => body.lines.filter((line) => line >= LINE_SHARE).length >= 3);
  return withoutNested(bodies);
}

/** About how many dark pixels in a box lie in a long horizontal or vertical run: frame, grid and rules, hardly ever letters. */
function straightPixels(classes: PixelClasses, box: PixelBox): number {
  const { width, bits } = classes;
  const reach = Math.max(8, Math.round((Math.max(boxWidth(box), boxHeight(box)) * STRAIGHT_RUN) / 2));
  const step = 3;
  let straight = 0;
  for (let y = Math.round(box[1]); y < box[3]; y += step) {
    for (let x = Math.round(box[0]); x < box[2]; x += step) {
      if (((bits[y * width + x] ?? 0) & DARK) === 0) continue;
      const across = { from: Math.max(box[0], x - reach), to: Math.min(box[2], x + reach) };
      const down = { from: Math.max(box[1], y - reach), to: Math.min(box[3], y + reach) };
      const isStraight =
        lineShare(classes, DARK, { axis: 'row', at: y, span: across }) > 0.9 ||
        lineShare(classes, DARK, { axis: 'column', at: x, span: down }) > 0.9;
      if (isStraight) straight += 1;
    }
  }
  return straight * step * step;
}

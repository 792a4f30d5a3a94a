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
/** A picture full of components is a noise picture or a screened photograph: no line-drawn map is looked for there. */
const FRAME_MIN_SIDE = 0.3;
const STRAIGHT_RUN = 0.02;

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
    .map((part) => settleSides(classes, part.box, 'near'))
    .filter((body) => body.lines.filter((line) => line >= LINE_SHARE).length >= 3 && curvedShare(classes, body.box) > 0.35);
  return withoutNested(bodies);
}

/** Share of the dark pixels well inside a box that lie in no long horizontal or vertical run. */
export function curvedShare(classes: PixelClasses, box: PixelBox): number {
  const { width, bits } = classes;
  const run = Math.max(8, Math.round(Math.max(boxWidth(box), boxHeight(box)) * STRAIGHT_RUN));
  const margin = Math.round(run / 2);
  let dark = 0;
  let straight = 0;
  const step = 3;
  for (let y = Math.round(box[1]) + margin; y < box[3] - margin; y += step) {
    for (let x = Math.round(box[0]) + margin; x < box[2] - margin; x += step) {
      if (((bits[y * width + x] ?? 0) & DARK) === 0) continue;
      dark += 1;
      const across = lineShare(classes, DARK, { axis: 'row', at: y, span: { from: x - margin, to: x + margin } });
      const down = lineShare(classes, DARK, { axis: 'column', at: x, span: { from: y - margin, to: y + margin } });
      if (across > 0.9 || down > 0.9) straight += 1;
    }
  }
  return dark > 0 ? 1 - straight / dark : 0;
}

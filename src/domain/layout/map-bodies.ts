import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, grown, intersection, overlapRatio, shareInside, union } from './boxes.ts';
import { blocksOf, closed, gridOf, opened } from './cell-grid.ts';
import { findComponents } from './connected-components.ts';
import { type FramedBox, LINE_SHARE, lineShare, settleSides } from './frame-sides.ts';
import { DARK, INK, type PixelClasses } from './pixel-classes.ts';

const COLOURED_SHARE = 0.45;
const INK_SHARE = 0.75;
/** Blocks below this share of the sheet are swatches, logos or small figures. */
const MIN_SHEET_SHARE = 0.004;
const MAX_BLOCKS = 12;
/** Parts of one body lie no further apart than this share of the sheet's longer side. */
const MEND_GAP = 0.02;
/** How far beyond its filled part an irregular body may reach, as a share of its longer side. */
const OUTLINE_REACH = 0.12;
/** Share of the sheet's width and height that a line-drawn map covers at least. */
const FRAME_MIN_SIDE = 0.3;
/** Ink share of a cell that counts as drawn on, and least shares of the sheet, of a stroke's length and of ink in strokes. */
const DENSE_INK = 0.05;
const DENSE_SHEET_SHARE = 0.1;
const LONG_STROKE = 0.02;
const STROKE_SHARE = 0.3;
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
    bodies.push(bodies.length === 0 ? largestBody(classes, block.box) : settleSides(classes, block.box, 'near'));
  }
  return withoutNested(mended(classes, bodies)).map((body) => wholeOutline(classes, body));
}

/** The frame around a body that does not fill it may be far out, but a single far line belongs to something else. */
function largestBody(classes: PixelClasses, box: PixelBox): FramedBox {
  const far = settleSides(classes, box, 'far');
  return far.lines.filter((line) => line >= LINE_SHARE).length > 1 ? far : settleSides(classes, box, 'near');
}

/** Join bodies that a fold, a white valley or a road has cut apart: their boxes overlap, or face each other without a frame line. */
function mended(classes: PixelClasses, bodies: readonly FramedBox[]): readonly FramedBox[] {
  const reach = MEND_GAP * Math.max(classes.width, classes.height);
  const whole = [...bodies];
  for (let at = 0; at < whole.length; at += 1) {
    for (let next = at + 1; next < whole.length; next += 1) {
      const [a, b] = [whole[at], whole[next]];
      if (!a || !b || !(overlaps(a, b) || isCut(a, b, reach))) continue;
      const both = union([a.box, b.box]);
      if (!both) continue;
      whole[at] = settleSides(classes, both, 'near');
      whole.splice(next, 1);
      next = at;
    }
  }
  return whole;
}

const overlaps = (a: FramedBox, b: FramedBox): boolean => {
  const smaller = Math.min(boxArea(a.box), boxArea(b.box));
  const common = boxArea(intersection(a.box, b.box));
  return common > 0.04 * smaller && common < 0.9 * smaller;
};

/** Whether two boxes of one height (or width) lie side by side with little between them and no line along the cut. */
function isCut(a: FramedBox, b: FramedBox, reach: number): boolean {
  const level = (low: 0 | 1): boolean => {
    const common = Math.min(a.box[low + 2] ?? 0, b.box[low + 2] ?? 0) - Math.max(a.box[low], b.box[low]);
    return common > 0.85 * Math.max((a.box[low + 2] ?? 0) - a.box[low], (b.box[low + 2] ?? 0) - b.box[low]);
  };
  const facing = (low: 0 | 1): boolean => {
    const [first, second] = a.box[low] < b.box[low] ? [a, b] : [b, a];
    const gap = second.box[low] - (first.box[low + 2] ?? 0);
    return gap < reach && (first.lines[low + 2] ?? 0) < LINE_SHARE && second.lines[low] < LINE_SHARE;
  };
  return (level(1) && facing(0)) || (level(0) && facing(1));
}

/** An irregular body reaches beyond the box that its ink fills: sides without a line move out to the tips of what hangs together. */
function wholeOutline(classes: PixelClasses, body: FramedBox): FramedBox {
  if (body.lines.every((line) => line >= LINE_SHARE)) return body;
  const margin = OUTLINE_REACH * Math.max(boxWidth(body.box), boxHeight(body.box));
  const [x0, y0, x1, y1] = intersection(grown(body.box, margin), [0, 0, classes.width, classes.height]);
  const window: PixelBox = [Math.floor(x0), Math.floor(y0), Math.ceil(x1), Math.ceil(y1)];
  const parts = findComponents(classes, { bit: INK, window, without: [], minPixels: 400 });
  const outline = parts.reduce<(typeof parts)[number] | undefined>(
    (best, part) => (!best || part.pixels > best.pixels ? part : best),
    undefined,
  );
  if (!outline || boxArea(intersection(outline.box, body.box)) < 0.6 * boxArea(body.box)) return body;
  const side = (index: 0 | 1 | 2 | 3): number => {
    if (body.lines[index] >= LINE_SHARE || outline.box[index] === window[index]) return body.box[index];
    return index < 2 ? Math.min(body.box[index], outline.box[index]) : Math.max(body.box[index], outline.box[index]);
  };
  return { ...body, box: [side(0), side(1), side(2), side(3)] };
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
  return bodies.length > 0 ? withoutNested(bodies) : denseBodies(classes);
}

/**
 * A map of which a threshold has left broken lines only: the largest dense part of the sheet, when much of its ink lies in long
 * strokes (as contours and boundaries do, and words do not) that are not all straight.
 */
function denseBodies(classes: PixelClasses): readonly FramedBox[] {
  const grid = opened(
    closed(
      gridOf(classes, (ink) => ink > DENSE_INK),
      1,
    ),
  );
  const [block] = blocksOf(grid, classes);
  if (!block || block.cells * grid.cell ** 2 < DENSE_SHEET_SHARE * classes.width * classes.height) return [];
  const box = denseBox(classes, block.box);
  const window: PixelBox = [Math.floor(box[0]), Math.floor(box[1]), Math.ceil(box[2]), Math.ceil(box[3])];
  if (boxArea(window) < DENSE_SHEET_SHARE * classes.width * classes.height) return [];
  const parts = findComponents(classes, { bit: INK, window, without: [], minPixels: 1 });
  const long = LONG_STROKE * Math.max(classes.width, classes.height);
  const ink = parts.reduce((sum, part) => sum + part.pixels, 0);
  const strokes = parts
    .filter((part) => Math.max(boxWidth(part.box), boxHeight(part.box)) >= long)
    .reduce((sum, part) => sum + part.pixels, 0);
  if (strokes < STROKE_SHARE * ink || straightPixels(classes, window) > MAX_STRAIGHT * ink) return [];
  return [settleSides(classes, box, 'near')];
}

/** The box cut down to the rows and columns that hold at least half of the usual ink. */
function denseBox(classes: PixelClasses, [x0, y0, x1, y1]: PixelBox): PixelBox {
  const cut = (axis: 'row' | 'column', from: number, to: number): readonly [number, number] => {
    const span = axis === 'row' ? { from: x0, to: x1 } : { from: y0, to: y1 };
    const step = Math.max(1, Math.round((to - from) / 400));
    const shares = Array.from({ length: Math.floor((to - from) / step) }, (_, n) => {
      const at = from + n * step;
      return [0, 1, 2, 3, 4].reduce((sum, k) => sum + lineShare(classes, INK, { axis, at: at + k, span }), 0) / 5;
    });
    const usual = [...shares].sort((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;
    const dense = [...shares.keys()].filter((n) => (shares[n] ?? 0) >= 0.5 * usual);
    return [from + (dense[0] ?? 0) * step, from + ((dense.at(-1) ?? shares.length) + 1) * step];
  };
  const [left, right] = cut('column', x0, x1);
  const [top, bottom] = cut('row', y0, y1);
  return [left, top, right, bottom];
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

import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, intersection } from './boxes.ts';
import type { Component } from './connected-components.ts';
import { COLOURED, INK, type PixelClasses } from './pixel-classes.ts';

/** A filled or framed rectangle of swatch size. */
export type Swatch = {
  readonly box: PixelBox;
  /** Filled with a colour, or with a tone of grey on a scan without colour: more than an outline. */
  readonly coloured: boolean;
};

/** Swatch sizes as shares of the sheet's longer side, with floors in px. */
const SIZES = { minWidth: 0.0035, maxWidth: 0.09, minHeight: 0.0022, maxHeight: 0.06, widthFloor: 8, heightFloor: 5 } as const;
const MIN_ASPECT = 0.45;
const MAX_ASPECT = 7;
const BORDER_SHARE = 0.8;
const COLOURED_SHARE = 0.35;
const TONE_SHARE = 0.8;
/** A row of paper between two stacked swatches keeps at most this share of their ink (JPEG rings into the gap). */
const GAP_SHARE = 0.5;

const fits = (box: PixelBox, side: number): boolean => {
  const width = boxWidth(box);
  const height = boxHeight(box);
  const wide = width >= Math.max(SIZES.widthFloor, SIZES.minWidth * side) && width <= SIZES.maxWidth * side;
  const high = height >= Math.max(SIZES.heightFloor, SIZES.minHeight * side) && height <= SIZES.maxHeight * side;
  return wide && high && width / height >= MIN_ASPECT && width / height <= MAX_ASPECT;
};

type Along = 'rows' | 'columns';

/** Share of pixels with `bit` in each row (or column) of a box. */
function profile(classes: PixelClasses, box: PixelBox, along: Along, bit: number): Float64Array {
  const [x0, y0, x1, y1] = box;
  const out = new Float64Array(along === 'rows' ? y1 - y0 : x1 - x0);
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) {
      if (((classes.bits[y * classes.width + x] ?? 0) & bit) === 0) continue;
      const at = along === 'rows' ? y - y0 : x - x0;
      out[at] = (out[at] ?? 0) + 1;
    }
  }
  const length = along === 'rows' ? x1 - x0 : y1 - y0;
  return out.map((count) => count / length);
}

/** How far each row of a box is from the paper on average, 0..255: a gap that JPEG has greyed is still nearly paper. */
function rowDistance(classes: PixelClasses, box: PixelBox): Float64Array {
  const [x0, y0, x1, y1] = box;
  const paper = 0.299 * classes.paper[0] + 0.587 * classes.paper[1] + 0.114 * classes.paper[2];
  const out = new Float64Array(y1 - y0);
  for (let y = y0; y < y1; y += 1) {
    let sum = 0;
    for (let x = x0; x < x1; x += 1) {
      const at = y * classes.width + x;
      sum += ((classes.bits[at] ?? 0) & COLOURED ? 40 : 0) + Math.abs(paper - (classes.luma[at] ?? 0));
    }
    out[y - y0] = sum / (x1 - x0);
  }
  return out;
}

/** Stretches of a profile at or above `floor`, as [from, to). */
function stretches(values: Float64Array, floor: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  let from = -1;
  for (let at = 0; at <= values.length; at += 1) {
    const set = at < values.length && (values[at] ?? 0) >= floor;
    if (set && from < 0) from = at;
    if (!set && from >= 0) {
      found.push([from, at]);
      from = -1;
    }
  }
  return found;
}

const longest = (parts: readonly (readonly [number, number])[]): readonly [number, number] | undefined =>
  parts.reduce<readonly [number, number] | undefined>(
    (best, part) => (!best || part[1] - part[0] > best[1] - best[0] ? part : best),
    undefined,
  );

/** Cut a tall component at rows that are nearly paper, and at nothing else. */
function cutRows(classes: PixelClasses, box: PixelBox): readonly PixelBox[] {
  const distance = rowDistance(classes, box);
  const ordered = [...distance].sort((a, b) => a - b);
  const typical = ordered[Math.floor(ordered.length / 2)] ?? 0;
  return stretches(distance, GAP_SHARE * typical).map(([from, to]): PixelBox => [box[0], box[1] + from, box[2], box[1] + to]);
}

/** Take away what sticks out at the sides: text or lines touching the swatch. */
function tightened(classes: PixelClasses, box: PixelBox): PixelBox | undefined {
  const across = longest(stretches(profile(classes, box, 'columns', INK), 0.6));
  if (!across) return undefined;
  const narrow: PixelBox = [box[0] + across[0], box[1], box[0] + across[1], box[3]];
  const down = longest(stretches(profile(classes, narrow, 'rows', INK), 0.55));
  return down ? [narrow[0], narrow[1] + down[0], narrow[2], narrow[1] + down[1]] : undefined;
}

/** Share of each of the four border strips that has ink somewhere in its depth of one to three px, the least of them. */
function borderShare(classes: PixelClasses, box: PixelBox): number {
  const reached = (strip: PixelBox, along: Along): number => {
    const shares = profile(classes, strip, along, INK);
    return shares.filter((share) => share > 0).length / shares.length;
  };
  const [x0, y0, x1, y1] = box;
  const depth = Math.max(1, Math.min(3, Math.floor(Math.min(boxWidth(box), boxHeight(box)) / 6)));
  return Math.min(
    reached([x0, y0, x1, y0 + depth], 'columns'),
    reached([x0, y1 - depth, x1, y1], 'columns'),
    reached([x0, y0, x0 + depth, y1], 'rows'),
    reached([x1 - depth, y0, x1, y1], 'rows'),
  );
}

/** A filled rectangle is found by tightening; a framed white one has too little ink for that and is taken as it stands. */
function swatchAt(classes: PixelClasses, rough: PixelBox, side: number): Swatch | undefined {
  const box = [tightened(classes, rough), rough].find(
    (candidate) => candidate && fits(candidate, side) && borderShare(classes, candidate) >= BORDER_SHARE,
  );
  if (!box) return undefined;
  const shareOf = (bit: number): number =>
    profile(classes, box, 'rows', bit).reduce((sum, share) => sum + share, 0) / boxHeight(box);
  return { box, coloured: shareOf(COLOURED) >= COLOURED_SHARE || shareOf(INK) >= TONE_SHARE };
}

/**
 * Swatch-like rectangles among ink components: filled ones and framed ones, stacked ones that JPEG has glued together cut apart,
 * overlaps by more than half merged into the larger. In scan order.
 */
export function findSwatches(classes: PixelClasses, parts: readonly Component[], side: number): readonly Swatch[] {
  const found: Swatch[] = [];
  for (const part of parts) {
    const width = boxWidth(part.box);
    const height = boxHeight(part.box);
    if (width < SIZES.widthFloor || height < SIZES.heightFloor || width > 0.2 * side) continue;
    const stacked = height > 1.25 * width || height > SIZES.maxHeight * side;
    const pieces = stacked || part.coloured > part.pixels * COLOURED_SHARE ? cutRows(classes, part.box) : [part.box];
    for (const piece of pieces) {
      const swatch = swatchAt(classes, piece, side);
      if (swatch) found.push(swatch);
    }
  }
  return merged(found);
}

function merged(swatches: readonly Swatch[]): readonly Swatch[] {
  const kept: Swatch[] = [];
  for (const swatch of [...swatches].sort((a, b) => boxArea(b.box) - boxArea(a.box))) {
    const doubled = kept.some((other) => boxArea(intersection(other.box, swatch.box)) > 0.5 * boxArea(swatch.box));
    if (!doubled) kept.push(swatch);
  }
  return kept.sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

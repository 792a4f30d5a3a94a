import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, intersection } from './boxes.ts';
import type { Component } from './connected-components.ts';
import { COLOURED, DARK, INK, type PixelClasses } from './pixel-classes.ts';

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
/** A row between two stacked swatches keeps at most this share of the distance from paper of the rows around it. */
const GAP_SHARE = 0.8;
/** Those rows are at most this many px away (at 4,000 px sheet side). */
const GAP_REACH = 4;
/** Rows nearer to the paper than this hold nothing. */
const PAPER_DISTANCE = 8;
/** Rows around a gap differ from the paper by more than this. */
const MIN_BANK = 16;
/** Where the outline at both sides keeps this share of its usual distance from paper, a pale row belongs to a pattern. */
const OUTLINE_SHARE = 0.8;
/** Depth of the strips at the sides in which the outline is looked for, as a share of the width. */
const EDGE_STRIP = 0.08;
/** From this height over width a block may be several swatches, each at least `CELL_ASPECT` as high as wide. */
const STACK_ASPECT = 0.85;
const CELL_ASPECT = 0.3;
/** Share of a row that a ruled line darkens. */
const RULE_SHARE = 0.75;

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

/**
 * How far each row of a box is from the paper on average, and how much darker, 0..255, beside the middle: a symbol stands there.
 */
function rowDistance(classes: PixelClasses, box: PixelBox): { readonly far: Float64Array; readonly dark: Float64Array } {
  const [x0, y0, x1, y1] = box;
  const paper = 0.299 * classes.paper[0] + 0.587 * classes.paper[1] + 0.114 * classes.paper[2];
  const part = Math.max(1, Math.round((x1 - x0) * 0.3));
  const edge = Math.round(part / 3);
  const far = new Float64Array(y1 - y0);
  const dark = new Float64Array(y1 - y0);
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0 + edge; x < x1 - edge; x += 1) {
      if (x >= x0 + part && x < x1 - part) continue;
      const at = y * classes.width + x;
      far[y - y0] = (far[y - y0] ?? 0) + (classes.distance[at] ?? 0);
      dark[y - y0] = (dark[y - y0] ?? 0) + Math.max(0, paper - (classes.luma[at] ?? 0));
    }
  }
  const count = Math.max(1, Math.min(x1 - x0 - 2 * edge, 2 * (part - edge)));
  return { far: far.map((sum) => sum / count), dark: dark.map((sum) => sum / count) };
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

/**
 * Cut a component at rows that are paper, or clearly nearer to paper than a row close above and one close below: the air between
 * two frames, which blur and JPEG fill with grey. The inside of a swatch is further from one of its edges than that.
 */
function cutRows(classes: PixelClasses, box: PixelBox): readonly PixelBox[] {
  const { far, dark } = rowDistance(classes, box);
  const reach = Math.max(2, Math.round((GAP_REACH * Math.max(classes.width, classes.height)) / 4000));
  const isValley = (values: Float64Array, row: number): boolean => {
    let above = 0;
    let below = 0;
    for (let step = 1; step <= reach; step += 1) {
      above = Math.max(above, values[row - step] ?? 0);
      below = Math.max(below, values[row + step] ?? 0);
    }
    return Math.min(above, below) > MIN_BANK && (values[row] ?? 0) < GAP_SHARE * Math.min(above, below);
  };
  const edges = edgeDistance(classes, box);
  const outline = OUTLINE_SHARE * median(edges);
  const isGap = (own: number, row: number): boolean =>
    (edges[row] ?? 0) < outline && (own < PAPER_DISTANCE || isValley(far, row) || isValley(dark, row));
  return stretches(
    far.map((own, row) => (isGap(own, row) ? 0 : 1)),
    1,
  )
    .map(([from, to]): PixelBox => [box[0], box[1] + from, box[2], box[1] + to])
    .flatMap((piece) => cutAtRules(classes, piece));
}

const median = (values: Float64Array): number => values.toSorted()[Math.floor(values.length / 2)] ?? 0;

/** For each row the farthest that a pixel of the strips at the two side edges is from the paper; the lesser of both sides. */
function edgeDistance(classes: PixelClasses, [x0, y0, x1, y1]: PixelBox): Float64Array {
  const depth = Math.max(2, Math.round(EDGE_STRIP * (x1 - x0)));
  const farthest = (y: number, from: number): number => {
    const start = y * classes.width + from;
    return classes.distance.subarray(start, start + depth).reduce((most, value) => Math.max(most, value), 0);
  };
  return Float64Array.from({ length: y1 - y0 }, (_, row) => Math.min(farthest(y0 + row, x0), farthest(y0 + row, x1 - depth)));
}

/** Swatches that share their outlines: a block that is tall for its width is cut at ruled lines that leave cells of swatch shape. */
function cutAtRules(classes: PixelClasses, box: PixelBox): readonly PixelBox[] {
  const width = boxWidth(box);
  const height = boxHeight(box);
  if (height < STACK_ASPECT * width) return [box];
  const rules = stretches(profile(classes, box, 'rows', DARK), RULE_SHARE).filter(([from, to]) => to - from < 0.12 * width);
  const cuts: (readonly [number, number])[] = [];
  for (const rule of rules) {
    const high = rule[0] - (cuts.at(-1)?.[0] ?? 0) >= CELL_ASPECT * width;
    if (high && height - rule[1] >= CELL_ASPECT * width) cuts.push(rule);
  }
  const tops = [0, ...cuts.map(([from]) => from)];
  return tops.map((top, index): PixelBox => [box[0], box[1] + top, box[2], box[1] + (cuts[index]?.[1] ?? height)]);
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
    const stacked = height > STACK_ASPECT * width || height > SIZES.maxHeight * side;
    const pieces = stacked || part.coloured > part.pixels * COLOURED_SHARE ? cutRows(classes, part.box) : [part.box];
    const cut = pieces.flatMap((piece) => swatchAt(classes, piece, side) ?? []);
    const whole = cut.length === 0 && pieces.length > 1 ? swatchAt(classes, part.box, side) : undefined;
    found.push(...(whole ? [whole] : cut));
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

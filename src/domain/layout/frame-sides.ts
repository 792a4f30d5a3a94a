import type { PixelBox } from '../catalog/records.ts';
import { INK, type PixelClasses } from './pixel-classes.ts';

/** A box whose sides were moved to evidence; `lines[i]` is the share 0..1 of side i (left, top, right, bottom) drawn as a dark line. */
export type FramedBox = { readonly box: PixelBox; readonly lines: readonly [number, number, number, number] };

type Axis = 'column' | 'row';
type Span = { readonly from: number; readonly to: number };

const SEGMENTS = 8;
/** A side is a line from this share of its length on. */
export const LINE_SHARE = 0.6;
/** A line further away than `NEAR` of the sheet must be nearly whole to be taken for the neatline. */
const FAR_LINE_SHARE = 0.88;
const NEAR = 0.02;
const FAR = 0.1;
const INK_SHARE = 0.6;

/** Share of the pixels with `bit` along one row or column, within `span`. */
export function lineShare(
  classes: PixelClasses,
  bit: number,
  line: { readonly axis: Axis; readonly at: number; readonly span: Span },
): number {
  const { width, height, bits } = classes;
  const { axis, at, span } = line;
  if (at < 0 || at >= (axis === 'row' ? height : width) || span.to <= span.from) return 0;
  const first = axis === 'row' ? at * width + span.from : span.from * width + at;
  const step = axis === 'row' ? 1 : width;
  let count = 0;
  for (let n = span.from, pixel = first; n < span.to; n += 1, pixel += step) if ((bits[pixel] ?? 0) & bit) count += 1;
  return count / (span.to - span.from);
}

/** A drawn line is darker than what lies on either side of it: by this much than the lighter side, and by a little than the other. */
const RIDGE_OUTER = 36;
const RIDGE_INNER = 12;

/** Share of the pixels along one row or column that lie on a line up to about 10 px thick (at 4,000 px sheet side). */
function ridgeShare(classes: PixelClasses, axis: Axis, at: number, span: Span): number {
  const { width, height, luma } = classes;
  const limit = axis === 'row' ? height : width;
  if (at < 0 || at >= limit || span.to <= span.from) return 0;
  const unit = Math.max(2, Math.round(Math.max(width, height) / 1300));
  const across = axis === 'row' ? width : 1;
  const step = axis === 'row' ? 1 : width;
  const first = axis === 'row' ? at * width + span.from : span.from * width + at;
  const reach = [unit, 2 * unit, 3 * unit].map((distance) => ({
    back: Math.min(distance, at) * across,
    ahead: Math.min(distance, limit - 1 - at) * across,
  }));
  let count = 0;
  for (let n = span.from, pixel = first; n < span.to; n += 1, pixel += step) {
    const own = luma[pixel] ?? 0;
    for (const { back, ahead } of reach) {
      const before = (luma[pixel - back] ?? 0) - own;
      const after = (luma[pixel + ahead] ?? 0) - own;
      if (Math.max(before, after) < RIDGE_OUTER || Math.min(before, after) < RIDGE_INNER) continue;
      count += 1;
      break;
    }
  }
  return count / (span.to - span.from);
}

/** Shares per offset of a possibly slightly slanting line: in each of eight parts the best of the neighbouring offsets counts. */
function slantShares(classes: PixelClasses, axis: Axis, range: Span, span: Span): Float64Array {
  const slack = Math.max(1, Math.round((span.to - span.from) * 0.002));
  const offsets = range.to - range.from;
  const total = new Float64Array(Math.max(0, offsets));
  for (let part = 0; part < SEGMENTS; part += 1) {
    const length = (span.to - span.from) / SEGMENTS;
    const piece = { from: Math.round(span.from + part * length), to: Math.round(span.from + (part + 1) * length) };
    const own = new Float64Array(offsets + 2 * slack);
    for (let n = 0; n < own.length; n += 1) own[n] = ridgeShare(classes, axis, range.from - slack + n, piece);
    for (let n = 0; n < offsets; n += 1) {
      let best = 0;
      for (let k = n; k <= n + 2 * slack; k += 1) best = Math.max(best, own[k] ?? 0);
      total[n] = (total[n] ?? 0) + best / SEGMENTS;
    }
  }
  return total;
}

/** How far a side may move: `far` looks for a whole frame around a body that does not fill it. */
export type Reach = 'near' | 'far';

type Side = {
  readonly axis: Axis;
  readonly outward: -1 | 1;
  readonly at: number;
  readonly span: Span;
  readonly limit: number;
  readonly reach: Reach;
};

/** A slanting line is strong at several offsets in a row: the middle of the innermost row of them. */
function middleOfInnermost(offsets: readonly number[], outward: -1 | 1): number {
  const ordered = outward < 0 ? [...offsets].reverse() : offsets;
  const start = ordered[0] ?? 0;
  let end = start;
  for (const offset of ordered) if (Math.abs(offset - end) <= 1) end = offset;
  return Math.round((start + end) / 2);
}

/** Position of a side (edge coordinate, px) and its line share: dark line near, whole dark line further out, else where ink begins. */
function settleSide(classes: PixelClasses, side: Side): { readonly at: number; readonly line: number } {
  const sheet = Math.max(classes.width, classes.height);
  const near = Math.max(3, Math.round(sheet * NEAR));
  const far = side.reach === 'far' ? Math.max(near, Math.round(sheet * FAR)) : near;
  const inward = Math.max(0, side.outward < 0 ? side.at - far : side.at - near);
  const outer = Math.min(side.limit, side.outward < 0 ? side.at + near : side.at + far);
  const range = { from: inward, to: outer };
  const shares = slantShares(classes, side.axis, range, side.span);
  const pick = (wanted: (distance: number) => boolean, floor: number): number | undefined => {
    let best = 0;
    shares.forEach((share, n) => {
      if (wanted(Math.abs(range.from + n - side.at))) best = Math.max(best, share);
    });
    if (best < floor) return undefined;
    const strong = [...shares.keys()].filter(
      (n) => wanted(Math.abs(range.from + n - side.at)) && (shares[n] ?? 0) >= best * 0.97,
    );
    return middleOfInnermost(strong, side.outward);
  };
  const found = pick((d) => d <= near, LINE_SHARE) ?? pick((d) => d > near, FAR_LINE_SHARE);
  if (found === undefined) return { at: inkBegin(classes, side, near), line: 0 };
  const line = range.from + found;
  return { at: side.outward < 0 ? line : line + 1, line: shares[found] ?? 0 };
}

/** Going outwards from well inside: where the ink share falls below 60 % of what it is inside, for three lines in a row. */
function inkBegin(classes: PixelClasses, side: Side, near: number): number {
  const share = (at: number) => lineShare(classes, INK, { axis: side.axis, at, span: side.span });
  const depth = Math.round(near / 2);
  let inside = 0;
  for (let n = 1; n <= 5; n += 1) inside += share(Math.round(side.at - side.outward * depth * (1 + n / 2))) / 5;
  let last = side.at - side.outward * depth;
  for (
    let at = last, misses = 0;
    at >= 0 && at < side.limit && misses < 3 && Math.abs(at - side.at) <= near;
    at += side.outward
  ) {
    misses = inside > 0 && share(at) >= INK_SHARE * inside ? 0 : misses + 1;
    if (misses === 0) last = at;
  }
  return side.outward < 0 ? last : last + 1;
}

/** Snap each side of a box to the evidence around it (design text, part E.3). Two rounds: the second with the spans of the first. */
export function settleSides(classes: PixelClasses, start: PixelBox, reach: Reach): FramedBox {
  let result: FramedBox = { box: start, lines: [0, 0, 0, 0] };
  for (let round = 0; round < 2; round += 1) {
    const [x0, y0, x1, y1] = result.box.map(Math.round);
    if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) return result;
    const inner = (from: number, to: number): Span => ({
      from: Math.round(from + (to - from) * 0.03),
      to: Math.round(to - (to - from) * 0.03),
    });
    const down = inner(y0, y1);
    const across = inner(x0, x1);
    const left = settleSide(classes, { axis: 'column', outward: -1, at: x0, span: down, limit: classes.width, reach });
    const right = settleSide(classes, { axis: 'column', outward: 1, at: x1, span: down, limit: classes.width, reach });
    const top = settleSide(classes, { axis: 'row', outward: -1, at: y0, span: across, limit: classes.height, reach });
    const bottom = settleSide(classes, { axis: 'row', outward: 1, at: y1, span: across, limit: classes.height, reach });
    result = { box: [left.at, top.at, right.at, bottom.at], lines: [left.line, top.line, right.line, bottom.line] };
  }
  return result;
}

import type { PixelBox } from '../catalog/records.ts';

/** A place in a drawing, px, x right, y down. */
export type Point = readonly [number, number];

/** Grows a box on all sides by `by` px; negative shrinks. */
export const grow = ([x0, y0, x1, y1]: PixelBox, by: number): PixelBox => [x0 - by, y0 - by, x1 + by, y1 + by];

/** True when the point lies in the box or on its edge. */
export const contains = ([x0, y0, x1, y1]: PixelBox, [x, y]: Point): boolean => x >= x0 && x <= x1 && y >= y0 && y <= y1;

/** The part of a segment inside the box (Liang and Barsky 1984), or null. */
function clipSegment(from: Point, to: Point, [x0, y0, x1, y1]: PixelBox): readonly [Point, Point] | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const sides = [
    [-dx, from[0] - x0],
    [dx, x1 - from[0]],
    [-dy, from[1] - y0],
    [dy, y1 - from[1]],
  ] as const;
  let [enter, leave] = [0, 1];
  for (const [p, q] of sides) {
    if (p === 0 && q < 0) return null;
    if (p < 0) enter = Math.max(enter, q / p);
    if (p > 0) leave = Math.min(leave, q / p);
  }
  if (enter > leave) return null;
  const at = (t: number): Point => (t === 0 ? from : t === 1 ? to : [from[0] + t * dx, from[1] + t * dy]);
  return [at(enter), at(leave)];
}

/** The pieces of a broken line inside the box, in order; a line that only touches the box gives a piece of length 0. */
export function clipLine(line: readonly Point[], box: PixelBox): readonly (readonly Point[])[] {
  const pieces: Point[][] = [];
  let open: Point[] | null = null;
  for (let i = 1; i < line.length; i += 1) {
    const [from, to] = [line[i - 1], line[i]];
    const inside = from && to ? clipSegment(from, to, box) : null;
    if (inside === null) {
      open = null;
      continue;
    }
    if (open === null || inside[0] !== from) {
      open = [inside[0]];
      pieces.push(open);
    }
    open.push(inside[1]);
    if (inside[1] !== to) open = null;
  }
  return pieces;
}

/** The part of a closed ring inside the box (Sutherland and Hodgman 1974); fewer than three corners when there is none. */
export function clipRing(ring: readonly Point[], box: PixelBox): readonly Point[] {
  const edges = [
    { axis: 0, limit: box[0], sign: 1 },
    { axis: 0, limit: box[2], sign: -1 },
    { axis: 1, limit: box[1], sign: 1 },
    { axis: 1, limit: box[3], sign: -1 },
  ] as const;
  let corners = ring;
  for (const { axis, limit, sign } of edges) {
    const depth = (point: Point): number => sign * (point[axis] - limit);
    const kept: Point[] = [];
    corners.forEach((corner, i) => {
      const before = corners[(i + corners.length - 1) % corners.length] ?? corner;
      const [a, b] = [depth(before), depth(corner)];
      if (a >= 0 !== b >= 0)
        kept.push([before[0] + (a / (a - b)) * (corner[0] - before[0]), before[1] + (a / (a - b)) * (corner[1] - before[1])]);
      if (b >= 0) kept.push(corner);
    });
    corners = kept;
  }
  return corners;
}

/** The line without places closer than `step` px to the one before; its ends stay. */
export function thin(line: readonly Point[], step: number): readonly Point[] {
  const kept: Point[] = [];
  line.forEach((point, i) => {
    const last = kept.at(-1);
    const near = last !== undefined && Math.hypot(point[0] - last[0], point[1] - last[1]) < step;
    if (!near || i === line.length - 1) kept.push(point);
  });
  return kept;
}

/** Length of a broken line, px. */
export const lengthOf = (line: readonly Point[]): number =>
  line.reduce((sum, [x, y], i) => {
    const before = line[i - 1];
    return before === undefined ? sum : sum + Math.hypot(x - before[0], y - before[1]);
  }, 0);

/** The place halfway along a broken line. */
export function middleOf(line: readonly Point[]): Point {
  let rest = lengthOf(line) / 2;
  for (let i = 1; i < line.length; i += 1) {
    const [from, to] = [line[i - 1], line[i]];
    if (!from || !to) continue;
    const step = Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (step >= rest && step > 0)
      return [from[0] + ((to[0] - from[0]) * rest) / step, from[1] + ((to[1] - from[1]) * rest) / step];
    rest -= step;
  }
  return line[0] ?? [0, 0];
}

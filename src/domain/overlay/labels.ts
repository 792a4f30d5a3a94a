import type { PixelBox } from '../catalog/records.ts';
import { contains, type Point } from './plane.ts';

/** A label looking for a place next to its anchor. */
export type LabelWish = { readonly at: Point; readonly width: number; readonly size: number };

/** Where a label stands: `x` is its start, `y` its baseline, px. */
export type LabelPlace = { readonly x: number; readonly y: number };

type Rect = PixelBox;

/** Rectangles by grid cell, so that a collision test looks at a few neighbours only. */
function createRectGrid(cell: number) {
  const cells = new Map<string, Rect[]>();
  const index = (value: number): number => Math.floor(value / cell);
  function* keys([x0, y0, x1, y1]: Rect): Generator<string> {
    for (let column = index(x0); column <= index(x1); column += 1) {
      for (let row = index(y0); row <= index(y1); row += 1) yield `${column}:${row}`;
    }
  }
  const overlaps = (a: Rect, b: Rect): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
  return {
    add: (rect: Rect): void => {
      for (const key of keys(rect)) {
        const list = cells.get(key);
        if (list === undefined) cells.set(key, [rect]);
        else list.push(rect);
      }
    },
    isFree: (rect: Rect): boolean => {
      for (const key of keys(rect)) if (cells.get(key)?.some((other) => overlaps(rect, other))) return false;
      return true;
    },
  };
}

/** Room for labels on a drawing: first come, first served, nothing overlaps a marker or another label. */
export type LabelRoom = { readonly place: (wish: LabelWish) => LabelPlace | null };

/** Part of the em square above the baseline that letters take, and below it. */
const RISE = 0.78;
const FALL = 0.24;

/** `markers` are centres whose surroundings of `radius` px stay free; labels stay inside `window`. */
export function createLabelRoom(window: PixelBox, markers: readonly Point[], radius: number): LabelRoom {
  const grid = createRectGrid(Math.max(1, radius * 8));
  for (const [x, y] of markers) grid.add([x - radius, y - radius, x + radius, y + radius]);
  const gap = radius * 1.35;
  return {
    place: ({ at: [x, y], width, size }) => {
      const lift = size * RISE;
      const columns = [x + gap, x - gap - width, x - width / 2];
      const tries: readonly LabelPlace[] = [
        { x: columns[0] ?? x, y: y - gap * 0.6 },
        { x: columns[0] ?? x, y: y + lift / 2 },
        { x: columns[0] ?? x, y: y + gap * 0.6 + lift },
        { x: columns[1] ?? x, y: y - gap * 0.6 },
        { x: columns[1] ?? x, y: y + lift / 2 },
        { x: columns[1] ?? x, y: y + gap * 0.6 + lift },
        { x: columns[2] ?? x, y: y - gap - size * FALL },
        { x: columns[2] ?? x, y: y + gap + lift },
      ];
      for (const place of tries) {
        const rect: Rect = [place.x, place.y - lift, place.x + width, place.y + size * FALL];
        if (!contains(window, [rect[0], rect[1]]) || !contains(window, [rect[2], rect[3]]) || !grid.isFree(rect)) continue;
        grid.add(rect);
        return place;
      }
      return null;
    },
  };
}

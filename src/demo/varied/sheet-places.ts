import type { Box } from '../sheet-plan.ts';
import type { SheetWish, SideFigure } from './varied-wish.ts';

/** Where the parts of a sheet go, px. A figure without a place is not drawn. */
export type SheetPlaces = {
  readonly width: number;
  readonly height: number;
  readonly title: Box;
  readonly map: Box;
  readonly legend: Box | null;
  readonly figures: readonly { readonly figure: SideFigure; readonly box: Box }[];
  /** Below the map: notes at the left, scale in the middle, north arrow at the right. */
  readonly foot: Box;
};

const MARGIN = 90;
const TOP = 310;
const FOOT = 190;
const SECTION = 340;
const COLUMN = 560;

const figuresIn = (box: Box, figures: readonly SideFigure[]): SheetPlaces['figures'] => {
  const [x0, y0, x1, y1] = box;
  const wide = x1 - x0 > 900;
  return figures.map((figure, index) => {
    const share = index / figures.length;
    const next = (index + 1) / figures.length;
    const part: Box = wide
      ? [x0 + (x1 - x0) * share, y0, x0 + (x1 - x0) * next - 60, y1]
      : [x0, y0 + (y1 - y0) * share, x1, y0 + (y1 - y0) * next - 50];
    return { figure, box: part };
  });
};

const sideBySide = (wish: SheetWish, [width, height]: readonly [number, number]): SheetPlaces => {
  const side = Math.min(width * 0.5, wish.columns * COLUMN);
  const others = wish.figures.filter((figure) => figure !== 'cross_section');
  const section = wish.figures.includes('cross_section');
  const bottom = height - MARGIN - FOOT - (section ? SECTION : 0);
  const map: Box =
    wish.legend === 'left'
      ? [MARGIN + side + 190, TOP, width - MARGIN - 70, bottom]
      : [MARGIN + 100, TOP, width - MARGIN - side - 120, bottom];
  const column: readonly [number, number] =
    wish.legend === 'left' ? [MARGIN, MARGIN + side] : [width - MARGIN - side, width - MARGIN];
  const split = others.length === 0 ? height - MARGIN : TOP + (height - TOP) * (others.length === 1 ? 0.62 : 0.5);
  return {
    width,
    height,
    title: [MARGIN, 60, width - MARGIN, TOP - 90],
    map,
    legend: [column[0], TOP, column[1], split - 70],
    figures: [
      ...(others.length > 0 ? figuresIn([column[0], split, column[1], height - MARGIN], others) : []),
      ...(section
        ? [{ figure: 'cross_section' as const, box: [map[0], bottom + FOOT, map[2], height - MARGIN] satisfies Box }]
        : []),
    ],
    foot: [map[0], bottom + 64, map[2], bottom + FOOT],
  };
};

const below = (wish: SheetWish, [width, height]: readonly [number, number]): SheetPlaces => {
  const map: Box = [MARGIN + 100, TOP, width - MARGIN - 100, TOP + (height - TOP) * 0.52];
  const top = map[3] + FOOT + 40;
  const share = wish.figures.length > 0 ? 0.62 : 1;
  const split = MARGIN + (width - 2 * MARGIN) * share;
  return {
    width,
    height,
    title: [MARGIN, 60, width - MARGIN, TOP - 90],
    map,
    legend: [MARGIN, top, split, height - 60],
    figures: wish.figures.length > 0 ? figuresIn([split + 70, top, width - MARGIN, height - MARGIN], wish.figures) : [],
    foot: [map[0], map[3] + 64, map[2], map[3] + FOOT],
  };
};

/** The legend lies over a corner of the map, on a field of paper. */
const inside = (wish: SheetWish, [width, height]: readonly [number, number]): SheetPlaces => {
  const map: Box = [MARGIN + 100, TOP, width - MARGIN - 100, height - MARGIN - FOOT];
  const wide = Math.min((map[2] - map[0]) * 0.55, wish.columns * COLUMN + 40);
  const high = (map[3] - map[1]) * 0.62;
  const [right, low] = [wish.seed % 2 === 0, wish.seed % 4 < 2];
  const x = right ? map[2] - wide - 40 : map[0] + 40;
  const y = low ? map[3] - high - 40 : map[1] + 40;
  return {
    width,
    height,
    title: [MARGIN, 60, width - MARGIN, TOP - 90],
    map,
    legend: wish.legend === 'none' ? null : [x + 40, y + 30, x + wide - 30, y + high - 30],
    figures: [],
    foot: [map[0], map[3] + 64, map[2], map[3] + FOOT],
  };
};

/** Settles size and places; the long side is 2400 to 3200 px. */
export const placesOf = (wish: SheetWish, longSide: number): SheetPlaces => {
  const short = Math.round(longSide * 0.78);
  const size: readonly [number, number] = wish.portrait ? [short, longSide] : [longSide, short];
  if (wish.legend === 'below') return below(wish, size);
  if (wish.legend === 'inside' || wish.legend === 'none') return inside(wish, size);
  return sideBySide(wish, size);
};

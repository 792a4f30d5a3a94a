import { applyGeoTransform, type GeoTransform } from './geo-transform.ts';

/** A block of pixels: left, top, width, height. */
export type Block = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** Source position of the middle of every pixel of a block, px; NaN where there is none. */
export type SourcePositions = {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Largest error of the approximation that was seen, px of the source. */
  readonly error: number;
};

/** Inside a cell of the mesh the exact position is replaced by interpolation, at most this wrong (px of the source). */
export const MESH_TOLERANCE_PX = 0.1;
const FIRST_STEP = 64;

type ToPixel = (x: number, y: number) => readonly [number, number] | null;
type Exact = (column: number, row: number) => readonly [number, number];

const NOWHERE = [Number.NaN, Number.NaN] as const;

const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** A block in up to four parts. */
export function quartersOf({ left, top, width, height }: Block): readonly Block[] {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  return [
    { left, top, width: w, height: h },
    { left: left + w, top, width: width - w, height: h },
    { left, top: top + h, width: w, height: height - h },
    { left: left + w, top: top + h, width: width - w, height: height - h },
  ].filter((part) => part.width > 0 && part.height > 0);
}

/** Fill the positions of a part of the block, by interpolation where that is near enough, else in four smaller parts. */
function fill(part: Block, exact: Exact, into: { readonly block: Block; readonly positions: SourcePositions }): number {
  const { left, top, width, height } = part;
  const [right, bottom] = [left + width - 1, top + height - 1];
  const [nw, ne, sw, se] = [exact(left, top), exact(right, top), exact(left, bottom), exact(right, bottom)];
  const between = (u: number, v: number): readonly [number, number] => [
    mix(mix(nw[0], ne[0], u), mix(sw[0], se[0], u), v),
    mix(mix(nw[1], ne[1], u), mix(sw[1], se[1], u), v),
  ];
  const small = width <= 2 && height <= 2;
  const error = small ? 0 : worstOf(part, exact, between);
  if (error > MESH_TOLERANCE_PX || (!small && Number.isNaN(error))) {
    return Math.max(...quartersOf(part).map((each) => fill(each, exact, into)));
  }
  const { block, positions } = into;
  for (let row = 0; row < height; row += 1) {
    const start = (top + row - block.top) * block.width + left - block.left;
    for (let column = 0; column < width; column += 1) {
      const [x, y] = between(width > 1 ? column / (width - 1) : 0, height > 1 ? row / (height - 1) : 0);
      positions.x[start + column] = x;
      positions.y[start + column] = y;
    }
  }
  return error;
}

/** Error at the middle and at the middles of the sides, where an interpolation is worst; 0 where nothing of the part has a position. */
function worstOf(part: Block, exact: Exact, between: (u: number, v: number) => readonly [number, number]): number {
  const { left, top, width, height } = part;
  let worst = 0;
  let found = 0;
  const places = [
    [0.5, 0.5],
    [0.5, 0],
    [0, 0.5],
    [1, 0.5],
    [0.5, 1],
    [0, 0],
  ] as const;
  for (const [u, v] of places) {
    const [column, row] = [left + u * (width - 1), top + v * (height - 1)];
    const [x, y] = exact(column, row);
    const [mx, my] = between(u, v);
    if (Number.isFinite(x)) found += 1;
    const error = Math.hypot(mx - x, my - y);
    worst = Math.max(worst, Number.isNaN(error) ? Number.POSITIVE_INFINITY : error);
  }
  return found === 0 ? 0 : worst;
}

/**
 * Source positions of the pixels of one block of a warped picture. The exact inverse is asked at the corners of a mesh only; a
 * cell is split until the error at its middle and sides is within `MESH_TOLERANCE_PX` (field report 1.13).
 */
export function sourcePositions(block: Block, geotransform: GeoTransform, toPixel: ToPixel): SourcePositions {
  const count = block.width * block.height;
  const positions = { x: new Float64Array(count).fill(Number.NaN), y: new Float64Array(count).fill(Number.NaN), error: 0 };
  const exact: Exact = (column, row) => toPixel(...applyGeoTransform(geotransform, column + 0.5, row + 0.5)) ?? NOWHERE;
  let error = 0;
  for (let top = block.top; top < block.top + block.height; top += FIRST_STEP) {
    for (let left = block.left; left < block.left + block.width; left += FIRST_STEP) {
      const width = Math.min(FIRST_STEP, block.left + block.width - left);
      const height = Math.min(FIRST_STEP, block.top + block.height - top);
      error = Math.max(error, fill({ left, top, width, height }, exact, { block, positions }));
    }
  }
  return { ...positions, error };
}

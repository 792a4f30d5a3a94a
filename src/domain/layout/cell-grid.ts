import type { PixelBox } from '../catalog/records.ts';
import { COLOURED, INK, type PixelClasses } from './pixel-classes.ts';

/** A coarse yes/no picture of the sheet: one byte (0 or 1) per square cell of `cell` px. */
export type CellGrid = { readonly cell: number; readonly columns: number; readonly rows: number; readonly set: Uint8Array };

/** Touching set cells: box in px (clipped to the picture) and number of cells. */
export type CellBlock = { readonly box: PixelBox; readonly cells: number };

/** Cells per side of the sheet; design text, part E. */
const CELLS_PER_SIDE = 260;

/** Which cells `test` accepts, given the shares of ink and of coloured pixels in them (0..1). */
export function gridOf(classes: PixelClasses, test: (ink: number, coloured: number) => boolean): CellGrid {
  const { width, height, bits } = classes;
  const cell = Math.max(2, Math.round(Math.max(width, height) / CELLS_PER_SIDE));
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const ink = new Uint32Array(columns * rows);
  const coloured = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const base = Math.floor(y / cell) * columns;
    for (let x = 0; x < width; x += 1) {
      const value = bits[y * width + x] ?? 0;
      if ((value & INK) === 0) continue;
      const at = base + Math.floor(x / cell);
      ink[at] = (ink[at] ?? 0) + 1;
      if (value & COLOURED) coloured[at] = (coloured[at] ?? 0) + 1;
    }
  }
  const set = new Uint8Array(columns * rows);
  for (let at = 0; at < set.length; at += 1) {
    const wide = Math.min(cell, width - (at % columns) * cell);
    const high = Math.min(cell, height - Math.floor(at / columns) * cell);
    const area = wide * high;
    set[at] = test((ink[at] ?? 0) / area, (coloured[at] ?? 0) / area) ? 1 : 0;
  }
  return { cell, columns, rows, set };
}

function neighbourhood(grid: CellGrid, all: boolean): CellGrid {
  const { columns, rows, set } = grid;
  const out = new Uint8Array(set.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let count = 0;
      let seen = 0;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
          seen += 1;
          count += set[y * columns + x] ?? 0;
        }
      }
      out[row * columns + column] = (all ? count === seen : count > 0) ? 1 : 0;
    }
  }
  return { ...grid, set: out };
}

/** Morphological opening: whatever is thinner than three cells disappears. Cells outside the picture count as set. */
export const opened = (grid: CellGrid): CellGrid => neighbourhood(neighbourhood(grid, true), false);

/** Morphological closing by `reach` cells: gaps narrower than twice that are filled. */
export function closed(grid: CellGrid, reach: number): CellGrid {
  let result = grid;
  for (let step = 0; step < reach; step += 1) result = neighbourhood(result, false);
  for (let step = 0; step < reach; step += 1) result = neighbourhood(result, true);
  return result;
}

/** Blocks of touching cells (eight neighbours), the largest first. */
export function blocksOf(grid: CellGrid, picture: { readonly width: number; readonly height: number }): readonly CellBlock[] {
  const { columns, rows, cell } = grid;
  const left = grid.set.slice();
  const blocks: CellBlock[] = [];
  for (let seed = 0; seed < left.length; seed += 1) {
    if (left[seed] !== 1) continue;
    const edge = [columns, rows, 0, 0] as [number, number, number, number];
    const stack = [seed];
    left[seed] = 0;
    let cells = 0;
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const column = at % columns;
      const row = (at - column) / columns;
      cells += 1;
      edge[0] = Math.min(edge[0], column);
      edge[1] = Math.min(edge[1], row);
      edge[2] = Math.max(edge[2], column + 1);
      edge[3] = Math.max(edge[3], row + 1);
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
          const next = y * columns + x;
          if (left[next] !== 1) continue;
          left[next] = 0;
          stack.push(next);
        }
      }
    }
    const box: PixelBox = [
      edge[0] * cell,
      edge[1] * cell,
      Math.min(picture.width, edge[2] * cell),
      Math.min(picture.height, edge[3] * cell),
    ];
    blocks.push({ box, cells });
  }
  return blocks.sort((a, b) => b.cells - a.cells);
}

import type { PixelBox } from '../catalog/records.ts';
import { COLOURED, DARK, type PixelClasses } from './pixel-classes.ts';

/** A set of touching pixels (eight neighbours): its box and how many of its pixels are what. */
export type Component = { readonly box: PixelBox; readonly pixels: number; readonly coloured: number; readonly dark: number };

export type ComponentSearch = {
  /** Class bit that a pixel must have. */
  readonly bit: number;
  readonly window: PixelBox;
  /** Parts of the window that are left out. */
  readonly without: readonly PixelBox[];
  readonly minPixels: number;
};

/** More than this is a noise picture, not a sheet: nothing is reported. */
const MAX_COMPONENTS = 250_000;

/** Growing list of runs (stretches of set pixels in one row) with a union-find forest over them. */
class RunForest {
  private capacity = 1 << 16;
  size = 0;
  start = new Int32Array(this.capacity);
  end = new Int32Array(this.capacity);
  row = new Int32Array(this.capacity);
  private parent = new Int32Array(this.capacity);

  add(start: number, end: number, row: number): void {
    if (this.size === this.capacity) this.grow();
    this.start[this.size] = start;
    this.end[this.size] = end;
    this.row[this.size] = row;
    this.parent[this.size] = this.size;
    this.size += 1;
  }

  root(run: number): number {
    let at = run;
    while ((this.parent[at] ?? at) !== at) {
      const up = this.parent[at] ?? at;
      this.parent[at] = this.parent[up] ?? up;
      at = this.parent[at] ?? at;
    }
    return at;
  }

  join(a: number, b: number): void {
    const ra = this.root(a);
    const rb = this.root(b);
    this.parent[Math.max(ra, rb)] = Math.min(ra, rb);
  }

  private grow(): void {
    this.capacity *= 2;
    const wider = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const next = new Int32Array(this.capacity);
      next.set(old);
      return next;
    };
    this.start = wider(this.start);
    this.end = wider(this.end);
    this.row = wider(this.row);
    this.parent = wider(this.parent);
  }
}

function addRow(forest: RunForest, classes: PixelClasses, search: ComponentSearch, y: number): void {
  const { bits, width } = classes;
  const { window, bit } = search;
  const holes = search.without.filter((box) => y >= box[1] && y < box[3]);
  const base = y * width;
  let x = window[0];
  while (x < window[2]) {
    const hole = holes.find((box) => x >= box[0] && x < box[2]);
    if (hole) {
      x = hole[2];
      continue;
    }
    const stop = holes.reduce((edge, box) => (box[0] > x && box[0] < edge ? box[0] : edge), window[2]);
    while (x < stop) {
      while (x < stop && ((bits[base + x] ?? 0) & bit) === 0) x += 1;
      const from = x;
      while (x < stop && ((bits[base + x] ?? 0) & bit) !== 0) x += 1;
      if (x > from) forest.add(from, x, y);
    }
  }
}

function joinRows(forest: RunForest, above: number, here: number): void {
  let upper = above;
  for (let run = here; run < forest.size; run += 1) {
    const start = forest.start[run] ?? 0;
    const end = forest.end[run] ?? 0;
    while (upper < here && (forest.end[upper] ?? 0) < start) upper += 1;
    for (let other = upper; other < here && (forest.start[other] ?? 0) <= end; other += 1) forest.join(run, other);
  }
}

/**
 * Connected components of the pixels that carry a class bit, by runs and union-find (Rosenfeld and Pfaltz 1966), in the order in
 * which a scan from the top meets them. Window and holes must have integer edges. An overflowing noise picture gives none.
 */
export function findComponents(classes: PixelClasses, search: ComponentSearch): readonly Component[] {
  const forest = new RunForest();
  let above = 0;
  for (let y = search.window[1]; y < search.window[3]; y += 1) {
    const here = forest.size;
    addRow(forest, classes, search, y);
    joinRows(forest, above, here);
    above = here;
  }
  return collect(forest, classes, search.minPixels);
}

function collect(forest: RunForest, classes: PixelClasses, minPixels: number): readonly Component[] {
  const index = new Int32Array(forest.size).fill(-1);
  const pixels: number[] = [];
  for (let run = 0; run < forest.size; run += 1) {
    const root = forest.root(run);
    if (index[root] === -1) index[root] = pixels.push(0) - 1;
    const slot = index[root] ?? 0;
    pixels[slot] = (pixels[slot] ?? 0) + (forest.end[run] ?? 0) - (forest.start[run] ?? 0);
  }
  const kept = new Int32Array(pixels.length).fill(-1);
  let count = 0;
  pixels.forEach((size, slot) => {
    if (size >= minPixels) kept[slot] = count++;
  });
  if (count > MAX_COMPONENTS) return [];
  const edges = {
    x0: new Int32Array(count).fill(2 ** 30),
    y0: new Int32Array(count).fill(2 ** 30),
    x1: new Int32Array(count),
    y1: new Int32Array(count),
  };
  const tally = { pixels: new Int32Array(count), coloured: new Int32Array(count), dark: new Int32Array(count) };
  for (let run = 0; run < forest.size; run += 1) {
    const slot = kept[index[forest.root(run)] ?? 0] ?? -1;
    if (slot < 0) continue;
    const start = forest.start[run] ?? 0;
    const end = forest.end[run] ?? 0;
    const row = forest.row[run] ?? 0;
    edges.x0[slot] = Math.min(edges.x0[slot] ?? 0, start);
    edges.x1[slot] = Math.max(edges.x1[slot] ?? 0, end);
    edges.y0[slot] = Math.min(edges.y0[slot] ?? 0, row);
    edges.y1[slot] = Math.max(edges.y1[slot] ?? 0, row + 1);
    for (let x = start; x < end; x += 1) {
      const bits = classes.bits[row * classes.width + x] ?? 0;
      if (bits & COLOURED) tally.coloured[slot] = (tally.coloured[slot] ?? 0) + 1;
      if (bits & DARK) tally.dark[slot] = (tally.dark[slot] ?? 0) + 1;
    }
    tally.pixels[slot] = (tally.pixels[slot] ?? 0) + end - start;
  }
  return Array.from({ length: count }, (_, slot) => ({
    box: [edges.x0[slot] ?? 0, edges.y0[slot] ?? 0, edges.x1[slot] ?? 0, edges.y1[slot] ?? 0],
    pixels: tally.pixels[slot] ?? 0,
    coloured: tally.coloured[slot] ?? 0,
    dark: tally.dark[slot] ?? 0,
  }));
}

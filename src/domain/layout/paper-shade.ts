import type { RgbImage } from '../documents/raster.ts';
import type { Rgb } from './pixel-classes.ts';

/** Tiles along the longer side of the sheet. */
const TILES = 48;
/** Brightness relative to the sheet's paper at which local paper is looked for, and the width of one histogram bin. */
const DARKEST = 0.68;
const BRIGHTEST = 1.24;
const BIN = 0.02;
/** Part of a tile that must be of one brightness to be its paper. */
const PAPER_SHARE = 0.12;
/** Aged paper is yellower where it is darker, by no more than this; a printed tint is off by more. */
const HUE_SLACK = 0.09;
/** From one tile to the next the paper changes no more than this; a printed grey begins with a jump. */
const MAX_STEP = 0.06;
/** Paper that differs less than this over the sheet is left as it is. */
const EVEN = 0.03;

type Tiles = { readonly columns: number; readonly rows: number; readonly size: number; readonly shade: Float32Array };

/** Red, green and blue of the paper in one tile relative to the sheet's; undefined where no paper shows. */
function tileShade(image: RgbImage, paper: Rgb, [x0, y0, size]: readonly [number, number, number]): Rgb | undefined {
  const bins = Math.ceil((BRIGHTEST - DARKEST) / BIN);
  const count = new Uint32Array(bins);
  const sums = new Float64Array(bins * 3);
  let seen = 0;
  for (let y = y0; y < Math.min(image.height, y0 + size); y += 3) {
    for (let x = x0; x < Math.min(image.width, x0 + size); x += 2) {
      const at = (y * image.width + x) * 3;
      const r = (image.data[at] ?? 0) / paper[0];
      const g = (image.data[at + 1] ?? 0) / paper[1];
      const b = (image.data[at + 2] ?? 0) / paper[2];
      seen += 1;
      const fall = 1 - (r + g) / 2;
      if (Math.abs(r - g) > HUE_SLACK / 1.5 || Math.abs(1 - b - 1.4 * fall) > HUE_SLACK) continue;
      const bin = Math.floor(((r + g) / 2 - DARKEST) / BIN);
      if (bin < 0 || bin >= bins) continue;
      count[bin] = (count[bin] ?? 0) + 1;
      for (const [band, value] of [r, g, b].entries()) sums[bin * 3 + band] = (sums[bin * 3 + band] ?? 0) + value;
    }
  }
  const near = (bin: number) => (count[bin - 1] ?? 0) + (count[bin] ?? 0) + (count[bin + 1] ?? 0);
  let best = -1;
  for (let bin = bins - 1; bin >= 0 && best < 0; bin -= 1)
    if (near(bin) >= PAPER_SHARE * seen && near(bin) >= near(bin - 1)) best = bin;
  if (best < 0) return undefined;
  const total = near(best);
  const mean = (band: number) => [best - 1, best, best + 1].reduce((sum, bin) => sum + (sums[bin * 3 + band] ?? 0), 0) / total;
  return [mean(0), mean(1), mean(2)];
}

/** Paper of every tile: what hangs together with the sheet's edge by small steps, the rest from the tiles around. */
function paperTiles(image: RgbImage, paper: Rgb): Tiles {
  const size = Math.max(8, Math.ceil(Math.max(image.width, image.height) / TILES));
  const columns = Math.ceil(image.width / size);
  const rows = Math.ceil(image.height / size);
  const found = Array.from({ length: columns * rows }, (_, tile) =>
    tileShade(image, paper, [(tile % columns) * size, Math.floor(tile / columns) * size, size]),
  );
  const neighbours = (tile: number): readonly number[] => {
    const column = tile % columns;
    return [
      ...(column > 0 ? [tile - 1] : []),
      ...(column < columns - 1 ? [tile + 1] : []),
      ...(tile >= columns ? [tile - columns] : []),
      ...(tile + columns < found.length ? [tile + columns] : []),
    ];
  };
  const known = new Uint8Array(found.length);
  const isEdge = (tile: number) =>
    tile < columns || tile >= found.length - columns || tile % columns === 0 || tile % columns === columns - 1;
  const queue = [...found.keys()].filter((tile) => isEdge(tile) && found[tile]);
  for (const tile of queue) known[tile] = 1;
  for (let tile = queue.pop(); tile !== undefined; tile = queue.pop()) {
    const own = found[tile];
    for (const next of neighbours(tile)) {
      const other = found[next];
      if (!own || !other || known[next] || Math.abs(other[1] - own[1]) > MAX_STEP) continue;
      known[next] = 1;
      queue.push(next);
    }
  }
  const shade = new Float32Array(found.length * 3).fill(1);
  found.forEach((value, tile) => {
    if (value && known[tile]) shade.set(value, tile * 3);
  });
  spread({ shade, known, neighbours });
  return { columns, rows, size, shade };
}

type Spreading = {
  readonly shade: Float32Array;
  readonly known: Uint8Array;
  readonly neighbours: (tile: number) => readonly number[];
};

/** Give unknown tiles the mean of the known ones beside them, ring by ring. */
function spread({ shade, known, neighbours }: Spreading): void {
  let open = [...known.keys()].filter((tile) => !known[tile]);
  while (open.length > 0) {
    const reached = open.filter((tile) => neighbours(tile).some((next) => known[next]));
    if (reached.length === 0) return;
    for (const tile of reached) {
      const from = neighbours(tile).filter((next) => known[next]);
      for (let band = 0; band < 3; band += 1)
        shade[tile * 3 + band] = from.reduce((sum, next) => sum + (shade[next * 3 + band] ?? 1), 0) / from.length;
    }
    for (const tile of reached) known[tile] = 1;
    open = open.filter((tile) => !known[tile]);
  }
}

/**
 * The picture with aged, stained or shadowed paper made even: every pixel divided by the shade of the paper around it. A sheet on
 * even paper is handed back as it is.
 */
export function withEvenPaper(image: RgbImage, paper: Rgb): RgbImage {
  const { columns, rows, size, shade } = paperTiles(image, paper);
  if (!shade.some((value) => Math.abs(value - 1) > EVEN)) return image;
  const { width, height } = image;
  const data = new Uint8ClampedArray(image.data.length);
  const line = new Float32Array(columns * 3);
  for (let y = 0; y < height; y += 1) {
    const row = Math.min(rows - 1, Math.max(0, (y + 0.5) / size - 0.5));
    const upper = Math.floor(row);
    const lower = Math.min(rows - 1, upper + 1);
    for (let n = 0; n < line.length; n += 1) {
      const top = shade[upper * columns * 3 + n] ?? 1;
      line[n] = top + ((shade[lower * columns * 3 + n] ?? 1) - top) * (row - upper);
    }
    for (let x = 0, at = y * width * 3; x < width; x += 1, at += 3) {
      const column = Math.min(columns - 1, Math.max(0, (x + 0.5) / size - 0.5));
      const left = Math.floor(column) * 3;
      const right = Math.min(columns * 3 - 3, left + 3);
      const part = column - Math.floor(column);
      for (let band = 0; band < 3; band += 1) {
        const from = line[left + band] ?? 1;
        data[at + band] = (image.data[at + band] ?? 0) / (from + ((line[right + band] ?? 1) - from) * part);
      }
    }
  }
  return { width, height, data: new Uint8Array(data.buffer) };
}

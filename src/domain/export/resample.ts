import type { RasterSize } from './geo-transform.ts';
import type { Block, SourcePositions } from './warp-mesh.ts';

/** Samples of a block, one plane per band, row by row. */
export type Planes = readonly Uint8Array[];

/** The part of the source that a block needs, with one pixel of margin; null when it needs none. */
export function windowFor({ x, y }: SourcePositions, size: RasterSize): Block | null {
  let [west, east, north, south] = [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let at = 0; at < x.length; at += 1) {
    const [px = Number.NaN, py = Number.NaN] = [x[at], y[at]];
    if (!(px >= 0 && px <= size.width && py >= 0 && py <= size.height)) continue;
    if (px < west) west = px;
    if (px > east) east = px;
    if (py < north) north = py;
    if (py > south) south = py;
  }
  if (west > east) return null;
  const left = Math.max(0, Math.floor(west) - 1);
  const top = Math.max(0, Math.floor(north) - 1);
  const width = Math.min(size.width, Math.ceil(east) + 1) - left;
  const height = Math.min(size.height, Math.ceil(south) + 1) - top;
  return { left, top, width, height };
}

/**
 * Red, green, blue and alpha of a block, bilinear between the four nearest pixels of the source. Alpha is 255 where the place lies
 * on the source and 0 elsewhere. `size` is that of the whole source, `window` the part that `source` holds.
 */
export function resampleBlock(
  { x, y }: SourcePositions,
  source: { readonly window: Block; readonly planes: Planes },
  size: RasterSize,
): Planes {
  const count = x.length;
  const { window, planes } = source;
  const output = Array.from({ length: planes.length + 1 }, () => new Uint8Array(count));
  const alpha = output[planes.length] ?? new Uint8Array(count);
  const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max));
  for (let at = 0; at < count; at += 1) {
    const [px = Number.NaN, py = Number.NaN] = [x[at], y[at]];
    if (!(px >= 0 && px <= size.width && py >= 0 && py <= size.height)) continue;
    alpha[at] = 255;
    const fx = clamp(px - 0.5, size.width - 1) - window.left;
    const fy = clamp(py - 0.5, size.height - 1) - window.top;
    const column = clamp(Math.floor(fx), window.width - 1);
    const row = clamp(Math.floor(fy), window.height - 1);
    const [u, v] = [clamp(fx - column, 1), clamp(fy - row, 1)];
    const right = column + 1 < window.width ? 1 : 0;
    const below = row + 1 < window.height ? window.width : 0;
    const base = row * window.width + column;
    for (let band = 0; band < planes.length; band += 1) {
      const plane = planes[band];
      const target = output[band];
      if (plane === undefined || target === undefined) continue;
      const upper = (plane[base] ?? 0) * (1 - u) + (plane[base + right] ?? 0) * u;
      const lower = (plane[base + below] ?? 0) * (1 - u) + (plane[base + below + right] ?? 0) * u;
      target[at] = Math.round(upper * (1 - v) + lower * v);
    }
  }
  return output;
}

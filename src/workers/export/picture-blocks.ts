import type { RasterFile, RasterTarget } from '../../domain/export/geo-raster.ts';
import type { RasterSize } from '../../domain/export/geo-transform.ts';
import type { MapFrame } from '../../domain/export/map-frame.ts';
import type { OutputGrid } from '../../domain/export/output-grid.ts';
import { resampleBlock, windowFor } from '../../domain/export/resample.ts';
import { type Block, quartersOf, sourcePositions } from '../../domain/export/warp-mesh.ts';
import type { ExportCall } from './export-call.ts';

/** Multiple of the tiles of a GeoTIFF (256 px). */
const SIDE = 512;
const FROM = 0.15;
const TO = 0.75;
/** A source window of one block is never larger: the mapping of a folded transform may ask for all of the source. */
const WINDOW_PIXELS = 64_000_000;

/** Blocks of a picture, row by row. */
function* blocksOf({ width, height }: RasterSize): Generator<Block> {
  for (let top = 0; top < height; top += SIDE) {
    for (let left = 0; left < width; left += SIDE) {
      yield { left, top, width: Math.min(SIDE, width - left), height: Math.min(SIDE, height - top) };
    }
  }
}

/** Tells how far the work is, lets other work of the process go on, and ends a cancelled call. */
async function step({ context }: ExportCall, block: Block, size: RasterSize): Promise<void> {
  context.signal.throwIfAborted();
  const done = (block.top + block.height * (block.left / size.width)) / size.height;
  context.progress({ share: FROM + (TO - FROM) * done, message: 'Writing the pixels.' });
  await new Promise((resolve) => setImmediate(resolve));
}

/** Pixel for pixel, for a picture that keeps its grid. */
export async function copyBlocks(source: RasterFile, target: RasterTarget, call: ExportCall): Promise<void> {
  for (const block of blocksOf(source)) {
    await step(call, block, source);
    await target.write(block, await source.read(block));
  }
}

type Warp = { readonly source: RasterFile; readonly target: RasterTarget; readonly call: ExportCall };

type Onto = { readonly frame: MapFrame; readonly grid: OutputGrid };

async function warpBlock(block: Block, warp: Warp, onto: Onto): Promise<number> {
  const { source, target } = warp;
  const positions = sourcePositions(block, onto.grid.geotransform, onto.frame.toPixel);
  const window = windowFor(positions, source);
  if (window === null) return positions.error;
  if (window.width * window.height > WINDOW_PIXELS && block.width * block.height > 1) {
    let error = 0;
    for (const part of quartersOf(block)) error = Math.max(error, await warpBlock(part, warp, onto));
    return error;
  }
  await target.write(block, resampleBlock(positions, { window, planes: await source.read(window) }, source));
  return positions.error;
}

/** Through the inverse of the transform. Returns the largest error of its approximation, px of the source. */
export async function warpBlocks(warp: Warp, frame: MapFrame, grid: OutputGrid): Promise<number> {
  let error = 0;
  for (const block of blocksOf(grid)) {
    await step(warp.call, block, grid);
    error = Math.max(error, await warpBlock(block, warp, { frame, grid }));
  }
  return error;
}

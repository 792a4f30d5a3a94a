import type { ReadRegionRequest, RegionMapping, Tile } from '../documents/region.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import type { PixelBox } from './records.ts';

type Size = { readonly width: number; readonly height: number };

/** The part of a picture that is to be read, whole pixels of its frame. */
export type RegionWindow = {
  readonly box: PixelBox;
  readonly tile?: Tile & { readonly row: number; readonly column: number };
  readonly warnings: readonly string[];
};

/**
 * What a request asks for of a picture of this size: the box widened to whole pixels and clipped, then the tile of it. Throws
 * `invalid_bounds` for a box without area or outside, `invalid_arguments` for a tile that the grid does not have.
 */
export function regionWindow(request: Pick<ReadRegionRequest, 'bbox' | 'tile'>, size: Size): RegionWindow {
  const { box, warnings } = boxOf(request.bbox, size);
  if (request.tile === undefined) return { box, warnings };
  return { ...tileOf(request.tile, box), warnings };
}

function boxOf(bbox: readonly number[] | undefined, { width, height }: Size): Omit<RegionWindow, 'tile'> {
  if (bbox === undefined) return { box: [0, 0, width, height], warnings: [] };
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = bbox;
  const refuse = (reason: string, what: string): never => {
    throw new GeomapError('invalid_bounds', {
      message: `The bbox ${what}. Give [x0, y0, x1, y1] with x0 < x1 and y0 < y1 inside the ${width}x${height} picture that is read.`,
      details: { reason, size: { width, height } },
      hints: [`Boxes are pixels of the picture that is read, which has ${width}x${height}; y runs down.`],
    });
  };
  if (!(x1 > x0 && y1 > y0)) refuse('degenerate', 'has no area');
  if (x0 >= width || y0 >= height || x1 <= 0 || y1 <= 0) refuse('outside', 'lies outside the picture');
  const box: PixelBox = [
    Math.max(0, Math.floor(x0)),
    Math.max(0, Math.floor(y0)),
    Math.min(width, Math.ceil(x1)),
    Math.min(height, Math.ceil(y1)),
  ];
  const beyond = x0 < 0 || y0 < 0 || x1 > width || y1 > height;
  return { box, warnings: beyond ? [`bbox_clipped: the box reaches beyond the picture and was cut to ${box.join(', ')}.`] : [] };
}

function tileOf(tile: Tile, [x0, y0, x1, y1]: PixelBox): Omit<RegionWindow, 'warnings'> {
  const { rows, columns, index } = tile;
  if (index >= rows * columns) {
    throw new GeomapError('invalid_arguments', {
      message: `A grid of ${rows} rows and ${columns} columns has the tiles 0 to ${rows * columns - 1}; give one of them as index.`,
      details: { tiles: rows * columns },
    });
  }
  if (columns > x1 - x0 || rows > y1 - y0) {
    throw new GeomapError('invalid_arguments', {
      message: `The part has ${x1 - x0}x${y1 - y0} px, fewer than the tiles of the grid; give fewer rows and columns.`,
    });
  }
  const row = Math.floor(index / columns);
  const column = index % columns;
  const edge = (from: number, to: number, share: number): number => from + Math.round((to - from) * share);
  return {
    tile: { ...tile, row, column },
    box: [
      edge(x0, x1, column / columns),
      edge(y0, y1, row / rows),
      edge(x0, x1, (column + 1) / columns),
      edge(y0, y1, (row + 1) / rows),
    ],
  };
}

/** From a picture of `size` that shows `box`, to the frame of that box. */
export const mappingTo = (to: RegionMapping['to'], box: PixelBox, size: Size): RegionMapping => ({
  to,
  scale_x: (box[2] - box[0]) / size.width,
  scale_y: (box[3] - box[1]) / size.height,
  offset_x: box[0],
  offset_y: box[1],
});

/** A box of a picture of `size` in the frame where the whole picture is `place`. */
export function placed(box: PixelBox, size: Size, place: PixelBox): PixelBox {
  const fx = (place[2] - place[0]) / size.width;
  const fy = (place[3] - place[1]) / size.height;
  return [place[0] + box[0] * fx, place[1] + box[1] * fy, place[0] + box[2] * fx, place[1] + box[3] * fy];
}

import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';

/** Share of the map body's width and height that one corner tile takes (contract 7.6). */
const TILE_SHARE = 0.1;

/** Source boxes of the four corners of a map body: top left, top right, bottom left, bottom right. Integer edges, at least 1 px. */
export function cornerBoxes([x0, y0, x1, y1]: PixelBox): readonly [PixelBox, PixelBox, PixelBox, PixelBox] {
  const width = Math.max(1, Math.floor(TILE_SHARE * (x1 - x0)));
  const height = Math.max(1, Math.floor(TILE_SHARE * (y1 - y0)));
  return [
    [x0, y0, x0 + width, y0 + height],
    [x1 - width, y0, x1, y0 + height],
    [x0, y1 - height, x0 + width, y1],
    [x1 - width, y1 - height, x1, y1],
  ];
}

/** Four tiles of one size, two by two without a gap. */
export function cornerMosaic(tiles: readonly [RgbImage, RgbImage, RgbImage, RgbImage]): RgbImage {
  const { width, height } = tiles[0];
  const data = new Uint8Array(width * height * 12);
  tiles.forEach((tile, index) => {
    const left = (index % 2) * width;
    const top = Math.floor(index / 2) * height;
    for (let y = 0; y < height; y += 1) {
      const row = tile.data.subarray(y * tile.width * 3, y * tile.width * 3 + width * 3);
      data.set(row, ((top + y) * 2 * width + left) * 3);
    }
  });
  return { width: 2 * width, height: 2 * height, data };
}

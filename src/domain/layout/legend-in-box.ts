import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import type { LegendBoxes } from './layout-detector.ts';
import { readScene, settleLegend } from './legend-search.ts';
import { classifyPixels, paperColor } from './pixel-classes.ts';

/**
 * Swatches and texts inside boxes that are known to be legends, px of the picture, box by box in the order given. Nothing else of the
 * sheet is looked at. Throws the signal's reason when it is aborted.
 */
export async function readLegendIn(image: RgbImage, boxes: readonly PixelBox[], signal?: AbortSignal): Promise<LegendBoxes> {
  const paper = paperColor(image);
  if (!paper) return { swatches: [], texts: [] };
  const classes = classifyPixels(image, paper);
  const found = boxes.map(([x0, y0, x1, y1]) => {
    signal?.throwIfAborted();
    const window: PixelBox = [
      Math.max(0, Math.floor(x0)),
      Math.max(0, Math.floor(y0)),
      Math.min(image.width, Math.ceil(x1)),
      Math.min(image.height, Math.ceil(y1)),
    ];
    return settleLegend(readScene(classes, window, []), []);
  });
  return { swatches: found.flatMap(({ swatches }) => swatches), texts: found.flatMap(({ labels }) => labels) };
}

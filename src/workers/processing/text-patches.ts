import type { PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort, RgbImage } from '../../domain/documents/raster.ts';
import { boxArea, boxHeight, boxWidth, grown, union } from '../../domain/layout/boxes.ts';
import { cutOut } from '../../domain/layout/picture-parts.ts';
import type { SheetPicture } from './sheet-picture.ts';

/** A part of the sheet in memory, from which boxes are cut. */
export type TextPatch = {
  /** Source px per px of what is cut out. */
  readonly factor: number;
  /** A box of the source frame, grown by `margin` source px on each side and clipped, with the source position of its corner. */
  readonly cut: (box: PixelBox, margin: number) => { readonly image: RgbImage; readonly origin: readonly [number, number] };
};

/** Largest part that is held at once, px. */
const MOST_PIXELS = 40_000_000;
const REACH = 64;

/** The part of the sheet that holds all `boxes` (source frame): from memory, or decoded once out of a large source. */
export async function openPatch(
  boxes: readonly PixelBox[],
  { sheet, raster }: { readonly sheet: SheetPicture; readonly raster: RasterPort },
): Promise<TextPatch | null> {
  const { width, height, factorX, factorY } = sheet.frame;
  const all = union(boxes);
  if (!all) return null;
  const whole = factorX === 1 && factorY === 1;
  const clip = ([x0, y0, x1, y1]: PixelBox): PixelBox => [
    Math.max(0, Math.floor(x0)),
    Math.max(0, Math.floor(y0)),
    Math.min(width, Math.ceil(x1)),
    Math.min(height, Math.ceil(y1)),
  ];
  const area: PixelBox = whole ? [0, 0, width, height] : clip(grown(all, REACH));
  const reduction = Math.max(1, Math.sqrt(boxArea(area) / MOST_PIXELS));
  const maxSide = Math.floor(Math.max(boxWidth(area), boxHeight(area)) / reduction);
  const image = whole ? sheet.image : await raster.readRgb(sheet.source, reduction > 1 ? { box: area, maxSide } : { box: area });
  const factor = boxWidth(area) / image.width;
  return {
    factor,
    cut: (box, margin) => {
      const [x0, y0, x1, y1] = clip(grown(box, margin));
      const inside: PixelBox = [
        Math.max(0, Math.floor((x0 - area[0]) / factor)),
        Math.max(0, Math.floor((y0 - area[1]) / factor)),
        Math.min(image.width, Math.ceil((x1 - area[0]) / factor)),
        Math.min(image.height, Math.ceil((y1 - area[1]) / factor)),
      ];
      const empty = inside[2] <= inside[0] || inside[3] <= inside[1];
      const origin = [area[0] + inside[0] * factor, area[1] + inside[1] * factor] as const;
      return { image: empty ? { width: 0, height: 0, data: new Uint8Array(0) } : cutOut(image, inside), origin };
    },
  };
}

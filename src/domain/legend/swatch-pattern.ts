import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import type { Rgb } from './color-names.ts';

/** The frame of a swatch, as a share of its height and at least this many px. */
const FRAME_SHARE = 0.15;
const FRAME_LEAST = 2;
/** Share of the width at each side in which no letter of a centred symbol stands. */
const SIDE_SHARE = 0.22;
/** L1 distance of RGB from the swatch's colour from which a pixel is part of a pattern: more than the noise of a JPEG. */
const APART = 60;
const PATTERN_SHARE = 0.06;

/** The part of a swatch inside its frame, px, integer edges. */
export function insideFrame(box: PixelBox): PixelBox {
  const inset = Math.max(FRAME_LEAST, Math.round(FRAME_SHARE * (box[3] - box[1])));
  const inner: PixelBox = [
    Math.ceil(box[0]) + inset,
    Math.ceil(box[1]) + inset,
    Math.floor(box[2]) - inset,
    Math.floor(box[3]) - inset,
  ];
  return inner[2] > inner[0] && inner[3] > inner[1] ? inner : box;
}

/** Whether dots, lines or other marks lie over the colour of a swatch, judged beside the symbol that may stand in its middle. */
export function hasPattern(image: RgbImage, swatch: PixelBox, rgb: Rgb): boolean {
  const [x0, y0, x1, y1] = insideFrame(swatch);
  const side = Math.max(1, Math.floor((x1 - x0) * SIDE_SHARE));
  let apart = 0;
  let seen = 0;
  for (let y = Math.max(0, y0); y < Math.min(image.height, y1); y += 1) {
    for (let x = Math.max(0, x0); x < Math.min(image.width, x1); x += 1) {
      if (x >= x0 + side && x < x1 - side) continue;
      const at = (y * image.width + x) * 3;
      const distance =
        Math.abs((image.data[at] ?? 0) - rgb[0]) +
        Math.abs((image.data[at + 1] ?? 0) - rgb[1]) +
        Math.abs((image.data[at + 2] ?? 0) - rgb[2]);
      seen += 1;
      if (distance > APART) apart += 1;
    }
  }
  return seen >= 12 && apart > PATTERN_SHARE * seen;
}

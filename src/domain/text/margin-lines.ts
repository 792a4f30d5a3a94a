import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import { boxArea, boxWidth, holds, intersection, midX, midY, union } from '../layout/boxes.ts';
import { findComponents } from '../layout/connected-components.ts';
import { classifyPixels, INK, paperColor } from '../layout/pixel-classes.ts';
import { findTextLines, type TextLine } from '../layout/text-lines.ts';

const MIN_PIXELS = 6;

/** Lines of text outside the boxes in `taken`; px of `image`, from top to bottom. A picture without paper gives none. */
export function marginLines(image: RgbImage, taken: readonly PixelBox[]): readonly TextLine[] {
  const paper = paperColor(image);
  if (!paper) return [];
  const window: PixelBox = [0, 0, image.width, image.height];
  const without = taken
    .map((box) => box.map(Math.round))
    .flatMap(([x0 = 0, y0 = 0, x1 = 0, y1 = 0]): PixelBox[] => [[x0, y0, x1, y1]]);
  const parts = findComponents(classifyPixels(image, paper), { bit: INK, window, without, minPixels: MIN_PIXELS });
  return findTextLines(parts, Math.max(image.width, image.height));
}

/** Lines of one paragraph: its box and the sum of its glyphs. */
export type TextBlock = { readonly box: PixelBox; readonly glyphs: number; readonly height: number; readonly lines: number };

const belongs = (line: TextLine, block: TextBlock): boolean => {
  const air = line.box[1] - block.box[3];
  const shared = Math.min(line.box[2], block.box[2]) - Math.max(line.box[0], block.box[0]);
  const alike = line.height < 1.5 * block.height && line.height > 0.66 * block.height;
  return (
    alike &&
    air < 1.6 * block.height &&
    air > -0.6 * block.height &&
    shared > 0.3 * Math.min(boxWidth(line.box), boxWidth(block.box))
  );
};

/** Take lines that stand close above one another together. `lines` come from top to bottom. */
export function textBlocks(lines: readonly TextLine[]): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const line of lines) {
    const index = blocks.findIndex((block) => belongs(line, block));
    const block = blocks[index];
    if (!block) {
      blocks.push({ box: line.box, glyphs: line.glyphs, height: line.height, lines: 1 });
      continue;
    }
    const box = union([block.box, line.box]) ?? block.box;
    blocks[index] = { box, glyphs: block.glyphs + line.glyphs, height: block.height, lines: block.lines + 1 };
  }
  return blocks;
}

/** How far a block is from the frame of the map, px; blocks inside it are infinitely far. */
function distanceFrom(map: PixelBox, { box }: TextBlock): number {
  if (holds(map, midX(box), midY(box)) || boxArea(intersection(map, box)) > 0.5 * boxArea(box)) return Number.POSITIVE_INFINITY;
  const dx = Math.max(0, map[0] - box[2], box[0] - map[2]);
  const dy = Math.max(0, map[1] - box[3], box[1] - map[3]);
  return Math.hypot(dx, dy);
}

const MIN_GLYPHS = 14;

/** The blocks that may say how the map is made: enough letters, nearest to the map first, at most `most` of them. */
export function blocksBeside(map: PixelBox, blocks: readonly TextBlock[], most: number): readonly TextBlock[] {
  return blocks
    .filter((block) => block.glyphs >= MIN_GLYPHS)
    .map((block) => ({ block, distance: distanceFrom(map, block) }))
    .filter(({ distance }) => Number.isFinite(distance))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ block }) => block);
}

import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import type { LegendBoxes } from '../layout/layout-detector.ts';
import { colorHex, colorName, type Rgb } from './color-names.ts';
import { pairLegend } from './pairing.ts';
import { swatchColor } from './swatch-color.ts';
import { hasPattern } from './swatch-pattern.ts';
import { shrinkTextBox } from './text-shrink.ts';

/** One legend entry before labels and areas are known; boxes in px of the picture it was read from. `text` is null when unpaired. */
export type LegendEntry = {
  readonly swatch: PixelBox;
  readonly text: PixelBox | null;
  readonly rgb: Rgb;
  readonly hex: string;
  readonly name: string;
  /** Marks lie over the colour. */
  readonly pattern: boolean;
};
export type LegendReading = { readonly entries: readonly LegendEntry[]; readonly loneTexts: readonly PixelBox[] };

/** Entries in the order of the swatches; a swatch without a label stays, with a null text box. */
export function readLegendEntries(image: RgbImage, boxes: LegendBoxes): LegendReading {
  const { pairs, loneTexts } = pairLegend(boxes.swatches, boxes.texts);
  const textOf = new Map(pairs.map(({ swatch, text }) => [swatch, boxes.texts[text]]));
  const entries = boxes.swatches.flatMap((swatch, index): LegendEntry[] => {
    const rgb = swatchColor(image, swatch);
    if (!rgb) return [];
    const text = textOf.get(index);
    const pattern = hasPattern(image, swatch, rgb);
    return [{ swatch, text: text ? shrinkTextBox(image, text) : null, rgb, hex: colorHex(rgb), name: colorName(rgb), pattern }];
  });
  return { entries, loneTexts: loneTexts.map((index) => boxes.texts[index]).filter((box) => box !== undefined) };
}

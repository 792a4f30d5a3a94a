import type { PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort, RgbImage } from '../../domain/documents/raster.ts';
import type { LegendBoxes } from '../../domain/layout/layout-detector.ts';
import { toSourceBox } from '../../domain/layout/regions.ts';
import { areaFractions, everyFourth, insideNeatline } from '../../domain/legend/area-fractions.ts';
import { type LegendEntry, readLegendEntries } from '../../domain/legend/legend-entries.ts';
import type { SheetPicture } from './sheet-picture.ts';

/** A legend entry in the source frame. */
export type SettledEntry = Omit<LegendEntry, 'swatch' | 'text'> & {
  readonly id: number;
  readonly swatch: PixelBox;
  readonly text: PixelBox | null;
  readonly fraction: number | null;
};
export type ReadLegend = { readonly entries: readonly SettledEntry[]; readonly loneTexts: number };

/** Every fourth source pixel of a map body in x and y: from memory, or by nearest neighbour out of a large source. */
async function thinned(sheet: SheetPicture, raster: RasterPort, body: PixelBox): Promise<RgbImage> {
  const box = insideNeatline(body);
  if (sheet.frame.factorX === 1 && sheet.frame.factorY === 1) return everyFourth(sheet.image, box);
  const maxSide = Math.max(1, Math.floor(Math.max(box[2] - box[0], box[3] - box[1]) / 4));
  return raster.readRgb(sheet.source, { box, maxSide, kernel: 'nearest' });
}

/** Entries with colours and, when there is a main map, the share of it that each colour covers. */
export async function readLegend(
  boxes: LegendBoxes,
  body: PixelBox | undefined,
  tools: { readonly sheet: SheetPicture; readonly raster: RasterPort },
): Promise<ReadLegend> {
  const { entries, loneTexts } = readLegendEntries(tools.sheet.image, boxes);
  if (entries.length === 0) return { entries: [], loneTexts: loneTexts.length };
  const colors = entries.map((entry) => entry.rgb);
  const fractions = body ? areaFractions(await thinned(tools.sheet, tools.raster, body), colors) : [];
  const settled = entries.flatMap((entry, index): Omit<SettledEntry, 'id'>[] => {
    const swatch = toSourceBox(entry.swatch, tools.sheet.frame);
    const text = entry.text ? toSourceBox(entry.text, tools.sheet.frame) : null;
    return swatch ? [{ ...entry, swatch, text, fraction: fractions[index] ?? null }] : [];
  });
  return { entries: settled.map((entry, id) => ({ ...entry, id })), loneTexts: loneTexts.length };
}

import type { PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort, RgbImage } from '../../domain/documents/raster.ts';
import { boxArea, holds, intersection } from '../../domain/layout/boxes.ts';
import type { LegendBoxes } from '../../domain/layout/layout-detector.ts';
import { toSourceBox } from '../../domain/layout/regions.ts';
import { type AreaShare, areaFractions, everyFourth, insideNeatline } from '../../domain/legend/area-fractions.ts';
import { type LegendEntry, readLegendEntries } from '../../domain/legend/legend-entries.ts';
import type { SheetPicture } from './sheet-picture.ts';

/** A legend entry in the source frame. */
export type SettledEntry = Omit<LegendEntry, 'swatch' | 'text'> & {
  readonly id: number;
  readonly swatch: PixelBox;
  readonly text: PixelBox | null;
  /** Share of the main map that the colour covers, and how far it may be off; null where unknown. */
  readonly fraction: number | null;
  readonly uncertainty: number | null;
};
export type ReadLegend = {
  readonly entries: readonly SettledEntry[];
  /** Texts without a swatch, source px. */
  readonly loneTexts: readonly PixelBox[];
};

/** The map body whose areas are counted, with what lies on it and is no map; source px. */
export type CountedBody = { readonly box: PixelBox; readonly covered: readonly PixelBox[] };

type Tools = { readonly sheet: SheetPicture; readonly raster: RasterPort };
type Counted = { readonly pixels: RgbImage; readonly box: PixelBox };

/** Every fourth source pixel of a map body in x and y: from memory, or by nearest neighbour out of a large source. */
async function thinned({ sheet, raster }: Tools, body: PixelBox): Promise<Counted> {
  const box = insideNeatline(body);
  if (sheet.frame.factorX === 1 && sheet.frame.factorY === 1) return { pixels: everyFourth(sheet.image, box), box };
  const maxSide = Math.max(1, Math.floor(Math.max(box[2] - box[0], box[3] - box[1]) / 4));
  return { pixels: await raster.readRgb(sheet.source, { box, maxSide, kernel: 'nearest' }), box };
}

async function sharesOf(colors: LegendEntry['rgb'][], body: CountedBody, tools: Tools): Promise<readonly AreaShare[]> {
  const { pixels, box } = await thinned(tools, body.box);
  const covered = body.covered.filter((other) => boxArea(intersection(other, box)) > 0);
  if (covered.length === 0) return areaFractions(pixels, colors);
  const [stepX, stepY] = [(box[2] - box[0]) / pixels.width, (box[3] - box[1]) / pixels.height];
  return areaFractions(pixels, colors, (x, y) => {
    const [sourceX, sourceY] = [box[0] + (x + 0.5) * stepX, box[1] + (y + 0.5) * stepY];
    return covered.some((other) => holds(other, sourceX, sourceY));
  });
}

/** Entries with colours and, when there is a main map, the share of it that each colour covers. */
export async function readLegend(boxes: LegendBoxes, body: CountedBody | null, tools: Tools): Promise<ReadLegend> {
  const { frame } = tools.sheet;
  const { entries, loneTexts } = readLegendEntries(tools.sheet.image, boxes);
  const lone = loneTexts.map((box) => toSourceBox(box, frame)).filter((box) => box !== null);
  if (entries.length === 0) return { entries: [], loneTexts: lone };
  const colors = entries.map((entry) => entry.rgb);
  const shares = body ? await sharesOf(colors, body, tools) : [];
  const settled = entries.flatMap((entry, index): Omit<SettledEntry, 'id'>[] => {
    const swatch = toSourceBox(entry.swatch, frame);
    const text = entry.text ? toSourceBox(entry.text, frame) : null;
    const { fraction = null, uncertainty = null } = shares[index] ?? {};
    return swatch ? [{ ...entry, swatch, text, fraction, uncertainty }] : [];
  });
  return { entries: settled.map((entry, id) => ({ ...entry, id })), loneTexts: lone };
}

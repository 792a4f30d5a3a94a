import type { PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort } from '../../domain/documents/raster.ts';
import type { LegendBoxes } from '../../domain/layout/layout-detector.ts';
import { type Region, toSourceBox } from '../../domain/layout/regions.ts';
import { noLabel } from '../../domain/legend/label-text.ts';
import type { TextReaderChoice } from '../../domain/text/text-reader.ts';
import type { HandlerContext } from '../handler.ts';
import { carefulReader } from './careful-reader.ts';
import { type LegendTexts, readLegendTexts } from './label-reading.ts';
import type { ReadLegend } from './legend-reading.ts';
import { type Information, readMargin } from './margin-reading.ts';
import type { SheetPicture } from './sheet-picture.ts';
import { openPatch } from './text-patches.ts';

/** All that was read as text. `complete` is false when the recogniser broke somewhere: such a result is not kept for later calls. */
export type SheetTexts = LegendTexts & { readonly information: Information; readonly complete: boolean };

export type TextTools = {
  readonly text: TextReaderChoice;
  readonly sheet: SheetPicture;
  readonly raster: RasterPort;
  readonly context: HandlerContext;
  /** Share 0..1 of the reading that is done; throws when the call was cancelled. */
  readonly step: (share: number, message: string) => Promise<void>;
};

export type TextScene = {
  readonly legend: ReadLegend;
  readonly boxes: LegendBoxes;
  readonly regions: ReadonlyMap<string, readonly Region[]>;
};

/** What a sheet says where nothing can be read, with the reason. */
const unread = (legend: ReadLegend, reason: string): SheetTexts => ({
  entries: legend.entries.map(() => ({ label: noLabel(reason), context: [], symbol: null })),
  symbols: [],
  information: {},
  complete: true,
});

/** Read the legend's texts and what the margin says. Throws only when the call was cancelled. */
export async function readSheetTexts({ legend, boxes, regions }: TextScene, tools: TextTools): Promise<SheetTexts> {
  const { text, sheet, raster, context, step } = tools;
  if (text.reader === null) return unread(legend, text.reason);
  const reader = carefulReader(text.reader, context);
  const further = [...(boxes.headings ?? []), ...(boxes.symbols ?? []).flatMap((row) => (row.text ? [row.text] : []))];
  const wanted: PixelBox[] = [
    ...legend.entries.flatMap((entry) => (entry.text ? [entry.swatch, entry.text] : [entry.swatch])),
    ...further.map((box) => toSourceBox(box, sheet.frame)).filter((box) => box !== null),
  ];
  const patch = await openPatch(wanted, { sheet, raster });
  const empty: LegendTexts = { entries: [], symbols: [] };
  const legendStep = (share: number, message: string) => step(0.7 * share, message);
  const texts = patch
    ? await readLegendTexts(legend.entries, boxes, { reader, patch, frame: sheet.frame, step: legendStep })
    : empty;
  const marginStep = (share: number, message: string) => step(0.7 + 0.3 * share, message);
  const information = await readMargin(regions, { sheet, raster, reader, step: marginStep });
  return { ...texts, information, complete: reader.failures() === 0 };
}

import type { PixelBox } from '../../domain/catalog/records.ts';
import { boxHeight } from '../../domain/layout/boxes.ts';
import type { LegendBoxes } from '../../domain/layout/layout-detector.ts';
import { toSourceBox } from '../../domain/layout/regions.ts';
import { fitsAge } from '../../domain/legend/age-letters.ts';
import { type Heading, headingContexts } from '../../domain/legend/heading-context.ts';
import { type LabelReading, labelOf, noLabel } from '../../domain/legend/label-text.ts';
import { SYMBOL_ALPHABET, type SymbolReading, symbolOf, symbolPicture } from '../../domain/legend/symbol-text.ts';
import { type JoinedText, joinedText } from '../../domain/text/joined-lines.ts';
import { type CarefulReader, twoAtATime } from './careful-reader.ts';
import type { SettledEntry } from './legend-reading.ts';
import type { TextPatch } from './text-patches.ts';

/** What was read for one entry. */
export type EntryText = {
  readonly label: LabelReading;
  readonly context: readonly string[];
  readonly symbol: SymbolReading | null;
};
/** A row of a line or point symbol, source px. */
export type SettledSymbol = { readonly box: PixelBox; readonly textBox: PixelBox | null; readonly text: JoinedText | null };
export type LegendTexts = { readonly entries: readonly EntryText[]; readonly symbols: readonly SettledSymbol[] };

export type LabelTools = {
  readonly reader: CarefulReader;
  readonly patch: TextPatch;
  readonly frame: Parameters<typeof toSourceBox>[1];
  /** Reports what is read now, with the share of this stage that is done, and throws when the call was cancelled. */
  readonly step: (share: number, message: string) => Promise<void>;
};

/** Air around a label's box, source px: enough for what the box cuts off, too little for the next line. */
const airOf = (swatch: PixelBox): number => Math.max(2, Math.round(0.15 * boxHeight(swatch)));
const FAILED = 'The text recogniser broke on this text.';
const NO_TEXT = 'No text stands beside the swatch.';

async function readLabel(entry: SettledEntry, { reader, patch }: LabelTools): Promise<LabelReading> {
  if (entry.text === null) return noLabel(NO_TEXT);
  const lines = await reader.read(entry.text, { shape: 'block', patch, margin: airOf(entry.swatch) });
  return lines === null ? noLabel(FAILED) : labelOf(lines);
}

const agrees = (a: SymbolReading, b: SymbolReading): boolean => a.symbol === b.symbol;

async function readSymbol(entry: SettledEntry, { reader, patch }: LabelTools): Promise<SymbolReading | null> {
  const { image } = patch.cut(entry.swatch, 0);
  const picture = symbolPicture(image, [0, 0, image.width, image.height], entry.rgb);
  if (picture === null) return null;
  // So short a text has no context that helps the recogniser: two ways to read it must agree.
  const read = async (shape: 'line' | 'block', alphabet: string | undefined): Promise<SymbolReading | null> =>
    symbolOf((await reader.readPicture({ image: picture, shape, ...(alphabet && { alphabet }) })) ?? []);
  const first = await read('line', SYMBOL_ALPHABET);
  if (first === null) return null;
  const second = await read('block', undefined);
  return second !== null && agrees(first, second) ? first : null;
}

async function readHeadings(boxes: readonly PixelBox[], { reader, patch }: LabelTools): Promise<readonly Heading[]> {
  const read = await twoAtATime(boxes, async (box): Promise<Heading | null> => {
    const joined = joinedText((await reader.read(box, { shape: 'block', patch, margin: 3 })) ?? []);
    return joined !== null && joined.confidence >= 0.6 ? { box, text: joined.text } : null;
  });
  return read.filter((heading) => heading !== null);
}

function readSymbolRows(rows: NonNullable<LegendBoxes['symbols']>, { reader, patch, frame }: LabelTools) {
  return twoAtATime(rows, async (row): Promise<SettledSymbol | null> => {
    const box = toSourceBox(row.symbol, frame);
    const textBox = row.text ? toSourceBox(row.text, frame) : null;
    if (!box) return null;
    const lines = textBox ? await reader.read(textBox, { shape: 'block', patch, margin: 3 }) : null;
    const text = joinedText(lines ?? []);
    return { box, textBox, text: text !== null && text.confidence >= 0.5 ? text : null };
  });
}

/** A symbol that does not fit the age in label or headings was misread. */
function withContext({ label, symbol }: Omit<EntryText, 'context'>, context: readonly string[]): EntryText {
  const texts = [label.label ?? '', ...[...context].reverse()];
  return { label, context, symbol: symbol !== null && fitsAge(symbol.symbol, texts) ? symbol : null };
}

/** Read labels, symbols and headings of a legend; the order of `entries` is kept. Throws only when the call was cancelled. */
export async function readLegendTexts(
  entries: readonly SettledEntry[],
  boxes: LegendBoxes,
  tools: LabelTools,
): Promise<LegendTexts> {
  const { frame, step } = tools;
  const read = await twoAtATime(entries, async (entry, index) => {
    await step(index / entries.length, `Reading label ${index + 1} of ${entries.length}`);
    return { label: await readLabel(entry, tools), symbol: await readSymbol(entry, tools) };
  });
  await step(1, 'Reading the headings of the legend');
  const headingBoxes = (boxes.headings ?? []).map((box) => toSourceBox(box, frame)).filter((box) => box !== null);
  const headings = headingBoxes.length > 0 ? await readHeadings(headingBoxes, tools) : [];
  const contexts = headingContexts(entries, headings);
  const symbols = boxes.symbols ? await readSymbolRows(boxes.symbols, tools) : [];
  return {
    entries: read.map((one, index) => withContext(one, contexts[index] ?? [])),
    symbols: symbols.filter((row) => row !== null),
  };
}

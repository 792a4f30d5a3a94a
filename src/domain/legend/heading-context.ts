import type { PixelBox } from '../catalog/records.ts';
import { boxHeight, boxWidth, midX, midY, union } from '../layout/boxes.ts';

/** A heading with its text; px of one frame. */
export type Heading = { readonly box: PixelBox; readonly text: string };
/** Where an entry's swatch and label stand, in the frame of the headings. */
export type EntryPlace = { readonly swatch: PixelBox; readonly text: PixelBox | null };

/** Names of the legend as a whole, and notes; they say nothing about a unit. */
const GENERAL =
  /^(geologic(al)?\s+)?(legend|explanation|key|(list|description|correlation)\s+of\s+(the\s+)?map\s+units|map\s+units)\b|^\[/i;
const MAX_HEADING = 200;

const isCapitals = (text: string): boolean => /\p{Lu}{3}/u.test(text) && text === text.toUpperCase();

type Column = { readonly box: PixelBox; readonly textLeft: number; readonly entries: readonly number[] };

/** Entries whose swatches stand above one another, columns from left to right. */
function columnsOf(entries: readonly EntryPlace[]): readonly Column[] {
  const groups: number[][] = [];
  entries.forEach((entry, index) => {
    const group = groups.find((members) => {
      const other = entries[members[0] ?? -1];
      return (
        other &&
        Math.min(other.swatch[2], entry.swatch[2]) - Math.max(other.swatch[0], entry.swatch[0]) > 0.3 * boxWidth(entry.swatch)
      );
    });
    if (group) group.push(index);
    else groups.push([index]);
  });
  const columns = groups.map((members): Column => {
    const places = members.flatMap((index) => entries[index] ?? []);
    const box = union(places.flatMap(({ swatch, text }) => (text ? [swatch, text] : [swatch]))) ?? [0, 0, 0, 0];
    const lefts = places.flatMap(({ text }) => (text ? [text[0]] : []));
    const ordered = [...members].sort((a, b) => midY(entries[a]?.swatch ?? box) - midY(entries[b]?.swatch ?? box));
    return { box, textLeft: lefts.length > 0 ? Math.min(...lefts) : box[0], entries: ordered };
  });
  return columns.sort((a, b) => a.box[0] - b.box[0]);
}

type Ranked = Heading & { readonly outer: boolean };

/** Outer headings are set in capitals, over the middle of the column, or begin at the swatches; inner ones begin where labels do. */
function ranked(heading: Heading, column: Column): Ranked {
  const height = boxHeight(heading.box);
  const centred =
    Math.abs(midX(heading.box) - midX(column.box)) < 0.08 * boxWidth(column.box) && heading.box[0] > column.textLeft + 2 * height;
  const atSwatches = heading.box[0] < column.textLeft - height;
  return { ...heading, outer: isCapitals(heading.text) || centred || atSwatches };
}

const ofColumn = (heading: Heading, column: Column): boolean => {
  const x = midX(heading.box);
  const margin = 0.1 * boxWidth(column.box);
  return x > column.box[0] - margin && x < column.box[2] + margin;
};

/** Outer headings of like height replace one another; a clearly lower one stands below the taller one before it. */
function entered(stack: readonly Ranked[], heading: Ranked): readonly Ranked[] {
  if (heading.outer) {
    const above = stack.filter((other) => other.outer && boxHeight(heading.box) < 0.8 * boxHeight(other.box));
    return [...above, heading];
  }
  return [...stack.filter((other) => other.outer || other.box[0] < heading.box[0] - 0.4 * boxHeight(heading.box)), heading];
}

/** An inner heading holds for labels that are set in behind it. */
const holdsFor = (heading: Ranked, { text }: EntryPlace): boolean =>
  heading.outer || (text !== null && text[0] > heading.box[0] + 0.4 * Math.min(boxHeight(heading.box), boxHeight(text)));

/**
 * Headings above each entry, outermost first (D27a), in the order of `entries`. Columns are read from left to right; outer headings
 * go on at the top of the next column. Names of the whole legend are left out.
 */
export function headingContexts(entries: readonly EntryPlace[], headings: readonly Heading[]): readonly (readonly string[])[] {
  const useful = headings.filter(({ text }) => text.length <= MAX_HEADING && !GENERAL.test(text) && /\p{L}{2}/u.test(text));
  const contexts: (readonly string[])[] = entries.map(() => []);
  let stack: readonly Ranked[] = [];
  for (const column of columnsOf(entries)) {
    const own = useful.filter((heading) => ofColumn(heading, column)).map((heading) => ranked(heading, column));
    const pending = own.sort((a, b) => a.box[1] - b.box[1]);
    for (const index of column.entries) {
      const entry = entries[index];
      if (entry === undefined) continue;
      while (pending[0] !== undefined && midY(pending[0].box) < midY(entry.swatch)) {
        const next = pending.shift();
        if (next) stack = entered(stack, next);
      }
      // A label that is not set in ends the groups whose heading begins where it does.
      stack = stack.filter((heading) => heading.outer || holdsFor(heading, entry));
      contexts[index] = stack.map(({ text }) => text);
    }
    stack = stack.filter(({ outer }) => outer);
  }
  return contexts;
}

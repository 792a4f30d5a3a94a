import { type JoinedText, joinedText } from '../text/joined-lines.ts';
import type { ReadLine } from '../text/text-reader.ts';

/** A label below this confidence is not reported; chosen by eye on one sheet. */
const LABEL_FLOOR = 0.5;
/** Longer texts are descriptions or several columns taken together. */
const MAX_LABEL = 2000;

/** The text of a legend entry, or why there is none. */
export type LabelReading =
  | { readonly label: string; readonly confidence: number; readonly reason: null }
  | { readonly label: null; readonly confidence: null; readonly reason: string };

export const noLabel = (reason: string): LabelReading => ({ label: null, confidence: null, reason });

/** A word has a letter and one more letter or digit beside it; a single Han character is a word too. */
const hasWord = (text: string): boolean => /\p{L}[\p{L}\p{N}]|\p{Script=Han}/u.test(text);

function unreadable({ text, confidence }: JoinedText): string | null {
  if (!hasWord(text)) return 'No words could be read beside the swatch.';
  if (confidence < LABEL_FLOOR)
    return `The text was read with a confidence of ${confidence.toFixed(2)} only, which is too little.`;
  if (text.length > MAX_LABEL) return 'What stands beside the swatch is too long for a label.';
  return null;
}

/** Judge what was read in the box of a label. */
export function labelOf(lines: readonly ReadLine[]): LabelReading {
  const joined = joinedText(lines);
  if (joined === null) return noLabel('No text could be read beside the swatch.');
  const reason = unreadable(joined);
  return reason === null ? { label: joined.text, confidence: joined.confidence, reason: null } : noLabel(reason);
}

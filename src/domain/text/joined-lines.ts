import { visibleText } from '../text-safety/characters.ts';
import type { ReadLine } from './text-reader.ts';

/** Han, Kana and Hangul are set without spaces; recognisers put some between them. */
const SPACED_HAN =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s+(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** Strokes that a recogniser makes of a frame or of the edge of a swatch. */
const EDGE_STROKES = /^[|_~\\•·\s]+|[|_~\\\s]+$/gu;

/** One line as it is kept: NFC, one kind of space, hyphen and quote, nothing invisible. An em dash stays, because it parts sentences. */
export function tidyLine(text: string): string {
  return visibleText(text.normalize('NFC'))
    .replace(/[\u2010-\u2013\u2212\u00ad]/gu, '-')
    .replace(/\u2015/gu, '\u2014')
    .replace(/[\u2018\u2019\u201b\u2032]/gu, "'")
    .replace(/[\u201c-\u201f\u2033]/gu, '"')
    .replace(/\s+/gu, ' ')
    .replace(SPACED_HAN, '')
    .replace(EDGE_STROKES, '')
    .trim();
}

/** A hyphen that only parts a word at the end of a line goes; one before a capital or a digit belongs to the word. */
function appended(text: string, line: string): string {
  if (text === '') return line;
  if (/\p{L}-$/u.test(text)) return /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : text + line;
  return `${text} ${line}`;
}

/** A text of one or several lines as one string, hyphens at line ends removed. */
export const joinLines = (lines: readonly string[]): string =>
  lines
    .map(tidyLine)
    .filter((line) => line !== '')
    .reduce(appended, '');

/** A text with the confidence of its letters, 0..1. */
export type JoinedText = { readonly text: string; readonly confidence: number };

/** Lines from top to bottom, and from left to right where two stand on one height. */
function inReadingOrder(lines: readonly ReadLine[]): readonly ReadLine[] {
  const level = (a: ReadLine, b: ReadLine): boolean => {
    const overlap = Math.min(a.bbox[3], b.bbox[3]) - Math.max(a.bbox[1], b.bbox[1]);
    return overlap > 0.6 * Math.min(a.bbox[3] - a.bbox[1], b.bbox[3] - b.bbox[1]);
  };
  return [...lines].sort((a, b) => (level(a, b) ? a.bbox[0] - b.bbox[0] : a.bbox[1] - b.bbox[1]));
}

/** What the lines of one text say together; null when they hold nothing. Confidence is the mean over letters, 2 decimals. */
export function joinedText(lines: readonly ReadLine[]): JoinedText | null {
  const ordered = inReadingOrder(lines);
  const text = joinLines(ordered.map((line) => line.text));
  if (text === '') return null;
  const letters = ordered.reduce((sum, line) => sum + line.text.length, 0);
  const weighted = ordered.reduce((sum, line) => sum + line.text.length * line.confidence, 0);
  return { text, confidence: Math.round((weighted / Math.max(1, letters)) * 100) / 100 };
}

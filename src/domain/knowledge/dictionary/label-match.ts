import type { Dictionary, Entry } from './dictionary.ts';
import { hasCjk, isGeneric, positionOf, wordsOf } from './words.ts';

export type MatchType = 'exact' | 'substring';
export type LabelMatch = {
  readonly entry: Entry;
  readonly type: MatchType;
  readonly piece: string /** Share of the longer text that both have, 0..1. */;
  readonly score: number;
};

/** `same`: equal word for word, plural endings aside. `overlap`: characters that both have. */
type Candidate = LabelMatch & { readonly same: boolean; readonly overlap: number };

const lengthOf = (text: string): number => [...text].length;

const candidate = (entry: Entry, piece: string, words: readonly string[]): Candidate => {
  const [name, given] = entry.isCjk ? [entry.name, piece] : [entry.words.join(' '), words.join(' ')];
  const [a, b] = [lengthOf(name), lengthOf(given)];
  const score = Number((Math.min(a, b) / Math.max(a, b)).toFixed(3));
  return { entry, piece, type: 'substring', same: name === given, overlap: Math.min(a, b), score };
};

/** Names in a script with spaces: whole words only, and a longer name only when the label gives its last word, which says what it is. */
function wordCandidates(piece: string, dictionary: Dictionary): readonly Candidate[] {
  const words = wordsOf(piece);
  if (isGeneric(words)) return [];
  const entries = new Set(words.flatMap((word) => dictionary.byWord.get(word) ?? []));
  return [...entries]
    .filter((entry) => {
      if (positionOf(entry.words, words) >= 0) return true;
      const at = positionOf(words, entry.words);
      return at >= 0 && at + words.length === entry.words.length;
    })
    .map((entry) => candidate(entry, piece, words));
}

/** Names without spaces: the name in the label, or the label at the end of the name; two characters at least. */
function cjkCandidates(piece: string, dictionary: Dictionary): readonly Candidate[] {
  if (!hasCjk(piece) || lengthOf(piece) < 2) return [];
  return dictionary.cjk
    .filter(({ name, length }) => length >= 2 && (piece.includes(name) || name.endsWith(piece)))
    .map((entry) => candidate(entry, piece, []));
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The same words, then the longest overlap, then longest name, then the installed dictionary, then by text (contract/knowledge.md 3.1, D32). */
const byWorth = (a: Candidate, b: Candidate): number =>
  Number(b.same) - Number(a.same) ||
  b.overlap - a.overlap ||
  b.entry.length - a.entry.length ||
  Number(a.entry.origin === 'builtin') - Number(b.entry.origin === 'builtin') ||
  compareText(a.entry.name, b.entry.name) ||
  compareText(a.entry.value, b.entry.value);

function exactMatch(piece: string, dictionaries: readonly Dictionary[]): LabelMatch | null {
  for (const { byName } of dictionaries) {
    const entry = byName.get(piece);
    if (entry !== undefined) return { entry, type: 'exact', piece, score: 1 };
  }
  return null;
}

function partialMatch(piece: string, dictionaries: readonly Dictionary[]): Candidate | null {
  const all = dictionaries.flatMap((dictionary) => [...wordCandidates(piece, dictionary), ...cjkCandidates(piece, dictionary)]);
  return all.sort(byWorth)[0] ?? null;
}

export type LabelMatches = {
  /** What the label is: the first exact piece in the first dictionary that has one, else the best partial match. Null for unknown. */
  readonly best: LabelMatch | null;
  /** Best match of each piece that has one, in order. */
  readonly all: readonly LabelMatch[];
};

/**
 * Looks the pieces of a label up in dictionaries, the one that wins for exact names first (D32). An exact match of a later piece
 * beats any partial match of an earlier one.
 */
export function matchPieces(pieces: readonly string[], dictionaries: readonly Dictionary[]): LabelMatches {
  for (const dictionary of dictionaries) {
    const first = pieces.map((piece) => exactMatch(piece, [dictionary])).find((match) => match !== null);
    if (first !== undefined) return { best: first, all: matchEach(pieces, dictionaries) };
  }
  const partial = pieces.map((piece) => partialMatch(piece, dictionaries)).filter((match) => match !== null);
  return { best: partial.toSorted(byWorth)[0] ?? null, all: matchEach(pieces, dictionaries) };
}

const matchEach = (pieces: readonly string[], dictionaries: readonly Dictionary[]): readonly LabelMatch[] =>
  pieces
    .map((piece): LabelMatch | null => {
      const match = exactMatch(piece, dictionaries) ?? partialMatch(piece, dictionaries);
      return match === null ? null : { entry: match.entry, type: match.type, piece, score: match.score };
    })
    .filter((match) => match !== null);

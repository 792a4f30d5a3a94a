/** Scripts written without spaces: there a name counts wherever it stands. */
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

export const hasCjk = (text: string): boolean => CJK.test(text);

/** Words that name no rock and no age by themselves, alone or together. */
const GENERIC = new Set(
  (
    'rock member formation bed unit deposit undifferentiated undivided upper middle lower early late group series complex sequence ' +
    'other unknown determined be to of the and with in or layer stratum age stage system suite terrane facies lens vein dike sill ' +
    'massive thin thick old young older younger ha'
  ).split(' '),
);

/** A word without its plural ending, so that `tuffs` and `tuff` are one word. Only used to compare. */
export function foldPlural(word: string): string {
  if (word.length <= 3 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** The words of a text in lower case, each a run of letters, marks and digits, without plural endings. */
export const wordsOf = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(foldPlural);

/** True when no word of the list says anything about rock or age. */
export const isGeneric = (words: readonly string[]): boolean =>
  words.every((word) => GENERIC.has(word) || /^\p{N}+$/u.test(word));

/** Where the words `inner` stand side by side in `outer`, or -1. */
export function positionOf(inner: readonly string[], outer: readonly string[]): number {
  for (let start = 0; start + inner.length <= outer.length; start += 1) {
    if (inner.every((word, index) => outer[start + index] === word)) return start;
  }
  return -1;
}

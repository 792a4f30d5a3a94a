import { hasCjk, isGeneric, wordsOf } from './words.ts';

export type DictionaryOrigin = 'k2' | 'builtin';
export type RawEntry = { readonly name: string; readonly value: string };

export type Entry = RawEntry & {
  readonly origin: DictionaryOrigin;
  readonly words: readonly string[];
  readonly isCjk: boolean;
  /** Characters of the name. */
  readonly length: number;
};

/** A dictionary ready for look-ups: names exactly and names by the words in them. */
export type Dictionary = {
  readonly origin: DictionaryOrigin;
  readonly entries: readonly Entry[];
  /** For equal names the last entry counts. */
  readonly byName: ReadonlyMap<string, Entry>;
  /** Entries in a script with spaces, by each of their words. */
  readonly byWord: ReadonlyMap<string, readonly Entry[]>;
  readonly cjk: readonly Entry[];
};

const prepare = ({ name, value }: RawEntry, origin: DictionaryOrigin): Entry => {
  const lower = name.toLowerCase().trim();
  const isCjk = hasCjk(lower);
  return {
    name: lower,
    value: value.toLowerCase().trim(),
    origin,
    words: isCjk ? [] : wordsOf(lower),
    isCjk,
    length: [...lower].length,
  };
};

/**
 * Builds a dictionary from its entries: names and values in lower case and trimmed, nameless ones dropped. Names made of words that
 * say nothing (`Upper`, `HA`) never match (KW-3); with a number (`Stage 4`) they match exactly only.
 */
export function buildDictionary(raw: readonly RawEntry[], origin: DictionaryOrigin): Dictionary {
  const numbered = (name: string): boolean => /\p{N}/u.test(name);
  const named = raw.map((entry) => prepare(entry, origin)).filter(({ name }) => name !== '');
  const entries = named.filter(({ name, isCjk, words }) => isCjk || !isGeneric(words) || numbered(name));
  const byWord = new Map<string, Entry[]>();
  for (const entry of entries) {
    if (isGeneric(entry.words)) continue;
    for (const word of new Set(entry.words)) {
      const list = byWord.get(word);
      if (list === undefined) byWord.set(word, [entry]);
      else list.push(entry);
    }
  }
  return {
    origin,
    entries,
    byName: new Map(entries.map((entry) => [entry.name, entry])),
    byWord,
    cjk: entries.filter(({ isCjk }) => isCjk),
  };
}

/** Entries of a K2 file (contract/knowledge.md 8.1). Null when it has another shape: one entry without its keys spoils the file. */
export function readK2Entries(content: unknown): readonly RawEntry[] | null {
  if (!Array.isArray(content)) return null;
  const entries: RawEntry[] = [];
  for (const item of content) {
    const element: unknown = item;
    if (typeof element !== 'object' || element === null || !('rock_name' in element) || !('rock_value' in element)) return null;
    if (typeof element.rock_name !== 'string' || typeof element.rock_value !== 'string') return null;
    entries.push({ name: element.rock_name, value: element.rock_value });
  }
  return entries;
}

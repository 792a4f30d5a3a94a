import MiniSearch from 'minisearch';
import type { Asset, TextCollection } from '../../domain/knowledge/ports.ts';
import { parseJsonFile, wrongShape } from './json-file.ts';

type Entry = { readonly id: number; readonly key: string; readonly answer: string; readonly other: string };

/** Words that every question has: `What is ...`, `How do geologists ...`. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by can do does for from how in into is it its of on or that the their these they this to used was what when where which who why will with ' +
    'geologist geologists function term definition geoscience geological'
  ).split(' '),
);

/** Words in lower case; runs of Chinese as overlapping pairs, since they have no spaces. */
function tokenize(text: string): string[] {
  const words = text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word) => {
    if (!/\p{Script=Han}/u.test(word)) return [word];
    const characters = [...word];
    return characters.length === 1
      ? [word]
      : characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  });
}

/** Drops words without content and the plural ending. */
function processTerm(term: string): string | null {
  if (STOP_WORDS.has(term)) return null;
  return term.length > 3 && term.endsWith('s') && !/(?:ss|us|is)$/.test(term) ? term.slice(0, -1) : term;
}

/** Text without the training token that most K2 answers end in (KW-11). */
const clean = (text: string): string => text.replaceAll('</s>', '').trim();

const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function readEntries(content: unknown, keyField: 'id' | 'question'): readonly Entry[] | null {
  if (!Array.isArray(content)) return null;
  const entries = new Map<string, Entry>();
  for (const item of content) {
    const element: unknown = item;
    if (typeof element !== 'object' || element === null) continue;
    const fields = new Map<string, unknown>(Object.entries(element));
    const key = clean(textIn(fields.get(keyField)));
    const folded = key.toLowerCase();
    if (key === '' || entries.has(folded)) continue;
    entries.set(folded, {
      id: entries.size,
      key,
      answer: clean(textIn(fields.get('answer'))),
      other: textIn(fields.get('zh_name')),
    });
  }
  return [...entries.values()];
}

/**
 * Parses a K2 text file and indexes key, answer and Chinese name for full-text search. Equal keys are one entry, the first
 * (contract/knowledge.md 3.7, D33). Throws `unknown_provider` (provider_failed).
 */
export function parseTextFile(content: Buffer, asset: Asset, keyField: 'id' | 'question'): TextCollection {
  const entries = readEntries(parseJsonFile(content, asset), keyField);
  if (entries === null) throw wrongShape(asset, 'it is no list of texts');
  const index = new MiniSearch<Entry>({
    fields: ['key', 'answer', 'other'],
    tokenize,
    processTerm,
    searchOptions: { boost: { key: 3, other: 3 } },
  });
  index.addAll(entries);
  return {
    asset,
    corpusCount: entries.length,
    search: (text) =>
      index.search(text).flatMap(({ id, score }) => {
        const entry = entries[Number(id)];
        return entry === undefined ? [] : [{ key: entry.key, answer: entry.answer, score }];
      }),
  };
}

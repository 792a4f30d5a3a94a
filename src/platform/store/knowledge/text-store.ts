import type Sqlite from 'better-sqlite3';
import type { TextHits } from '../../../domain/knowledge/ports.ts';
import type { Step, StoreDatabase, StoreFormat } from './store-file.ts';

/** One text of a collection; `other` is searched and not shown. */
export type TextEntry = { readonly key: string; readonly answer: string; readonly other: string };

const BATCH = 2000;

const TABLES = `
  CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL, answer TEXT NOT NULL, words TEXT NOT NULL);
  CREATE VIRTUAL TABLE entry_text USING fts5(key, answer, other, content='', tokenize='porter unicode61');`;

/** Words in the questions of every caller that say nothing about what is asked for. */
const STOP_WORDS = new Set(
  (
    'a an and are as at be by can do does for from how in into is it its of on or that the their these they this to used was what when where which who why will with ' +
    'geologist geologists function term definition geoscience geological'
  ).split(' '),
);

/** Words in lower case; runs of Chinese as overlapping pairs, since they have no spaces. */
function wordsOf(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.flatMap((word) => {
    if (!/\p{Script=Han}/u.test(word)) return [word];
    const characters = [...word];
    return characters.length === 1
      ? [word]
      : characters.slice(1).map((character, index) => `${characters[index] ?? ''}${character}`);
  });
}

const forIndex = (text: string): string => wordsOf(text).join(' ');
const askedWords = (text: string): readonly string[] => wordsOf(text).filter((word) => !STOP_WORDS.has(word));

/** Writes the entries of a collection into an empty database, in their order. */
async function writeTexts(database: Sqlite.Database, entries: readonly TextEntry[], step: Step): Promise<void> {
  database.exec(TABLES);
  const entry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?)');
  const index = database.prepare('INSERT INTO entry_text (rowid, key, answer, other) VALUES (?, ?, ?, ?)');
  const write = database.transaction((from: number) => {
    for (const [offset, { key, answer, other }] of entries.slice(from, from + BATCH).entries()) {
      entry.run(from + offset, key, answer, askedWords(key).join(' '));
      index.run(from + offset, forIndex(key), forIndex(answer), forIndex(other));
    }
  });
  for (let from = 0; from < entries.length; from += BATCH) {
    write(from);
    await step(Math.min(1, (from + BATCH) / entries.length));
  }
  database.exec("INSERT INTO entry_text(entry_text) VALUES ('optimize')");
}

export type TextReader = { readonly corpusCount: number; readonly search: (text: string, limit: number | null) => TextHits };

/** Any of the words, each as a phrase of its own so that nothing in it is taken for syntax. */
const matchOf = (words: readonly string[]): string => [...new Set(words)].map((word) => `"${word}"`).join(' OR ');

/** An entry whose key is just what was asked counts twice: the length of its answer must not put longer names before it. */
const HITS = `SELECT e.key, e.answer, -bm25(entry_text, 3, 1, 3) * iif(e.words = ?, 2, 1) AS score
  FROM entry_text JOIN entry e ON e.id = entry_text.rowid WHERE entry_text MATCH ? ORDER BY score DESC, e.id LIMIT ?`;

/** Reads texts of a store file: BM25 with a key that counts three times, equal scores in the order of the file. */
function readTexts(database: StoreDatabase): TextReader {
  const count = database.prepare<[string], number>('SELECT count(*) FROM entry_text WHERE entry_text MATCH ?').pluck();
  const hits = database.prepare<[string, string, number], { key: string; answer: string; score: number }>(HITS);
  return {
    corpusCount: database.prepare<[], number>('SELECT count(*) FROM entry').pluck().get() ?? 0,
    search: (text, limit) => {
      const words = askedWords(text);
      if (words.length === 0) return { total: 0, hits: [] };
      const match = matchOf(words);
      return { total: count.get(match) ?? 0, hits: hits.all(words.join(' '), match, limit ?? -1) };
    },
  };
}

export const TEXT_STORE: StoreFormat<readonly TextEntry[], TextReader> = { write: writeTexts, read: readTexts };

import type { StoreKind } from '../../platform/store/knowledge/store-file.ts';
import { TEXT_STORE, type TextEntry, type TextReader } from '../../platform/store/knowledge/text-store.ts';
import { readUnchanged } from './asset-file.ts';
import { parseJsonFile, wrongShape } from './json-file.ts';
import type { StoredKind } from './stored-assets.ts';

/** Text without the training token that most K2 answers end in (KW-11). */
const clean = (text: string): string => text.replaceAll('</s>', '').trim();

const textIn = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function readEntries(content: unknown, keyField: 'id' | 'question'): readonly TextEntry[] | null {
  if (!Array.isArray(content)) return null;
  const entries = new Map<string, TextEntry>();
  for (const item of content) {
    const element: unknown = item;
    if (typeof element !== 'object' || element === null) continue;
    const fields = new Map<string, unknown>(Object.entries(element));
    const key = clean(textIn(fields.get(keyField)));
    const folded = key.toLowerCase();
    if (key === '' || entries.has(folded)) continue;
    entries.set(folded, { key, answer: clean(textIn(fields.get('answer'))), other: textIn(fields.get('zh_name')) });
  }
  return [...entries.values()];
}

/**
 * Reads K2 texts: key, answer and Chinese name. Equal keys are one entry, the first (contract/knowledge.md 3.7, D33). Throws
 * `unknown_provider` (provider_failed).
 */
const textFiles = (kind: StoreKind, keyField: 'id' | 'question'): StoredKind<readonly TextEntry[], TextReader> => ({
  kind,
  format: TEXT_STORE,
  collect: async ({ path, asset }, step) => {
    const entries = readEntries(parseJsonFile(await readUnchanged(path, asset), asset), keyField);
    if (entries === null) throw wrongShape(asset, 'it is no list of texts');
    await step(0.9);
    return entries;
  },
});

/** Texts that are found by the name of a rock. */
export const ROCK_TEXT_FILES = textFiles('entries', 'id');
/** Texts that answer a question. */
export const QUESTION_FILES = textFiles('questions', 'question');

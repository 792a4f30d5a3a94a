import type { Dictionary } from '../../domain/knowledge/dictionary/dictionary.ts';
import { buildDictionary, readK2Entries } from '../../domain/knowledge/dictionary/dictionary.ts';
import type { Asset } from '../../domain/knowledge/ports.ts';
import { parseJsonFile, wrongShape } from './json-file.ts';

/** Parses a K2 rock file (contract/knowledge.md 8.1). Throws `unknown_provider` (provider_failed). */
export function parseDictionaryFile(content: Buffer, asset: Asset): { readonly asset: Asset; readonly dictionary: Dictionary } {
  const entries = readK2Entries(parseJsonFile(content, asset));
  if (entries === null) throw wrongShape(asset, 'it is no list of objects with rock_name and rock_value');
  return { asset, dictionary: buildDictionary(entries, 'k2') };
}

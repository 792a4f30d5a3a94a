import type { KnowledgeItem } from '../documents/knowledge.ts';
import * as say from './messages.ts';
import type { ProviderPorts, TextCollection } from './ports.ts';
import { definePlainProvider, type Provider, type ProviderQuery } from './provider.ts';
import type { ProviderFacts } from './provider-table.ts';
import { K2_ATTRIBUTION } from './sources.ts';

const round = (value: number): number => Number(value.toFixed(6));

function summary(found: number, returned: number, limit: number): string {
  if (limit === 0 && found > 0) return say.textsNotWanted(found);
  return found > 0 ? say.textsFound(found, returned) : say.textsNone();
}

function textItem(
  id: string,
  collection: TextCollection,
  query: Pick<ProviderQuery<null>, 'queryText' | 'limit'>,
): KnowledgeItem {
  const { total, hits } = collection.search(query.queryText, query.limit);
  const returned = hits.map(({ key, answer, score }, index) => ({ key, answer, score: round(score), rank: index + 1 }));
  return {
    id: `${id}:${id}`,
    key: id,
    provider: id,
    value: returned,
    summary: summary(total, returned.length, query.limit),
    source: collection.asset.name,
    record_count: total,
    returned_count: returned.length,
    truncated: total > returned.length,
    provenance: {
      asset_path: collection.asset.name,
      corpus_count: collection.corpusCount,
      corpus_note: 'Machine-written text: plausible, unsourced, no authority.',
      model: null,
      retriever: 'full-text BM25 over key and answer, English words stemmed (Porter)',
      score_scale: 'BM25, above 0, comparable only within one query',
      min_score: null,
      top_k: query.limit,
      ...K2_ATTRIBUTION,
    },
  };
}

const versionOf = ({ asset }: TextCollection): string => `1@sha256:${asset.digest.slice(0, 12)}:retriever=bm25`;

type TextProviderId = keyof ProviderPorts['texts'];

/** A provider that ranks the texts of one K2 file by full-text search (contract/knowledge.md 3.7, D33). */
export const defineTextProvider = (facts: ProviderFacts, id: TextProviderId): Provider =>
  definePlainProvider({
    ...facts,
    defaultLimit: (settings) => settings.semantic_top_k,
    version: async (_options, ports) => versionOf(await ports.texts[id].open()),
    query: async (query, ports) => {
      const collection = await ports.texts[id].open();
      const version = versionOf(collection);
      return { items: [textItem(id, collection, query)], warnings: [], version };
    },
  });

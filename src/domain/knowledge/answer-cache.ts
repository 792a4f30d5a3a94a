import type { KnowledgeSettings } from '../settings/settings.ts';
import type { ProviderAnswer, ProviderQuery, RawOptions } from './provider.ts';
import type { ProviderFacts } from './provider-table.ts';
import { isBlank } from './source-options.ts';

/** How long an answer may be used again: until its data change, for the lifetime of live answers, or not at all (D34). */
export type AnswerLifetime = 'until_changed' | 'live' | 'never';

/** What a stored answer must fit. `material` is everything that the provider reads of the request, and nothing else (KW-29). */
export type CacheQuestion = {
  readonly provider: string;
  /** Version of the provider's data now; null for providers that are live only. */
  readonly version: string | null;
  readonly material: unknown;
};

export type CachedAnswer = {
  readonly answer: ProviderAnswer;
  readonly lifetime: AnswerLifetime;
  /** When it was stored, ISO-8601 UTC. */
  readonly storedAt: string;
};

/** Answers of earlier calls. `find` gives null for whatever cannot be used; `keep` may throw, and the call goes on. */
export type AnswerCache = {
  find(question: CacheQuestion): Promise<CachedAnswer | null>;
  keep(question: CacheQuestion, stored: Omit<CachedAnswer, 'storedAt'>): Promise<void>;
};

/** The part of a request that a provider of these request kinds reads. Boxes are exact, never rounded (KW-28). */
export function cacheMaterial(
  { requests }: Pick<ProviderFacts, 'requests'>,
  query: Pick<ProviderQuery<unknown>, 'parts' | 'labels' | 'queryText' | 'limit'>,
  { options, settings }: { readonly options: RawOptions; readonly settings: KnowledgeSettings | null },
): unknown {
  const given = Object.entries(options).filter(([, value]) => !isBlank(value));
  return {
    limit: query.limit,
    options: Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))),
    ...(requests.includes('bounds') ? { parts: query.parts } : {}),
    ...(requests.includes('legend_labels') ? { labels: query.labels } : {}),
    ...(requests.includes('query_text') ? { text: query.queryText } : {}),
    ...(settings === null ? {} : { settings }),
  };
}

/** True when any of the data of an item came over the network. */
const isLive = (provenance: Readonly<Record<string, unknown>>): boolean => {
  const sources: readonly unknown[] = Array.isArray(provenance.sources) ? provenance.sources : [];
  return [provenance, ...sources].some(
    (record) => typeof record === 'object' && record !== null && 'source_mode' in record && record.source_mode === 'live',
  );
};

/** An answer that lacks a source, or that depends on more than its version says, is never kept (KW-9). */
export function lifetimeOf({ items, unsettled }: ProviderAnswer): AnswerLifetime {
  const provenances = items.map(({ provenance }) => provenance ?? {});
  if (unsettled === true || items.length === 0 || provenances.some(({ partial }) => partial === true)) return 'never';
  return provenances.some(isLive) ? 'live' : 'until_changed';
}

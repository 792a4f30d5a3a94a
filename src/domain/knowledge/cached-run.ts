import type { KnowledgeSettings } from '../settings/settings.ts';
import { type AnswerCache, type CacheQuestion, cacheMaterial, lifetimeOf } from './answer-cache.ts';
import * as say from './messages.ts';
import type { ProviderPorts } from './ports.ts';
import type { PreparedQuery, Provider, ProviderAnswer, ProviderQuery, RawOptions } from './provider.ts';

/** An answer, and when it was stored if it is one of an earlier call. */
export type GivenAnswer = { readonly answer: ProviderAnswer; readonly cachedAt: string | null };

export type CachedRun = {
  readonly provider: Provider;
  readonly prepared: PreparedQuery;
  readonly options: RawOptions;
  readonly query: Omit<ProviderQuery<unknown>, 'options'>;
};

/** What the cache is asked; null when the answer is not to be cached, or when its data cannot be opened (asking them says why). */
async function questionOf(run: CachedRun, ports: ProviderPorts): Promise<CacheQuestion | null> {
  const { provider, prepared, options, query } = run;
  if (provider.isLookup) return null;
  const settings: KnowledgeSettings | null = prepared.version === null ? ports.settings : null;
  const material = cacheMaterial(provider, query, { options, settings });
  try {
    return { provider: provider.id, version: (await prepared.version?.(ports)) ?? null, material };
  } catch {
    return null;
  }
}

/** Says of each item that it was stored, and when. */
function asCached(answer: ProviderAnswer, storedAt: string, isLive: boolean): ProviderAnswer {
  const items = answer.items.map((item) => ({ ...item, provenance: { ...item.provenance, cached_at: storedAt } }));
  const provider = answer.items[0]?.provider ?? '';
  return { ...answer, items, warnings: [...answer.warnings, ...(isLive ? [say.answeredFromCache(provider, storedAt)] : [])] };
}

/**
 * Asks a provider, or takes its answer to the same question from the cache (contract/knowledge.md 5). A cache that cannot be written
 * costs a warning; one that cannot be read counts as empty.
 */
export async function runCached(run: CachedRun, ports: ProviderPorts, cache: AnswerCache | null): Promise<GivenAnswer> {
  const question = cache === null ? null : await questionOf(run, ports);
  if (cache === null || question === null) return { answer: await run.prepared.ask(run.query, ports), cachedAt: null };
  const hit = await cache.find(question).catch(() => null);
  if (hit !== null) return { answer: asCached(hit.answer, hit.storedAt, hit.lifetime === 'live'), cachedAt: hit.storedAt };
  const answer = await run.prepared.ask(run.query, ports);
  const lifetime = lifetimeOf(answer);
  // Data that changed while they were read belong to neither version.
  const settled = question.version === null ? lifetime === 'live' : answer.version === question.version;
  if (lifetime === 'never' || !settled) return { answer, cachedAt: null };
  try {
    await cache.keep(question, { answer, lifetime });
    return { answer, cachedAt: null };
  } catch {
    return { answer: { ...answer, warnings: [...answer.warnings, say.cacheNotWritten(run.provider.id)] }, cachedAt: null };
  }
}

import type { KnowledgeItem } from '../documents/knowledge.ts';
import type { Dictionary } from './dictionary/dictionary.ts';
import { type LabelMatch, type LabelMatches, matchPieces } from './dictionary/label-match.ts';
import { splitLabel } from './dictionary/label-split.ts';
import { failureText, isAbsent } from './failures.ts';
import * as say from './messages.ts';
import type { Asset, ProviderPorts } from './ports.ts';
import type { LegendLabel } from './request.ts';
import { K2_ATTRIBUTION } from './sources.ts';

/** Dictionaries of one provider: the installed one first, if it can be used. */
export type OpenedDictionaries = {
  readonly dictionaries: readonly Dictionary[];
  readonly asset: Asset | null;
  readonly version: string;
  readonly warnings: readonly string[];
};

type RockProvider = keyof ProviderPorts['dictionaries'];

/** True when the file is looked for at the place of the managed assets: only then may it be absent without a word. */
const isManaged = (provider: RockProvider, settings: ProviderPorts['settings']): boolean =>
  settings[`k2_${provider}_json`] === `${settings.root}/k2_${provider}.json`;

/**
 * Opens the installed dictionary beside the built-in one. Assets that were never installed are no matter; a file that the operator
 * configured and that is absent, or one that cannot be used, is warned about, and the built-in dictionary answers.
 */
export async function openDictionaries(
  provider: RockProvider,
  { dictionaries, settings }: Pick<ProviderPorts, 'dictionaries' | 'settings'>,
  builtin: { readonly dictionary: Dictionary; readonly version: string },
): Promise<OpenedDictionaries> {
  try {
    const { asset, dictionary } = await dictionaries[provider].open();
    const version = `1@sha256:${asset.digest.slice(0, 12)}+builtin:${builtin.version}`;
    return { dictionaries: [dictionary, builtin.dictionary], asset, version, warnings: [] };
  } catch (error) {
    const silent = isAbsent(error) && isManaged(provider, settings);
    const warnings = silent ? [] : [say.dictionaryBroken(provider, failureText(error))];
    return { dictionaries: [builtin.dictionary], asset: null, version: `1@builtin:${builtin.version}`, warnings };
  }
}

/** What a provider adds to the value of a label, from its match. */
export type Enrichment = (match: LabelMatch | null, label: LegendLabel) => Readonly<Record<string, unknown>>;

const matchRecord = ({ entry, type, score }: LabelMatch): Readonly<Record<string, unknown>> => ({
  value: entry.value,
  matched_name: entry.name,
  match_type: type,
  score,
  dictionary: entry.origin,
});

export type RockLookup = {
  readonly provider: { readonly id: string; readonly name: string };
  readonly opened: OpenedDictionaries;
  readonly enrich: Enrichment;
  /** Finds the match of one label; the pieces are those of `splitLabel`. */
  readonly match?: (label: LegendLabel, pieces: readonly string[]) => LabelMatches;
};

function rockItem(label: LegendLabel, idSuffix: string, lookup: RockLookup): KnowledgeItem {
  const { provider, opened, enrich } = lookup;
  const pieces = splitLabel(label.text);
  const matches = lookup.match?.(label, pieces) ?? matchPieces(pieces, opened.dictionaries);
  const { best, all } = matches;
  const found = best === null ? 0 : 1;
  const source = best?.entry.origin === 'k2' ? (opened.asset?.name ?? null) : 'built-in dictionary';
  return {
    id: `${provider.id}:${provider.id}${idSuffix}`,
    key: provider.id,
    provider: provider.id,
    value: {
      label: label.text,
      value: best?.entry.value ?? 'unknown',
      matched_name: best?.entry.name ?? null,
      match_type: best?.type ?? null,
      score: best?.score ?? null,
      ...enrich(best, label),
      ...(all.length > 1 ? { matches: all.map(matchRecord) } : {}),
    },
    summary: best === null ? say.rockNone(provider.name.toLowerCase(), label.text) : say.rockFound(label.text, best.entry.value),
    source,
    record_count: found,
    returned_count: found,
    truncated: false,
    provenance: {
      asset_path: opened.asset?.name ?? null,
      matched_name: best?.entry.name ?? null,
      match_type: best?.type ?? null,
      dictionary: best?.entry.origin ?? null,
      ...(best?.entry.origin === 'k2' ? K2_ATTRIBUTION : {}),
    },
  };
}

/** One item per label, in order; ids carry the label's index when there are several (contract/knowledge.md 3.1). */
export const rockItems = (labels: readonly LegendLabel[], lookup: RockLookup): readonly KnowledgeItem[] =>
  labels.map((label, index) => rockItem(label, labels.length > 1 ? `:${index}` : '', lookup));

import { invalidOptions } from './failures.ts';
import * as say from './messages.ts';
import type { RawOptions } from './provider.ts';

export type SourceMode = 'local_mirror' | 'legacy_asset' | 'live';

/** Which sources of a provider are asked, in configured order, and how. */
export type SourceChoice = { readonly sourceIds: readonly string[]; readonly mode: SourceMode | null };

export type SourceContext = {
  readonly provider: string;
  readonly configured: readonly string[];
  /** Sources asked when none is named. */
  readonly fallback: 'primary' | 'all';
};

/** True for what counts as not given: absent, null and blank text (KW-7). */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The option `sort`, or the first of the known orders. Throws `unknown_provider` (invalid_options). */
export function parseSort<S extends string>(provider: string, raw: RawOptions, orders: readonly [S, ...S[]]): S {
  const { sort } = raw;
  if (isBlank(sort)) return orders[0];
  const known = orders.find((order) => order === (typeof sort === 'string' ? sort.trim().toLowerCase() : sort));
  if (known === undefined) throw invalidOptions(say.optionSort(provider, orders));
  return known;
}

/** Refuses keys that the provider does not know. Throws `unknown_provider` (invalid_options). */
export function refuseUnknownKeys(provider: string, raw: RawOptions, known: readonly string[]): void {
  const unknown = Object.keys(raw).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw invalidOptions(say.optionUnknown(provider, unknown, known));
}

function listOf(provider: string, value: unknown): readonly string[] {
  const items: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string'))
    throw invalidOptions(say.optionSourcesType(provider));
  return items.map((item: string) => item.trim()).filter((item) => item !== '');
}

function parseMode(provider: string, value: unknown): SourceMode | null {
  if (isBlank(value)) return null;
  switch (value) {
    case 'local_mirror':
    case 'legacy_asset':
    case 'live':
      return value;
    default:
      throw invalidOptions(say.optionMode(provider, String(value)));
  }
}

/** Reads `source`, `sources` and `source_mode` (contract/knowledge.md 2.2, 3.2). Throws `unknown_provider` (invalid_options). */
export function parseSourceChoice(raw: RawOptions, { provider, configured, fallback }: SourceContext): SourceChoice {
  if (!isBlank(raw.source) && !isBlank(raw.sources)) throw invalidOptions(say.optionBoth(provider));
  const mode = parseMode(provider, raw.source_mode);
  const [primary] = configured;
  const standard = fallback === 'all' || primary === undefined ? configured : [primary];
  const known = (ids: readonly string[]): readonly string[] => {
    const unknown = ids.filter((id) => !configured.includes(id));
    if (unknown.length > 0) throw invalidOptions(say.optionSource(provider, unknown, configured));
    return configured.filter((id) => ids.includes(id));
  };
  const { source } = raw;
  let sourceIds = standard;
  if (!isBlank(raw.sources)) sourceIds = known(listOf(provider, raw.sources));
  else if (source === 'all') sourceIds = configured;
  else if (!isBlank(source)) sourceIds = known([typeof source === 'string' ? source.trim() : String(source)]);
  if (sourceIds.length === 0) throw invalidOptions(say.optionNoSource(provider));
  return { sourceIds, mode };
}

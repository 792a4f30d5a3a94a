import type { KnowledgeItem } from '../documents/knowledge.ts';
import type { Box } from '../geo/wrap.ts';
import type { KnowledgeSettings } from '../settings/settings.ts';
import type { ProviderPorts } from './ports.ts';
import type { ProviderFacts } from './provider-table.ts';
import type { LegendLabel } from './request.ts';

/** Raw options of one provider as the caller wrote them. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** What one provider is asked. */
export type ProviderQuery<O> = {
  /** Boxes that do not wrap: none, one, or two for an area across the antimeridian. */
  readonly parts: readonly Box[];
  readonly labels: readonly LegendLabel[];
  readonly queryText: string;
  /** Records wanted, >= 0. */
  readonly limit: number;
  readonly options: O;
  readonly signal: AbortSignal;
};

export type ProviderAnswer = {
  readonly items: readonly KnowledgeItem[];
  readonly warnings: readonly string[];
  /** Changes whenever the answer to the same query may change (contract/knowledge.md 3). */
  readonly version: string;
  /** The answer depends on something that the version does not cover, such as a mirror passed over: it is not kept. */
  readonly unsettled?: boolean;
};

export type ProviderSpec<O> = ProviderFacts & {
  readonly defaultLimit: (settings: KnowledgeSettings) => number;
  /** A look-up in memory: cheaper than any cache. */
  readonly isLookup?: boolean;
  /** Turns raw options into checked ones, or throws `unknown_provider` (invalid_options). Null: takes none. */
  readonly options: ((raw: RawOptions, settings: KnowledgeSettings) => O) | null;
  /** The version of the answer that these options would get now, without asking for it. Absent for providers that are live only. */
  readonly version?: (options: O, ports: ProviderPorts) => Promise<string>;
  /** Throws `missing_knowledge_asset`, `missing_extra` or `unknown_provider` (provider_failed). */
  readonly query: (query: ProviderQuery<O>, ports: ProviderPorts) => Promise<ProviderAnswer>;
};

export type PreparedQuery = {
  readonly ask: (query: Omit<ProviderQuery<unknown>, 'options'>, ports: ProviderPorts) => Promise<ProviderAnswer>;
  readonly version: ((ports: ProviderPorts) => Promise<string>) | null;
};

/** A provider with its type of options hidden: options are checked by `prepare`, before anything runs. */
export type Provider = ProviderFacts & {
  readonly defaultLimit: (settings: KnowledgeSettings) => number;
  readonly takesOptions: boolean;
  readonly isLookup: boolean;
  readonly prepare: (raw: RawOptions, settings: KnowledgeSettings) => PreparedQuery;
};

const preparedWith = <O>({ query, version }: Pick<ProviderSpec<O>, 'query' | 'version'>, options: O): PreparedQuery => ({
  ask: (asked, ports) => query({ ...asked, options }, ports),
  version: version === undefined ? null : (ports) => version(options, ports),
});

/** The way to write a provider that takes options. */
export function defineProvider<O>(
  spec: ProviderSpec<O> & { readonly options: (raw: RawOptions, settings: KnowledgeSettings) => O },
): Provider {
  const { options, query, version, isLookup = false, ...rest } = spec;
  const asking = version === undefined ? { query } : { query, version };
  return {
    ...rest,
    isLookup,
    takesOptions: true,
    prepare: (raw, settings) => preparedWith(asking, options(raw, settings)),
  };
}

/** The way to write a provider that takes no options. */
export function definePlainProvider(spec: Omit<ProviderSpec<null>, 'options'>): Provider {
  const { query, version, isLookup = false, ...rest } = spec;
  const asking = version === undefined ? { query } : { query, version };
  return { ...rest, isLookup, takesOptions: false, prepare: () => preparedWith<null>(asking, null) };
}

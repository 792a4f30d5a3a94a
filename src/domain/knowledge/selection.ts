import { matchProviders } from './aliases.ts';
import { unknownName, unsupportedRequest } from './failures.ts';
import * as say from './messages.ts';
import type { ProviderFacts, RequestKind } from './provider-table.ts';

export type SelectionRequest = {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly kinds: ReadonlySet<RequestKind>;
};

export type Selection<P> = {
  readonly selected: readonly P[];
  /** Ids that the caller named: their failures matter more. */
  readonly explicit: ReadonlySet<string>;
  readonly notConsulted: readonly { readonly provider: string; readonly reason: 'disabled_by_default' }[];
  readonly warnings: readonly string[];
};

const serves = (provider: ProviderFacts, kinds: ReadonlySet<RequestKind>): boolean =>
  provider.requests.some((kind) => kinds.has(kind));

/** Resolves filter words one by one; what matches none or several is warned about and left out. */
function resolve<P extends ProviderFacts>(tokens: readonly string[], providers: readonly P[]) {
  const found: P[] = [];
  const unresolved: string[] = [];
  const warnings: string[] = [];
  for (const token of tokens) {
    const matches = matchProviders(token, providers);
    const [only] = matches;
    if (matches.length === 1 && only !== undefined) found.push(only);
    else {
      unresolved.push(token);
      warnings.push(matches.length === 0 ? say.selectionNoMatch(token) : say.selectionAmbiguous(token));
    }
  }
  return { found, unresolved, warnings };
}

/** Providers asked without being named. Text alone asks the text providers although they are off by default (D33). */
const byDefault = <P extends ProviderFacts>(providers: readonly P[], kinds: ReadonlySet<RequestKind>): readonly P[] => {
  const textOnly = kinds.size === 1 && kinds.has('query_text');
  return providers.filter((provider) => serves(provider, kinds) && (provider.defaultEnabled || textOnly));
};

/**
 * Chooses providers (contract/knowledge.md 4.3): the named ones in the order named, else the default ones in order of
 * registration; then `exclude` takes away. Throws `unknown_provider` (unknown_name, unsupported_request) when names were given
 * and nothing is left; without names an empty choice is legal.
 */
export function selectProviders<P extends ProviderFacts>(providers: readonly P[], request: SelectionRequest): Selection<P> {
  const { include, exclude, kinds } = request;
  const named = resolve(include, providers);
  const unsupported = named.found.filter((provider) => !serves(provider, kinds));
  const excluded = resolve(exclude, providers);
  const warnings = [
    ...named.warnings,
    ...[...new Set(unsupported)].map(({ id, requests }) => say.selectionUnsupported(id, requests)),
    ...excluded.warnings,
  ];
  const wanted = include.length > 0 ? named.found.filter((provider) => serves(provider, kinds)) : byDefault(providers, kinds);
  const selected = [...new Set(wanted)].filter((provider) => !excluded.found.includes(provider));
  if (include.length > 0 && selected.length === 0) {
    if (named.unresolved.length > 0)
      throw unknownName(
        named.unresolved,
        providers.map(({ id }) => id),
      );
    throw unsupportedRequest(wanted.length > 0 ? [...warnings, say.selectionCancelled(wanted.map(({ id }) => id))] : warnings);
  }
  const skipped = providers.filter(
    (provider) =>
      !provider.defaultEnabled && serves(provider, kinds) && !excluded.found.includes(provider) && !selected.includes(provider),
  );
  return {
    selected,
    explicit: new Set(named.found.map(({ id }) => id)),
    notConsulted: include.length > 0 ? [] : skipped.map(({ id }) => ({ provider: id, reason: 'disabled_by_default' })),
    warnings,
  };
}

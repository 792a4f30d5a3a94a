import { matchProviders } from './aliases.ts';
import { invalidOptions } from './failures.ts';
import * as say from './messages.ts';
import type { Provider, RawOptions } from './provider.ts';
import type { KnowledgeRequest } from './request.ts';

export type OptionPlan = { readonly byProvider: ReadonlyMap<string, RawOptions>; readonly warnings: readonly string[] };

/**
 * Gives each selected provider its options (contract/knowledge.md 4.4), before any provider runs. A key that means no provider is
 * an error when providers were named and a warning otherwise; options of unselected providers are ignored with a warning.
 * Throws `unknown_provider` (invalid_options).
 */
export function planOptions(
  request: KnowledgeRequest,
  providers: readonly Provider[],
  selected: readonly Provider[],
): OptionPlan {
  const byProvider = new Map<string, RawOptions>();
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(request.providerOptions)) {
    const matches = matchProviders(key, providers);
    const [provider] = matches;
    const options = value ?? {};
    if (provider === undefined || matches.length > 1) {
      if (request.include.length > 0) throw invalidOptions(say.optionsUnknownProvider(key));
      warnings.push(say.optionsUnknownProvider(key));
    } else if (!selected.includes(provider)) {
      warnings.push(say.optionsIgnored(provider.id));
    } else if (!provider.takesOptions && Object.keys(options).length > 0) {
      throw invalidOptions(say.optionsNotAccepted(provider.id));
    } else {
      byProvider.set(provider.id, options);
    }
  }
  return { byProvider, warnings };
}

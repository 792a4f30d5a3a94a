import type { ProviderFacts } from './provider-table.ts';

/**
 * A filter word in the form in which providers are compared: lower case, every run of other characters than `a-z0-9_` one
 * underscore, none at the ends. Words without any such character give an empty text, which matches nothing.
 */
export const normalizeAlias = (token: string): string =>
  token
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '');

/** Providers whose id, name or output key is meant by the word. */
export function matchProviders<P extends ProviderFacts>(token: string, providers: readonly P[]): readonly P[] {
  const alias = normalizeAlias(token);
  if (alias === '') return [];
  return providers.filter(({ id, name, outputKeys }) => [id, name, ...outputKeys].some((own) => normalizeAlias(own) === alias));
}

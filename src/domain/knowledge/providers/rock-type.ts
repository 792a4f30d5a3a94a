import { BUILTIN_ROCK_TYPES, BUILTIN_VERSION } from '../dictionary/builtin.ts';
import { classOfValue } from '../dictionary/lithologies.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';
import { openDictionaries, rockItems } from '../rock-answer.ts';

/** Kind of rock that a legend label names (contract/knowledge.md 3.1, D32). */
export const rockType = definePlainProvider({
  ...PROVIDER_TABLE.rock_type,
  defaultLimit: () => 50,
  query: async ({ labels }, ports) => {
    const builtin = { dictionary: BUILTIN_ROCK_TYPES, version: BUILTIN_VERSION };
    const opened = await openDictionaries('rock_type', ports.dictionaries.rock_type, builtin);
    const items = rockItems(labels, {
      provider: PROVIDER_TABLE.rock_type,
      opened,
      enrich: (match) => (match === null ? {} : { rock_class: classOfValue(match.entry.value) }),
    });
    return { items, warnings: opened.warnings, version: opened.version };
  },
});

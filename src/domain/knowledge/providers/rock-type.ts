import { BUILTIN_ROCK_TYPES, BUILTIN_VERSION } from '../dictionary/builtin.ts';
import type { LabelMatch } from '../dictionary/label-match.ts';
import { findLithology } from '../dictionary/lithologies.ts';
import { classOfValue } from '../dictionary/rock-classes.ts';
import { definePlainProvider } from '../provider.ts';
import { PROVIDER_TABLE } from '../provider-table.ts';
import { openDictionaries, rockItems } from '../rock-answer.ts';

/** Class in both languages (KW-47); the built-in dictionary adds its own name of the rock and the finer class. */
function describe({ entry }: LabelMatch): Readonly<Record<string, unknown>> {
  const known = findLithology(entry.name);
  return {
    rock_class: classOfValue(entry.value) ?? known?.rockClass ?? null,
    ...(known === null ? {} : { lithology: known.name, rock_subclass: known.subclass }),
  };
}

/** Kind of rock that a legend label names (contract/knowledge.md 3.1, D32). */
export const rockType = definePlainProvider({
  ...PROVIDER_TABLE.rock_type,
  defaultLimit: () => 50,
  isLookup: true,
  query: async ({ labels }, ports) => {
    const builtin = { dictionary: BUILTIN_ROCK_TYPES, version: BUILTIN_VERSION };
    const opened = await openDictionaries('rock_type', ports, builtin);
    const items = rockItems(labels, {
      provider: PROVIDER_TABLE.rock_type,
      opened,
      enrich: (match) => (match === null ? {} : describe(match)),
    });
    return { items, warnings: opened.warnings, version: opened.version };
  },
});

import { AGE_NAMES } from './age-names.ts';
import { buildDictionary, type Dictionary } from './dictionary.ts';
import { LITHOLOGIES } from './lithologies.ts';

/** Changes with the content of the built-in dictionaries; part of provider versions. */
export const BUILTIN_VERSION = '2';

/** The lithology names that need no download. */
export const BUILTIN_ROCK_TYPES: Dictionary = buildDictionary(
  LITHOLOGIES.flatMap(({ names, rockClass }) => names.map((name) => ({ name, value: rockClass.en }))),
  'builtin',
);

/** The time scale that needs no download. */
export const BUILTIN_ROCK_AGES: Dictionary = buildDictionary(
  [...AGE_NAMES].map(([name, unit]) => ({ name, value: unit.name })),
  'builtin',
);

/** Where an absolute path begins: a root folder of Linux or macOS, a drive, a home. Addresses and units such as `/km2` are none. */
const PATH =
  /(?<![\w:/.\\-])(?:~\/|\/(?:tmp|home|root|work|usr|var|etc|opt|srv|mnt|private|Users|Volumes|proc|nowhere)(?:\/|\b)|[A-Za-z]:\\)/u;

/** Every string of a value, keys too, with the pointer to it. */
function* stringsOf(value: unknown, pointer = ''): Iterable<readonly [string, string]> {
  if (typeof value === 'string') yield [pointer, value];
  else if (value instanceof Map || value instanceof Set) yield* stringsOf([...value], pointer);
  else if (value instanceof Error)
    yield* stringsOf({ message: value.message, ...('facts' in value ? { facts: value.facts } : {}) }, pointer);
  else if (Array.isArray(value)) for (const [at, inner] of value.entries()) yield* stringsOf(inner, `${pointer}/${at}`);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield [`${pointer}/${key} (key)`, key];
      // What is logged is for the operator and may name files.
      if (key !== 'logReason') yield* stringsOf(inner, `${pointer}/${key}`);
    }
  }
}

/** Pointers to strings that hold an absolute path or one of the given folders. */
export const pathsIn = (value: unknown, folders: readonly string[] = []): readonly string[] =>
  [...stringsOf(value)]
    .filter(([, text]) => PATH.test(text) || folders.some((folder) => text.includes(folder)))
    .map(([pointer, text]) => `${pointer}: ${text.slice(0, 120)}`);

/** Gives the value on, or throws when a path stands in it (acceptance: no absolute path in any string of any result). */
export function withoutPaths<T>(value: T, folders: readonly string[] = []): T {
  const found = pathsIn(value, folders);
  if (found.length > 0) throw new Error(`a path in a result: ${found.join(' | ')}`);
  return value;
}

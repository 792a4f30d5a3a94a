import type { ImportFailure } from '../errors/routes.ts';

/** What is known of an exception: itself first, then its causes. */
export type ExceptionFacts = { readonly name: string; readonly code: string | null; readonly message: string };

/**
 * Loader messages only (W-44): glibc and musl on Linux, dyld on macOS. A file name that merely contains `.so` somewhere in a
 * sentence is no missing library.
 */
const LIBRARY = [
  /(?:^|[\s/:])([A-Za-z0-9_.+-]+\.so(?:\.\d+)*): cannot open shared object file/m,
  /Error loading shared library ([A-Za-z0-9_.+-]+\.so(?:\.\d+)*):/,
  /Library not loaded: \S*?([A-Za-z0-9_.+-]+\.dylib)/,
];

/** Why a package did not load (contract 8.2), from at most five links of the chain of causes. */
export function classifyImportFailure(packageName: string, chain: readonly ExceptionFacts[]): ImportFailure {
  for (const link of chain.slice(0, 5)) {
    if (link.code === 'ERR_MODULE_NOT_FOUND' || link.code === 'MODULE_NOT_FOUND') {
      return { package: missingPackage(link.message) ?? packageName, reason: 'missing' };
    }
    for (const pattern of LIBRARY) {
      const library = pattern.exec(link.message)?.[1];
      if (library !== undefined) return { package: packageName, reason: 'shared_library', library };
    }
  }
  const name = chain[0]?.name ?? 'Error';
  return { package: packageName, reason: 'error', errorName: /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name) ? name : 'Error' };
}

/** The package itself may be there and one that it needs not. Relative files inside a package are not packages. */
const missingPackage = (message: string): string | undefined =>
  /Cannot find (?:package|module) '((?:@[a-z0-9._-]+\/)?[a-z0-9][a-z0-9._-]*)'/i.exec(message)?.[1];

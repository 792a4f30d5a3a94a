import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { isInsideAny } from '../../domain/catalog/roots.ts';

/** Size in bytes of a file that exists and lies inside one of the roots, else undefined. */
export type SizeOf = (path: string, roots: readonly string[]) => number | undefined;

/**
 * A look at many files in few folders: each folder is made canonical once. Made anew for each list, because folders change.
 */
export function createSizeLookup(): SizeOf {
  const folders = new Map<string, string | undefined>();
  const canonicalFolder = (folder: string): string | undefined => {
    if (!folders.has(folder))
      folders.set(
        folder,
        quietly(() => realpathSync.native(folder)),
      );
    return folders.get(folder);
  };
  return (path, roots) => {
    const folder = canonicalFolder(dirname(path));
    if (folder === undefined || !isInsideAny(folder, roots)) return undefined;
    const stats = quietly(() => lstatSync(path));
    return stats?.isSymbolicLink() ? linkedSize(path, roots) : sizeOfFile(stats);
  };
}

function linkedSize(path: string, roots: readonly string[]): number | undefined {
  const target = quietly(() => realpathSync.native(path));
  return target !== undefined && isInsideAny(target, roots) ? sizeOfFile(quietly(() => lstatSync(target))) : undefined;
}

const sizeOfFile = (stats: Stats | undefined): number | undefined => (stats?.isFile() ? stats.size : undefined);

function quietly<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

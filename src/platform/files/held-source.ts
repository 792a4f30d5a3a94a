import { type Stats, statSync } from 'node:fs';
import { type FileHandle, link, lstat, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedWhileRead } from '../../domain/catalog/roots.ts';
import { openSource, type PathPolicy } from './source-path.ts';

/** A file that stays the same one for as long as a call works on it, whatever becomes of its path. */
export type HeldSource = {
  /** Path of the checked file as it was found; for names and records, never for a library that opens files. */
  readonly named: string;
  /**
   * Path by which a library opens this very file. It holds nothing that a caller chose: libvips reads options from a trailing
   * `[…]`, and GDAL connection strings from many names.
   */
  readonly path: string;
  readonly handle: FileHandle;
  /** Size and times when it was opened. */
  readonly stats: Stats;
  /** Throws `artifact_not_found` (reason `source_changed`) unless the file at the path is still this one and was not written to. */
  readonly checkUnchanged: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** On Linux each opening of this path is a new description of the same inode, with a position of its own. */
const DESCRIPTORS = '/proc/self/fd';
const HAS_DESCRIPTORS = statSync(DESCRIPTORS, { throwIfNoEntry: false })?.isDirectory() ?? false;

type Alias = { readonly path: string; readonly remove: () => Promise<void> };

/** Open a path of `resolveSource`, with the checks of `openSource`, and hold it. The caller closes it. */
export async function holdSource(path: string, policy: PathPolicy, descriptors = HAS_DESCRIPTORS): Promise<HeldSource> {
  const handle = await openSource(path, policy);
  try {
    const alias = descriptors ? openedAgain(handle) : await privateName(path, handle);
    const stats = await handle.stat();
    return {
      named: path,
      path: alias.path,
      handle,
      stats,
      checkUnchanged: async () => {
        const now = await lstat(path).catch(() => undefined);
        if (now === undefined || !sameContent(now, stats)) throw changedWhileRead();
      },
      close: async () => {
        await alias.remove();
        await handle.close();
      },
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const openedAgain = (handle: FileHandle): Alias => ({
  path: `${DESCRIPTORS}/${handle.fd}`,
  remove: async () => undefined,
});

const sameFile = (one: Stats, other: Stats): boolean => one.ino === other.ino && one.dev === other.dev;

const sameContent = (one: Stats, other: Stats): boolean =>
  sameFile(one, other) && one.size === other.size && one.mtimeMs === other.mtimeMs;

/**
 * Where a descriptor cannot be opened again (on macOS that shares its position): a hard link in a folder of our own, which keeps the
 * file; between file systems a symbolic link, whose use `checkUnchanged` judges afterwards.
 */
async function privateName(path: string, handle: FileHandle): Promise<Alias> {
  const folder = await mkdtemp(join(tmpdir(), 'sa-source-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const alias = join(folder, 'source');
  try {
    await link(path, alias).catch(() => symlink(path, alias));
    const found = await lstat(alias);
    if (!found.isSymbolicLink() && !sameFile(found, await handle.stat())) throw changedWhileRead();
    return { path: alias, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

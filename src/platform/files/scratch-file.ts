import { statSync } from 'node:fs';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { storageUnavailable } from '../../domain/errors/outages.ts';
import { makeFolder } from './make-folder.ts';

/** A large file for one call. Write to `path` and read from it; it is gone after `close`, and after the death of the process. */
export type ScratchFile = { readonly path: string; readonly close: () => Promise<void> };

const DESCRIPTORS = '/proc/self/fd';
const HAS_DESCRIPTORS = statSync(DESCRIPTORS, { throwIfNoEntry: false })?.isDirectory() ?? false;
/** No job runs this long (its deadline is at most 15 minutes), so an older file belongs to nobody. */
const ORPHAN_MS = 3_600_000;
/** Left free for everybody else. */
const RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * An empty file in `folder` with room for `bytes`. On Linux its name is removed at once and the file is reached by its descriptor,
 * so that even a killed process leaves nothing behind; elsewhere a later call removes what a killed one has left. Throws
 * `storage_unavailable` before anything is written when the disk has not room enough, and the system's error for other trouble.
 */
export async function openScratchFile(
  folder: string,
  {
    bytes,
    name,
    descriptors = HAS_DESCRIPTORS,
  }: { readonly bytes: number; readonly name: string; readonly descriptors?: boolean },
): Promise<ScratchFile> {
  makeFolder(folder);
  await removeOrphans(folder);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + RESERVE_BYTES) {
    throw storageUnavailable('disk_full', `a scratch file needs ${bytes} bytes, ${bavail * bsize} are free`);
  }
  const path = join(folder, `${name}.scratch`);
  const handle = await open(path, 'wx+', 0o600);
  if (!descriptors) {
    await handle.close();
    return { path, close: () => rm(path, { force: true }) };
  }
  await rm(path, { force: true });
  return { path: `${DESCRIPTORS}/${handle.fd}`, close: () => handle.close() };
}

async function removeOrphans(folder: string): Promise<void> {
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry);
    const found = await stat(path).catch(() => undefined);
    if (found && entry.endsWith('.scratch') && Date.now() - found.mtimeMs > ORPHAN_MS) await rm(path, { force: true });
  }
}

import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isInside } from '../../domain/catalog/roots.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { syncFolder } from '../../platform/files/atomic-write.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { acquireProcessLock } from '../../platform/store/process-lock.ts';
import type { HandlerContext } from '../handler.ts';
import { openArchive } from './archive.ts';
import { assertSpace } from './disk-space.ts';
import { extractFolder } from './extract.ts';
import { asInstallFailure, type Fail, failureOf } from './install-failure.ts';
import type { Asset } from './manifest.ts';
import { checkReceipt, writeReceipt } from './receipt.ts';
import { digestTree } from './tree-digest.ts';

export type InstallStatus = 'installed' | 'already-installed';

export type Installation = Pick<HandlerContext, 'signal' | 'progress'> & {
  readonly dataRoot: string;
  /** Replace what is there. The prepare tools never do. */
  readonly force?: boolean;
  /** An archive on this machine instead of a download, under the same digest rule (D38). */
  readonly archiveFile?: string;
  /** See `Download.retryMs`. */
  readonly retryMs?: number;
};

/**
 * Install one asset below the data root (contract 12.2, D38): one installer at a time; download or take up a download again, check,
 * unpack beside the destination, check again, write the receipt, one rename. Without force nothing that is there is replaced. Throws
 * `asset_install_failed` with its reason.
 */
export async function installAsset(asset: Asset, how: Installation): Promise<InstallStatus> {
  const fail = failureOf(asset.preparation, asset.id);
  try {
    const destination = await safeDestination(how.dataRoot, asset, fail);
    const lock = await acquireProcessLock({
      file: join(how.dataRoot, 'assets', '.locks', `${asset.id}.lock`),
      signal: how.signal,
      onWait: () => how.progress({ share: 0, message: `Waiting for another installer of ${asset.id}` }),
    });
    try {
      return await underLock(destination, { asset, how }, fail);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw asInstallFailure(error, fail);
  }
}

type Work = { readonly asset: Asset; readonly how: Installation };

async function underLock(destination: string, work: Work, fail: Fail): Promise<InstallStatus> {
  await clearUp(destination, work.asset);
  if (work.how.force !== true && (await isInstalled(destination, work, fail))) return 'already-installed';
  await installInto(destination, work, fail);
  return 'installed';
}

/** The destination has to stay inside the data root, also when folders on the way are links. */
async function safeDestination(dataRoot: string, asset: Asset, fail: Fail): Promise<string> {
  const destination = join(dataRoot, asset.destination);
  makeFolder(dirname(destination));
  const [root, parent] = await Promise.all([realpath(dataRoot), realpath(dirname(destination))]);
  if (!isInside(parent, root)) throw fail('disk', 'the destination leads out of the data root');
  return destination;
}

const backupOf = (destination: string): string => join(dirname(destination), `.${basename(destination)}.backup`);

/** Leftovers of an installer that was killed: its staging folders go, and what it had moved aside goes back when nothing took its place. */
async function clearUp(destination: string, asset: Asset): Promise<void> {
  const beside = dirname(destination);
  for (const name of await readdir(beside))
    if (name.startsWith(`.${asset.id}.`)) await rm(join(beside, name), { recursive: true, force: true });
  const backup = backupOf(destination);
  if (!(await isThere(backup))) return;
  if (await isThere(destination)) await rm(backup, { recursive: true, force: true });
  else await rename(backup, destination);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function isInstalled(destination: string, { asset, how }: Work, fail: Fail): Promise<boolean> {
  const found = await readdir(destination).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  if (found.length === 0) return false;
  const missing = await missingFiles(destination, asset);
  if (missing.length > 0)
    throw fail('incomplete', `the destination exists without ${missing.length} of its files; remove it or install by force`);
  if ((await checkReceipt(how.dataRoot, asset)) === 'broken')
    throw fail('incomplete', 'an installed file is not the one that was installed; remove the destination or install by force');
  return true;
}

/** Files of the asset that are absent or empty in a folder. */
export async function missingFiles(folder: string, asset: Asset): Promise<readonly string[]> {
  const there = await Promise.all(
    asset.files.map((file) =>
      stat(join(folder, file)).then(
        (found) => found.isFile() && found.size > 0,
        () => false,
      ),
    ),
  );
  return asset.files.filter((_, at) => !there[at]);
}

async function installInto(destination: string, { asset, how }: Work, fail: Fail): Promise<void> {
  const archive = await openArchive(asset, how, fail);
  const staging = await mkdtemp(join(dirname(destination), `.${asset.id}.`));
  try {
    how.progress({ share: 0.92, message: `Unpacking ${asset.id}` });
    const unpacked = await unpackChecked(archive.path, { asset, how, staging }, fail);
    how.signal.throwIfAborted();
    how.progress({ share: 0.98, message: `Putting ${asset.id} in place` });
    await writeReceipt(how.dataRoot, asset, unpacked);
    await swapIn(unpacked, destination);
    await archive.discard();
  } catch (error) {
    // An archive that cannot be used is not kept, or every later call would fail on it.
    if (isGeomapError(error) && error.facts.details?.reason !== 'disk') await archive.discard();
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function unpackChecked(archive: string, { asset, how, staging }: Work & { readonly staging: string }, fail: Fail) {
  const unpacked = join(staging, 'unpacked');
  await mkdir(unpacked, { mode: 0o700 });
  const room = (bytes: number) => assertSpace(unpacked, bytes, fail);
  const limits = { maxBytes: asset.maxExtractedBytes, signal: how.signal, room };
  await extractFolder({ archive, folder: asset.archiveFolder, target: unpacked, ...limits }, fail);
  const tree = asset.treeSha256 === null ? null : await digestTree(unpacked);
  if (tree !== asset.treeSha256) throw fail('checksum', `the files have the digest ${tree ?? 'none'}`);
  const missing = await missingFiles(unpacked, asset);
  if (missing.length > 0) throw fail('incomplete', `the archive lacks ${missing.length} files`);
  return unpacked;
}

/** One rename; what was there is kept aside until it has succeeded. */
async function swapIn(unpacked: string, destination: string): Promise<void> {
  const backup = backupOf(destination);
  const replaced = await isThere(destination);
  if (replaced) await rename(destination, backup);
  try {
    await rename(unpacked, destination);
  } catch (error) {
    if (replaced) await rename(backup, destination);
    throw error;
  }
  syncFolder(dirname(destination));
  await rm(backup, { recursive: true, force: true });
}

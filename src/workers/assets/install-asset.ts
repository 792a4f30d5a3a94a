import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '../../domain/catalog/roots.ts';
import type { Preparation } from '../../domain/errors/routes.ts';
import { syncFolder } from '../../platform/files/atomic-write.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { HandlerContext } from '../handler.ts';
import { download } from './download.ts';
import { extractFolder } from './extract.ts';
import { asInstallFailure, type Fail, failureOf } from './install-failure.ts';
import type { Asset } from './manifest.ts';
import { checkReceipt, writeReceipt } from './receipt.ts';
import { digestTree } from './tree-digest.ts';

export type InstallStatus = 'installed' | 'already-installed';
type Surroundings = Pick<HandlerContext, 'signal' | 'progress'> & { readonly dataRoot: string };

/**
 * Install one asset below the data root (contract 12.2): download, check, unpack beside the destination, check again, one
 * rename. Nothing that is there is replaced. Throws `asset_install_failed` with its reason.
 */
export async function installAsset(kind: Preparation, asset: Asset, around: Surroundings): Promise<InstallStatus> {
  const fail = failureOf(kind, asset.id);
  try {
    const destination = await safeDestination(around.dataRoot, asset, fail);
    if (await isInstalled(destination, { asset, dataRoot: around.dataRoot }, fail)) return 'already-installed';
    await installInto(destination, { asset, around }, fail);
    await writeReceipt(around.dataRoot, asset);
    return 'installed';
  } catch (error) {
    throw asInstallFailure(error, fail);
  }
}

/** The destination has to stay inside the data root, also when folders on the way are links. */
async function safeDestination(dataRoot: string, asset: Asset, fail: Fail): Promise<string> {
  const destination = join(dataRoot, asset.destination);
  makeFolder(dirname(destination));
  const [root, parent] = await Promise.all([realpath(dataRoot), realpath(dirname(destination))]);
  if (!isInside(parent, root)) throw fail('disk', 'the destination leads out of the data root');
  return destination;
}

type Place = { readonly asset: Asset; readonly dataRoot: string };

async function isInstalled(destination: string, { asset, dataRoot }: Place, fail: Fail): Promise<boolean> {
  const found = await readdir(destination).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  if (found.length === 0) return false;
  const missing = await missingFiles(destination, asset);
  if (missing.length > 0)
    throw fail('incomplete', `the destination exists without ${missing.length} of its files; remove it or install by force`);
  if ((await checkReceipt(dataRoot, asset)) === 'broken')
    throw fail('incomplete', 'an installed file is not the one that was installed; remove the destination or install by force');
  return true;
}

async function missingFiles(folder: string, asset: Asset): Promise<readonly string[]> {
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

type Work = { readonly asset: Asset; readonly around: Surroundings };

async function installInto(destination: string, { asset, around }: Work, fail: Fail): Promise<void> {
  const { signal, progress } = around;
  const staging = await mkdtemp(join(dirname(destination), `.${asset.id}.`));
  try {
    const archive = join(staging, 'archive.zip');
    const onBytes = (done: number, total: number | undefined) =>
      progress({ share: 0.9 * Math.min(1, done / (total ?? asset.maxArchiveBytes)), message: `Downloading ${asset.id}` });
    const sha256 = await download({ url: asset.url, target: archive, maxBytes: asset.maxArchiveBytes, signal, onBytes }, fail);
    if (asset.archiveSha256 !== null && sha256 !== asset.archiveSha256)
      throw fail('checksum', `the archive has the digest ${sha256}`);
    progress({ share: 0.92, message: `Unpacking ${asset.id}` });
    const unpacked = join(staging, 'unpacked');
    await mkdir(unpacked, { mode: 0o700 });
    await extractFolder(
      { archive, folder: asset.archiveFolder, target: unpacked, maxBytes: asset.maxExtractedBytes, signal },
      fail,
    );
    const tree = asset.treeSha256 === null ? null : await digestTree(unpacked);
    if (tree !== asset.treeSha256) throw fail('checksum', `the files have the digest ${tree ?? 'none'}`);
    const missing = await missingFiles(unpacked, asset);
    if (missing.length > 0) throw fail('incomplete', `the archive lacks ${missing.length} files`);
    progress({ share: 0.98, message: `Putting ${asset.id} in place` });
    await rename(unpacked, destination);
    syncFolder(dirname(destination));
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

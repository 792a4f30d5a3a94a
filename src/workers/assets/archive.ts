import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { download } from './download.ts';
import type { Installation } from './install-asset.ts';
import type { Fail } from './install-failure.ts';
import type { Asset } from './manifest.ts';
import { openPartialFile } from './partial-file.ts';

/** The archive of an asset on this machine, its digest checked where one is pinned. `discard` removes a download, never a given file. */
export type Archive = { readonly path: string; readonly discard: () => Promise<void> };

/** Take the given file, or download; a download that was broken off before goes on, and one that went wrong starts once from nothing. */
export async function openArchive(asset: Asset, how: Installation, fail: Fail): Promise<Archive> {
  if (how.archiveFile !== undefined) return givenArchive(asset, how.archiveFile, fail);
  const folder = join(how.dataRoot, 'assets', '.downloads');
  makeFolder(folder);
  const part = await openPartialFile(join(folder, `${asset.id}.part`), asset.url);
  const resumed = (await part.bytes()) > 0;
  const onBytes = (done: number, total: number | undefined) =>
    how.progress({ share: 0.9 * Math.min(1, done / (total ?? asset.maxArchiveBytes)), message: `Downloading ${asset.id}` });
  const fetching = { asset, part, signal: how.signal, onBytes, ...(how.retryMs === undefined ? {} : { retryMs: how.retryMs }) };
  await download(fetching, fail);
  if (asset.archiveSha256 === null) return part;
  let sha256 = await part.sha256();
  if (sha256 !== asset.archiveSha256 && resumed) {
    // The host may have put another file there between the two halves.
    await part.discard();
    await download(fetching, fail);
    sha256 = await part.sha256();
  }
  if (sha256 === asset.archiveSha256) return part;
  await part.discard();
  throw fail('checksum', `the archive has the digest ${sha256}`);
}

async function givenArchive(asset: Asset, file: string, fail: Fail): Promise<Archive> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile()) throw fail('incomplete', 'the given archive is no file');
  if (asset.archiveSha256 !== null) {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
    const sha256 = hash.digest('hex');
    if (sha256 !== asset.archiveSha256) throw fail('checksum', `the given archive has the digest ${sha256}`);
  }
  return { path: file, discard: async () => undefined };
}

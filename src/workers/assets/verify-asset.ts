import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { missingFiles } from './install-asset.ts';
import type { Asset } from './manifest.ts';
import { checkReceipt } from './receipt.ts';
import { digestTree } from './tree-digest.ts';

/**
 * `whole`: the files are those that were installed, or have the approved digest. `unverified`: all there, but put there by hand and
 * without a digest to compare with. `incomplete`: some are missing. `broken`: some are others now. `absent`: nothing is installed.
 */
export type AssetState = 'whole' | 'unverified' | 'incomplete' | 'broken' | 'absent';

/** Check one installed asset, reading every byte of it. */
export async function verifyAsset(dataRoot: string, asset: Asset): Promise<AssetState> {
  const destination = join(dataRoot, asset.destination);
  const found = await readdir(destination).catch(() => []);
  if (found.length === 0) return 'absent';
  if ((await missingFiles(destination, asset)).length > 0) return 'incomplete';
  const receipt = await checkReceipt(dataRoot, asset);
  if (receipt !== 'absent') return receipt;
  if (asset.treeSha256 === null) return 'unverified';
  return (await digestTree(destination)) === asset.treeSha256 ? 'whole' : 'broken';
}

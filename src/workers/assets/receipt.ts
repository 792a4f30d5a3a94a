import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAtomic } from '../../platform/files/atomic-write.ts';
import type { Asset } from './manifest.ts';
import { digestFile, listFiles } from './tree-digest.ts';

const receiptSchema = z.object({
  schema_version: z.literal('asset-receipt/v1'),
  asset_id: z.string(),
  version: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })),
});

const receiptFile = (dataRoot: string, asset: Asset): string => join(dataRoot, 'assets', '.receipts', `${asset.id}.json`);

/** Write down what is about to be put in place from `folder`, file by file, so that it can be checked again later (D38, W-72). */
export async function writeReceipt(dataRoot: string, asset: Asset, folder: string): Promise<void> {
  const files = [];
  for (const path of await listFiles(folder)) {
    const file = join(folder, path);
    files.push({ path, bytes: (await stat(file)).size, sha256: await digestFile(file) });
  }
  const receipt = { schema_version: 'asset-receipt/v1', asset_id: asset.id, version: asset.version, files };
  writeAtomic(receiptFile(dataRoot, asset), `${JSON.stringify(receipt, null, 2)}\n`);
}

/** `absent`: nothing was written down, as for files put there by hand. `broken`: a file has gone or is another one now. */
export async function checkReceipt(dataRoot: string, asset: Asset): Promise<'absent' | 'whole' | 'broken'> {
  const text = await readFile(receiptFile(dataRoot, asset), 'utf8').catch(() => undefined);
  const receipt = text === undefined ? undefined : receiptSchema.safeParse(parseJson(text)).data;
  if (receipt === undefined || receipt.version !== asset.version) return 'absent';
  for (const { path, bytes, sha256 } of receipt.files) {
    const file = join(dataRoot, asset.destination, path);
    const size = await stat(file).then(
      (found) => found.size,
      () => -1,
    );
    if (size !== bytes || (await digestFile(file)) !== sha256) return 'broken';
  }
  return 'whole';
}

/**
 * SHA-256 that an installed file had when it was installed; null for one that no receipt knows, such as one put there by hand.
 * `folder` is where the asset's files are looked for: the receipts lie beside the managed one.
 */
export async function installedDigest(folder: string, asset: Asset, path: string): Promise<string | null> {
  const text = await readFile(join(folder, '..', '.receipts', `${asset.id}.json`), 'utf8').catch(() => '');
  const receipt = receiptSchema.safeParse(parseJson(text)).data;
  if (receipt?.version !== asset.version) return null;
  return receipt.files.find((file) => file.path === path)?.sha256 ?? null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

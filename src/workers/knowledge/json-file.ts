import { providerFailed } from '../../domain/knowledge/failures.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { Asset } from '../../domain/knowledge/ports.ts';

/** JSON content of a knowledge file. Throws `unknown_provider` (provider_failed) for anything that is no JSON. */
export function parseJsonFile(content: Buffer, asset: Asset): unknown {
  try {
    const value: unknown = JSON.parse(content.toString('utf8').replace(/^\uFEFF/, ''));
    return value;
  } catch {
    throw providerFailed(say.assetBroken(asset.name, 'it is no valid JSON'));
  }
}

/** `provider_failed` for JSON of another shape than the file should have. */
export const wrongShape = (asset: Asset, problem: string) => providerFailed(say.assetBroken(asset.name, problem));

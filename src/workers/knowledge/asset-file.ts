import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { assetMissing, providerFailed } from '../../domain/knowledge/failures.ts';
import * as say from '../../domain/knowledge/messages.ts';
import type { Asset } from '../../domain/knowledge/ports.ts';

/** Parsed files kept per kind: a few hosts with files of their own can work side by side. */
const KEPT_FILES = 8;

type Parsed<T> = { readonly stamp: string; readonly value: Promise<T> };

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Size, time and identity of a file: when none of them changes the content is taken as unchanged. Throws `missing_knowledge_asset`. */
export async function stampOf(path: string): Promise<string> {
  const name = basename(path);
  try {
    const facts = await stat(path, { bigint: true });
    if (!facts.isFile() || facts.size === 0n)
      throw assetMissing(name, 'unusable', facts.isFile() ? 'empty file' : 'not a regular file');
    return `${facts.dev}:${facts.ino}:${facts.size}:${facts.mtimeNs}`;
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    throw assetMissing(name, code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'unusable', code);
  }
}

/** SHA-256 of a file, lower-case hex, read in pieces. Throws `missing_knowledge_asset`. */
export async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
      signal.throwIfAborted();
      hash.update(chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw assetMissing(basename(path), 'unusable', codeOf(error));
  }
  return hash.digest('hex');
}

/** Content of a file. Throws `missing_knowledge_asset`. */
export async function readAsset(path: string): Promise<{ readonly asset: Asset; readonly content: Buffer }> {
  const name = basename(path);
  try {
    const content = await readFile(path);
    return { content, asset: { name, digest: createHash('sha256').update(content).digest('hex') } };
  } catch (error) {
    throw assetMissing(name, 'unusable', codeOf(error));
  }
}

/** Content of a file that must still be the one with this digest. Throws `unknown_provider` (provider_failed) when it is another by now. */
export async function readUnchanged(path: string, asset: Asset): Promise<Buffer> {
  const { asset: now, content } = await readAsset(path);
  if (now.digest !== asset.digest) throw providerFailed(say.assetChanging(asset.name));
  return content;
}

/**
 * Opens small files of one kind and parses each once per stamp, also when several calls ask at the same time; the longest unused one is
 * forgotten first. `open` throws `missing_knowledge_asset`, and whatever `parse` throws.
 */
export function createAssetCache<T>(parse: (content: Buffer, asset: Asset) => T): { open(path: string): Promise<T> } {
  const cache = new Map<string, Parsed<T>>();
  return {
    async open(path) {
      const stamp = await stampOf(path);
      const known = cache.get(path);
      cache.delete(path);
      if (known?.stamp === stamp) {
        cache.set(path, known);
        return known.value;
      }
      const value = readAsset(path).then(({ content, asset }) => parse(content, asset));
      cache.set(path, { stamp, value });
      const [oldest] = cache.keys();
      if (cache.size > KEPT_FILES && oldest !== undefined) cache.delete(oldest);
      value.catch(() => {
        if (cache.get(path)?.value === value) cache.delete(path);
      });
      return value;
    },
  };
}

import { readFile, rm } from 'node:fs/promises';
import { sep } from 'node:path';
import type { Preview } from '../domain/documents/shared.ts';

/** What a reader of an inline preview has to know: its size, and that it is no frame to measure in. */
export function previewSentence({ width, height, source_width, downsampled }: Preview): string {
  const size = width === null || height === null ? '' : ` of ${width}x${height} px`;
  const factor =
    downsampled && width !== null && source_width !== null && width > 0
      ? `, downsampled ${(source_width / width).toFixed(2)} times`
      : '';
  return `The preview${size}${factor} is a different coordinate frame: do not measure coordinates on it.`;
}

/** Bytes of a preview that a worker has just written below the cache root; the file is of no use afterwards. Undefined when it is gone. */
export async function takePreview(file: string, cacheRoot: string): Promise<Buffer | undefined> {
  if (!file.startsWith(cacheRoot.endsWith(sep) ? cacheRoot : `${cacheRoot}${sep}`)) return undefined;
  try {
    return await readFile(file);
  } catch {
    return undefined;
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

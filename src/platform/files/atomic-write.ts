import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/**
 * Write a whole file so that a reader sees the old content or the new, never a part, also after a loss of power (W-83).
 * The file gets mode 0600, folders made on the way 0700. Returns the number of bytes written.
 */
export function writeAtomic(file: string, content: string | Uint8Array): number {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const folder = dirname(file);
  makeFolder(folder);
  const draft = join(folder, `.${basename(file)}.${randomBytes(6).toString('hex')}.part`);
  try {
    const descriptor = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  syncFolder(folder);
  return bytes.byteLength;
}

/** Make a rename in this folder durable. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

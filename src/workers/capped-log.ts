import { appendFileSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../platform/files/make-folder.ts';

const LIMIT_BYTES = 5 * 1024 * 1024;

/** Appends lines to a file that never grows past about 5 MiB: the part before is kept once, as `<file>.1` (8.9). A full disk loses lines, not the process. */
export function openCappedLog(file: string): (line: string) => void {
  let size = 0;
  try {
    makeFolder(dirname(file));
    size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return () => undefined;
  }
  return (line) => {
    try {
      if (size > LIMIT_BYTES) {
        renameSync(file, `${file}.1`);
        size = 0;
      }
      const text = `${new Date().toISOString()} ${line}\n`;
      appendFileSync(file, text, { mode: 0o600 });
      size += Buffer.byteLength(text);
    } catch {
      // Nowhere left to say so.
    }
  };
}

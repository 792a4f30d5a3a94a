import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Make a folder and those above it, mode 0700; one that is there already stays as it is. Throws the system's error. Node's own
 * recursive form never returns when a folder cannot be made although the one above it exists (below `/proc`, for one).
 */
export function makeFolder(folder: string): void {
  try {
    makeOne(folder);
  } catch (error) {
    const above = dirname(folder);
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT') || above === folder) throw error;
    makeFolder(above);
    makeOne(folder);
  }
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Also true of a link to a folder; a dead link and a file fail here with their own code.
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST' && statSync(folder).isDirectory()) return;
    throw error;
  }
}

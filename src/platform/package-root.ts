import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/** Folder of this package, whether the code runs from src/, from dist/ or bundled into one file. */
export function packageRoot(): string {
  if (found !== undefined) return found;
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    if (isPackage(at)) {
      found = at;
      return at;
    }
    if (dirname(at) === at) throw new Error('The package folder was not found above the running code.');
  }
}

function isPackage(folder: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'name' in manifest && manifest.name === 'stratigraphic-amenity';
  } catch {
    return false;
  }
}

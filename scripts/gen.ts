// Writes schemas/ and the tables in docs/ from the source. `--check` writes nothing and fails when a file differs, is missing or
// has no source any more.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { generatedFiles } from './generated-files.ts';

const ROOT = join(import.meta.dirname, '..');
const checking = process.argv.includes('--check');
const files = generatedFiles();

const present = existsSync(join(ROOT, 'schemas'))
  ? readdirSync(join(ROOT, 'schemas'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
  : [];
const stale = present.filter((path) => !files.has(path));
const different = [...files].filter(
  ([path, text]) => !existsSync(join(ROOT, path)) || readFileSync(join(ROOT, path), 'utf8') !== text,
);

if (!checking) {
  for (const path of stale) rmSync(join(ROOT, path));
  for (const [path, text] of different) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
}
for (const path of stale) console.log(`${checking ? 'has no source any more' : 'removed'}: ${path}`);
for (const [path] of different) console.log(`${checking ? 'differs from its source' : 'written'}: ${path}`);
console.log(`generated: ${files.size} files${checking ? ', compared' : ''}`);
if (checking && stale.length + different.length > 0) {
  console.error('generated: run `npm run gen` and commit the result');
  process.exitCode = 1;
}

// The house rules that a script can see. Prints each break with its file and line; exit code 1 if there is one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { styleProblems } from './style.ts';

const root = join(import.meta.dirname, '..');
const files = ['src', 'test', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|mjs)$/.test(name))
    .map((name) => join(folder, name)),
);
const problems = files.flatMap((path) => styleProblems(path, readFileSync(join(root, path), 'utf8')));
for (const problem of problems) console.error(problem);
console.log(`style: ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0;

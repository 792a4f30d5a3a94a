#!/usr/bin/env node
// Builds dist/ in place: compile, copy what is not TypeScript, remove what has no source any more, bundle bin/mcp.
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const CHUNK_LIFE_MS = 7 * 24 * 3_600_000;
process.chdir(ROOT);

/** @param {string[]} args */
const node = (...args) => {
  const { status } = spawnSync(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(1);
};

/** Files below a folder, relative to it. @param {string} folder */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

const copyPlainFiles = () => {
  for (const file of filesOf('src').filter((name) => !/\.ts$/.test(name))) {
    mkdirSync(dirname(join('dist', file)), { recursive: true });
    copyFileSync(join('src', file), join('dist', file));
  }
};

/** Chunks of bin/mcp that a server of the build before may still load. @param {string} file */
const youngChunk = (file) => /^bin\/mcp-\w+\.js/.test(file) && Date.now() - statSync(join('dist', file)).mtimeMs < CHUNK_LIFE_MS;

const pruneStale = () => {
  const sources = new Set(
    filesOf('src').flatMap((name) => [name, name.replace(/\.ts$/, '.js'), name.replace(/\.ts$/, '.js.map')]),
  );
  for (const file of filesOf('dist')) if (!sources.has(file) && !youngChunk(file)) rmSync(join('dist', file));
};

node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
copyPlainFiles();
pruneStale();
node('scripts/bundle-mcp.mjs');
for (const file of existsSync('dist/bin') ? filesOf('dist/bin') : [])
  if (file.endsWith('.js')) chmodSync(join('dist/bin', file), 0o755);

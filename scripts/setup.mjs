#!/usr/bin/env node
// Makes a fresh clone ready to run: packages, native addons, redis-server, build. Needs only Node and npm, does nothing when
// nothing has changed. Exit code 0: ready (or ready but for a system part that it named), 1: a step that everything needs failed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  asksForGdal,
  digest,
  installKey,
  missingPackages,
  parseStamp,
  planGdal,
  planSystemPart,
  upToDate,
} from './setup-plan.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const STAMP = join(ROOT, '.setup-stamp');
const BUILD_INPUTS = [
  'src',
  'scripts/build.mjs',
  'scripts/bundle-mcp.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package.json',
];
const MINUTE = 60_000;
/** `skip`, `try`, or left to the plan. */
const GDAL_SETTING = process.env.STRATIGRAPHIC_SETUP_GDAL ?? '';
/** Keeps install scripts from fetching GPU libraries, whichever npm runs them. */
const QUIET = { ONNXRUNTIME_NODE_INSTALL: 'skip', ONNXRUNTIME_NODE_INSTALL_CUDA: 'skip' };

/** @param {string} text */
const say = (text) => console.log(`setup: ${text}`);
/** @param {string} path */
const read = (path) => (existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : null);
/** @param {string | null} text */
const parse = (text) => (text === null ? null : JSON.parse(text));

/** Path of a program, or null. @param {string} name */
const which = (name) => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  return null;
};

/**
 * Runs a command, its output shown (or kept back and shown only on failure).
 * @param {string[]} command @param {{ cwd?: string, env?: Record<string, string>, timeout?: number, quiet?: boolean }} [options]
 */
const run = ([program = '', ...args], { cwd = ROOT, env = {}, timeout = 15 * MINUTE, quiet = false } = {}) => {
  const stdio = quiet ? 'pipe' : 'inherit';
  const result = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...QUIET, ...env },
    timeout,
    stdio: ['ignore', stdio, stdio],
  });
  return { ok: result.status === 0, output: `${result.stdout ?? ''}${result.stderr ?? ''}` };
};

/** The npm that started us, else the one on PATH. @param {string[]} args */
const npm = (...args) => {
  const own = process.env.npm_execpath;
  return own?.endsWith('.js') ? [process.execPath, own, ...args] : ['npm', ...args];
};

/** Node's own headers, so that a compilation has nothing to download: they lie beside every Node but some distributions'. */
const headers = () => {
  const prefix = join(dirname(realpathSync(process.execPath)), '..');
  return existsSync(join(prefix, 'include/node/node.h')) ? [`--nodedir=${prefix}`] : [];
};

/** Loads a native package in a process of its own. @param {string} code */
const loads = (code) => run([process.execPath, '-e', code], { quiet: true, timeout: MINUTE }).ok;
const loadsStore = () => loads("new (require('better-sqlite3'))(':memory:').close()");
const loadsGdal = () => loads("require('gdal-async').drivers.count()");

/** Digest of everything that the build reads. */
const buildKey = () => {
  /** @type {(path: string) => string[]} */
  const files = (path) => {
    if (!existsSync(join(ROOT, path))) return [];
    try {
      return readdirSync(join(ROOT, path))
        .sort()
        .flatMap((name) => files(join(path, name)));
    } catch {
      return [path];
    }
  };
  return digest(BUILD_INPUTS.flatMap(files).flatMap((path) => [path, readFileSync(join(ROOT, path))]));
};

const rights = () => ({
  platform: process.platform,
  root: process.getuid?.() === 0,
  sudo: which('sudo') !== null && run(['sudo', '-n', 'true'], { quiet: true, timeout: MINUTE }).ok,
  apt: which('apt-get') !== null,
  brew: which('brew') !== null,
});

/** Installs a system part if we may; else says how. @param {import('./setup-plan.mjs').SystemPart} part @param {string} purpose */
const installSystemPart = (part, purpose) => {
  const plan = planSystemPart(part, rights());
  if (plan.kind === 'run') {
    say(`installing ${part} (${purpose})`);
    if (plan.commands.every((command) => run(command, { quiet: true, timeout: 10 * MINUTE }).ok)) return true;
  }
  const command =
    plan.kind === 'tell' ? plan.command : plan.kind === 'run' ? plan.commands.map((words) => words.join(' ')).join(' && ') : '';
  say(`MISSING ${part} (${purpose}). Run this, then start again:\n         ${command}`);
  return false;
};

const installPackages = () => {
  const lock = parse(read('package-lock.json'));
  const missing = missingPackages(lock, parse(read('node_modules/.package-lock.json')), (path) =>
    existsSync(join(ROOT, path, 'package.json')),
  );
  if (missing.length === 0) return true;
  say(`npm ci (${missing.length} packages to fetch)`);
  return run(npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error')).ok;
};

/** better-sqlite3: the prebuilt binary, else a compilation of about a minute. */
const prepareStore = () => {
  if (loadsStore()) return true;
  const cwd = join(ROOT, 'node_modules/better-sqlite3');
  say('better-sqlite3: looking for a prebuilt binary');
  run([process.execPath, join(ROOT, 'node_modules/prebuild-install/bin.js')], { cwd, quiet: true, timeout: MINUTE });
  if (loadsStore()) return true;
  if (!['make', 'g++', 'python3'].every(which)) installSystemPart('compiler', 'no prebuilt better-sqlite3 for this machine');
  say('better-sqlite3: compiling (about 75 s with two cores)');
  const built = run(npm('run', 'build-release', '--', ...headers()), { cwd, quiet: true });
  if (!built.ok) console.error(built.output.split('\n').slice(-30).join('\n'));
  return built.ok && loadsStore();
};

const prepareRedis = () => {
  const present = () => process.env.GEOMAP_REDIS_URL?.trim() || which('redis-server') || which('valkey-server');
  if (present() || (installSystemPart('redis', 'job queue between the server and its workers') && present())) return;
  say('going on without redis-server: the server starts and lists its tools, but every call answers queue_unavailable');
};

/** The optional raster binding; never fatal. @param {string} stamped what the last run came to */
const prepareGdal = (stamped) => {
  const listed = existsSync(join(ROOT, 'node_modules/gdal-async'));
  const facts = {
    listed,
    loads: listed && loadsGdal(),
    setting: GDAL_SETTING,
    ci: Boolean(process.env.CI),
    stamped,
  };
  const plan = planGdal(facts);
  if (plan !== 'try') {
    if (plan === 'skipped') say('GDAL binding skipped: export stays "not ready" (set STRATIGRAPHIC_SETUP_GDAL=try to build it)');
    return plan;
  }
  const cwd = join(ROOT, 'node_modules/gdal-async');
  say('gdal-async: looking for a prebuilt binary');
  // gdal-async brings the tool in its own folder; should a later version not, it is in ours.
  const tool = 'node_modules/@mapbox/node-pre-gyp/bin/node-pre-gyp';
  const fetcher = [process.execPath, [cwd, ROOT].map((folder) => join(folder, tool)).find(existsSync) ?? tool, 'install'];
  run(fetcher, { cwd, quiet: true, timeout: MINUTE });
  if (loadsGdal()) return 'ready';
  if (which('gdal-config') || installSystemPart('gdal', 'no prebuilt gdal-async for this machine')) {
    say('gdal-async: building against the system GDAL (2 to 4 minutes with two cores)');
    const env = { npm_config_build_from_source: 'true', npm_config_shared_gdal: 'true' };
    const command = [...fetcher, '--build-from-source', '--shared_gdal', '-j', 'max', ...headers()];
    const { output } = run(command, { cwd, env, quiet: true, timeout: 12 * MINUTE });
    if (loadsGdal()) return 'ready';
    console.error(output.split('\n').slice(-10).join('\n'));
  }
  say('no GDAL binding: export stays "not ready"; install libgdal-dev and run again with STRATIGRAPHIC_SETUP_GDAL=try');
  return 'given_up';
};

const build = () => {
  say('building');
  return run([process.execPath, 'scripts/build.mjs']).ok;
};

const main = () => {
  const started = Date.now();
  const runtime = { node: process.versions.modules, platform: process.platform, arch: process.arch };
  const stamp = parseStamp(read('.setup-stamp'));
  const install = installKey(read('package-lock.json') ?? '', runtime);
  const facts = {
    stamp,
    install,
    build: buildKey(),
    modules: existsSync(join(ROOT, 'node_modules/.package-lock.json')),
    entry: existsSync(join(ROOT, 'dist/bin/mcp.js')),
    gdal: GDAL_SETTING,
  };
  prepareRedis();
  if (upToDate(facts)) return 0;
  /** @type {(what: string) => number} */
  const give = (what) => {
    console.error(`setup: FAILED: ${what}`);
    return 1;
  };
  if (stamp.install !== install || !facts.modules) {
    if (!installPackages()) return give('npm ci; the lines above say why');
    if (!prepareStore()) return give('better-sqlite3 could be neither fetched nor compiled; it needs make, g++ and python3');
    stamp.gdal = prepareGdal(stamp.gdal);
  } else if (asksForGdal(stamp, GDAL_SETTING)) stamp.gdal = prepareGdal(stamp.gdal);
  if (!build()) return give('the build; the lines above say why');
  writeFileSync(STAMP, `${JSON.stringify({ install, build: facts.build, gdal: stamp.gdal })}\n`);
  say(`ready after ${Math.round((Date.now() - started) / 1000)} s`);
  return 0;
};

process.exitCode = main();

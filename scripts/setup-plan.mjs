// The decisions of the set-up, without effects: what is missing, who may install it, and what to say otherwise.
import { createHash } from 'node:crypto';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockEntry */
/** @typedef {{ packages?: Record<string, LockEntry> }} LockFile */
/** @typedef {{ node: string, platform: string, arch: string }} Runtime */
/** @typedef {{ install: string, build: string, gdal: string }} Stamp */
/** @typedef {{ platform: string, root: boolean, sudo: boolean, apt: boolean, brew: boolean }} Rights */
/** @typedef {{ kind: 'run', commands: string[][] } | { kind: 'tell', command: string }} SystemPlan */

/** Digest of several texts, in order; a text can never be taken for the end of the one before it.
 * @param {readonly (string | Buffer)[]} parts */
export const digest = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(String(part.length)).update('\n').update(part);
  return hash.digest('hex').slice(0, 32);
};

/** What the installed packages depend on: the lock file, the binary interface of Node and the machine.
 * @param {string} lock @param {Runtime} runtime */
export const installKey = (lock, runtime) => digest([lock, runtime.node, runtime.platform, runtime.arch]);

/** Reads a stamp; anything unreadable is an empty one, so that the set-up runs again.
 * @param {string | null} text @returns {Stamp} */
export const parseStamp = (text) => {
  const empty = { install: '', build: '', gdal: '' };
  if (text === null) return empty;
  try {
    const value = JSON.parse(text);
    const texts = Object.entries(value).filter(([key, item]) => key in empty && typeof item === 'string');
    return { ...empty, ...Object.fromEntries(texts) };
  } catch {
    return empty;
  }
};

/**
 * Packages that the lock file wants and the module folder does not have in that version. Optional ones may be absent
 * (another platform), but not be there in another version.
 * @param {LockFile} lock @param {LockFile | null} installed npm's own record inside node_modules
 * @param {(path: string) => boolean} present whether a package folder is really there
 */
export const missingPackages = (lock, installed, present) =>
  Object.entries(lock.packages ?? {}).flatMap(([path, wanted]) => {
    if (path === '' || wanted.link) return [];
    const found = installed?.packages?.[path];
    if (!found || !present(path)) return wanted.optional || wanted.devOptional ? [] : [path];
    return found.version === wanted.version ? [] : [path];
  });

/** @typedef {'redis' | 'compiler' | 'gdal'} SystemPart */

/** Debian and Homebrew names of the system parts.
 * @type {Readonly<Record<SystemPart, { apt: string[], brew: string[] }>>} */
export const SYSTEM_PARTS = {
  redis: { apt: ['redis-server'], brew: ['redis'] },
  compiler: { apt: ['build-essential', 'python3'], brew: [] },
  gdal: { apt: ['build-essential', 'python3', 'libgdal-dev'], brew: ['gdal'] },
};

/**
 * How to get a system part: the commands to run, or the one command that a person with more rights has to run.
 * @param {SystemPart} part @param {Rights} rights @returns {SystemPlan}
 */
export const planSystemPart = (part, rights) => {
  const names = SYSTEM_PARTS[part];
  if (rights.platform === 'darwin') {
    if (names.brew.length === 0) return { kind: 'tell', command: 'xcode-select --install' };
    if (rights.brew) return { kind: 'run', commands: [['brew', 'install', ...names.brew]] };
    return { kind: 'tell', command: `brew install ${names.brew.join(' ')}   (Homebrew itself: see its home page)` };
  }
  if (!rights.apt)
    return { kind: 'tell', command: `install ${names.apt.join(', ')} (names of Debian) with your package manager` };
  if (!rights.root && !rights.sudo)
    return { kind: 'tell', command: `sudo apt-get update && sudo apt-get install -y ${names.apt.join(' ')}` };
  const prefix = rights.root ? [] : ['sudo', '-n'];
  const quiet = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=120'];
  return {
    kind: 'run',
    commands: [
      [...prefix, ...quiet, 'update'],
      [...prefix, ...quiet, 'install', '-y', '--no-install-recommends', ...names.apt],
    ],
  };
};

/**
 * What to do about the optional GDAL binding.
 * `STRATIGRAPHIC_SETUP_GDAL`: `skip` leaves it out, `try` also builds on CI; unset means a person gets it and CI does not.
 * @param {{ listed: boolean, loads: boolean, setting: string, ci: boolean, stamped: string }} facts
 * @returns {'not_used' | 'ready' | 'skipped' | 'given_up' | 'try'}
 */
export const planGdal = ({ listed, loads, setting, ci, stamped }) => {
  if (!listed) return 'not_used';
  if (loads) return 'ready';
  if (setting === 'skip' || (ci && setting !== 'try')) return 'skipped';
  return stamped === 'given_up' && setting !== 'try' ? 'given_up' : 'try';
};

/** Nothing is to be done: packages, build and their record agree, and nobody asks for a binding that is not there.
 * @param {{ stamp: Stamp, install: string, build: string, modules: boolean, entry: boolean, gdal: string }} facts */
export const upToDate = ({ stamp, install, build, modules, entry, gdal }) =>
  modules && entry && stamp.install === install && stamp.build === build && !asksForGdal(stamp, gdal);

/** The operator wants the binding built, and the last run has not come to it. @param {Stamp} stamp @param {string} setting */
export const asksForGdal = (stamp, setting) => setting === 'try' && !['ready', 'not_used'].includes(stamp.gdal);

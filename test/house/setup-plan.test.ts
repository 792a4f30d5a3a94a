import { describe, expect, it } from 'vitest';
import {
  digest,
  installKey,
  missingPackages,
  parseStamp,
  planGdal,
  planSystemPart,
  upToDate,
} from '../../scripts/setup-plan.mjs';

const debian = { platform: 'linux', root: false, sudo: false, apt: true, brew: false };
const stamp = { install: 'i', build: 'b', gdal: 'not_used' };

describe('the set-up', () => {
  it('does nothing when packages, build and their record agree', () => {
    expect(upToDate({ stamp, install: 'i', build: 'b', modules: true, entry: true, gdal: '' })).toBe(true);
  });

  it.each([
    ['another lock file', { install: 'x' }],
    ['a changed source', { build: 'x' }],
    ['a removed module folder', { modules: false }],
    ['a removed build', { entry: false }],
    ['a request for the GDAL binding that was left out', { stamp: { ...stamp, gdal: 'skipped' }, gdal: 'try' }],
  ])('starts again after %s', (_, change) => {
    expect(upToDate({ stamp, install: 'i', build: 'b', modules: true, entry: true, gdal: '', ...change })).toBe(false);
  });

  it('takes another Node ABI, platform or processor for another installation', () => {
    const here = { node: '115', platform: 'linux', arch: 'x64' };
    const keys = [here, { ...here, node: '127' }, { ...here, platform: 'darwin' }, { ...here, arch: 'arm64' }].map((runtime) =>
      installKey('{}', runtime),
    );
    expect(new Set(keys).size).toBe(4);
    expect(installKey('{}', here)).toBe(keys[0]);
  });

  it('keeps the parts of a digest apart', () => {
    expect(digest(['ab', 'c'])).not.toBe(digest(['a', 'bc']));
  });

  it.each([[null], [''], ['{'], ['{"install":5}'], ['null']])('reads the broken stamp %j as none', (text) => {
    expect(parseStamp(text)).toEqual({ install: '', build: '', gdal: '' });
  });
});

describe('missing packages', () => {
  const lock = {
    packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0', optional: true } },
  };
  const all = () => true;

  it('are none when the module folder holds what the lock file says', () => {
    expect(missingPackages(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } }, all)).toEqual([]);
  });

  it('include one in another version, optional or not', () => {
    const installed = { packages: { 'node_modules/a': { version: '0.9.0' }, 'node_modules/b': { version: '1.0.0' } } };
    expect(missingPackages(lock, installed, all)).toEqual(['node_modules/a', 'node_modules/b']);
  });

  it('include one whose folder was removed by hand', () => {
    expect(missingPackages(lock, { packages: { 'node_modules/a': { version: '1.0.0' } } }, () => false)).toEqual([
      'node_modules/a',
    ]);
  });

  it('include every one on a fresh clone but the optional ones', () => {
    expect(missingPackages(lock, null, () => false)).toEqual(['node_modules/a']);
  });
});

describe('a system part', () => {
  it('is installed by root after the package lists were refreshed', () => {
    const plan = planSystemPart('redis', { ...debian, root: true });
    const texts = plan.kind === 'run' ? plan.commands.map((words) => words.join(' ')) : [];
    expect(texts).toHaveLength(2);
    expect(texts[0]).toMatch(/^env DEBIAN_FRONTEND=noninteractive apt-get .*update$/);
    expect(texts[1]).toMatch(/ install -y --no-install-recommends redis-server$/);
  });

  it('is installed through sudo only when sudo asks for no password', () => {
    const plan = planSystemPart('redis', { ...debian, sudo: true });
    expect(plan.kind === 'run' && plan.commands.every(([first, second]) => first === 'sudo' && second === '-n')).toBe(true);
  });

  it('without the right to install is named as one exact command', () => {
    expect(planSystemPart('gdal', debian)).toEqual({
      kind: 'tell',
      command: 'sudo apt-get update && sudo apt-get install -y build-essential python3 libgdal-dev',
    });
  });

  it('comes from Homebrew on macOS, and the compiler from Apple', () => {
    const mac = { ...debian, platform: 'darwin', apt: false, brew: true };
    expect(planSystemPart('redis', mac)).toEqual({ kind: 'run', commands: [['brew', 'install', 'redis']] });
    expect(planSystemPart('compiler', mac)).toEqual({ kind: 'tell', command: 'xcode-select --install' });
    expect(planSystemPart('redis', { ...mac, brew: false }).kind).toBe('tell');
  });

  it('is only named on a system with another package manager', () => {
    expect(planSystemPart('redis', { ...debian, apt: false, root: true }).kind).toBe('tell');
  });
});

describe('the GDAL binding', () => {
  const facts = { listed: true, loads: false, setting: '', ci: false, stamped: '' };

  it.each([
    ['is not used where the packages do not hold it', { listed: false }, 'not_used'],
    ['is ready when it loads', { loads: true }, 'ready'],
    ['is tried for a person', {}, 'try'],
    ['is left out on CI', { ci: true }, 'skipped'],
    ['is built on CI on request', { ci: true, setting: 'try' }, 'try'],
    ['is left out on request', { setting: 'skip' }, 'skipped'],
    ['is not tried again after it failed', { stamped: 'given_up' }, 'given_up'],
    ['is tried again on request', { stamped: 'given_up', setting: 'try' }, 'try'],
  ])('%s', (_, change, expected) => {
    expect(planGdal({ ...facts, ...change })).toBe(expected);
  });
});

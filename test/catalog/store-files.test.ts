import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/platform/store/open-store.ts';
import { temporaryFolder } from './store-fixture.ts';
import { sourceFacts } from './store-fixture-facts.ts';

let stateRoot: string;
let file: string;
beforeEach(() => {
  stateRoot = join(temporaryFolder(), 'state');
  file = join(stateRoot, 'registry.sqlite');
});
const open = (root: string = stateRoot) => {
  const store = openStore({ stateRoot: root });
  onTestFinished(() => store.close());
  return store;
};
const corrupt = expect.objectContaining({
  code: 'registry_corrupt',
  facts: expect.objectContaining({
    details: { registry: 'state/registry.sqlite' },
    hints: [expect.stringContaining('data root')],
  }),
});

describe('a registry file', () => {
  test('is made at the first use, private, in WAL mode, and nothing is left beside it', () => {
    const store = open();
    expect(existsSync(stateRoot)).toBe(false);
    store.registerMap(sourceFacts('/maps/a.png'));
    expect(statSync(stateRoot).mode & 0o777).toBe(0o700);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(stateRoot).filter((name) => name.includes('.part'))).toEqual([]);
    const reader = new Sqlite(file, { readonly: true });
    expect(reader.pragma('journal_mode', { simple: true })).toBe('wal');
    reader.close();
  });

  test('outlives the process and is read by the next', () => {
    const first = open();
    const map = first.registerMap(sourceFacts('/maps/a.png'));
    first.close();
    expect(open().findMap(map.id)).toEqual(map);
  });

  test('is seen by two stores at once', () => {
    const [one, two] = [open(), open()];
    const map = one.registerMap(sourceFacts('/maps/a.png'));
    expect(two.findMap(map.id)).toEqual(map);
    two.addGeoref(map.id, () => ({ sourceSha256: '', document: {} }));
    expect(one.findMap(map.id)?.revision).toBe(1);
  });

  test.each([
    ['text', () => writeFileSync(file, '{"maps": {}}')],
    ['nothing', () => writeFileSync(file, '')],
    ['a folder', () => mkdirSync(file)],
    ['a header and rubbish', () => writeFileSync(file, Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8000, 7)]))],
    ['the database of another program', () => new Sqlite(file).exec('CREATE TABLE maps (id)').close()],
    [
      'a registry without its tables',
      () => {
        openStore({ stateRoot }).registerMap(sourceFacts('/maps/a.png'));
        new Sqlite(file).exec('PRAGMA foreign_keys=0; DROP TABLE maps').close();
      },
    ],
    [
      'a registry of a later version',
      () => {
        openStore({ stateRoot }).registerMap(sourceFacts('/maps/a.png'));
        new Sqlite(file).exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)").close();
      },
    ],
  ])('that is %s is corrupt, and is left as it is', (_name, make) => {
    mkdirSync(stateRoot, { recursive: true });
    make();
    const before = statSync(file).isFile() ? readFileSync(file) : undefined;
    expect(() => open().registerMap(sourceFacts('/maps/b.png'))).toThrow(corrupt);
    expect(() => open().listResources(undefined, 10)).toThrow(corrupt);
    if (before !== undefined) expect(readFileSync(file).subarray(0, 16)).toEqual(before.subarray(0, 16));
  });

  test('that breaks while a store has it open is noticed at the next call, and so is its repair', () => {
    const store = open();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    new Sqlite(file).exec('PRAGMA wal_checkpoint(TRUNCATE)').close();
    const backup = `${stateRoot}-backup`;
    cpSync(stateRoot, backup, { recursive: true });
    truncateSync(file, 0);
    expect(() => store.findMap(map.id)).toThrow(corrupt);
    rmSync(stateRoot, { recursive: true });
    cpSync(backup, stateRoot, { recursive: true });
    expect(store.findMap(map.id)).toEqual(map);
  });

  test('that is moved away while a store has it open is made anew', () => {
    const store = open();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    rmSync(stateRoot, { recursive: true });
    expect(store.findMap(map.id)).toBeUndefined();
    expect(store.registerMap(sourceFacts('/maps/a.png')).id).not.toBe(map.id);
  });
});

describe('a state folder that cannot be used', () => {
  const unavailable = expect.objectContaining({ code: 'storage_unavailable' });

  test('is said to be unavailable: a file in its place, a dead link, no place at all', () => {
    writeFileSync(stateRoot, 'x');
    expect(() => open().registerMap(sourceFacts('/maps/a.png'))).toThrow(unavailable);
    rmSync(stateRoot);
    symlinkSync('/nowhere/at/all', stateRoot);
    expect(() => open().registerMap(sourceFacts('/maps/a.png'))).toThrow(unavailable);
    expect(() => open('/dev/null/state').registerMap(sourceFacts('/maps/a.png'))).toThrow(unavailable);
    expect(() => open('/proc/state').registerMap(sourceFacts('/maps/a.png'))).toThrow(unavailable);
  });

  test.skipIf(process.getuid?.() === 0)('is said to be unavailable when it is read-only (not for root)', () => {
    mkdirSync(stateRoot, { mode: 0o500 });
    chmodSync(stateRoot, 0o500);
    expect(() => open().registerMap(sourceFacts('/maps/a.png'))).toThrow(unavailable);
  });

  test('works again as soon as it can be used, without a new store', () => {
    writeFileSync(stateRoot, 'x');
    const store = open();
    expect(() => store.registerMap(sourceFacts('/maps/a.png'))).toThrow(unavailable);
    rmSync(stateRoot);
    expect(store.registerMap(sourceFacts('/maps/a.png')).id).toMatch(/^[0-9a-f]{32}$/);
  });

  test('a document that cannot be written leaves no revision', () => {
    const store = open();
    const map = store.registerMap(sourceFacts('/maps/a.png'));
    writeFileSync(join(stateRoot, 'maps'), 'a file where a folder has to be');
    expect(() => store.addGeoref(map.id, () => ({ sourceSha256: '', document: {} }))).toThrow(unavailable);
    expect(store.findMap(map.id)?.revision).toBeNull();
    rmSync(join(stateRoot, 'maps'));
    expect(store.addGeoref(map.id, () => ({ sourceSha256: '', document: {} })).revision).toBe(1);
  });
});

test('eight processes at once agree on one map and get distinct revisions, from the first start on', async () => {
  const writer = fileURLToPath(new URL('./store-writer.ts', import.meta.url));
  const children = Array.from({ length: 8 }, () => fork(writer, [stateRoot, '3'], { execArgv: ['--import', 'tsx'] }));
  onTestFinished(() => children.forEach((child) => void child.kill('SIGKILL')));
  await Promise.all(children.map((child) => once(child, 'message')));
  const answers = children.map((child) => once(child, 'message'));
  for (const child of children) child.send('go');
  const results: { id: string; revisions: number[] }[] = (await Promise.all(answers)).map(([answer]) => answer);
  expect(new Set(results.map((result) => result.id)).size).toBe(1);
  const revisions = results.flatMap((result) => result.revisions).sort((one, two) => one - two);
  expect(revisions).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
  const store = open();
  const id = results[0]?.id ?? '';
  expect(store.findGeoref(id)?.revision).toBe(24);
  expect(readdirSync(join(stateRoot, 'maps', id, 'georef')).length).toBe(24);
});

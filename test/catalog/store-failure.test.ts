import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { asStoreFailure } from '../../src/platform/store/store-failure.ts';

const caught = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
};

test('a full database file is a full disk', () => {
  const sqlite = new Sqlite(':memory:');
  sqlite.exec('CREATE TABLE t (x)');
  sqlite.pragma('max_page_count = 2');
  const error = caught(() => sqlite.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(100_000)));
  expect(asStoreFailure(error)).toMatchObject({ code: 'storage_unavailable', facts: { details: { reason: 'disk_full' } } });
  sqlite.close();
});

test.each([
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EROFS', 'not_writable'],
  ['EACCES', 'not_writable'],
])('%s is storage_unavailable: %s, also when it is the cause of another error', (code, reason) => {
  const error = new Error('outer', { cause: Object.assign(new Error('write failed'), { code }) });
  expect(asStoreFailure(error)).toMatchObject({ code: 'storage_unavailable', facts: { details: { reason } } });
});

test('a database that stays locked says so', () => {
  expect(asStoreFailure(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }))).toMatchObject({
    facts: { details: { reason: 'locked' } },
  });
});

test('a broken constraint is a bug of ours and stays what it is', () => {
  const sqlite = new Sqlite(':memory:');
  sqlite.exec('CREATE TABLE t (x UNIQUE); INSERT INTO t VALUES (1)');
  const error = caught(() => sqlite.exec('INSERT INTO t VALUES (1)'));
  expect(asStoreFailure(error)).toBe(error);
  sqlite.close();
});

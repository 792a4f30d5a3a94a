import { randomBytes } from 'node:crypto';
import { closeSync, constants, linkSync, lstatSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { registryCorrupt } from '../../domain/errors/outages.ts';
import { makeFolder } from '../files/make-folder.ts';
import * as schema from './schema.ts';

export type Registry = { readonly sqlite: Sqlite.Database; readonly db: BetterSQLite3Database<typeof schema> };

/** `application_id` in the header of our registry: the letters "GMAP". Another program's database is not migrated into. */
const APPLICATION_ID = 0x474d4150;
const HEADER = Buffer.from('SQLite format 3\0', 'latin1');

/** Source tree, `dist/` and the packed package all keep `migrations/` three folders above this file. */
const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Open the registry file, made first when there is none. A new registry is built beside its place and linked there whole,
 * so a file without a database header is never one that is just being made.
 */
export function openRegistry(file: string, migrationsFolder: string = MIGRATIONS): Registry {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) createRegistry(file, migrationsFolder);
  assertHeader(file);
  return attach(new Sqlite(file, { fileMustExist: true }), migrationsFolder);
}

/** The same registry without a file. */
export function openMemoryRegistry(migrationsFolder: string = MIGRATIONS): Registry {
  const sqlite = new Sqlite(':memory:');
  sqlite.pragma(`application_id = ${APPLICATION_ID}`);
  return attach(sqlite, migrationsFolder);
}

/** Throws `registry_corrupt` when the file is no regular file or does not begin as a SQLite database. */
export function assertHeader(file: string): void {
  if (!statSync(file).isFile()) throw registryCorrupt('the registry is not a regular file');
  const descriptor = openSync(file, constants.O_RDONLY);
  try {
    const head = Buffer.alloc(HEADER.length);
    const count = readSync(descriptor, head, 0, head.length, 0);
    if (count < head.length || !head.equals(HEADER)) throw registryCorrupt('the registry has no database header');
  } finally {
    closeSync(descriptor);
  }
}

function createRegistry(file: string, migrationsFolder: string): void {
  makeFolder(dirname(file));
  const draft = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    const sqlite = new Sqlite(draft);
    sqlite.pragma(`application_id = ${APPLICATION_ID}`);
    attach(sqlite, migrationsFolder).sqlite.close();
    place(draft, file);
  } finally {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(draft + suffix, { force: true });
  }
}

/** Put the draft in its place unless another process was first: its registry is as good as ours. */
function place(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    // Some file systems have no hard links; there the last of two simultaneous first starts wins.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'EMLINK') throw error;
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) renameSync(draft, file);
  }
}

function attach(sqlite: Sqlite.Database, migrationsFolder: string): Registry {
  try {
    sqlite.pragma('busy_timeout = 5000');
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = NORMAL');
    sqlite.pragma('foreign_keys = ON');
    if (sqlite.pragma('application_id', { simple: true }) !== APPLICATION_ID)
      throw registryCorrupt('the database is not a registry of this server');
    migrate(sqlite, migrationsFolder);
    return { sqlite, db: drizzle(sqlite, { schema }) };
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/**
 * Drizzle's migration table and files, applied under the write lock: its own migrator looks before it locks, so two
 * processes that start at once would both make the tables.
 */
function migrate(sqlite: Sqlite.Database, migrationsFolder: string): void {
  const files = readMigrationFiles({ migrationsFolder });
  const newest = files.at(-1)?.folderMillis ?? 0;
  if (lastMigration(sqlite) === newest) return;
  const apply = sqlite.transaction(() => {
    sqlite.exec(
      'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id INTEGER PRIMARY KEY, hash text NOT NULL, created_at numeric)',
    );
    const last = lastMigration(sqlite) ?? 0;
    if (last > newest) throw registryCorrupt('the registry was written by a newer version of this server');
    for (const file of files.filter((each) => each.folderMillis > last)) {
      for (const statement of file.sql) sqlite.exec(statement);
      sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)').run(file.hash, file.folderMillis);
    }
  });
  apply.immediate();
}

function lastMigration(sqlite: Sqlite.Database): number | undefined {
  const table = sqlite.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'").get();
  if (table === undefined) return undefined;
  const last: unknown = sqlite.prepare('SELECT max(created_at) FROM __drizzle_migrations').pluck().get();
  return typeof last === 'number' ? last : undefined;
}

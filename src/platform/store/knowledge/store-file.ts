import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { isGeomapError } from '../../../domain/errors/geomap-error.ts';
import { storageUnavailable } from '../../../domain/errors/outages.ts';
import { syncFolder } from '../../files/atomic-write.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { acquireProcessLock } from '../process-lock.ts';
import { asStoreFailure } from '../store-failure.ts';

/** One open store file, for reading only. */
export type StoreDatabase = Sqlite.Database;

/** Shape of store files: another number means that files of before are made anew. */
const LAYOUT = '1';
/** Store files kept per kind, the last used first, and for how long an unused one is kept. */
const KEPT = 6;
const KEPT_MS = 30 * 86_400_000;
/** A draft that is older was left by a process that ended half-way. */
const DRAFT_MS = 3_600_000;
const NAME = /^([a-z]+-[0-9a-f]{40})-([0-9a-f]{40})\.sqlite$/;

export type StoreKind = 'events' | 'faults' | 'entries' | 'questions';

/** Called after a share (0..1) of the rows is written. Throws to end the work. */
export type Step = (share: number) => Promise<void>;

/** How the rows of one kind are written into an empty database, and how it is read. */
export type StoreFormat<Rows, Reader> = {
  readonly write: (database: Sqlite.Database, rows: Rows, step: Step) => Promise<void>;
  readonly read: (database: StoreDatabase) => Reader;
};

export type StoreWish<Rows, Reader> = {
  /** Folder of all store files; made with mode 0700. */
  readonly folder: string;
  readonly kind: StoreKind;
  /** SHA-256 of everything that the content is made from, lower-case hex. */
  readonly digest: string;
  readonly signal: AbortSignal;
  /** Called when another process makes this file already. */
  readonly onWait: () => void;
  readonly format: StoreFormat<Rows, Reader>;
  /** Reads what the file is made from. Called at most once. */
  readonly collect: () => Promise<Rows>;
  readonly step: Step;
};

const stemOf = ({ kind, digest }: { readonly kind: StoreKind; readonly digest: string }): string =>
  `${kind}-${createHash('sha256').update(`${LAYOUT}:${digest}`).digest('hex').slice(0, 40)}`;

/** Digest of a file's content, first 40 hex characters; it is part of the file's name, so damage shows. */
async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex').slice(0, 40);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}

/** The whole file with this stem, opened; a damaged one is removed. Null when there is none. */
async function openExisting(folder: string, stem: string): Promise<OpenFile | null> {
  for (const name of await namesIn(folder)) {
    const [, own, checksum] = NAME.exec(name) ?? [];
    if (own !== stem) continue;
    const file = join(folder, name);
    try {
      if ((await checksumOf(file)) === checksum) return await openStoreFile(file);
    } catch (error) {
      if (isGeomapError(error)) throw error;
    }
    await rm(file, { force: true });
  }
  return null;
}

/** An open store file with what tells whether the file in its place is still the same. */
type OpenFile = {
  readonly database: StoreDatabase;
  /** False once the file was removed, replaced or changed: what is open may be gone or damaged. */
  readonly isWhole: () => Promise<boolean>;
  readonly remove: () => Promise<void>;
};

const stampOf = async (file: string): Promise<string> => {
  const facts = await stat(file, { bigint: true });
  return `${facts.ino}:${facts.size}:${facts.ctimeNs}`;
};

async function openStoreFile(file: string): Promise<OpenFile> {
  const now = new Date();
  // The time of last use, by which old files are removed; not being the owner of the file is no matter.
  await utimes(file, now, now).catch(() => undefined);
  const stamp = await stampOf(file);
  const database = new Sqlite(file, { readonly: true, fileMustExist: true });
  database.pragma('cache_size = -8000');
  let known = stamp;
  return {
    database,
    isWhole: async () => {
      try {
        const current = await stampOf(file);
        if (current === known) return true;
        // Another process that opens the file changes its times alone; anything else shows in its content.
        const [, , checksum] = NAME.exec(basename(file)) ?? [];
        if ((await checksumOf(file)) !== checksum || current.split(':')[0] !== stamp.split(':')[0]) return false;
        known = current;
        return true;
      } catch {
        return false;
      }
    },
    remove: async () => rm(file, { force: true }),
  };
}

/** Builds beside its place under a name that nobody reads, and moves it there whole. */
async function make<Rows, Reader>(wish: StoreWish<Rows, Reader>, stem: string): Promise<OpenFile> {
  const rows = await wish.collect();
  const draft = join(wish.folder, `.${stem}.${randomBytes(6).toString('hex')}.part`);
  try {
    const database = new Sqlite(draft);
    try {
      // Nobody else sees the draft: a crash leaves a file that is never read.
      database.pragma('journal_mode = OFF');
      database.pragma('synchronous = OFF');
      await wish.format.write(database, rows, wish.step);
    } finally {
      database.close();
    }
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    const file = join(wish.folder, `${stem}-${await checksumOf(draft)}.sqlite`);
    await rename(draft, file);
    syncFolder(wish.folder);
    return await openStoreFile(file);
  } finally {
    await rm(draft, { force: true }).catch(() => undefined);
  }
}

/** Removes drafts of ended processes, and files of this kind that are neither among the last used nor used lately. */
async function removeOld(folder: string, kind: StoreKind): Promise<void> {
  const found: { readonly file: string; readonly usedMs: number }[] = [];
  for (const name of await namesIn(folder)) {
    const file = join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts === null) continue;
    if (name.endsWith('.part') && Date.now() - facts.mtimeMs > DRAFT_MS) await rm(file, { force: true }).catch(() => undefined);
    if (NAME.test(name) && name.startsWith(`${kind}-`)) found.push({ file, usedMs: facts.mtimeMs });
  }
  const byUse = found.toSorted((a, b) => b.usedMs - a.usedMs);
  const old = byUse.filter(({ usedMs }, at) => at >= KEPT || Date.now() - usedMs > KEPT_MS);
  for (const { file } of old) await rm(file, { force: true }).catch(() => undefined);
}

/** True for failures of reading that a new store file ends. */
export const isDamage = (error: unknown): boolean => error instanceof Sqlite.SqliteError || error instanceof RangeError;

/** The failure of the store as its code; a draft that SQLite calls damaged is a disk that does not keep what is written. */
function knowledgeStoreFailure(error: unknown): unknown {
  const failure = asStoreFailure(error);
  return isGeomapError(failure) && failure.code === 'registry_corrupt'
    ? storageUnavailable('not_writable', failure.facts.logReason)
    : failure;
}

/** A store file in use. */
export type KnowledgeStore<Reader> = Omit<OpenFile, 'database'> & { readonly reader: Reader; readonly close: () => void };

/**
 * Opens the store file of a digest, made first when there is none or when it is damaged. Between processes only one makes it. Throws
 * `storage_unavailable`, what `collect` and `step` throw, and the signal's reason.
 */
export async function openKnowledgeStore<Rows, Reader>(wish: StoreWish<Rows, Reader>): Promise<KnowledgeStore<Reader>> {
  try {
    const { database, ...file } = await openOrMake(wish);
    return { ...file, reader: wish.format.read(database), close: () => database.close() };
  } catch (error) {
    throw knowledgeStoreFailure(error);
  }
}

async function openOrMake<Rows, Reader>(wish: StoreWish<Rows, Reader>): Promise<OpenFile> {
  const stem = stemOf(wish);
  const existing = await openExisting(wish.folder, stem);
  if (existing !== null) return existing;
  makeFolder(wish.folder);
  const lock = await acquireProcessLock({
    file: join(wish.folder, `${wish.kind}.lock`),
    signal: wish.signal,
    onWait: wish.onWait,
    pollMs: 50,
  });
  try {
    const made = (await openExisting(wish.folder, stem)) ?? (await make(wish, stem));
    await removeOld(wish.folder, wish.kind);
    return made;
  } finally {
    lock.release();
  }
}

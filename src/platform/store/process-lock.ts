import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { makeFolder } from '../files/make-folder.ts';

/** A lock that is held. Released by `release`, and by the operating system when the process ends, however it ends. */
export type ProcessLock = { readonly release: () => void };

export type LockWish = {
  /** A file of its own for the lock; made when absent and left there. */
  readonly file: string;
  readonly signal: AbortSignal;
  /** Called once when another holder has to be waited for. */
  readonly onWait?: () => void;
  /** Milliseconds between two attempts. Default 200. */
  readonly pollMs?: number;
};

/**
 * Wait for a lock between processes, and between callers of one process. It is SQLite's exclusive lock on a database without tables,
 * so nothing stale is ever left behind. Throws the signal's reason when it is aborted, and the system's error when the file cannot be made.
 */
export async function acquireProcessLock({ file, signal, onWait, pollMs = 200 }: LockWish): Promise<ProcessLock> {
  makeFolder(dirname(file));
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    const lock = tryLock(file);
    if (lock !== undefined) return lock;
    if (attempt === 0) onWait?.();
    await pause(pollMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function tryLock(file: string): ProcessLock | undefined {
  const database = new Sqlite(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}

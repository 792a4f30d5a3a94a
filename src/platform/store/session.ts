import { statSync } from 'node:fs';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { assertHeader, type Registry } from './database.ts';
import { asStoreFailure } from './store-failure.ts';

type Db = Registry['db'];
export type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/** After one of these the next call opens the file again: the operator may have repaired it. */
const REOPEN: ReadonlySet<string> = new Set(['registry_corrupt', 'storage_unavailable']);

/** Transactions on a registry that is opened when first needed and again after a failure or when its file was replaced. */
export type Session = {
  readonly read: <T>(work: (tx: Transaction) => T) => T;
  readonly write: <T>(work: (tx: Transaction) => T) => T;
  readonly close: () => void;
};

/** `file` is watched for being replaced; leave it out for a registry without a file. */
export function createSession(open: () => Registry, file?: string): Session {
  let registry: Registry | undefined;
  let inode: number | undefined;

  const close = (): void => {
    registry?.sqlite.close();
    registry = undefined;
  };
  const inodeNow = (): number | undefined => (file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })?.ino);
  const current = (): Registry => {
    if (registry !== undefined && file !== undefined) {
      // A worker lives long: an operator may have moved a broken registry away, or put a backup in its place.
      if (inodeNow() !== inode) close();
      else assertHeader(file);
    }
    if (registry === undefined) {
      registry = open();
      inode = inodeNow();
    }
    return registry;
  };
  const run = <T>(work: (tx: Transaction) => T, behavior: 'deferred' | 'immediate'): T => {
    try {
      return current().db.transaction(work, { behavior });
    } catch (error) {
      const failure = asStoreFailure(error);
      if (isGeomapError(failure) && REOPEN.has(failure.code)) close();
      throw failure;
    }
  };
  return { read: (work) => run(work, 'deferred'), write: (work) => run(work, 'immediate'), close };
}

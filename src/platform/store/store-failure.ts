import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { registryCorrupt, type StorageOutage, storageUnavailable } from '../../domain/errors/outages.ts';

const STORAGE_CODES = new Set([
  'ENOSPC',
  'EROFS',
  'EACCES',
  'EPERM',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOTDIR',
  'EISDIR',
  'EEXIST',
  'ELOOP',
  'ENOENT',
  'ENAMETOOLONG',
  'EFBIG',
]);
const UNREADABLE = /^SQLITE_(CORRUPT|NOTADB|FORMAT|SCHEMA)/;
/** SQLite speaks of the text of a statement only when a table or column is not what our migrations made. */
const WRONG_SHAPE = /no such (table|column)|has no column named|malformed|not an error|unsupported file format/i;

/** Give every failure of the database or the file system its code; failures that have one and bugs of ours pass unchanged. */
export function asStoreFailure(error: unknown): unknown {
  if (isGeomapError(error)) return error;
  for (const link of causes(error)) {
    const code = codeOf(link);
    if (code === undefined) continue;
    const reason = `${code}: ${link.message}`;
    if (UNREADABLE.test(code) || (code.startsWith('SQLITE_ERROR') && WRONG_SHAPE.test(link.message)))
      return registryCorrupt(reason);
    if (/^SQLITE_(FULL|IOERR|CANTOPEN|READONLY|PERM|AUTH|BUSY|LOCKED|NOMEM|PROTOCOL)/.test(code))
      return storageUnavailable(outageOf(code), reason);
    if (STORAGE_CODES.has(code)) return storageUnavailable(outageOf(code), reason);
  }
  return error;
}

const outageOf = (code: string): StorageOutage =>
  code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL'
    ? 'disk_full'
    : /^SQLITE_(BUSY|LOCKED)/.test(code)
      ? 'locked'
      : 'not_writable';

function* causes(error: unknown): Generator<Error> {
  let link = error;
  for (let depth = 0; depth < 5 && link instanceof Error; depth += 1) {
    yield link;
    link = link.cause;
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

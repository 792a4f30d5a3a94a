import { GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';

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

/** Name used in details and hints: the file's place under the data root, not its path. */
const REGISTRY_NAME = 'state/registry.sqlite';

/** Failure of a registry that is there but cannot be read as ours. State is never thrown away silently. */
export function registryCorrupt(logReason: string): GeomapError {
  return new GeomapError('registry_corrupt', {
    message:
      'The registry of this server exists but is not a readable registry. It is left as it is; the operator has to back it up and move it away before maps can be registered again.',
    details: { registry: REGISTRY_NAME },
    hints: [
      `Ask the operator to stop the server, back up and remove ${REGISTRY_NAME} under the data root (or under GEOMAP_STATE_ROOT when that is set), and then register the maps again.`,
    ],
    logReason,
  });
}

/** Failure to write or open the state folder; `code` is the system's or SQLite's own name of the reason. */
export function storageUnavailable(code: string, logReason: string): GeomapError {
  const full = code === 'ENOSPC' || code === 'EDQUOT' || code === 'SQLITE_FULL';
  return new GeomapError('storage_unavailable', {
    message: full
      ? 'The disk that holds the state folder of this server is full, so nothing can be stored. The operator has to free space; then the same call can be made again.'
      : 'The state folder of this server cannot be opened or written. The operator has to make it writable for the server; then the same call can be made again.',
    details: { reason: code },
    hints: [
      'Ask the operator to check free space and permissions of the folder named by GEOMAP_STATE_ROOT (default: state under the data root).',
    ],
    logReason,
  });
}

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
      return storageUnavailable(code, reason);
    if (STORAGE_CODES.has(code)) return storageUnavailable(code, reason);
  }
  return error;
}

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

import { isGeomapError } from '../../domain/errors/geomap-error.ts';

/** Exit codes of the sync command, as `--help` and docs/operations.md tell them. */
export const SYNC_EXIT = { done: 0, failed: 1, usage: 2, network: 3, content: 4, disk: 5, interrupted: 130 } as const;
export type SyncReason = Exclude<keyof typeof SYNC_EXIT, 'done'>;

/** A sync that did not come to its end; the mirror of before is as it was. */
export class SyncFailure extends Error {
  override readonly name = 'SyncFailure';
  readonly reason: SyncReason;
  constructor(reason: SyncReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const DISK_CODES: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'ENOTDIR',
  'EEXIST',
  'EISDIR',
]);

/** The failure as the command reports it, or undefined for a fault of our own. */
export function asSyncFailure(error: unknown): SyncFailure | undefined {
  if (error instanceof SyncFailure) return error;
  if (isGeomapError(error))
    return error.code === 'cancelled' ? new SyncFailure('interrupted', INTERRUPTED) : new SyncFailure('network', error.message);
  if (error instanceof Error && error.name === 'AbortError') return new SyncFailure('interrupted', INTERRUPTED);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return DISK_CODES.has(code)
    ? new SyncFailure('disk', `The folder of the mirrors cannot be written (${code}); make room or correct its rights.`)
    : undefined;
}

const INTERRUPTED = 'Interrupted. What was fetched is kept; the same command goes on from there.';

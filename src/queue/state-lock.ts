import { openSync } from 'node:fs';
import { findProgram } from '../platform/find-program.ts';
import { errnoOf } from './queue-failures.ts';

/** `flock -E`: the code that says "somebody else has the lock". */
export const TAKEN_EXIT_CODE = 99;

/** open(2) of macOS and the BSDs: take an exclusive lock as part of opening, or fail at once. Node hands the number through. */
const O_EXLOCK_NONBLOCK_CREATE = 0x20 | 0x4 | 0x200 | 0x2;

/**
 * The lock of a state root: held by Redis itself through flock where there is one, else by this process for as long as
 * it lives. `prefix` goes before the command line of Redis.
 */
export type StateLock = { readonly state: 'taken' } | { readonly state: 'ours'; readonly prefix: readonly string[] };

export function lockState(file: string, platform: NodeJS.Platform = process.platform): StateLock {
  const flock = findProgram(['flock']);
  if (flock !== undefined) return { state: 'ours', prefix: [flock, '-n', '-E', String(TAKEN_EXIT_CODE), '-F', file] };
  if (platform !== 'darwin') return { state: 'ours', prefix: [] };
  try {
    openSync(file, O_EXLOCK_NONBLOCK_CREATE, 0o600);
    return { state: 'ours', prefix: [] };
  } catch (error) {
    if (errnoOf(error) === 'EAGAIN' || errnoOf(error) === 'EWOULDBLOCK') return { state: 'taken' };
    throw error;
  }
}

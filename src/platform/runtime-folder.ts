import { createHash } from 'node:crypto';
import { chmodSync, lstatSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GeomapError } from '../domain/errors/geomap-error.ts';
import { makeFolder } from './files/make-folder.ts';

/** Longest path of a unix socket, in bytes without the closing zero: 103 on macOS, 107 on Linux. */
const SOCKET_PATH_LIMIT = 103;
/** Longest name put into the folder: `redis-<process id>.sock`. */
const LONGEST_NAME = 'control-4194304.sock';

/** Folder of the private sockets of a state root (D5): short, the same for every process of the user, hard to guess for nobody. Not made here. */
export function runtimeFolder(
  stateRoot: string,
  environment: { readonly XDG_RUNTIME_DIR?: string | undefined } = process.env,
): string {
  const hash = createHash('sha256').update(stateRoot).digest('hex').slice(0, 12);
  const name = `stratigraphic-amenity-${process.getuid?.() ?? 0}-${hash}`;
  const base = environment.XDG_RUNTIME_DIR?.trim() || tmpdir();
  const folder = join(base, name);
  const fits = Buffer.byteLength(join(folder, LONGEST_NAME)) <= SOCKET_PATH_LIMIT;
  return fits ? folder : join('/tmp', name);
}

/**
 * Makes the folder (0700). Throws `queue_unavailable` when it belongs to somebody else or is a link: another user of the
 * machine could have made it to listen in.
 */
export function openRuntimeFolder(folder: string): void {
  try {
    makeFolder(folder);
    const facts = lstatSync(folder);
    if (facts.isDirectory() && facts.uid === (process.getuid?.() ?? facts.uid)) {
      if ((facts.mode & 0o077) !== 0) chmodSync(folder, 0o700);
      return;
    }
  } catch {
    // Falls through to the one answer for a folder that cannot be used.
  }
  throw new GeomapError('queue_unavailable', {
    message:
      'The folder for the private sockets cannot be made, or it belongs to somebody else. Set XDG_RUNTIME_DIR to a folder of your own.',
    details: { reason: 'socket_folder_unusable' },
  });
}

import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { isGeomapError } from '../domain/errors/geomap-error.ts';
import { registryCorrupt } from '../domain/errors/outages.ts';
import { ConfigurationError } from '../platform/configuration-error.ts';

/** Why the server does not start: two lines for the operator, exit code 2. */
export type StartFailure = { readonly message: string; readonly recovery: string };

const HEADER = 'SQLite format 3\0';

/** A registry that another server is just making is empty for a moment. */
const MAKING_MS = 1000;
const LOOK_MS = 25;

/** Bytes of the header, read again while the file is empty and may be in the making. */
function readHead(descriptor: number, head: Buffer): number {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += LOOK_MS) {
    const bytes = readSync(descriptor, head, 0, head.length, 0);
    if (bytes > 0 || waited >= MAKING_MS) return bytes;
    Atomics.wait(pause, 0, 0, LOOK_MS);
  }
}

/**
 * Throws `registry_corrupt` when the registry file exists without a database header, also when it stays empty. Reads 16 bytes, opens
 * no database (D13).
 */
export function checkRegistryHeader(stateRoot: string): void {
  const head = Buffer.alloc(HEADER.length);
  let descriptor: number;
  try {
    descriptor = openSync(join(stateRoot, 'registry.sqlite'), 'r');
  } catch {
    return; // absent, or not ours to judge: whoever opens it reports that
  }
  try {
    const bytes = readHead(descriptor, head);
    if (head.toString('latin1', 0, bytes) !== HEADER) throw registryCorrupt();
  } catch (error) {
    throw isGeomapError(error) ? error : registryCorrupt('the registry cannot be read as a file');
  } finally {
    closeSync(descriptor);
  }
}

/** Throws on native Windows (D39). */
export function checkPlatform(platform: NodeJS.Platform): void {
  if (platform === 'win32') throw new UnsupportedPlatformError();
}

class UnsupportedPlatformError extends Error {
  override readonly name = 'UnsupportedPlatformError';
  constructor() {
    super('Native Windows is not supported.');
  }
}

/** The two lines for a failure that is expected here, or undefined for a bug of ours. */
export function startFailure(error: unknown): StartFailure | undefined {
  if (error instanceof UnsupportedPlatformError)
    return { message: error.message, recovery: 'run the server inside WSL, on Linux or on macOS.' };
  if (error instanceof ConfigurationError)
    return { message: error.message, recovery: `correct or unset ${error.variable} in the configuration of the MCP host.` };
  if (isGeomapError(error))
    return { message: `${error.code}: ${error.facts.message}`, recovery: error.facts.hints?.[0] ?? 'see the message above.' };
  return undefined;
}

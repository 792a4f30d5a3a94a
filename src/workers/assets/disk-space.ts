import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Fail } from './install-failure.ts';

/** Left free beside the asset itself: other writers share the disk. */
const RESERVE_BYTES = 16_000_000;

/** Throws `disk` before anything is written when the file system of `file` has less than `bytes` to spare. */
export async function assertSpace(file: string, bytes: number, fail: Fail): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  const free = bavail * bsize;
  if (free < bytes + RESERVE_BYTES) throw fail('disk', `${free} bytes are free, ${bytes} are needed and ${RESERVE_BYTES} kept`);
}

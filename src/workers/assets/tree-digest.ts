import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Regular files below a folder as POSIX paths, ordered by path components: `cfg/x` comes before `cfg.py`. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split('/'),
    );
  return files.sort(byComponents).map((parts) => parts.join('/'));
}

function byComponents(one: readonly string[], two: readonly string[]): number {
  for (let at = 0; at < Math.min(one.length, two.length); at += 1) {
    // UTF-8 sorts like code points, which UTF-16 does not.
    const order = Buffer.compare(Buffer.from(one[at] ?? ''), Buffer.from(two[at] ?? ''));
    if (order !== 0) return order;
  }
  return one.length - two.length;
}

/** SHA-256 over path, NUL, content, NUL of every file in that order; lower-case hex (contract 12.2). */
export async function digestTree(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await listFiles(folder)) {
    hash.update(`${file}\0`);
    for await (const chunk of createReadStream(join(folder, file))) hash.update(chunk);
    hash.update('\0');
  }
  return hash.digest('hex');
}

/** SHA-256 of one file, lower-case hex. */
export async function digestFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}

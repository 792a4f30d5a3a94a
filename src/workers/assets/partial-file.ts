import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { z } from 'zod';
import { writeAtomic } from '../../platform/files/atomic-write.ts';

const noteSchema = z.object({ url: z.string(), validator: z.string().nullable() });

/** A download that may have been broken off: the bytes so far, and what tells whether the host still has the same file. */
export type PartialFile = {
  readonly path: string;
  readonly bytes: () => Promise<number>;
  /** ETag of the answer that the bytes came from; null when there was none or it belongs to another address. */
  readonly validator: () => Promise<string | null>;
  readonly remember: (validator: string | null) => void;
  readonly sha256: () => Promise<string>;
  readonly discard: () => Promise<void>;
};

/** The partial file at `path`; its note lies beside it. A part without a readable note for this address is thrown away. */
export async function openPartialFile(path: string, url: string): Promise<PartialFile> {
  const noteFile = `${path}.json`;
  const readNote = async () => {
    const text = await readFile(noteFile, 'utf8').catch(() => '');
    return noteSchema.safeParse(parsed(text)).data;
  };
  const discard = async (): Promise<void> => {
    await rm(path, { force: true });
    await rm(noteFile, { force: true });
  };
  if ((await readNote())?.url !== url) await discard();
  return {
    path,
    bytes: () =>
      stat(path).then(
        (found) => found.size,
        () => 0,
      ),
    validator: async () => (await readNote())?.validator ?? null,
    remember: (validator) => void writeAtomic(noteFile, JSON.stringify({ url, validator })),
    sha256: async () => {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
      return hash.digest('hex');
    },
    discard,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

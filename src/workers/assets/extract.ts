import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { Fail } from './install-failure.ts';

export type Extraction = {
  readonly archive: string;
  /** Folder inside the archive, see `Asset.archiveFolder`. */
  readonly folder: string;
  /** Existing empty folder. */
  readonly target: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Throws when there is no room for this many bytes. */
  readonly room: (bytes: number) => Promise<void>;
};

const FILE_TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

/**
 * Unpack one folder of a ZIP. The whole archive is refused (`unsafe_archive`) for any member that is absolute, has `..` or a
 * backslash, is no plain file or folder, or comes twice, and when more bytes come out than allowed; a damaged archive and one
 * without the folder are `incomplete`.
 */
export async function extractFolder(extraction: Extraction, fail: Fail): Promise<void> {
  // Two passes over the directory: nothing is written before every name has been looked at.
  const entries = await withZip(extraction.archive, fail, (zip) => allEntries(zip, fail));
  for (const entry of entries) assertSafe(entry, fail);
  const files = chooseFolder(entries, extraction.folder);
  if (files.length === 0) throw fail('incomplete', 'the folder is not in the archive');
  if (new Set(files.map(({ path }) => path.toLowerCase())).size < files.length)
    throw fail('unsafe_archive', 'a member comes twice');
  const declared = files.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  if (declared > extraction.maxBytes)
    throw fail('unsafe_archive', `the archive unpacks to more than ${extraction.maxBytes} bytes`);
  await extraction.room(declared);
  await withZip(extraction.archive, fail, async (zip) => {
    let left = extraction.maxBytes;
    for (const { entry, path } of files)
      left -= await writeMember(zip, { entry, file: join(extraction.target, path), left, signal: extraction.signal }, fail);
  });
}

async function withZip<T>(archive: string, fail: Fail, use: (zip: ZipFile) => Promise<T>): Promise<T> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    yauzl.open(
      archive,
      { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true },
      (error, opened) => (opened === undefined ? reject(fail('incomplete', error?.message ?? 'not a ZIP')) : resolve(opened)),
    );
  });
  try {
    return await use(zip);
  } finally {
    zip.close();
  }
}

function allEntries(zip: ZipFile, fail: Fail): Promise<readonly Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    // The reader refuses absolute names, `..` and backslashes by itself; other errors are damage.
    zip.on('error', (error: Error) =>
      reject(fail(/path|filename|characters/i.test(error.message) ? 'unsafe_archive' : 'incomplete', error.message)),
    );
    zip.readEntry();
  });
}

function assertSafe(entry: Entry, fail: Fail): void {
  const name = entry.fileName;
  const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER) throw fail('unsafe_archive', 'a member is a link or a device');
  if (
    name.includes('\\') ||
    name.startsWith('/') ||
    /^[A-Za-z]:/.test(name) ||
    name.includes('\0') ||
    name.split('/').includes('..')
  )
    throw fail('unsafe_archive', 'the name of a member leads out');
}

type Member = { readonly entry: Entry; readonly path: string };

/** Members of the wanted folder: at the top of the archive, else below its first top folder that has it (W-73: no deeper). */
function chooseFolder(entries: readonly Entry[], folder: string): readonly Member[] {
  const names = entries.map((entry) => entry.fileName);
  const tops = ['', ...new Set(names.flatMap((name) => (name.includes('/') ? [`${name.split('/')[0]}/`] : [])))];
  const prefix = tops
    .map((top) => `${top}${folder}/`)
    .find((candidate) => names.some((name) => name.startsWith(candidate) && !name.endsWith('/')));
  if (prefix === undefined) return [];
  return entries
    .filter((entry) => entry.fileName.startsWith(prefix) && !entry.fileName.endsWith('/'))
    .map((entry) => ({ entry, path: entry.fileName.slice(prefix.length) }));
}

type Write = { readonly entry: Entry; readonly file: string; readonly left: number; readonly signal: AbortSignal };

async function writeMember(zip: ZipFile, write: Write, fail: Fail): Promise<number> {
  await mkdir(dirname(write.file), { recursive: true, mode: 0o700 });
  const content = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    zip.openReadStream(write.entry, (error, stream) =>
      stream === undefined ? reject(fail('incomplete', error?.message ?? 'unreadable member')) : resolve(stream),
    );
  });
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > write.left ? fail('unsafe_archive', 'more bytes come out than are allowed') : null, chunk);
    },
  });
  try {
    await pipeline(content, counted, createWriteStream(write.file, { flags: 'wx', mode: 0o600 }), { signal: write.signal });
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw fail('incomplete', error.message);
    throw error;
  }
  return bytes;
}

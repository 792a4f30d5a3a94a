import { open as openFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { CheckpointRefusal } from '../../domain/layout/peace/checkpoint-refusal.ts';
import type { ReadStorage } from '../../domain/layout/peace/storage-numbers.ts';

/** A checkpoint in the ZIP format of PyTorch, open for reading: its pickle, and its storages one by one. */
export type CheckpointFile = { readonly pickle: Uint8Array; readonly readStorage: ReadStorage; readonly close: () => void };

/** Four times the largest training checkpoint of the largest model. */
const MAX_FILE_BYTES = 2 ** 30;
const MAX_UNPACKED_BYTES = 2 ** 30;
const MAX_PICKLE_BYTES = 8 << 20;
const MAX_MEMBERS = 20_000;
/** First bytes of the format before 2020: a pickle of protocol 2 that holds a magic number. */
const LEGACY = Buffer.from('80028a0a6cfc9c46f9206aa85019', 'hex');
const ZIP = Buffer.from('504b0304', 'hex');

const damaged = (what: string): CheckpointRefusal => new CheckpointRefusal('damaged', what);

/** Throws `CheckpointRefusal` for a file that is no such archive, that is damaged, or that would unpack to absurd sizes. */
export async function openCheckpoint(file: string): Promise<CheckpointFile> {
  await checkStart(file);
  const zip = await openZip(file);
  try {
    const members = await readMembers(zip);
    const pickleName = [...members.keys()].find((name) => /^[^/]+\/data\.pkl$/.test(name));
    const pickleEntry = members.get(pickleName ?? '');
    if (pickleName === undefined || pickleEntry === undefined)
      throw new CheckpointRefusal('not_a_detector', 'its archive holds no pickle of a checkpoint');
    if (pickleEntry.uncompressedSize > MAX_PICKLE_BYTES) throw new CheckpointRefusal('too_large', 'its pickle is absurdly large');
    const top = pickleName.slice(0, -'data.pkl'.length);
    await checkByteOrder(zip, members.get(`${top}byteorder`));
    const pickle = await readMember(zip, pickleEntry, pickleEntry.uncompressedSize);
    return { pickle, readStorage: storageReader(zip, members, `${top}data/`), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function checkStart(file: string): Promise<void> {
  const handle = await openFile(file, 'r').catch(() => {
    throw new CheckpointRefusal('unreadable', 'the server may not read the file');
  });
  try {
    const { size } = await handle.stat();
    if (size > MAX_FILE_BYTES) throw new CheckpointRefusal('too_large', 'the file is absurdly large');
    const start = Buffer.alloc(LEGACY.length);
    await handle.read(start, 0, start.length, 0);
    if (start.equals(LEGACY)) throw new CheckpointRefusal('legacy_format', 'it has the old format, which is not read');
    if (!start.subarray(0, 4).equals(ZIP)) throw new CheckpointRefusal('not_zip', 'it is no archive in the format of PyTorch');
  } finally {
    await handle.close();
  }
}

function openZip(file: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true } as const;
    yauzl.open(file, options, (error, zip) =>
      zip === undefined || error ? reject(damaged('its archive is cut off or damaged')) : resolve(zip),
    );
  });
}

function readMembers(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  return new Promise((resolve, reject) => {
    const members = new Map<string, Entry>();
    let bytes = 0;
    const refuse = (refusal: CheckpointRefusal): void => {
      zip.removeAllListeners('entry');
      reject(refusal);
    };
    if (zip.entryCount > MAX_MEMBERS) return refuse(new CheckpointRefusal('too_large', 'its archive has absurdly many members'));
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize;
      if (bytes > MAX_UNPACKED_BYTES) return refuse(new CheckpointRefusal('too_large', 'its archive unpacks to an absurd size'));
      if (members.has(entry.fileName)) return refuse(damaged('a member of its archive comes twice'));
      members.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(members));
    zip.on('error', () => refuse(damaged('the directory of its archive is damaged')));
    zip.readEntry();
  });
}

async function checkByteOrder(zip: ZipFile, entry: Entry | undefined): Promise<void> {
  if (entry === undefined) return;
  const text = new TextDecoder().decode(await readMember(zip, entry, Math.min(16, entry.uncompressedSize)));
  if (text.trim() !== 'little') throw new CheckpointRefusal('unsupported', 'its numbers have their high bytes first');
}

function storageReader(zip: ZipFile, members: ReadonlyMap<string, Entry>, prefix: string): ReadStorage {
  return async (key, bytes) => {
    const entry = members.get(prefix + key);
    if (entry === undefined) throw damaged('one of its storages is missing');
    if (entry.uncompressedSize < bytes) throw damaged('one of its storages is shorter than it says');
    return readMember(zip, entry, bytes);
  };
}

/** The first `wanted` bytes of a member; its checksum is compared when that is all of it. */
function readMember(zip: ZipFile, entry: Entry, wanted: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(damaged('a member of its archive is damaged'));
    const done = (content: Uint8Array): void =>
      wanted === entry.uncompressedSize && crc32(content) !== entry.crc32 ? fail() : resolve(content);
    if (wanted === 0) return done(new Uint8Array(0));
    try {
      zip.openReadStream(entry, (error, stream) => {
        if (error || stream === undefined) return fail();
        const content = new Uint8Array(wanted);
        let at = 0;
        stream.on('data', (chunk: Uint8Array) => {
          content.set(chunk.subarray(0, wanted - at), at);
          at += Math.min(chunk.length, wanted - at);
          if (at < wanted) return;
          done(content);
          stream.destroy();
        });
        stream.on('error', fail);
        stream.on('close', fail);
        stream.on('end', fail);
      });
    } catch {
      fail();
    }
  });
}

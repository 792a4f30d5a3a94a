import { badPicture, type PictureFile } from './picture-facts.ts';

/** An opened TIFF: classic (32-bit offsets) or BigTIFF (64-bit), in either byte order. */
export type Tiff = {
  readonly file: PictureFile;
  readonly little: boolean;
  readonly big: boolean;
  readonly firstDirectory: number;
};

/** One image file directory. Values of integer tags; tags of other kinds are not there. */
export type Directory = {
  /** First value of a tag, or undefined when it is absent. */
  readonly first: (tag: number) => number | undefined;
  /** Every value of a tag. */
  readonly all: (tag: number) => readonly number[] | undefined;
  /** Every value of a tag of doubles; undefined when it is absent or of another kind. */
  readonly doubles: (tag: number) => readonly number[] | undefined;
  /** Offset of the next directory, 0 after the last. */
  readonly next: number;
};

/** Bytes of one value by field type: BYTE, SHORT, LONG, IFD, LONG8, IFD8. Other types hold no number this server needs. */
const INTEGER_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 };
/** Longest list of values that is read: four times the tiles of a 262144 px square in tiles of 256 px. */
const MAX_VALUES = 1 << 22;

const corrupt = (what: string) => badPicture('image/tiff', 'corrupt_header', what);

/** Throws `unsupported_media` when the eight or sixteen bytes at the start are not a TIFF header. */
export function openTiff(file: PictureFile): Tiff {
  const head = viewOf(file, 0, 16);
  if (head.byteLength < 8) throw badPicture('image/tiff', 'truncated', 'it ends inside its header');
  const little = head.getUint8(0) === 0x49;
  const version = head.getUint16(2, little);
  if (version === 42) return { file, little, big: false, firstDirectory: head.getUint32(4, little) };
  if (version !== 43 || head.byteLength < 16 || head.getUint16(4, little) !== 8) throw corrupt('its header is damaged');
  return { file, little, big: true, firstDirectory: wide(head, 8, little) };
}

/** Throws `unsupported_media` when the directory lies outside the file or ends early. */
export function readDirectory(tiff: Tiff, offset: number): Directory {
  const { file, little, big } = tiff;
  const countBytes = big ? 8 : 2;
  const entryBytes = big ? 20 : 12;
  const start = viewOf(file, offset, countBytes);
  if (start.byteLength < countBytes) throw badPicture('image/tiff', 'truncated', 'the directory of a page lies past its end');
  const count = big ? wide(start, 0, little) : start.getUint16(0, little);
  if (count < 1 || count > 65_535) throw corrupt('the directory of a page is damaged');
  const nextBytes = big ? 8 : 4;
  const body = viewOf(file, offset + countBytes, count * entryBytes + nextBytes);
  if (body.byteLength < count * entryBytes) throw badPicture('image/tiff', 'truncated', 'it ends inside the directory of a page');
  const entries = new Map<number, number>();
  // Tags out of order and doubled ones occur in real files (field report 4.14); the first one counts.
  for (let at = 0; at < count; at += 1) {
    const tag = body.getUint16(at * entryBytes, little);
    if (!entries.has(tag)) entries.set(tag, at * entryBytes);
  }
  const entryOf = (tag: number): DataView | undefined => {
    const at = entries.get(tag);
    return at === undefined ? undefined : new DataView(body.buffer, body.byteOffset + at, entryBytes);
  };
  const all = (tag: number): readonly number[] | undefined => {
    const entry = entryOf(tag);
    return entry === undefined ? undefined : readValues(tiff, entry, INTEGERS);
  };
  const doubles = (tag: number): readonly number[] | undefined => {
    const entry = entryOf(tag);
    return entry === undefined ? undefined : readValues(tiff, entry, DOUBLES);
  };
  // Some writers leave out the last link altogether.
  const hasNext = body.byteLength >= count * entryBytes + nextBytes;
  const next = !hasNext ? 0 : big ? wide(body, count * entryBytes, little) : body.getUint32(count * entryBytes, little);
  return { first: (tag) => all(tag)?.[0], all, doubles, next };
}

type Kind = {
  /** Bytes of one value by field type; types that are not there are of another kind. */
  readonly sizes: Readonly<Record<number, number>>;
  readonly read: (view: DataView, at: number, form: { readonly bytes: number; readonly little: boolean }) => number;
};

function readValues(tiff: Tiff, entry: DataView, kind: Kind): readonly number[] | undefined {
  const { file, little, big } = tiff;
  const bytes = kind.sizes[entry.getUint16(2, little)];
  if (bytes === undefined) return undefined;
  const count = big ? wide(entry, 4, little) : entry.getUint32(4, little);
  if (count > MAX_VALUES) throw corrupt('a tag claims more values than a page can have');
  const room = big ? 8 : 4;
  const valueAt = big ? 12 : 8;
  const inline = count * bytes <= room;
  const offset = big ? wide(entry, valueAt, little) : entry.getUint32(valueAt, little);
  const data = inline ? new DataView(entry.buffer, entry.byteOffset + valueAt, room) : viewOf(file, offset, count * bytes);
  if (data.byteLength < count * bytes) throw badPicture('image/tiff', 'truncated', 'the values of a tag lie past its end');
  return Array.from({ length: count }, (_, at) => kind.read(data, at * bytes, { bytes, little }));
}

function integerAt(view: DataView, at: number, kind: { readonly bytes: number; readonly little: boolean }): number {
  if (kind.bytes === 1) return view.getUint8(at);
  if (kind.bytes === 2) return view.getUint16(at, kind.little);
  return kind.bytes === 4 ? view.getUint32(at, kind.little) : wide(view, at, kind.little);
}

const INTEGERS: Kind = { sizes: INTEGER_BYTES, read: integerAt };
const DOUBLES: Kind = { sizes: { 12: 8 }, read: (view, at, { little }) => view.getFloat64(at, little) };

/** A 64-bit offset as a number; beyond 2^53 no file reaches, so the loss of exactness there does not matter. */
const wide = (view: DataView, at: number, little: boolean): number => Number(view.getBigUint64(at, little));

function viewOf(file: PictureFile, offset: number, length: number): DataView {
  if (!Number.isSafeInteger(offset) || offset >= file.bytes) return new DataView(new ArrayBuffer(0));
  const bytes = file.read(offset, length);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import type { PictureFile, ReadAt } from './picture-facts.ts';

const WINDOW_BYTES = 65_536;

/** The same file, read in windows of 64 KiB: walking over many small blocks then costs few reads. */
export function windowed(file: PictureFile): PictureFile {
  let start = 0;
  let window: Uint8Array = new Uint8Array(0);
  const read: ReadAt = (offset, length) => {
    if (length > WINDOW_BYTES) return file.read(offset, length);
    const held = offset >= start && offset + length <= start + window.length;
    if (!held) {
      start = offset;
      window = file.read(offset, WINDOW_BYTES);
    }
    return window.subarray(offset - start, offset - start + length);
  };
  return { read, bytes: file.bytes };
}

/** One byte, or undefined past the end. */
export const byteAt = (file: PictureFile, offset: number): number | undefined => file.read(offset, 1)[0];

/** Big-endian number of up to four bytes, or undefined when the file ends before. */
export function bigEndian(file: PictureFile, offset: number, length: number): number | undefined {
  const bytes = file.read(offset, length);
  return bytes.length < length ? undefined : bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** Little-endian number of up to four bytes, or undefined when the file ends before. */
export function littleEndian(file: PictureFile, offset: number, length: number): number | undefined {
  const bytes = file.read(offset, length);
  return bytes.length < length ? undefined : bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
}

import type { GeomapError } from '../errors/geomap-error.ts';
import { latin1 } from './media-type.ts';
import { badPicture, type PictureFile } from './picture-facts.ts';
import { bigEndian, windowed } from './read-window.ts';

const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 13;

const bad = (reason: Parameters<typeof badPicture>[1], what: string): GeomapError => badPicture('image/png', reason, what);

/** Walks the chunks (PNG specification, section 5). Throws `unsupported_media` with the reason. */
export function checkPng(original: PictureFile): void {
  const file = windowed(original);
  let pixels = false;
  for (let at = SIGNATURE_BYTES; ; ) {
    const length = bigEndian(file, at, 4);
    const name = latin1(file.read(at + 4, 4));
    if (length === undefined || name.length < 4)
      throw bad('truncated', pixels ? 'its pixel data end early' : 'it ends inside its header');
    if (at === SIGNATURE_BYTES) checkHeader(file, { at: at + 8, length, name });
    if (!/^[A-Za-z]{4}$/.test(name)) throw bad('corrupt_header', 'one of its parts is damaged');
    if (at + 12 + length > file.bytes) throw bad('truncated', 'its pixel data end early');
    if (name === 'IDAT') pixels = true;
    if (name === 'IEND') break;
    at += 12 + length;
  }
  if (!pixels) throw bad('no_pixels', 'it holds no pixels');
}

function checkHeader(file: PictureFile, chunk: { readonly at: number; readonly length: number; readonly name: string }): void {
  if (chunk.name !== 'IHDR' || chunk.length !== HEADER_BYTES) throw bad('corrupt_header', 'it does not begin with its size');
  const size = [bigEndian(file, chunk.at, 4), bigEndian(file, chunk.at + 4, 4)];
  if (size.includes(undefined)) throw bad('truncated', 'it ends inside its header');
  if (size.includes(0)) throw bad('no_pixels', 'its size is zero');
  const stored = bigEndian(file, chunk.at + HEADER_BYTES, 4);
  if (stored !== crc32(file.read(chunk.at - 4, HEADER_BYTES + 4))) throw bad('corrupt_header', 'its header is damaged');
}

/** CRC-32 of ISO 3309, as PNG uses it; for short input. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

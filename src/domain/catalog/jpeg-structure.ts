import type { GeomapError } from '../errors/geomap-error.ts';
import { badPicture, type PictureFile } from './picture-facts.ts';
import { bigEndian, byteAt, windowed } from './read-window.ts';

/** How much of the end is searched for the end marker; cameras append previews and makers' data after it. */
const TAIL_BYTES = 1 << 20;

/** Frame kinds of ITU-T T.81 that common decoders do not read: lossless and hierarchical ones. */
const UNREAD_FRAMES: Readonly<Record<number, string>> = {
  195: 'lossless',
  197: 'hierarchical',
  198: 'hierarchical',
  199: 'hierarchical',
  203: 'lossless',
  205: 'hierarchical',
  206: 'hierarchical',
  207: 'hierarchical',
};
const NO_LENGTH = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
const IS_FRAME = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const bad = (reason: Parameters<typeof badPicture>[1], what: string): GeomapError => badPicture('image/jpeg', reason, what);

/** Walks the segments up to the first scan and looks for the end marker. Throws `unsupported_media` with the reason. */
export function checkJpeg(original: PictureFile): void {
  const file = windowed(original);
  let framed = false;
  for (let at = 2; ; ) {
    const marker = nextMarker(file, at);
    if (marker === undefined)
      throw bad('truncated', framed ? 'it ends before its pixels' : 'it ends before its header is complete');
    at = marker.after;
    if (marker.code === 0xd9) throw bad('corrupt_header', 'it holds no image');
    if (NO_LENGTH(marker.code)) continue;
    const length = bigEndian(file, at, 2);
    if (length === undefined || at + length > file.bytes) throw bad('truncated', 'it ends inside its header');
    if (length < 2) throw bad('corrupt_header', 'its header is damaged');
    if (IS_FRAME(marker.code)) {
      checkFrame(file, at, marker.code);
      framed = true;
    }
    at += length;
    if (marker.code === 0xda) break;
  }
  if (!framed) throw bad('corrupt_header', 'it holds no image header');
  if (!hasEnd(original)) throw bad('truncated', 'its pixel data end early');
}

/** The marker at `at`, fill bytes skipped; bytes that belong to nothing are stepped over as decoders do. */
function nextMarker(file: PictureFile, at: number): { readonly code: number; readonly after: number } | undefined {
  for (let here = at; ; here += 1) {
    const byte = byteAt(file, here);
    if (byte === undefined) return undefined;
    const code = byteAt(file, here + 1);
    if (byte === 0xff && code !== undefined && code !== 0xff && code !== 0) return { code, after: here + 2 };
  }
}

function checkFrame(file: PictureFile, at: number, code: number): void {
  const kind = UNREAD_FRAMES[code];
  if (kind !== undefined) throw bad('encoding', `it is a ${kind} JPEG, which is not read`);
  const bits = byteAt(file, at + 2);
  if (bits !== 8) throw bad('bits_per_sample', `it has ${bits ?? 0} bits per sample, which is not read`);
  const height = bigEndian(file, at + 3, 2);
  const width = bigEndian(file, at + 5, 2);
  if (!height || !width) throw bad('no_pixels', 'its size is missing or zero');
}

/** Entropy-coded data cannot hold the end marker, so any `FF D9` near the end is a real one. */
function hasEnd(file: PictureFile): boolean {
  const from = Math.max(0, file.bytes - TAIL_BYTES);
  const tail = file.read(from, file.bytes - from);
  for (let at = tail.length - 2; at >= 0; at -= 1) if (tail[at] === 0xff && tail[at + 1] === 0xd9) return true;
  return false;
}

import type { GeomapError } from '../errors/geomap-error.ts';
import { badPicture, type PictureFile } from './picture-facts.ts';
import { bigEndian, byteAt, windowed } from './read-window.ts';

/** How much is searched at once for the next marker. */
const STEP_BYTES = 1 << 18;

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

/** Walks the segments, and the scans as far as the end marker. Throws `unsupported_media` with the reason. */
export function checkJpeg(original: PictureFile): void {
  const file = windowed(original);
  let framed = false;
  let scanStart = 2;
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
    scanStart = at;
    if (marker.code === 0xda) break;
  }
  if (!framed) throw bad('corrupt_header', 'it holds no image header');
  if (!hasEnd(original, scanStart)) throw bad('truncated', 'its pixel data end early');
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

/** Markers between two scans whose length is stated; their content may hold any bytes. */
const HAS_LENGTH = (marker: number): boolean => marker === 0xc4 || (marker >= 0xda && marker <= 0xef) || marker === 0xfe;

/**
 * Forward from the first scan, so that nothing appended after the end marker counts, however long it is: cameras add previews and
 * makers' data of many megabytes. Entropy-coded data cannot hold a marker (T.81, B.1.1.5).
 */
function hasEnd(file: PictureFile, from: number): boolean {
  for (let at = from; at + 1 < file.bytes; ) {
    const step = file.read(at, STEP_BYTES);
    if (step.length < 2) return false;
    const found = nextCode(step);
    if (found === undefined) {
      at += step.length - 1;
      continue;
    }
    if (found.code === 0xd9) return true;
    at += found.after;
    if (HAS_LENGTH(found.code)) at += Math.max(2, bigEndian(file, at, 2) ?? 2);
  }
  return false;
}

/** The first marker of some entropy-coded data that is no restart marker and no stuffed byte. */
function nextCode(bytes: Uint8Array): { readonly code: number; readonly after: number } | undefined {
  for (let at = bytes.indexOf(0xff); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1] ?? 0;
    if (code !== 0 && code !== 0xff && code !== 0x01 && (code < 0xd0 || code > 0xd7)) return { code, after: at + 2 };
  }
  return undefined;
}

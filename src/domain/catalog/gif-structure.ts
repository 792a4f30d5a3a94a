import type { GeomapError } from '../errors/geomap-error.ts';
import { badPicture, type PictureFile } from './picture-facts.ts';
import { byteAt, littleEndian, windowed } from './read-window.ts';

const bad = (reason: Parameters<typeof badPicture>[1], what: string): GeomapError => badPicture('image/gif', reason, what);
const cut = (): GeomapError => bad('truncated', 'its pixel data end early');

/** Walks the blocks (GIF89a, sections 17 to 27). Throws `unsupported_media` with the reason. */
export function checkGif(original: PictureFile): void {
  const file = windowed(original);
  if (!littleEndian(file, 6, 2) || !littleEndian(file, 8, 2)) throw bad('no_pixels', 'its size is missing or zero');
  let images = 0;
  for (let at = 13 + tableBytes(byteAt(file, 10)); ; ) {
    const kind = byteAt(file, at);
    if (kind === 0x3b) break;
    if (kind === 0x21) at = skipSubBlocks(file, at + 2);
    else if (kind === 0x2c) {
      images += 1;
      at = skipSubBlocks(file, at + 11 + tableBytes(byteAt(file, at + 9)));
    } else if (kind === undefined) throw cut();
    else throw bad('corrupt_header', 'one of its parts is damaged');
  }
  if (images === 0) throw bad('no_pixels', 'it holds no image');
}

/** Bytes of a colour table by the flags of its descriptor. */
function tableBytes(flags: number | undefined): number {
  if (flags === undefined) throw cut();
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(file: PictureFile, from: number): number {
  for (let at = from; ; ) {
    const length = byteAt(file, at);
    if (length === undefined) throw cut();
    at += 1 + length;
    if (length === 0) return at;
  }
}

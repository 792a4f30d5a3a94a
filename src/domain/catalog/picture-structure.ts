import { checkGif } from './gif-structure.ts';
import { checkJpeg } from './jpeg-structure.ts';
import type { MediaType } from './media-type.ts';
import { badPicture, type PictureFile } from './picture-facts.ts';
import { checkPng } from './png-structure.ts';
import { littleEndian } from './read-window.ts';

/**
 * Looks for cut and damaged files as far as their structure tells, without decoding a pixel (D18). Throws
 * `unsupported_media`. TIFF is judged page by page in `tiff-header.ts`.
 */
export function checkStructure(type: MediaType, file: PictureFile): void {
  CHECKS[type](file);
}

const CHECKS: Readonly<Record<MediaType, (file: PictureFile) => void>> = {
  'image/png': checkPng,
  'image/jpeg': checkJpeg,
  'image/gif': checkGif,
  'image/webp': checkWebp,
  'image/tiff': () => undefined,
};

/** The RIFF header states the size of all that follows it. */
function checkWebp(file: PictureFile): void {
  const size = littleEndian(file, 4, 4);
  if (size === undefined || size < 12) throw badPicture('image/webp', 'corrupt_header', 'its header is damaged');
  if (size + 8 > file.bytes) throw badPicture('image/webp', 'truncated', 'its pixel data end early');
}

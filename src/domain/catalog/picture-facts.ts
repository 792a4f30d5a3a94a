import { GeomapError } from '../errors/geomap-error.ts';
import type { MediaType } from './media-type.ts';

/**
 * Reads `length` bytes at `offset`, fewer only at the end of the file. Offsets may lie beyond 2^32; they are exact up to 2^53.
 */
export type ReadAt = (offset: number, length: number) => Uint8Array;

/** A file to look into without decoding it. */
export type PictureFile = { readonly read: ReadAt; readonly bytes: number };

/** Size of one page as stored, in pixels, before its orientation is applied. */
export type PageSize = { readonly width: number; readonly height: number; readonly orientation: number };

/** What a header says. `refuse` tells why a page cannot be used, when it cannot. */
export type PictureFacts = { readonly pages: readonly (PageSize & { readonly refuse?: GeomapError })[] };

const NAMES: Readonly<Record<MediaType, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/tiff': 'TIFF',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
};

/** How to make a file that this server reads; the second sentence of every refusal. */
const CONVERT: Readonly<Record<string, string>> = {
  PDF: 'Export the page as TIFF or PNG, for example with `pdftoppm -r 300 -png`.',
  SVG: 'Draw it to PNG at the size of the sheet first.',
  'JPEG 2000': 'Convert it to TIFF, for example with `gdal_translate in.jp2 out.tif -co COMPRESS=DEFLATE`.',
  MrSID: 'Convert it to TIFF with a program that reads MrSID.',
};
const CONVERT_ANY = 'Convert it to TIFF, PNG or JPEG, for example with `magick in out.png`.';

/** `unsupported_media` for content of another kind; `found` is one of the names of `sniffMediaType`. */
export function otherContent(found: string): GeomapError {
  const hint =
    CONVERT[found] ?? (found === 'an empty file' || found === 'text' ? 'Give the path of the scan itself.' : CONVERT_ANY);
  return new GeomapError('unsupported_media', {
    message: `The content is ${found}, not one of the pictures that this server reads (PNG, JPEG, TIFF, WebP, GIF). ${hint}`,
    details: { found, reason: 'not_a_picture' },
    hints: [hint],
  });
}

/** Why a picture of a known kind cannot be used. */
export type BadPicture = 'truncated' | 'corrupt_header' | 'compression' | 'bits_per_sample' | 'encoding' | 'no_pixels';

/** `unsupported_media` for a picture of a known kind. `what` is a clause such as `its pixel data end early`. */
export function badPicture(type: MediaType, reason: BadPicture, what: string): GeomapError {
  const hint =
    reason === 'truncated'
      ? 'Copy or download the file again; a cut file cannot be repaired.'
      : reason === 'bits_per_sample'
        ? 'Convert it to 8 or 16 bits per sample, for example with `magick in.tif -depth 8 out.tif`.'
        : reason === 'compression'
          ? 'Write it again with another compression, for example with `tiffcp -c lzw in.tif out.tif` or `gdal_translate in.tif out.tif -co COMPRESS=DEFLATE`.'
          : CONVERT_ANY;
  return new GeomapError('unsupported_media', {
    message: `This ${NAMES[type]} cannot be used: ${what}. ${hint}`,
    details: { reason, media_type: type },
    hints: [hint],
  });
}

/** Width and height as displayed: EXIF orientations 5 to 8 lie on their side. */
export function displayedSize(page: PageSize): { readonly width: number; readonly height: number } {
  return page.orientation >= 5 ? { width: page.height, height: page.width } : { width: page.width, height: page.height };
}

/** The page asked for, else the largest by area, the first of equals (D18). Throws `invalid_arguments` for a page that is not there. */
export function choosePage(facts: PictureFacts, wanted: number | undefined): number {
  const count = facts.pages.length;
  if (wanted !== undefined) {
    if (wanted < count) return wanted;
    throw new GeomapError('invalid_arguments', {
      message: `The file has ${count} page${count === 1 ? '' : 's'}, counted from 0; leave out page or name one of them.`,
      details: { pages: count },
    });
  }
  const areas = facts.pages.map((page) => page.width * page.height);
  return areas.indexOf(Math.max(...areas));
}

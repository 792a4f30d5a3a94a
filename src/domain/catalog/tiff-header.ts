import type { GeomapError } from '../errors/geomap-error.ts';
import { badPicture, type PageSize, type PictureFacts, type PictureFile } from './picture-facts.ts';
import { type Directory, openTiff, readDirectory } from './tiff-directory.ts';

/*
 * What a TIFF's directories say, without decoding (TIFF 6.0; BigTIFF as in libtiff). A page that cannot be used carries the
 * reason, so that a bad page does not spoil the others.
 */

const TAG = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  tileOffsets: 324,
  tileByteCounts: 325,
} as const;

/**
 * Compressions that a decoder may read; every other one is refused by number and, where known, by name. LERC (34887), LZMA (34925) and
 * ZSTD (50000) need GDAL, so that the decoder has the last word.
 */
const READABLE = new Set([1, 2, 3, 4, 5, 7, 8, 32773, 32946, 34887, 34925, 50000, 50001]);
const COMPRESSION_NAMES: Readonly<Record<number, string>> = {
  6: 'old-style JPEG',
  9: 'JBIG',
  10: 'JBIG',
  32766: 'NeXT 2-bit',
  32809: 'ThunderScan',
  32908: 'PixarFilm',
  32909: 'PixarLog',
  33003: 'JPEG 2000',
  33005: 'JPEG 2000',
  34661: 'JBIG',
  34676: 'SGI LogLuv',
  34677: 'SGI LogLuv 24',
  34712: 'JPEG 2000',
  52546: 'JPEG XL',
};
const BITS = new Set([1, 2, 4, 8, 16, 32, 64]);
/** A chain of directories longer than this is a broken file (field report 4.13: scans of 200 pages exist). */
const MAX_PAGES = 10_000;

/** All pages in file order. Throws `unsupported_media` when the header or the chain of directories cannot be read. */
export function readTiffHeader(file: PictureFile): PictureFacts {
  const tiff = openTiff(file);
  const pages: (PageSize & { readonly refuse?: GeomapError })[] = [];
  const seen = new Set<number>();
  for (let at = tiff.firstDirectory; at !== 0; ) {
    if (seen.has(at) || seen.size >= MAX_PAGES) throw bad('corrupt_header', 'its pages lead in a circle');
    seen.add(at);
    const directory = readDirectory(tiff, at);
    pages.push(readPage(directory, file.bytes));
    at = directory.next;
  }
  if (pages.length === 0) throw bad('no_pixels', 'it holds no page');
  return { pages };
}

const bad = (reason: Parameters<typeof badPicture>[1], what: string): GeomapError => badPicture('image/tiff', reason, what);

function readPage(directory: Directory, bytes: number): PageSize & { readonly refuse?: GeomapError } {
  const width = directory.first(TAG.width) ?? 0;
  const height = directory.first(TAG.height) ?? 0;
  const tag = directory.first(TAG.orientation) ?? 1;
  const size = { width, height, orientation: tag >= 1 && tag <= 8 ? tag : 1 };
  const refuse = width < 1 || height < 1 ? bad('no_pixels', 'its size is missing or zero') : problemOf(directory, size, bytes);
  return refuse === undefined ? size : { ...size, refuse };
}

function problemOf(directory: Directory, size: PageSize, bytes: number): GeomapError | undefined {
  const compression = directory.first(TAG.compression) ?? 1;
  if (!READABLE.has(compression)) {
    const name = COMPRESSION_NAMES[compression];
    return bad(
      'compression',
      `its pixels are packed with compression ${compression}${name === undefined ? '' : ` (${name})`}, which is not read`,
    );
  }
  const bits = directory.all(TAG.bitsPerSample) ?? [1];
  const odd = bits.find((each) => !BITS.has(each));
  if (odd !== undefined) return bad('bits_per_sample', `it has ${odd} bits per sample, which is not read`);
  return extentProblem(directory, { size, bytes, rowBits: size.width * (bits[0] ?? 1), compression });
}

type Layout = { readonly size: PageSize; readonly bytes: number; readonly rowBits: number; readonly compression: number };

/** Strips and tiles have to lie inside the file. A sparse one (offset and count zero) is legal and filled with zeros. */
function extentProblem(directory: Directory, layout: Layout): GeomapError | undefined {
  const offsets = directory.all(TAG.tileOffsets) ?? directory.all(TAG.stripOffsets);
  if (offsets === undefined || offsets.length === 0) return bad('no_pixels', 'it does not say where its pixels are');
  const counts = directory.all(TAG.tileByteCounts) ?? directory.all(TAG.stripByteCounts);
  const cut = offsets.some((offset, at) => offset > 0 && offset + (counts?.[at] ?? 1) > layout.bytes);
  if (cut) return bad('truncated', 'its pixel data end early');
  return shortStrip(directory, layout, counts) ? bad('truncated', 'it holds fewer pixels than its size says') : undefined;
}

/** Uncompressed strips can be checked by arithmetic: together they have to hold every row. */
function shortStrip(directory: Directory, layout: Layout, counts: readonly number[] | undefined): boolean {
  if (layout.compression !== 1 || counts === undefined || directory.all(TAG.tileOffsets) !== undefined) return false;
  if (counts.some((count) => count === 0)) return false;
  const samples = directory.first(TAG.samplesPerPixel) ?? 1;
  const planes = directory.first(TAG.planarConfiguration) === 2 ? samples : 1;
  const rowBytes = Math.ceil((layout.rowBits * (planes === 1 ? samples : 1)) / 8);
  // Subsampled YCbCr stores fewer bytes per row; a third is the least of any legal subsampling.
  const needed =
    directory.first(262) === 6 ? Math.floor((rowBytes * layout.size.height) / 3) : rowBytes * layout.size.height * planes;
  return counts.reduce((sum, count) => sum + count, 0) < needed;
}

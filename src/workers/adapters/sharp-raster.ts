import { randomUUID } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { RasterPort, RasterSource } from '../../domain/documents/raster.ts';
import { GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';
import { openScratchFile } from '../../platform/files/scratch-file.ts';
import { decodeByGdal, sizeByGdal } from './gdal-scan.ts';
import { NEEDS_GDAL, openPicture, samplesOf, shape } from './sharp-picture.ts';
import { writeAnnotated, writeCrop, writePart, writePlainTiff, writePreview, writeRgb } from './sharp-writing.ts';

/** libvips' own words name the reason; they hold no path. A failed write names the folder's trouble instead. */
function failure(error: unknown): unknown {
  if (isGeomapError(error) || !(error instanceof Error)) return error;
  const text = error.message;
  if (/no space|ENOSPC|EACCES|EROFS|unable to open for write|ENOENT|write error/i.test(text)) {
    return new GeomapError('storage_unavailable', {
      message:
        'A picture could not be written to the cache folder of the server. The operator should check its free space and permissions.',
      logReason: text,
    });
  }
  if (/pixel limit/i.test(text)) {
    return new GeomapError('oversize_image', {
      message:
        'The picture has more pixels than this server decodes. Register a smaller copy, or ask the operator to raise the pixel limit.',
      logReason: text,
    });
  }
  return new GeomapError('unsupported_media', {
    message: `The picture cannot be decoded: ${reason(text)}. Convert it to a plain 8-bit TIFF, PNG or JPEG and register the copy.`,
    logReason: text,
  });
}

function reason(text: string): string {
  if (/old-style jpeg/i.test(text)) return 'it uses old-style JPEG compression in TIFF';
  if (/uncompressed data \(not supported\)/i.test(text)) return 'its fax data use the uncompressed mode, which is not read';
  if (/premature end|truncated|not enough data|read error/i.test(text)) return 'the file ends before the picture does';
  if (/whole number of bytes/i.test(text)) return 'its samples are not 1, 2, 4, 8, 16 or 32 bits wide';
  if (/vector must have/i.test(text)) return 'it has more bands than its kind of colour allows';
  return 'its data are damaged or of a kind this server does not read';
}

const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw failure(error);
  }
};

const needsGdal = (error: unknown): boolean => error instanceof Error && NEEDS_GDAL.test(error.message);

/**
 * Do it with libvips, or with a plain copy that GDAL makes of a TIFF that libvips refuses. Where GDAL is not there, or refuses it too,
 * the reason that libvips gave counts.
 */
const decoded = <T>(source: RasterSource, work: (source: RasterSource) => Promise<T>): Promise<T> =>
  guarded(async () => {
    try {
      return await work(source);
    } catch (error) {
      if (!needsGdal(error)) throw error;
      const size = await sizeByGdal(source.path, source.page).catch(() => undefined);
      if (size === undefined) throw error;
      const bytes = (size.width + 256) * (size.height + 256) * 3;
      const scratch = await openScratchFile(join(tmpdir(), `sa-scratch-${userInfo().uid}`), { bytes, name: randomUUID() });
      try {
        await decodeByGdal(source, scratch.path);
        return await work({ ...source, path: scratch.path, page: 0 });
      } finally {
        await scratch.close();
      }
    }
  });

/**
 * The raster port over sharp (libvips). One picture at a time and no cache, so that memory stays within one decode; GDAL, where it is
 * installed, reads what libvips lacks.
 */
export const createSharpRaster = (): RasterPort => ({
  readRgb: (source, options = {}) =>
    decoded(source, async (from) => {
      const opened = await openPicture(from);
      return samplesOf(opened, shape(opened, options));
    }),
  writeCrop: (source, box, target) => decoded(source, (from) => writeCrop(from, box, target)),
  writeRgb: (image, target) => guarded(() => writeRgb(image, target)),
  writeAnnotated: (source, svg, target) => decoded(source, (from) => writeAnnotated(from, svg, target)),
  writePlainTiff: (source, target) => decoded(source, (from) => writePlainTiff(from, target)),
  writePreview: (file, target) => guarded(() => writePreview(file, target)),
  writePart: (source, view, target) => decoded(source, (from) => writePart(from, view, target)),
});

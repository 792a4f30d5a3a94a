import type { RasterPort } from '../../domain/documents/raster.ts';
import { GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';
import { openPicture, samplesOf, shape } from './sharp-picture.ts';
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

/** The raster port over sharp (libvips). One picture at a time and no cache, so that memory stays within one decode. */
export const createSharpRaster = (): RasterPort => ({
  readRgb: (source, options = {}) =>
    guarded(async () => {
      const opened = await openPicture(source);
      return samplesOf(opened, shape(opened, options));
    }),
  writeCrop: (source, box, target) => guarded(() => writeCrop(source, box, target)),
  writeRgb: (image, target) => guarded(() => writeRgb(image, target)),
  writeAnnotated: (source, svg, target) => guarded(() => writeAnnotated(source, svg, target)),
  writePlainTiff: (source, target) => guarded(() => writePlainTiff(source, target)),
  writePreview: (file, target) => guarded(() => writePreview(file, target)),
  writePart: (source, view, target) => guarded(() => writePart(source, view, target)),
});

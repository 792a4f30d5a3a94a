import sharp from 'sharp';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { badPicture } from '../../domain/catalog/picture-facts.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { sizeByGdal } from './gdal-scan.ts';
import { plainPath } from './sharp-path.ts';
import { NEEDS_GDAL } from './sharp-picture.ts';

/** A kind of TIFF that libvips lacks and GDAL, which is not there, would read. */
function needsGdal(text: string): GeomapError {
  const packing = /(\w+) compression support/i.exec(text)?.[1];
  return packing === undefined
    ? badPicture(
        'image/tiff',
        'bits_per_sample',
        'its samples are of a width or kind that only GDAL reads, which this server lacks',
      )
    : badPicture('image/tiff', 'compression', `it is packed with ${packing}, which only GDAL reads, and this server lacks it`);
}

async function byGdal(file: string, page: number, text: string) {
  const size = await sizeByGdal(plainPath(file), page).catch(() => undefined);
  if (size === undefined) throw needsGdal(text);
  return { ...size, orientation: 1, pages: 1, inks: 'none', fallback: true } as const;
}

/** Header reading through sharp: opens the file, decodes nothing. What only GDAL opens is asked of GDAL (D18). */
export const sharpHeader: ImageHeaderPort = {
  readHeader: async (file, page) => {
    try {
      // The limit on pixels is the caller's: it wants to name both numbers.
      const options = { failOn: 'error', limitInputPixels: false, sequentialRead: true, ...(page > 0 ? { page } : {}) } as const;
      const meta = await sharp(plainPath(file), options).metadata();
      return {
        width: meta.width,
        height: meta.pageHeight ?? meta.height,
        orientation: meta.orientation ?? 1,
        pages: meta.pages ?? 1,
        inks: meta.space !== 'cmyk' ? 'none' : meta.hasProfile ? 'own_profile' : 'default_profile',
      };
    } catch (error) {
      if (error instanceof Error && NEEDS_GDAL.test(error.message)) return byGdal(file, page, error.message);
      throw new GeomapError('unsupported_media', {
        message:
          'The picture cannot be opened: its header is damaged or of a kind that is not read. Convert it to TIFF, PNG or JPEG, for example with `magick in out.png`.',
        details: { reason: 'corrupt_header' },
        hints: ['Convert it to TIFF, PNG or JPEG, for example with `magick in out.png`.'],
        logReason: error instanceof Error ? error.message : 'unknown failure of the decoder',
      });
    }
  },
};

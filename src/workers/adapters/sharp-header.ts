import sharp from 'sharp';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { plainPath } from './sharp-path.ts';

/** Header reading through sharp: opens the file, decodes nothing. */
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

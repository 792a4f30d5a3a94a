import type { PixelBox } from '../catalog/records.ts';

/** 8-bit RGB, row by row, no padding: `data.length === width * height * 3`. */
export type RgbImage = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/**
 * Largest PNG that is handed out as such, in bytes: base64 makes it 9.3 MB, and clients break above 10 MB per message. A larger
 * picture is written as JPEG when the name of its target leaves the choice.
 */
export const COMPACT_PNG_BYTES = 7_000_000;

/** Longest side in px and most bytes of a picture that is shown inside a message (contract 2.8). */
export const VIEW_SIDE = 1536;
export const VIEW_BYTES = 1_000_000;

/**
 * The raster port: reads pictures as displayed (EXIF orientation applied once, 1-bit, palette, 16-bit, CMYK, alpha all brought
 * to 8-bit RGB) and writes them. A target that ends in `.png` or `.jpg` settles the format; with any other ending the picture is a
 * PNG up to `COMPACT_PNG_BYTES` and a JPEG (4:4:4) above. Throws `GeomapError('unsupported_media')` for what cannot be decoded.
 */
export type RasterPort = {
  /** Decode a window of a source, scaled to at most `maxSide` px on its longer side (nearest or area by `kernel`). */
  readonly readRgb: (source: RasterSource, options?: ReadOptions) => Promise<RgbImage>;
  /** Cut `box` (source frame, px, clipped) out of a source into a file, above 40 Mpx or `maxBytes` reduced. Returns bytes written and pixel size. */
  readonly writeCrop: (source: RasterSource, box: PixelBox, target: string) => Promise<WrittenRaster>;
  readonly writeRgb: (image: RgbImage, target: string) => Promise<WrittenRaster>;
  /** Draw SVG text of the picture's displayed size over the source and write it; above 40 Mpx at a stated scale. */
  readonly writeAnnotated: (
    source: RasterSource,
    svg: string,
    target: string,
  ) => Promise<WrittenRaster & { readonly scale: number }>;
  /** The whole picture as an uncompressed tiled 8-bit RGB TIFF of its full size, for reading any part of it at once. */
  readonly writePlainTiff: (source: RasterSource, target: string) => Promise<void>;
  /** PNG of at most 1536 px and 1,000,000 bytes, else JPEG of the full 1536 px (D10a), written beside `file`. */
  readonly writePreview: (
    file: string,
    target: string,
  ) => Promise<WrittenRaster & { readonly sourceWidth: number; readonly sourceHeight: number }>;
  /** A window of a source, px of that picture, reduced to `maxSide` and within the limits of a view; JPEG where a PNG is too large. */
  readonly writePart: (
    source: RasterSource,
    view: { readonly box: PixelBox; readonly maxSide: number },
    target: string,
  ) => Promise<WrittenRaster>;
};

export type RasterSource = {
  readonly path: string;
  readonly page: number;
  readonly maxPixels: number;
  /** Pictures written from this source are reduced until they have at most this many bytes. */
  readonly maxBytes?: number;
};
export type ReadOptions = { readonly box?: PixelBox; readonly maxSide?: number; readonly kernel?: 'nearest' | 'area' };
export type WrittenRaster = {
  readonly path: string;
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
};

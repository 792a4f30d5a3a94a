import { writeFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { PixelBox } from '../../domain/catalog/records.ts';
import {
  COMPACT_PNG_BYTES,
  type RasterSource,
  type RgbImage,
  VIEW_BYTES,
  VIEW_SIDE,
  type WrittenRaster,
} from '../../domain/documents/raster.ts';
import { plainPath } from './sharp-path.ts';
import { clipBox, fromRgb, openPicture, rgbOf, samplesOf, shape, toRgb } from './sharp-picture.ts';

const WRITTEN_MAX_PIXELS = 40_000_000;
/** No JPEG is longer (libjpeg's JPEG_MAX_DIMENSION). */
const JPEG_MAX_SIDE = 65_500;
const VIEW_QUALITIES = [85, 75, 60, 45, 30, 15, 5] as const;
/** From this size on a sample tells whether a PNG is worth the try; packing a scan of 40 Mpx for nothing takes seconds. */
const SAMPLED_PIXELS = 4_000_000;
const SAMPLE_SIDE = 256;
/** Share of the sample's estimate above which no PNG is tried: the estimate is rough. */
const HOPELESS = 2;
/** Below this size the Huffman tables of a JPEG are fitted to it, for which libjpeg keeps the whole picture. */
const FITTED_PIXELS = 8_000_000;

/** What is to be written: its size, the whole of it, and windows of it for a sample. `whole` may be asked for twice. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly whole: () => Sharp;
  readonly window: (box: PixelBox) => Sharp;
};

/** A picture in memory. */
export const pictureOf = (image: RgbImage): Picture => ({
  width: image.width,
  height: image.height,
  whole: () => fromRgb(image),
  window: ([left, top, right, bottom]) => fromRgb(image).extract({ left, top, width: right - left, height: bottom - top }),
});

/** Scans compress badly whatever the effort, so speed is chosen. */
const asPng = (image: Sharp): Sharp => image.png({ compressionLevel: 4, adaptiveFiltering: false });

/** Nine windows of the picture, packed as PNG: bytes expected of the whole. */
async function expectedPngBytes({ width, height, window }: Picture): Promise<number> {
  let bytes = 0;
  let pixels = 0;
  for (const across of [0.1, 0.5, 0.9]) {
    for (const down of [0.1, 0.5, 0.9]) {
      const left = Math.max(0, Math.floor(across * (width - SAMPLE_SIDE)));
      const top = Math.max(0, Math.floor(down * (height - SAMPLE_SIDE)));
      const box: PixelBox = [left, top, Math.min(width, left + SAMPLE_SIDE), Math.min(height, top + SAMPLE_SIDE)];
      bytes += (await asPng(window(box)).toBuffer()).length;
      pixels += (box[2] - box[0]) * (box[3] - box[1]);
    }
  }
  return (bytes / pixels) * width * height;
}

async function isWorthPng(picture: Picture, target: string): Promise<boolean> {
  if (/\.jpe?g$/.test(target)) return false;
  if (Math.max(picture.width, picture.height) > JPEG_MAX_SIDE) return true;
  if (target.endsWith('.png') || picture.width * picture.height < SAMPLED_PIXELS) return true;
  return (await expectedPngBytes(picture)) <= HOPELESS * COMPACT_PNG_BYTES;
}

/** A picture whose PNG turns out too large for a message is written again as JPEG. */
export async function writePicture(picture: Picture, target: string): Promise<WrittenRaster> {
  if (await isWorthPng(picture, target)) {
    const { width, height, size: bytes } = await asPng(picture.whole()).toFile(target);
    if (target.endsWith('.png') || bytes <= COMPACT_PNG_BYTES || Math.max(width, height) > JPEG_MAX_SIDE)
      return { path: target, mimeType: 'image/png', width, height, bytes };
  }
  const optimiseCoding = picture.width * picture.height < FITTED_PIXELS;
  const jpeg = picture.whole().jpeg({ quality: 90, chromaSubsampling: '4:4:4', optimiseCoding });
  const { width, height, size: bytes } = await jpeg.toFile(target);
  return { path: target, mimeType: 'image/jpeg', width, height, bytes };
}

/** Factor at which a picture comes within 40 Mpx and the longest side that a JPEG can have. */
const sizeFactor = (width: number, height: number): number =>
  Math.min(1, Math.sqrt(WRITTEN_MAX_PIXELS / (width * height)), JPEG_MAX_SIDE / Math.max(width, height));

/** Write at the first factor, and smaller while the file is over the limit: a scan's PNG shrinks about as its area does. */
async function withinBytes<T extends WrittenRaster>(
  first: number,
  maxBytes: number,
  attempt: (factor: number) => Promise<T>,
): Promise<T> {
  let factor = first;
  let written = await attempt(factor);
  for (let tries = 0; written.bytes > maxBytes && tries < 4; tries += 1) {
    factor *= Math.min(0.9, 0.97 * Math.sqrt(maxBytes / written.bytes));
    written = await attempt(factor);
  }
  return written;
}

export async function writeCrop(source: RasterSource, box: PixelBox, target: string): Promise<WrittenRaster> {
  const opened = await openPicture(source);
  const { left, top, width, height } = clipBox(box, opened);
  return withinBytes(sizeFactor(width, height), source.maxBytes ?? Number.POSITIVE_INFINITY, async (factor) => {
    const maxSide = Math.max(1, Math.floor(Math.max(width, height) * factor));
    const scale = maxSide / Math.max(width, height);
    const picture: Picture = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
      whole: () => rgbOf(opened, shape(opened, { box, maxSide })),
      window: ([x0, y0, x1, y1]) =>
        rgbOf(
          opened,
          shape(opened, {
            box: [left + x0 / scale, top + y0 / scale, left + x1 / scale, top + y1 / scale],
            maxSide: Math.max(x1 - x0, y1 - y0),
          }),
        ),
    };
    return writePicture(picture, target);
  });
}

export async function writeAnnotated(source: RasterSource, svg: string, target: string) {
  const opened = await openPicture(source);
  const body = svg.replace(/^\s*<\?xml[^>]*\?>/, '');
  return withinBytes(sizeFactor(opened.width, opened.height), source.maxBytes ?? Number.POSITIVE_INFINITY, async (factor) => {
    const maxSide = Math.max(1, Math.floor(Math.max(opened.width, opened.height) * factor));
    const base = await samplesOf(opened, shape(opened, { maxSide }));
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${base.width}" height="${base.height}" viewBox="0 0 ${opened.width} ${opened.height}" preserveAspectRatio="none">${body}</svg>`;
    const layer = { input: Buffer.from(sheet), density: 72, limitInputPixels: false };
    const picture = { ...pictureOf(base), whole: () => fromRgb(base).composite([layer]).removeAlpha() };
    const written = await writePicture(picture, target);
    return { ...written, scale: base.width / opened.width };
  });
}

/** Streams: no more of the picture is in memory than libvips needs for a row of tiles. */
export async function writePlainTiff(source: RasterSource, target: string): Promise<void> {
  const opened = await openPicture(source);
  const bigtiff = opened.width * opened.height * 3 > 3_500_000_000;
  const tiles = { tile: true, tileWidth: 256, tileHeight: 256, compression: 'none', predictor: 'none', bigtiff } as const;
  await rgbOf(opened, (whole) => whole)
    .tiff(tiles)
    .toFile(target);
}

/** Within the bytes of a preview: PNG, or else JPEG of the same size in pixels (D10a). */
async function writeView(image: RgbImage, target: string): Promise<WrittenRaster> {
  const facts = { path: target, width: image.width, height: image.height };
  const png = await fromRgb(image).png({ compressionLevel: 8 }).toBuffer();
  if (png.length <= VIEW_BYTES) {
    await writeFile(target, png);
    return { ...facts, bytes: png.length, mimeType: 'image/png' };
  }
  let jpeg = png;
  for (const quality of VIEW_QUALITIES) {
    jpeg = await fromRgb(image).jpeg({ quality, mozjpeg: false }).toBuffer();
    if (jpeg.length <= VIEW_BYTES) break;
  }
  await writeFile(target, jpeg);
  return { ...facts, bytes: jpeg.length, mimeType: 'image/jpeg' };
}

export async function writePreview(file: string, target: string) {
  const meta = await sharp(plainPath(file), { limitInputPixels: false }).metadata();
  const fit = { width: VIEW_SIDE, height: VIEW_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  const small = await toRgb(sharp(plainPath(file), { limitInputPixels: false, failOn: 'error' }).resize(fit))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { width: small.info.width, height: small.info.height, data: small.data };
  return { ...(await writeView(image, target)), sourceWidth: meta.width, sourceHeight: meta.height };
}

export async function writePart(
  source: RasterSource,
  view: { readonly box: PixelBox; readonly maxSide: number },
  target: string,
) {
  const opened = await openPicture(source);
  const image = await samplesOf(opened, shape(opened, { box: view.box, maxSide: Math.min(VIEW_SIDE, view.maxSide) }));
  return writeView(image, target);
}

export const writeRgb = (image: RgbImage, target: string): Promise<WrittenRaster> => writePicture(pictureOf(image), target);

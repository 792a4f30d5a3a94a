import { writeFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort, RasterSource, ReadOptions, RgbImage, WrittenRaster } from '../../domain/documents/raster.ts';
import { COMPACT_PNG_BYTES } from '../../domain/documents/raster.ts';
import { GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';
import { applyLevels, fullRangeLevels, type Levels, unsignedLevels } from '../../domain/layout/sample-levels.ts';
import { plainPath } from './sharp-path.ts';

sharp.cache(false);
sharp.concurrency(1);

const WRITTEN_MAX_PIXELS = 40_000_000;
const PREVIEW_SIDE = 1536;
const PREVIEW_BYTES = 1_000_000;
const PREVIEW_QUALITIES = [85, 75, 60, 45, 30, 15, 5] as const;
const WHITE = { r: 255, g: 255, b: 255 };

type Opened = {
  readonly image: () => Sharp;
  readonly width: number;
  readonly height: number;
  readonly levels: Levels | null;
  readonly grey: boolean;
};

/** One decode path for every picture: page chosen, orientation applied, limits stated, errors not ignored. */
function decoder(source: RasterSource): Sharp {
  const page = source.page > 0 ? { page: source.page, pages: 1 } : {};
  return sharp(plainPath(source.path), {
    autoOrient: true,
    failOn: 'error',
    limitInputPixels: source.maxPixels,
    sequentialRead: true,
    ...page,
  });
}

const displayed = (meta: Metadata): { width: number; height: number } => {
  const turned = (meta.orientation ?? 1) >= 5;
  return { width: turned ? meta.height : meta.width, height: turned ? meta.width : meta.height };
};

async function sampleLevels(source: RasterSource, depth: string): Promise<Levels | null> {
  if (depth === 'uchar') return null;
  const { channels } = await decoder(source).stats();
  const bands = channels.slice(0, 3);
  const max = Math.max(...bands.map((band) => band.max));
  if (depth === 'ushort') return unsignedLevels(max);
  return fullRangeLevels(Math.min(...bands.map((band) => band.min)), max);
}

async function open(source: RasterSource): Promise<Opened> {
  const meta = await decoder(source).metadata();
  return {
    image: () => decoder(source),
    ...displayed(meta),
    levels: await sampleLevels(source, meta.depth),
    grey: meta.channels < 3,
  };
}

/** 8-bit sRGB without alpha: transparent parts become paper white; CMYK goes through its profile or the default one. */
const toRgb = (image: Sharp): Sharp => image.flatten({ background: WHITE }).toColourspace('srgb').removeAlpha();

async function rawSamples(opened: Opened, shaped: (image: Sharp) => Sharp): Promise<RgbImage> {
  if (opened.levels === null) {
    const { data, info } = await toRgb(shaped(opened.image())).raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  }
  const short = opened.levels.low === 0 && Number.isInteger(Math.log2(opened.levels.high + 1));
  const space = short ? (opened.grey ? 'grey16' : 'rgb16') : opened.grey ? 'b-w' : 'srgb';
  const wide = shaped(opened.image()).pipelineColourspace(space).toColourspace(space);
  const { data, info } = await wide.raw({ depth: short ? 'ushort' : 'float' }).toBuffer({ resolveWithObject: true });
  const bytes = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const samples = short ? new Uint16Array(bytes) : new Float32Array(bytes);
  return { width: info.width, height: info.height, data: applyLevels(samples, info.channels, opened.levels) };
}

function clipBox(box: PixelBox, size: { readonly width: number; readonly height: number }) {
  const left = Math.min(size.width - 1, Math.max(0, Math.floor(box[0])));
  const top = Math.min(size.height - 1, Math.max(0, Math.floor(box[1])));
  const right = Math.min(size.width, Math.max(left + 1, Math.ceil(box[2])));
  const bottom = Math.min(size.height, Math.max(top + 1, Math.ceil(box[3])));
  return { left, top, width: right - left, height: bottom - top };
}

/** Extraction and reduction, in this order. Nearest must see full-resolution pixels, so the JPEG reader may not shrink on load. */
function shape(opened: Opened, options: ReadOptions): (image: Sharp) => Sharp {
  const region = clipBox(options.box ?? [0, 0, opened.width, opened.height], opened);
  const whole = region.width === opened.width && region.height === opened.height;
  const longer = Math.max(region.width, region.height);
  const factor = Math.min(1, (options.maxSide ?? longer) / longer);
  const nearest = options.kernel === 'nearest';
  return (image) => {
    const cut = whole ? image : image.extract(region);
    if (factor >= 1) return cut;
    const width = Math.max(1, Math.round(region.width * factor));
    const height = Math.max(1, Math.round(region.height * factor));
    return cut.resize({ width, height, fit: 'fill', kernel: nearest ? 'nearest' : 'linear', fastShrinkOnLoad: !nearest });
  };
}

const fromRgb = (image: RgbImage): Sharp =>
  sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 }, limitInputPixels: false });

/** Scans compress badly whatever the effort, so speed is chosen. */
const asPng = (image: Sharp): Sharp => image.png({ compressionLevel: 4, adaptiveFiltering: false });
const asJpeg = (image: Sharp): Sharp => image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' });

/** `make` may be called twice: a picture whose PNG turns out too large for a message is written again as JPEG. */
async function write(make: () => Promise<Sharp> | Sharp, target: string): Promise<WrittenRaster> {
  if (!/\.jpe?g$/.test(target)) {
    const { width, height, size: bytes } = await asPng(await make()).toFile(target);
    if (target.endsWith('.png') || bytes <= COMPACT_PNG_BYTES)
      return { path: target, mimeType: 'image/png', width, height, bytes };
  }
  const { width, height, size: bytes } = await asJpeg(await make()).toFile(target);
  return { path: target, mimeType: 'image/jpeg', width, height, bytes };
}

/** A picture pipeline for writing; samples that need levels go through memory. */
const writable = async (opened: Opened, shaped: (image: Sharp) => Sharp): Promise<Sharp> =>
  opened.levels === null ? toRgb(shaped(opened.image())) : fromRgb(await rawSamples(opened, shaped));

/** Factor at which `pixels` come within 40 Mpx. */
const pixelFactor = (pixels: number): number => (pixels > WRITTEN_MAX_PIXELS ? Math.sqrt(WRITTEN_MAX_PIXELS / pixels) : 1);

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

async function writeCrop(source: RasterSource, box: PixelBox, target: string): Promise<WrittenRaster> {
  const opened = await open(source);
  const { width, height } = clipBox(box, opened);
  return withinBytes(pixelFactor(width * height), source.maxBytes ?? Number.POSITIVE_INFINITY, async (factor) => {
    const maxSide = Math.max(1, Math.floor(Math.max(width, height) * factor));
    return write(() => writable(opened, shape(opened, { box, maxSide })), target);
  });
}

async function writeAnnotated(source: RasterSource, svg: string, target: string) {
  const opened = await open(source);
  const body = svg.replace(/^\s*<\?xml[^>]*\?>/, '');
  return withinBytes(pixelFactor(opened.width * opened.height), source.maxBytes ?? Number.POSITIVE_INFINITY, async (factor) => {
    const maxSide = Math.max(1, Math.floor(Math.max(opened.width, opened.height) * factor));
    const base = await rawSamples(opened, shape(opened, { maxSide }));
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${base.width}" height="${base.height}" viewBox="0 0 ${opened.width} ${opened.height}" preserveAspectRatio="none">${body}</svg>`;
    const layer = { input: Buffer.from(sheet), density: 72, limitInputPixels: false };
    const written = await write(() => fromRgb(base).composite([layer]).removeAlpha(), target);
    return { ...written, scale: base.width / opened.width };
  });
}

/** Streams: no more of the picture is in memory than libvips needs for a row of tiles. */
async function writePlainTiff(source: RasterSource, target: string): Promise<void> {
  const opened = await open(source);
  const image = await writable(opened, (whole) => whole);
  const bigtiff = opened.width * opened.height * 3 > 3_500_000_000;
  const tiles = { tile: true, tileWidth: 256, tileHeight: 256, compression: 'none', predictor: 'none', bigtiff } as const;
  await image.tiff(tiles).toFile(target);
}

async function writePreview(file: string, target: string) {
  const meta = await sharp(plainPath(file), { limitInputPixels: false }).metadata();
  const fit = { width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  const small = await toRgb(sharp(plainPath(file), { limitInputPixels: false, failOn: 'error' }).resize(fit))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = { width: small.info.width, height: small.info.height, data: small.data };
  const facts = { path: target, width: image.width, height: image.height, sourceWidth: meta.width, sourceHeight: meta.height };
  const png = await fromRgb(image).png({ compressionLevel: 8 }).toBuffer();
  if (png.length <= PREVIEW_BYTES) {
    await writeFile(target, png);
    return { ...facts, bytes: png.length, mimeType: 'image/png' } as const;
  }
  let jpeg = png;
  for (const quality of PREVIEW_QUALITIES) {
    jpeg = await fromRgb(image).jpeg({ quality, mozjpeg: false }).toBuffer();
    if (jpeg.length <= PREVIEW_BYTES) break;
  }
  await writeFile(target, jpeg);
  return { ...facts, bytes: jpeg.length, mimeType: 'image/jpeg' } as const;
}

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
  if (/premature end|truncated|not enough data|read error/i.test(text)) return 'the file ends before the picture does';
  if (/whole number of bytes/i.test(text)) return 'its samples are not 1, 2, 4, 8, 16 or 32 bits wide';
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
      const opened = await open(source);
      return rawSamples(opened, shape(opened, options));
    }),
  writeCrop: (source, box, target) => guarded(() => writeCrop(source, box, target)),
  writeRgb: (image, target) => guarded(() => write(() => fromRgb(image), target)),
  writeAnnotated: (source, svg, target) => guarded(() => writeAnnotated(source, svg, target)),
  writePlainTiff: (source, target) => guarded(() => writePlainTiff(source, target)),
  writePreview: (file, target) => guarded(() => writePreview(file, target)),
});

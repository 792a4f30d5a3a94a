import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PixelBox } from '../../domain/catalog/records.ts';
import type { RasterSource, ReadOptions, RgbImage } from '../../domain/documents/raster.ts';
import { fullRangeLevels, type Levels, unsignedLevels } from '../../domain/layout/sample-levels.ts';
import { plainPath } from './sharp-path.ts';

sharp.cache(false);
sharp.concurrency(1);

const WHITE = { r: 255, g: 255, b: 255 };
/** Side in px of the sample by which the range of fractional samples is judged. */
const RANGE_SIDE = 1024;

/** What libvips says of TIFF that it does not read and GDAL does: packings, 64-bit samples, stacks of grey bands. */
export const NEEDS_GDAL =
  /compression support is not configured|samples out of range|unsupported tiff image type|linear: vector must have/i;

/** A picture whose header has been read: size as displayed, and how its samples become 8 bit. */
export type Opened = {
  readonly image: () => Sharp;
  readonly width: number;
  readonly height: number;
  readonly levels: { readonly range: Levels; readonly wide: boolean } | null;
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

async function sampleLevels(source: RasterSource, meta: Metadata): Promise<Opened['levels']> {
  if (meta.depth === 'uchar' || meta.space === 'cmyk') return null;
  const { channels } = await decoder(source).stats();
  const bands = channels.slice(0, Math.max(1, Math.min(3, meta.channels - (meta.hasAlpha ? 1 : 0))));
  const max = Math.max(...bands.map((band) => band.max));
  const min = Math.min(...bands.map((band) => band.min));
  const wide = /16$/.test(meta.space);
  if (meta.depth === 'ushort') {
    const range = unsignedLevels(max);
    return range && { range, wide };
  }
  // libvips gives whole numbers only, which say nothing of samples between 0 and 1.
  const range = max - min < 16 ? await fractionalLevels(source, meta) : fullRangeLevels(min, max);
  return { range, wide };
}

async function fractionalLevels(source: RasterSource, meta: Metadata): Promise<Levels> {
  const space = meta.channels < 3 ? 'b-w' : 'srgb';
  const small = decoder(source)
    .resize({ width: RANGE_SIDE, height: RANGE_SIDE, fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
    .removeAlpha()
    .pipelineColourspace(space)
    .toColourspace(space);
  const data = await small.raw({ depth: 'float' }).toBuffer();
  const samples = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const sample of samples) {
    if (!Number.isFinite(sample)) continue;
    low = Math.min(low, sample);
    high = Math.max(high, sample);
  }
  return low < high ? { low, high } : fullRangeLevels(0, 0);
}

/** Reads the header, and for samples that are not plain 8 bit their range. */
export async function openPicture(source: RasterSource): Promise<Opened> {
  const meta = await decoder(source).metadata();
  const levels = await sampleLevels(source, meta);
  return { image: () => decoder(source), ...displayed(meta), levels, grey: meta.channels < 3 };
}

/** 8-bit sRGB without alpha: transparent parts become paper white; CMYK goes through its profile or the default one. */
export const toRgb = (image: Sharp): Sharp => image.flatten({ background: WHITE }).toColourspace('srgb').removeAlpha();

/**
 * A pipeline of 8-bit RGB, streamed whatever the samples are. Samples tagged as 16 bit are spread over 16 bit, of which sharp takes
 * the upper eight; others are spread over 8 bit. The half before cutting rounds.
 */
export function rgbOf(opened: Opened, shaped: (image: Sharp) => Sharp): Sharp {
  const image = shaped(opened.image());
  if (opened.levels === null) return toRgb(image);
  const { range, wide } = opened.levels;
  const space = wide ? (opened.grey ? 'grey16' : 'rgb16') : opened.grey ? 'b-w' : 'srgb';
  const [top, half] = wide ? [255 * 256, 128] : [255, 0.5];
  const factor = top / (range.high - range.low);
  return toRgb(image.pipelineColourspace(space).linear(factor, half - range.low * factor));
}

export async function samplesOf(opened: Opened, shaped: (image: Sharp) => Sharp): Promise<RgbImage> {
  const { data, info } = await rgbOf(opened, shaped).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Integer box inside the picture, at least 1 px. */
export function clipBox(box: PixelBox, size: { readonly width: number; readonly height: number }) {
  const left = Math.min(size.width - 1, Math.max(0, Math.floor(box[0])));
  const top = Math.min(size.height - 1, Math.max(0, Math.floor(box[1])));
  const right = Math.min(size.width, Math.max(left + 1, Math.ceil(box[2])));
  const bottom = Math.min(size.height, Math.max(top + 1, Math.ceil(box[3])));
  return { left, top, width: right - left, height: bottom - top };
}

/** Extraction and reduction, in this order. Nearest must see full-resolution pixels, so the JPEG reader may not shrink on load. */
export function shape(opened: Opened, options: ReadOptions): (image: Sharp) => Sharp {
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

/** A picture in memory as a pipeline. */
export const fromRgb = (image: RgbImage): Sharp =>
  sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 }, limitInputPixels: false });

import type { RgbImage } from '../../domain/documents/raster.ts';
import { createRandomSource, type RandomSource } from '../random-source.ts';
import { jpegNoise } from './jpeg-noise.ts';
import { agedPaper, foldedPaper } from './paper-faults.ts';
import { movedTruth, type SheetTruth } from './varied-truth.ts';
import type { ScanFault } from './varied-wish.ts';

const luma = (data: Uint8Array, at: number): number =>
  0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);

const mapGrey = (image: RgbImage, level: (grey: number, pixel: number) => number): RgbImage => {
  const data = new Uint8Array(image.data.length);
  for (let at = 0; at < data.length; at += 3) data.fill(level(luma(image.data, at), at / 3), at, at + 3);
  return { ...image, data };
};

/** Black where darker than a global threshold: pale tints vanish, dark ones close up. */
const bilevel = (image: RgbImage, threshold: number): RgbImage => mapGrey(image, (grey) => (grey < threshold ? 0 : 255));

/** Error diffusion of Floyd and Steinberg (1976): tints become patterns of dots. */
const dithered = (image: RgbImage): RgbImage => {
  const { width } = image;
  const owed = new Float64Array(width * image.height + width + 2);
  return mapGrey(image, (grey, pixel) => {
    const wanted = grey + (owed[pixel] ?? 0);
    const level = wanted < 128 ? 0 : 255;
    const rest = wanted - level;
    const give = (at: number, share: number) => {
      owed[at] = (owed[at] ?? 0) + rest * share;
    };
    if ((pixel + 1) % width !== 0) give(pixel + 1, 7 / 16);
    if (pixel % width !== 0) give(pixel + width - 1, 3 / 16);
    give(pixel + width, 5 / 16);
    give(pixel + width + 1, 1 / 16);
    return level;
  });
};

/** Binomial blur over three pixels, both ways, `rounds` times: each adds half a px of variance. */
const blurred = (image: RgbImage, rounds: number): RgbImage => {
  const { width, height } = image;
  let from = image.data;
  for (let pass = 0; pass < 2 * rounds; pass += 1) {
    const step = pass % 2 === 0 ? 3 : width * 3;
    const next = new Uint8Array(from.length);
    for (let at = 0; at < from.length; at += 1) {
      const before = from[at - step] ?? from[at] ?? 0;
      const after = from[at + step] ?? from[at] ?? 0;
      next[at] = (before + 2 * (from[at] ?? 0) + after + 2) >> 2;
    }
    from = next;
  }
  return { width, height, data: from };
};

/** Means of two by two pixels. */
const halved = (image: RgbImage): RgbImage => {
  const [width, height] = [image.width >> 1, image.height >> 1];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let band = 0; band < 3; band += 1) {
        const at = (2 * y * image.width + 2 * x) * 3 + band;
        const below = at + image.width * 3;
        const sum = (image.data[at] ?? 0) + (image.data[at + 3] ?? 0) + (image.data[below] ?? 0) + (image.data[below + 3] ?? 0);
        data[(y * width + x) * 3 + band] = (sum + 2) >> 2;
      }
  return { width, height, data };
};

const applyFault = (image: RgbImage, fault: ScanFault, random: RandomSource): RgbImage => {
  switch (fault) {
    case 'aged':
      return agedPaper(image, random);
    case 'folded':
      return foldedPaper(image, random);
    case 'blurred':
      return blurred(image, random.whole(2, 5));
    case 'half':
      return halved(image);
    case 'grey':
      return mapGrey(image, (grey) => grey);
    case 'jpeg':
      return jpegNoise(image, random.whole(18, 45));
    case 'bilevel':
      return bilevel(image, random.whole(110, 165));
    case 'dithered':
      return dithered(image);
    default:
      return fault satisfies never;
  }
};

export type ScannedSheet = { readonly image: RgbImage; readonly truth: SheetTruth };

/** What age and scanner make of a drawn sheet; the truth moves with the frame. */
export const scanSheet = (sheet: ScannedSheet, faults: readonly ScanFault[], seed: number): ScannedSheet => {
  const random = createRandomSource(seed ^ 0x5ca77);
  const image = faults.reduce((picture, fault) => applyFault(picture, fault, random), sheet.image);
  if (!faults.includes('half')) return { image, truth: sheet.truth };
  return { image, truth: movedTruth(sheet.truth, ([x, y]) => [x / 2, y / 2]) };
};

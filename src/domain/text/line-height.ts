import type { GreyImage } from './ink-picture.ts';

/** Least contrast, in grey levels, that counts as text. */
const LEAST_CONTRAST = 40;

function levels({ data }: GreyImage): Uint32Array {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let value = 0; value < 256; value += 1) {
    seen += counts[value] ?? 0;
    if (seen >= share * total) return value;
  }
  return 255;
}

/** Grey of the paper: brighter than most of the picture, because text covers the smaller part of it. */
export const paperLevel = (image: GreyImage): number => percentile(levels(image), 0.8);

/**
 * Height in px of the lines of text in a picture, ascender to descender where both occur: the middle one of its runs of rows with
 * ink. Null when the picture is blank.
 */
export function lineHeight(image: GreyImage): number | null {
  const counts = levels(image);
  const paper = percentile(counts, 0.8);
  const ink = percentile(counts, 0.005);
  if (image.width === 0 || image.height === 0 || paper - ink < LEAST_CONTRAST) return null;
  const limit = paper - 0.4 * (paper - ink);
  const runs: number[] = [];
  let run = 0;
  for (let y = 0; y <= image.height; y += 1) {
    const row = image.data.subarray(y * image.width, (y + 1) * image.width);
    if (y < image.height && row.some((value) => value < limit)) run += 1;
    else if (run > 0) {
      runs.push(run);
      run = 0;
    }
  }
  const tall = runs.filter((height) => height >= 4).sort((a, b) => a - b);
  return tall[Math.floor(tall.length / 2)] ?? null;
}

import { applyGeoTransform, type GeoTransform } from './geo-transform.ts';

/**
 * The six lines of a world file: x and y per column, x and y per row (in the order a, d, b, e), then the middle of the top left
 * pixel, while a `GeoTransform` starts at its outer corner. Numbers keep all their digits.
 */
export function writeWorldFile(g: GeoTransform): string {
  const [x, y] = applyGeoTransform(g, 0.5, 0.5);
  return `${[g[1], g[4], g[2], g[5], x, y].map(String).join('\n')}\n`;
}

/** Reads it back; null for text that is none. */
export function readWorldFile(text: string): GeoTransform | null {
  const numbers = text.trim().split(/\s+/).map(Number);
  const [a, d, b, e, x, y] = numbers;
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return null;
  if (a === undefined || b === undefined || d === undefined || e === undefined || x === undefined || y === undefined) return null;
  return [x - (a + b) / 2, a, b, y - (d + e) / 2, d, e];
}

const SUFFIXES: Readonly<Record<string, string>> = {
  'image/png': '.pgw',
  'image/jpeg': '.jgw',
  'image/tiff': '.tfw',
  'image/gif': '.gfw',
};

/** The suffix by which programs find the world file of a picture. */
export const worldFileSuffix = (mimeType: string): string => SUFFIXES[mimeType] ?? '.wld';

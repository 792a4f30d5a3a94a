import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import { boxArea } from './boxes.ts';
import { type FramedBox, LINE_SHARE } from './frame-sides.ts';

/** What speaks for a box being a map body, each 0..1. */
export type MapEvidence = { readonly sides: number; readonly area: number; readonly flatColours: number };

const HUE_BINS = 12;
/** Neighbouring pixels differ by no more than this on flat colour, JPEG noise included. */
const FLAT_STEP = 10;

/**
 * How much a box looks like printed areas of flat colour: share of pixel pairs that do not differ (a photograph of texture or
 * noise has few), times the variety of hues (a photograph of sky or a page of grey has one or two).
 */
export function flatColours(image: RgbImage, box: PixelBox): number {
  const step = Math.max(2, Math.floor(Math.sqrt(boxArea(box) / 200_000)));
  const hues = new Uint32Array(HUE_BINS);
  let pairs = 0;
  let flat = 0;
  let coloured = 0;
  for (let y = Math.floor(box[1]); y < box[3]; y += step) {
    for (let x = Math.floor(box[0]); x + 2 < box[2]; x += step) {
      const at = (y * image.width + x) * 3;
      const r = image.data[at] ?? 0;
      const g = image.data[at + 1] ?? 0;
      const b = image.data[at + 2] ?? 0;
      pairs += 1;
      const next = at + 6;
      const change = Math.max(
        Math.abs(r - (image.data[next] ?? 0)),
        Math.abs(g - (image.data[next + 1] ?? 0)),
        Math.abs(b - (image.data[next + 2] ?? 0)),
      );
      if (change <= FLAT_STEP) flat += 1;
      const top = Math.max(r, g, b);
      const spread = top - Math.min(r, g, b);
      if (spread < 24) continue;
      coloured += 1;
      const hue = top === r ? (g - b) / spread + 6 : top === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
      const bin = Math.floor((hue % 6) * (HUE_BINS / 6)) % HUE_BINS;
      hues[bin] = (hues[bin] ?? 0) + 1;
    }
  }
  if (pairs === 0) return 0;
  const variety = [...hues].filter((count) => count > coloured * 0.02 && count > pairs * 0.005).length;
  return Math.min(1, (flat / pairs) * 1.6) * Math.min(1, Math.max(0, (variety - 1) / 3));
}

/** Evidence of one framed box on a sheet of `sheetArea` square px. */
export const evidenceOf = (image: RgbImage, framed: FramedBox): MapEvidence => ({
  sides: framed.lines.filter((line) => line >= LINE_SHARE).length / 4,
  area: Math.min(1, boxArea(framed.box) / (0.2 * image.width * image.height)),
  flatColours: flatColours(image, framed.box),
});

/** Confidence 0..0.99 from the evidence and the number of legend rows found on the same sheet. */
export function mapConfidence(evidence: MapEvidence, legendRows: number): number {
  const value = 0.3 * evidence.sides + 0.2 * evidence.area + 0.25 * evidence.flatColours + 0.25 * Math.min(1, legendRows / 5);
  return Math.min(0.99, Math.round(value * 1000) / 1000);
}

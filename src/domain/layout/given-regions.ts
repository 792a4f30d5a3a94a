import type { PixelBox } from '../catalog/records.ts';
import type { GivenRegion } from '../documents/processing.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import { type Region, type SettledRegions, toSourceBox } from './regions.ts';

/** Detector ID of regions that the caller has outlined. */
export const CALLER = 'caller';

export type GivenRegions = {
  /** By class, in the order given; only the classes that the caller named. */
  readonly regions: ReadonlyMap<string, readonly Region[]>;
  readonly warnings: readonly string[];
};

type Size = { readonly width: number; readonly height: number };

function refuse(index: number, { label }: GivenRegion, reason: 'degenerate' | 'outside', { width, height }: Size): never {
  const what =
    reason === 'degenerate'
      ? 'has no area: give [x0, y0, x1, y1] with x0 < x1 and y0 < y1, at least one pixel apart'
      : 'lies outside the picture';
  throw new GeomapError('invalid_bounds', {
    message: `The bbox of regions[${index}] (${label}) ${what}. Boxes are pixels of the ${width}x${height} source frame.`,
    details: { index, label, reason, size: { width, height } },
    hints: ['Correct the box, or leave the region out so that the detector looks for it.'],
  });
}

/**
 * Regions of the caller in the source frame: boxes rounded half to even, and clipped with a warning where they reach beyond the
 * picture. No confidence is invented. Throws `invalid_bounds` with the index of a box that has no area or lies outside.
 */
export function settleGiven(given: readonly GivenRegion[], size: Size): GivenRegions {
  const frame = { ...size, factorX: 1, factorY: 1 };
  const regions = new Map<string, readonly Region[]>();
  const warnings: string[] = [];
  for (const [index, one] of given.entries()) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = one.bbox;
    if (!(x1 > x0 && y1 > y0)) refuse(index, one, 'degenerate', size);
    if (x0 >= size.width || y0 >= size.height || x1 <= 0 || y1 <= 0) refuse(index, one, 'outside', size);
    const box: PixelBox = toSourceBox([x0, y0, x1, y1], frame) ?? refuse(index, one, 'degenerate', size);
    if (x0 < 0 || y0 < 0 || x1 > size.width || y1 > size.height)
      warnings.push(`region_clipped: the bbox of regions[${index}] reaches beyond the picture and was cut to ${box.join(', ')}.`);
    regions.set(one.label, [...(regions.get(one.label) ?? []), { label: one.label, box, confidence: null, detector: CALLER }]);
  }
  return { regions, warnings };
}

const named = (labels: readonly string[]): string => labels.map((label) => label.replaceAll('_', ' ')).join(', ');

/** The caller's classes in place of the detected ones, the others as they were found. Says which are whose. */
export function withGiven(settled: SettledRegions, given: GivenRegions, detectorId: string): SettledRegions {
  if (given.regions.size === 0) return settled;
  const regions = new Map([...settled.regions].map(([label, list]) => [label, given.regions.get(label) ?? list]));
  const replaced = [...given.regions.keys()].filter((label) => (settled.regions.get(label) ?? []).length > 0);
  const instead = replaced.length > 0 ? ` in place of what the ${detectorId} detector found of ${named(replaced)}` : '';
  const words = `caller_regions: the boxes of ${named([...given.regions.keys()])} are those that the caller outlined${instead}; all other regions come from the ${detectorId} detector.`;
  return { regions, warnings: [...settled.warnings, ...given.warnings, words] };
}

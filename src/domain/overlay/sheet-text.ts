import type { BundleInput } from '../documents/knowledge.ts';
import { type DrawnLabels, drawnCounts, type Placement } from './annotation.ts';
import type { FooterText } from './footer.ts';
import { isFeature, type Overlay } from './item.ts';
import { QUERY_COLOR } from './palette.ts';

const SUMMARIES = 8;

/** Summaries of bundle items that have no place to be drawn at: land cover, population, rock names (KW-68). */
export const placelessSummaries = (bundle: BundleInput, overlay: Overlay): readonly string[] => {
  const located = new Set([...overlay.items, ...overlay.outOfBounds].filter(isFeature).map((item) => item.provider));
  return bundle.items
    .filter((item) => !located.has(item.provider) && typeof item.summary === 'string' && item.summary !== '')
    .slice(0, SUMMARIES)
    .map((item) => `${item.provider}: ${item.summary ?? ''}`);
};

const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `3 features drawn` */
export const drawnPhrase = (placement: Placement): string =>
  `${several(
    drawnCounts(placement).reduce((sum, { count }) => sum + count, 0),
    'feature',
  )} drawn`;

/** What a footer is written from. */
export type SheetFacts = {
  readonly overlay: Overlay;
  readonly placement: Placement;
  readonly labels: DrawnLabels;
  /** Further sentences, e.g. about the backdrop, and summaries of what has no place. */
  readonly remarks: readonly string[];
};

/** What the footer of a sheet says: counts of what is drawn (W-56), then what is not. */
export function sheetText({ overlay, placement, labels, remarks }: SheetFacts): FooterText {
  const counts = drawnCounts(placement);
  const query = placement.placed.some(({ item }) => item.kind === 'query_bounds');
  const notes = [
    placement.off.length > 0 ? `${several(placement.off.length, 'feature')} of the area not seen here: off this drawing.` : '',
    overlay.outOfBounds.length > 0
      ? `⚠ ${several(overlay.outOfBounds.length, 'annotation')} outside the target area hidden.`
      : '',
    placement.placed.some(({ item }) => item.nearby)
      ? 'White dots with a coloured rim lie in the search margin around the queried area.'
      : '',
    labels.unlabelled > 0 ? `${several(labels.unlabelled, 'further feature')} without a label for want of room.` : '',
    ...remarks,
  ];
  return {
    title: '',
    legend: [
      ...counts.map(({ provider, color, count }) => ({ label: `${provider} (${count})`, color })),
      ...(query ? [{ label: 'queried area', color: QUERY_COLOR }] : []),
    ],
    notes: notes.filter((note) => note !== ''),
    numbered: labels.numbered,
  };
}

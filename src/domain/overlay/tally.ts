import type { Placement } from './annotation.ts';
import { isFeature, type Overlay, type OverlayItem } from './item.ts';

type Tally = { readonly provider: string; readonly drawn: number; readonly off_map: number; readonly hidden: number };

const countBy = (items: readonly OverlayItem[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { provider = 'unknown' } of items) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return counts;
};

/**
 * Wire form of the numbers of an overlay: features drawn, features of the area that the drawing does not show, features hidden
 * because they lie outside the area; in all and by provider, sorted. Boxes of queries and providers are not counted (W-56, W-107).
 */
export function tallyDocument(overlay: Overlay, placement: Placement | null) {
  const drawn = countBy((placement?.placed ?? []).map(({ item }) => item).filter(isFeature));
  const off = countBy(placement?.off ?? []);
  const hidden = countBy(overlay.outOfBounds);
  const providers = [...new Set([...drawn.keys(), ...off.keys(), ...hidden.keys()])].sort();
  const rows = providers.map(
    (provider): Tally => ({
      provider,
      drawn: drawn.get(provider) ?? 0,
      off_map: off.get(provider) ?? 0,
      hidden: hidden.get(provider) ?? 0,
    }),
  );
  const sum = (key: 'drawn' | 'off_map' | 'hidden'): number => rows.reduce((total, row) => total + row[key], 0);
  return { drawn: sum('drawn'), off_map: sum('off_map'), hidden: sum('hidden'), by_provider: rows };
}

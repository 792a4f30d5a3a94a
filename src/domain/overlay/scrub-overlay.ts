import type { Overlay, OverlayItem } from './item.ts';

/** The overlay with every text that came from a bundle made safe to show: it ends in files that are read as they are (D6). */
export function scrubOverlay(overlay: Overlay, scrub: (text: string) => string): Overlay {
  const clean = (item: OverlayItem): OverlayItem => ({
    ...item,
    id: scrub(item.id),
    label: scrub(item.label),
    ...(item.provider === undefined ? {} : { provider: scrub(item.provider) }),
    ...(item.key === undefined ? {} : { key: scrub(item.key) }),
  });
  return {
    ...overlay,
    items: overlay.items.map(clean),
    outOfBounds: overlay.outOfBounds.map(clean),
    warnings: overlay.warnings.map(scrub),
  };
}

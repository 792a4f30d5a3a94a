import type { PixelBox } from '../catalog/records.ts';
import { INK, type PixelClasses } from './pixel-classes.ts';

/** A gap keeps at most this share of the distance from paper that both its banks have. */
const GAP_SHARE = 0.62;
/** Banks nearer to the paper than this are paper themselves. */
const MIN_BANK = 34;
/** Gaps up to twice this many px wide are looked for (at 4,000 px sheet side); wider ones stay open in any scan. */
const REACH = 4;

/**
 * The classes with the ink taken out of narrow gaps: blur, resampling and JPEG grey the paper between stacked swatches, letters and
 * a swatch and its label until all of them touch. A pixel is such a gap when both neighbours at one distance, across or down, are
 * clearly further from the paper than it is. Pixels outside `window` and those in `without` stay as they are.
 */
export function withOpenGaps(classes: PixelClasses, window: PixelBox, without: readonly PixelBox[]): PixelClasses {
  const { width, bits, distance } = classes;
  const opened = bits.slice();
  const reach = Math.max(2, Math.round((REACH * Math.max(width, classes.height)) / 4000));
  const [x0, y0, x1, y1] = window;
  for (let y = y0; y < y1; y += 1) {
    const holes = without.filter((box) => y >= box[1] && y < box[3]);
    for (let x = x0; x < x1; x += 1) {
      const hole = holes.find((box) => x >= box[0] && x < box[2]);
      if (hole) {
        x = Math.ceil(hole[2]) - 1;
        continue;
      }
      const at = y * width + x;
      if (((opened[at] ?? 0) & INK) === 0) continue;
      const own = Math.max(MIN_BANK, (distance[at] ?? 0) / GAP_SHARE);
      if (own > 255) continue;
      for (let step = 1; step <= reach; step += 1) {
        const across = x - step >= x0 && x + step < x1;
        const down = y - step >= y0 && y + step < y1;
        const isGap =
          (across && (distance[at - step] ?? 0) >= own && (distance[at + step] ?? 0) >= own) ||
          (down && (distance[at - step * width] ?? 0) >= own && (distance[at + step * width] ?? 0) >= own);
        if (!isGap) continue;
        opened[at] = 0;
        break;
      }
    }
  }
  return { ...classes, bits: opened };
}

/** How samples outside plain 8 or 16 bit become 8 bit: `value = (sample - low) * 255 / (high - low)`, clipped. */
export type Levels = { readonly low: number; readonly high: number };

const SHORT_BITS = [8, 9, 10, 11, 12, 13, 14, 15] as const;

/**
 * Levels for unsigned 16-bit samples of a picture whose brightest sample is `max`. Scanners and cameras put 8 to 15 bit data into
 * 16-bit files; read as 16 bit they would be shown dark (field report 4.8). Returns null when the full range is in use.
 */
export function unsignedLevels(max: number): Levels | null {
  const bits = SHORT_BITS.find((count) => max < 2 ** count);
  return bits === undefined ? null : { low: 0, high: 2 ** bits - 1 };
}

/** Levels for signed, 32-bit and floating samples: from the darkest to the brightest one. A flat picture stays black. */
export const fullRangeLevels = (min: number, max: number): Levels => ({ low: min, high: max > min ? max : min + 1 });

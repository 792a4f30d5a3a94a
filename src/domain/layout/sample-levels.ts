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

/** Apply levels to samples of 1 or 3 bands; grey is repeated, further bands are left out. Gives 8-bit RGB. */
export function applyLevels(samples: ArrayLike<number>, channels: number, levels: Levels): Uint8Array {
  const pixels = Math.floor(samples.length / channels);
  const out = new Uint8Array(pixels * 3);
  const factor = 255 / (levels.high - levels.low);
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    for (let band = 0; band < 3; band += 1) {
      const sample = samples[pixel * channels + (channels >= 3 ? band : 0)] ?? 0;
      const value = Number.isFinite(sample) ? Math.round((sample - levels.low) * factor) : 0;
      out[pixel * 3 + band] = Math.min(255, Math.max(0, value));
    }
  }
  return out;
}

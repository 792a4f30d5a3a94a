export type Rgb = readonly [number, number, number];

/** The 25 named colours of the contract (7.4), in the order that breaks ties. */
export const NAMED_COLORS: readonly (readonly [Rgb, string])[] = [
  [[255, 0, 0], 'Red'],
  [[0, 255, 0], 'Green'],
  [[0, 0, 255], 'Blue'],
  [[255, 255, 0], 'Yellow'],
  [[0, 255, 255], 'Cyan'],
  [[255, 0, 255], 'Magenta'],
  [[255, 255, 255], 'White'],
  [[0, 0, 0], 'Black'],
  [[128, 128, 128], 'Gray'],
  [[128, 0, 0], 'Maroon'],
  [[128, 128, 0], 'Olive'],
  [[0, 128, 0], 'Dark Green'],
  [[128, 0, 128], 'Purple'],
  [[0, 128, 128], 'Teal'],
  [[0, 0, 128], 'Navy'],
  [[255, 192, 203], 'Pink'],
  [[255, 165, 0], 'Orange'],
  [[0, 255, 127], 'Spring Green'],
  [[255, 105, 180], 'Hot Pink'],
  [[255, 69, 0], 'Red-Orange'],
  [[102, 205, 170], 'Medium Aquamarine'],
  [[173, 216, 230], 'Light Blue'],
  [[240, 230, 140], 'Khaki'],
  [[255, 20, 147], 'Deep Pink'],
  [[255, 99, 71], 'Tomato'],
];

/** `#RRGGBB`, upper case, of integers 0..255. */
export const colorHex = (rgb: Rgb): string =>
  `#${rgb.map((value) => value.toString(16).padStart(2, '0')).join('')}`.toUpperCase();

/** Nearest named colour by squared Euclidean distance in RGB; the earlier one on a tie. */
export function colorName(rgb: Rgb): string {
  let best = '';
  let least = Number.POSITIVE_INFINITY;
  for (const [named, name] of NAMED_COLORS) {
    const distance = (named[0] - rgb[0]) ** 2 + (named[1] - rgb[1]) ** 2 + (named[2] - rgb[2]) ** 2;
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

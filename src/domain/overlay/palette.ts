/** Red, green, blue, 0..255. */
export type Rgb = readonly [number, number, number];

const QUERY: Rgb = [37, 99, 235];
const OTHER: Rgb = [71, 85, 105];

const BY_PROVIDER: ReadonlyMap<string, Rgb> = new Map<string, Rgb>([
  ['active_faults', [220, 38, 38]],
  ['earthquake_history', [245, 158, 11]],
  ['mineral_occurrences', [22, 163, 74]],
  ['landcover_distribution', [8, 145, 178]],
  ['population_density', [147, 51, 234]],
]);

/** Colour of the box that was asked for (contract/knowledge.md 9.2). */
export const QUERY_COLOR = QUERY;

/** Colour of everything a provider returned; slate for a provider without one of its own (contract/knowledge.md 9.2). */
export const colorOfProvider = (provider: string): Rgb => BY_PROVIDER.get(provider) ?? OTHER;

/** `#RRGGBB`, upper case. */
export const hexOf = (color: Rgb): string => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`.toUpperCase();

import { GeomapError } from '../errors/geomap-error.ts';

/** Short, single-line quotation of what a person wrote. */
export const quoteCrs = (text: string): string => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 57)}...` : line}"`;
};

/** `invalid_bounds` about the text of a CRS; `reason` is a stable word for `details`. */
export const crsFault = (reason: string, message: string, hints: readonly string[] = []): GeomapError =>
  new GeomapError('invalid_bounds', {
    message,
    details: { argument: 'crs', reason },
    hints: hints.length > 0 ? hints : ['Give the EPSG code, for example crs="EPSG:26915" or crs=26915.'],
  });

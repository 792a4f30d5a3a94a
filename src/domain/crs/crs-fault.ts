import { GeomapError } from '../errors/geomap-error.ts';

/** Short, single-line quotation of what a person wrote. */
export const quoteCrs = (text: string): string => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return `"${line.length > 60 ? `${line.slice(0, 57)}...` : line}"`;
};

const EPSG_REMEDY = 'Give the EPSG code, for example crs="EPSG:26915" or crs=26915.';

/**
 * `invalid_bounds` about the text of a CRS; `reason` is a stable word for `details`. The remedies stand in the message: this code
 * carries no hints (contract/mcp.md S26).
 */
export const crsFault = (reason: string, message: string, remedies: readonly string[] = [EPSG_REMEDY]): GeomapError =>
  new GeomapError('invalid_bounds', { message: [message, ...remedies].join(' '), details: { argument: 'crs', reason } });

import type { LonLat } from '../../../domain/geo/geodesic.ts';

type Lines = readonly (readonly LonLat[])[];

/** Lines as 64-bit numbers, little-endian: for each line its number of places, then longitude and latitude of each. */
export function encodeLines(lines: Lines): Buffer {
  const bytes = Buffer.alloc(lines.reduce((sum, line) => sum + 1 + 2 * line.length, 0) * 8);
  let at = 0;
  const put = (value: number): void => {
    at = bytes.writeDoubleLE(value, at);
  };
  for (const line of lines) {
    put(line.length);
    for (const [lon, lat] of line) {
      put(lon);
      put(lat);
    }
  }
  return bytes;
}

/** The lines of `encodeLines`. Throws RangeError for bytes that are not whole. */
export function decodeLines(bytes: Buffer): Lines {
  const lines: LonLat[][] = [];
  for (let at = 0; at < bytes.length; ) {
    const count = bytes.readDoubleLE(at);
    const line: LonLat[] = [];
    for (let place = at + 8; place < at + 8 + count * 16; place += 16)
      line.push([bytes.readDoubleLE(place), bytes.readDoubleLE(place + 8)]);
    lines.push(line);
    at += 8 + count * 16;
  }
  return lines;
}

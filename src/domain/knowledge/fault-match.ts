import type { LonLat } from '../geo/geodesic.ts';
import { type Box, boxesIntersect } from '../geo/wrap.ts';
import type { FaultTrace } from './fault.ts';
import { clipLine, lineMeetsBox, ringHolds } from './trace-clip.ts';

const holds = (outer: Box, inner: Box): boolean =>
  inner.min_lon <= inner.max_lon &&
  inner.min_lon >= outer.min_lon &&
  inner.max_lon <= outer.max_lon &&
  inner.min_lat >= outer.min_lat &&
  inner.max_lat <= outer.max_lat;

/** The meridian of 180 is one line: a part that ends on it also meets what ends on its other side. */
const sides = (part: Box): readonly Box[] => {
  if (part.max_lon === 180 && part.min_lon > -180) return [part, { ...part, min_lon: -180, max_lon: -180 }];
  return part.min_lon === -180 && part.max_lon < 180 ? [part, { ...part, min_lon: 180, max_lon: 180 }] : [part];
};

/** Exact, closed test of a fault against boxes that do not wrap (D30). */
export function faultMeets(fault: FaultTrace, parts: readonly Box[]): boolean {
  return parts.some((part) => {
    if (!boxesIntersect(part, fault.box)) return false;
    if (holds(part, fault.box)) return true;
    const near = sides(part);
    if (fault.lines.some((line) => near.some((side) => lineMeetsBox(line, side)))) return true;
    return fault.rings.some((ring) => ringHolds(ring, [part.min_lon, part.min_lat]));
  });
}

/** The pieces of a fault's lines inside the boxes; pieces of a single place are left out. */
export function faultInside(fault: FaultTrace, parts: readonly Box[]): readonly (readonly LonLat[])[] {
  const pieces = parts.flatMap((part) => fault.lines.flatMap((line) => clipLine(line, part)));
  return pieces.filter((piece) => piece.some(([lon, lat]) => lon !== piece[0]?.[0] || lat !== piece[0]?.[1]));
}

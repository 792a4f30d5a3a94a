import type { LonLat } from '../geo/geodesic.ts';
import type { Box } from '../geo/wrap.ts';

/** Shares of a segment at which it enters and leaves a box, or null when it stays outside. Liang and Barsky 1984; closed. */
function shares(from: LonLat, to: LonLat, box: Box): readonly [number, number] | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const edges = [
    [-dx, from[0] - box.min_lon],
    [dx, box.max_lon - from[0]],
    [-dy, from[1] - box.min_lat],
    [dy, box.max_lat - from[1]],
  ] as const;
  let [enter, leave] = [0, 1];
  for (const [step, room] of edges) {
    if (step === 0 && room < 0) return null;
    if (step < 0) enter = Math.max(enter, room / step);
    if (step > 0) leave = Math.min(leave, room / step);
  }
  return enter <= leave ? [enter, leave] : null;
}

const along = (from: LonLat, to: LonLat, share: number): LonLat => {
  if (share <= 0) return from;
  if (share >= 1) return to;
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
};

/** Whether a line has a place in the box, edges included. The box must not wrap. */
export function lineMeetsBox(line: readonly LonLat[], box: Box): boolean {
  return line.some((to, index) => shares(line[Math.max(0, index - 1)] ?? to, to, box) !== null);
}

/** The pieces of a line inside a box that does not wrap, in order. A line that only touches the box gives a piece of one place twice. */
export function clipLine(line: readonly LonLat[], box: Box): readonly (readonly LonLat[])[] {
  const pieces: LonLat[][] = [];
  let open: LonLat[] | null = null;
  for (let index = 1; index < line.length; index += 1) {
    const [from, to] = [line[index - 1], line[index]];
    if (from === undefined || to === undefined) continue;
    const part = shares(from, to, box);
    if (part === null) {
      open = null;
      continue;
    }
    const [start, end] = [along(from, to, part[0]), along(from, to, part[1])];
    if (open === null || part[0] > 0) {
      open = [start];
      pieces.push(open);
    }
    open.push(end);
    if (part[1] < 1) open = null;
  }
  return pieces;
}

/** Whether a place lies in a closed ring (even-odd rule). */
export function ringHolds(ring: readonly LonLat[], [lon, lat]: LonLat): boolean {
  let inside = false;
  for (let index = 0; index < ring.length; index += 1) {
    const [a, b] = [ring[index], ring[(index + ring.length - 1) % ring.length]];
    if (a === undefined || b === undefined) continue;
    if (a[1] > lat !== b[1] > lat && lon < ((b[0] - a[0]) * (lat - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  }
  return inside;
}

/** Cuts a line wherever it runs over the meridian of 180, so that no piece does; a leg of more than half a turn is such a run. */
export function splitAtAntimeridian(line: readonly LonLat[]): readonly (readonly LonLat[])[] {
  const pieces: LonLat[][] = [[]];
  for (const [index, place] of line.entries()) {
    const before = line[index - 1];
    if (before !== undefined && Math.abs(place[0] - before[0]) > 180) {
      const side = before[0] > 0 ? 180 : -180;
      const reach = side - before[0];
      const width = place[0] + 2 * side - before[0];
      const lat = width === 0 ? before[1] : before[1] + ((place[1] - before[1]) * reach) / width;
      pieces.at(-1)?.push([side, lat]);
      pieces.push([[-side, lat]]);
    }
    pieces.at(-1)?.push(place);
  }
  return pieces.filter((piece) => piece.length > 0);
}

import type { LonLat } from '../geo/geodesic.ts';

/** Square of the distance in degrees from a place to the segment from `a` to `b`. */
function squaredDistance([x, y]: LonLat, a: LonLat, b: LonLat): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / length));
  return (x - a[0] - share * dx) ** 2 + (y - a[1] - share * dy) ** 2;
}

/**
 * Drops vertices that lie within `tolerance` degrees of the line that stays (Douglas and Peucker 1973). First and last stay.
 */
export function simplifyLine(line: readonly LonLat[], tolerance: number): readonly LonLat[] {
  const keep = new Set([0, line.length - 1]);
  const open: (readonly [number, number])[] = [[0, line.length - 1]];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    const [from, to] = span;
    const [a, b] = [line[from], line[to]];
    if (a === undefined || b === undefined) continue;
    let [far, worst] = [-1, tolerance * tolerance];
    for (let index = from + 1; index < to; index += 1) {
      const place = line[index];
      const distance = place === undefined ? 0 : squaredDistance(place, a, b);
      if (distance > worst) [far, worst] = [index, distance];
    }
    if (far > 0) {
      keep.add(far);
      open.push([from, far], [far, to]);
    }
  }
  return line.filter((_, index) => keep.has(index));
}

/** Simplifies lines with a growing tolerance until they have at most `places` places together (or two each). */
export function simplifyTo(
  lines: readonly (readonly LonLat[])[],
  tolerance: number,
  places: number,
): readonly (readonly LonLat[])[] {
  let result = lines.map((line) => simplifyLine(line, tolerance));
  for (let step = tolerance * 2; count(result) > places && step < 360; step *= 2) {
    result = lines.map((line) => simplifyLine(line, step));
  }
  return result;
}

const count = (lines: readonly (readonly LonLat[])[]): number => lines.reduce((sum, line) => sum + line.length, 0);

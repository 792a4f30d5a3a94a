import type { LonLat } from '../geo/geodesic.ts';
import { type Box, boxWidth } from '../geo/wrap.ts';
import type { Line, OverlayItem } from './item.ts';
import { clipLine, clipRing, contains, grow, lengthOf, middleOf, type Point, thin } from './plane.ts';
import type { Surface } from './surface.ts';

/** What of an item is seen on a surface, px. Lines and rings run a little past the window, so that no false edge shows. */
export type Placed = {
  readonly item: OverlayItem;
  readonly dot: Point | null;
  readonly lines: readonly (readonly Point[])[];
  readonly rings: readonly (readonly Point[])[];
  /** Where its label belongs. */
  readonly anchor: Point;
};

/** px a line may stray from the true curve, and how often a leg is halved to get there. */
const STRAY = 0.2;
const HALVINGS = 7;
/** px: a leg as short as this is taken as straight. */
const SHORT = 4;
/** px that lines and rings may run past the window. */
const OVERRUN = 64;
/** px by which a point may miss the window: rounding of bounds and coordinates. */
const SLACK = 0.5;

/** Projects a line of degrees, halving legs until the chord is as good as the curve. Breaks where there is no projection. */
function follow(line: Line, { project }: Surface): readonly (readonly Point[])[] {
  const pieces: Point[][] = [];
  let open: Point[] | null = null;
  const leg = (from: LonLat, to: LonLat, ends: readonly [Point, Point], depth: number): void => {
    if (Math.hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) < SHORT) {
      open?.push(ends[1]);
      return;
    }
    const half: LonLat = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    const middle = depth > 0 ? project(...half) : null;
    const stray =
      middle === null ? 0 : Math.hypot(middle[0] - (ends[0][0] + ends[1][0]) / 2, middle[1] - (ends[0][1] + ends[1][1]) / 2);
    if (middle !== null && (stray > STRAY || depth > HALVINGS - 1)) {
      leg(from, half, [ends[0], middle], depth - 1);
      leg(half, to, [middle, ends[1]], depth - 1);
      return;
    }
    open?.push(ends[1]);
  };
  let before: { readonly place: LonLat; readonly at: Point } | null = null;
  for (const place of line) {
    const at = project(...place);
    if (at === null) {
      before = null;
      open = null;
      continue;
    }
    if (before === null || open === null) {
      open = [at];
      pieces.push(open);
    } else leg(before.place, place, [before.at, at], HALVINGS);
    before = { place, at };
  }
  return pieces;
}

/** Whole turns (degrees) at which longitudes from `west` to `east` meet the area. */
const turnsFor = (west: number, east: number, { area }: Surface): readonly number[] =>
  [0, -360, 360, -720, 720].filter((turn) => west + turn <= area.east && east + turn >= area.west);

function placePoint(item: OverlayItem, place: LonLat, surface: Surface): Placed | null {
  const { area, window } = surface;
  if (place[1] < area.south || place[1] > area.north) return null;
  for (const turn of turnsFor(place[0], place[0], surface)) {
    const at = surface.project(place[0] + turn, place[1]);
    if (at !== null && contains(grow(window, SLACK), at)) return { item, dot: at, lines: [], rings: [], anchor: at };
  }
  return null;
}

const cornersOf = (ring: readonly Point[]): Point =>
  ring.reduce((best, corner) => (corner[0] + corner[1] < best[0] + best[1] ? corner : best), ring[0] ?? [0, 0]);

function placeBox(item: OverlayItem, box: Box, surface: Surface): Placed | null {
  const { area, window } = surface;
  const east = box.min_lon + boxWidth(box);
  const [south, north] = [Math.max(box.min_lat, area.south), Math.min(box.max_lat, area.north)];
  if (south > north) return null;
  const rings = turnsFor(box.min_lon, east, surface).flatMap((turn) => {
    const [w, e] = [Math.max(box.min_lon + turn, area.west), Math.min(east + turn, area.east)];
    if (e <= w && east > box.min_lon) return [];
    const ring = follow(
      [
        [w, north],
        [e, north],
        [e, south],
        [w, south],
        [w, north],
      ],
      surface,
    ).flat();
    const seen = clipRing(ring, grow(window, SLACK));
    const drawn = thin(clipRing(ring, grow(window, OVERRUN)), STRAY);
    return seen.length < 3 && !ring.some((corner) => contains(window, corner))
      ? []
      : [{ drawn, seen: seen.length > 0 ? seen : ring }];
  });
  const [first] = rings;
  return first === undefined
    ? null
    : { item, dot: null, lines: [], rings: rings.map(({ drawn }) => drawn), anchor: cornersOf(first.seen) };
}

function placeTrace(
  item: OverlayItem,
  trace: { readonly lines: readonly Line[]; readonly closed: boolean },
  surface: Surface,
): Placed | null {
  const { area, window } = surface;
  const degrees = [area.west, area.south, area.east, area.north] as const;
  const ways = trace.lines.flatMap((line) => {
    const lons = line.map(([lon]) => lon);
    const turns = turnsFor(
      lons.reduce((a, b) => Math.min(a, b)),
      lons.reduce((a, b) => Math.max(a, b)),
      surface,
    );
    return turns.flatMap((turn) => {
      const turned = line.map(([lon, lat]) => [lon + turn, lat] as const);
      return trace.closed ? [clipRing(turned, degrees)] : clipLine(turned, degrees);
    });
  });
  const paths = ways
    .filter((way) => way.length >= 2)
    .flatMap((way) => follow(trace.closed ? [...way, ...way.slice(0, 1)] : way, surface));
  const seen = paths
    .flatMap((path) => (trace.closed ? [clipRing(path, window)] : clipLine(path, window)))
    .filter((path) => path.length >= 2);
  const longest = seen.reduce<readonly Point[]>(
    (best, path) => (lengthOf(path) > lengthOf(best) || best.length === 0 ? path : best),
    [],
  );
  if (longest.length === 0) return null;
  const drawn = paths.map((path) => thin(path, STRAY));
  return {
    item,
    dot: null,
    lines: trace.closed ? [] : drawn.flatMap((path) => clipLine(path, grow(window, OVERRUN))),
    rings: trace.closed ? drawn.map((path) => clipRing(path, grow(window, OVERRUN))).filter((ring) => ring.length >= 3) : [],
    anchor: middleOf(longest),
  };
}

/** Puts an item on a surface, clipped; null when nothing of it is seen there. */
export function placeItem(item: OverlayItem, surface: Surface): Placed | null {
  const { shape } = item;
  switch (shape.type) {
    case 'point':
      return placePoint(item, [shape.lon, shape.lat], surface);
    case 'box':
      return placeBox(item, shape.box, surface);
    case 'trace':
      return placeTrace(item, shape, surface);
    default:
      return shape satisfies never;
  }
}

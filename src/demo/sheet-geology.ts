import { BEDDED_UNITS, INTRUSION, type MapUnit, VALLEY_FILL } from './map-units.ts';
import { type RandomSource, wanderingCurve } from './random-source.ts';
import { type Box, inBox, type Point, type SheetArea, type SheetText } from './sheet-plan.ts';

const STEP = 12;

/** The units that a frame may show: bedded ones from the youngest to the oldest, one intrusion and one valley fill. */
export type RockSet = { readonly bedded: readonly MapUnit[]; readonly intrusion: MapUnit; readonly fill: MapUnit };

const DEMO_ROCKS: RockSet = { bedded: BEDDED_UNITS, intrusion: INTRUSION, fill: VALLEY_FILL };

/** The rocks of a frame: areas in painting order, the fault traces that offset them, and the lines of the landscape. */
export type SheetGeology = {
  readonly areas: readonly SheetArea[];
  readonly traces: readonly (readonly Point[])[];
  readonly river: readonly Point[];
  readonly contours: readonly (readonly Point[])[];
  readonly symbols: readonly SheetText[];
};

/** Axes along (u) and across (v) the strike of the beds, px from the frame's centre. */
type Strike = { readonly toSheet: (u: number, v: number) => Point; readonly reach: number };

const strikeOf = (box: Box, degrees: number): Strike => {
  const [cx, cy] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return {
    toSheet: (u, v) => [cx + u * cos - v * sin, cy + u * sin + v * cos],
    reach: Math.hypot(box[2] - box[0], box[3] - box[1]) / 2 + 50,
  };
};

/** A block between two faults: beds in it are shifted across the strike. */
type Block = { readonly from: number; readonly to: number; readonly shift: number };

const blocksOf = (random: RandomSource, reach: number): readonly Block[] => {
  const cuts = [-reach, random.between(-0.42, -0.3) * reach, random.between(0.22, 0.34) * reach, reach];
  const shifts = [0, random.between(60, 95), random.between(-85, -50)];
  return shifts.map((shift, index) => ({ from: cuts[index] ?? 0, to: cuts[index + 1] ?? 0, shift }));
};

/** Contact lines, youngest first: each `v` as a function of `u`, never crossing, because all share one fold. */
const contactsOf = (random: RandomSource, reach: number, beds: number): readonly ((u: number) => number)[] => {
  const fold = wanderingCurve(random, 150, 1500);
  const thickness = (2 * reach * 0.82) / beds;
  return Array.from({ length: beds - 1 }, (_, index) => {
    const base = (index + 1 - beds / 2) * thickness;
    const rough = wanderingCurve(random, thickness * 0.18, 260);
    return (u) => base + fold(u) + rough(u);
  });
};

/** A contact as a line of the sheet, broken at the faults. */
const lineOf = (contact: (u: number) => number, blocks: readonly Block[], { toSheet }: Strike): readonly Point[] =>
  blocks.flatMap(({ from, to, shift }) => {
    const count = Math.ceil((to - from) / STEP);
    return Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count).map((u) =>
      toSheet(u, contact(u) + shift),
    );
  });

type Beds = { readonly units: readonly MapUnit[]; readonly contacts: readonly ((u: number) => number)[] };

const beddedAreas = ({ units, contacts }: Beds, blocks: readonly Block[], strike: Strike): readonly SheetArea[] => {
  const edge = (v: number) => () => v;
  const all = [edge(-2 * strike.reach), ...contacts, edge(2 * strike.reach)];
  return units.map((unit, index) => {
    const [upper, lower] = [all[index] ?? edge(0), all[index + 1] ?? edge(0)];
    return { unit, ring: [...lineOf(upper, blocks, strike), ...lineOf(lower, blocks, strike).toReversed()] };
  });
};

const intrusionRing = (random: RandomSource, box: Box): readonly Point[] => {
  const [cx, cy] = [
    box[0] + (box[2] - box[0]) * random.between(0.66, 0.74),
    box[1] + (box[3] - box[1]) * random.between(0.62, 0.7),
  ];
  const rough = wanderingCurve(random, 34, 330);
  return Array.from({ length: 90 }, (_, index): Point => {
    const angle = (index / 90) * 2 * Math.PI;
    const radius = 190 + rough(index * 18) * Math.sin(angle / 2);
    return [cx + radius * 1.25 * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
};

const valleyOf = (random: RandomSource, box: Box): { readonly river: readonly Point[]; readonly ring: readonly Point[] } => {
  const course = wanderingCurve(random, 120, 1300);
  const [left, right] = [wanderingCurve(random, 16, 240), wanderingCurve(random, 16, 240)];
  const x0 = box[0] + (box[2] - box[0]) * random.between(0.27, 0.36);
  const rows = Array.from({ length: Math.ceil((box[3] - box[1] + 100) / STEP) }, (_, index) => box[1] - 50 + index * STEP);
  const shore = (side: number, rough: (y: number) => number) =>
    rows.map((y): Point => [x0 + course(y) + side * (52 + rough(y)), y]);
  const ring = [...shore(-1, left), ...shore(1, right).toReversed()];
  return { river: rows.map((y): Point => [x0 + course(y) + left(y * 1.7) * 0.8, y]), ring };
};

/** Whether a point lies in a closed ring (crossing number). */
const inRing = (ring: readonly Point[], [x, y]: Point): boolean => {
  let inside = false;
  for (const [index, [x1, y1]] of ring.entries()) {
    const [x0, y0] = ring[(index + ring.length - 1) % ring.length] ?? [0, 0];
    if (y1 > y !== y0 > y && x < ((x0 - x1) * (y - y1)) / (y0 - y1) + x1) inside = !inside;
  }
  return inside;
};

/** The unit that is seen at a pixel of the frame, from the areas in painting order. */
export const unitAt = (areas: readonly SheetArea[], point: Point): MapUnit | null =>
  areas.findLast(({ ring }) => inRing(ring, point))?.unit ?? null;

/** A unit symbol for each area, at a grid point well inside it; an area without such a point gets none. */
const symbolsOf = (areas: readonly SheetArea[], box: Box, random: RandomSource): readonly SheetText[] => {
  const [dx, dy] = [random.whole(0, 20), random.whole(0, 20)];
  const grid = Array.from(
    { length: 400 },
    (_, index): Point => [box[0] + dx + (index % 20) * 76, box[1] + dy + Math.floor(index / 20) * 95],
  );
  const around = [
    [-45, 0],
    [45, 0],
    [0, -35],
    [0, 35],
    [0, 0],
  ] as const;
  return areas.flatMap(({ unit }) => {
    const fits = grid.filter(
      (point) => inBox(box, point, 60) && around.every(([x, y]) => unitAt(areas, [point[0] + x, point[1] + y]) === unit),
    );
    const picked = fits.filter((_, index) => index % Math.max(1, Math.floor(fits.length / 3)) === 0).slice(0, 3);
    return picked.map((at): SheetText => ({ text: unit.symbol, at, size: 26, anchor: 'middle', weight: 'regular' }));
  });
};

/** Rocks and landscape of the frame `box` (px), settled by the random source. */
export const planGeology = (random: RandomSource, box: Box, rocks: RockSet = DEMO_ROCKS): SheetGeology => {
  const strike = strikeOf(box, random.between(22, 38));
  const blocks = blocksOf(random, strike.reach);
  const beds: Beds = { units: rocks.bedded, contacts: contactsOf(random, strike.reach, rocks.bedded.length) };
  const valley = valleyOf(random, box);
  const areas = [
    ...beddedAreas(beds, blocks, strike),
    { unit: rocks.intrusion, ring: intrusionRing(random, box) },
    { unit: rocks.fill, ring: valley.ring },
  ];
  const traces = blocks.slice(1).map(({ from }) => {
    const line = Array.from({ length: 60 }, (_, index) => strike.toSheet(from, ((index - 30) / 30) * strike.reach));
    return line.filter((point) => inBox(box, point, 8));
  });
  const hills = wanderingCurve(random, 110, 900);
  const contours = Array.from({ length: 14 }, (_, index) =>
    lineOf(
      (u) => (index - 7) * 150 + hills(u + index * 37),
      [{ from: -strike.reach, to: strike.reach, shift: 0 }],
      strikeOf(box, 75),
    ),
  );
  return { areas, traces, river: valley.river, contours, symbols: symbolsOf(areas, box, random) };
};

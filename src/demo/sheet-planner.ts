import { BEDDED_UNITS, INTRUSION, VALLEY_FILL } from './map-units.ts';
import { createRandomSource, type RandomSource } from './random-source.ts';
import { planGeology } from './sheet-geology.ts';
import {
  type Box,
  type GridTick,
  inBox,
  type Point,
  type SheetEarthquake,
  type SheetFault,
  type SheetFrame,
  type SheetPlan,
  type SheetText,
  toPixel,
  toWorld,
} from './sheet-plan.ts';

/** What a sheet may be asked to be. Every part has a default. */
export type SheetOptions = {
  readonly title: string;
  /** South-west corner of the quadrangle, degrees, on a whole minute. */
  readonly corner: Point;
  /** Height and width of the quadrangle, minutes of arc. */
  readonly spanMinutes: number;
  readonly gridMinutes: number;
  readonly paper: string;
};

const DEFAULTS: SheetOptions = {
  title: 'GEOLOGIC MAP OF THE DRY MESA QUADRANGLE',
  corner: [-112.5, 37],
  spanMinutes: 15,
  gridMinutes: 5,
  paper: '#fbf8ee',
};

const [SHEET_WIDTH, SHEET_HEIGHT] = [2760, 2480];
/** Height of the frame, px. Its width follows from the latitude, so that the map is true to shape in the middle. */
const FRAME: { readonly left: number; readonly top: number; readonly height: number } = { left: 210, top: 330, height: 1890 };
const METERS_PER_DEGREE = 111_132;

const text = (words: string, at: Point, size: number, more: Partial<SheetText> = {}): SheetText => ({
  text: words,
  at,
  size,
  anchor: 'middle',
  weight: 'regular',
  ...more,
});

const planFrame = ({ corner: [west, south], spanMinutes, gridMinutes }: SheetOptions): SheetFrame => {
  const [east, north] = [west + spanMinutes / 60, south + spanMinutes / 60];
  const width = Math.round(FRAME.height * Math.cos((((south + north) / 2) * Math.PI) / 180));
  const box: Box = [FRAME.left, FRAME.top, FRAME.left + width, FRAME.top + FRAME.height];
  return { crs: 'EPSG:4269', box, west, south, east, north, gridMinutes };
};

/** Degrees and minutes as a map prints them; both are whole on a grid line. */
const angle = (degrees: number): string => {
  const minutes = Math.round(Math.abs(degrees) * 60);
  return `${Math.floor(minutes / 60)}°${String(minutes % 60).padStart(2, '0')}′`;
};

const planTicks = (frame: SheetFrame): readonly GridTick[] => {
  const count = Math.round(((frame.east - frame.west) * 60) / frame.gridMinutes);
  return Array.from({ length: (count + 1) ** 2 }, (_, index) => {
    const [column, row] = [index % (count + 1), Math.floor(index / (count + 1))];
    const world: Point = [frame.west + (column * frame.gridMinutes) / 60, frame.north - (row * frame.gridMinutes) / 60];
    return { pixel: toPixel(frame, world), world, corner: column % count === 0 && row % count === 0 };
  });
};

/** Labels outside the frame where a grid line meets it. */
const planTickLabels = (frame: SheetFrame, ticks: readonly GridTick[]): readonly SheetText[] => {
  const [x0, y0, x1, y1] = frame.box;
  return ticks.flatMap(({ pixel: [x, y], world: [lon, lat] }) => [
    ...(Math.abs(y - y0) < 1 ? [text(angle(lon), [x, y0 - 40], 24)] : []),
    ...(Math.abs(y - y1) < 1 ? [text(angle(lon), [x, y1 + 58], 24)] : []),
    ...(Math.abs(x - x0) < 1 ? [text(angle(lat), [x0 - 34, y + 9], 24, { anchor: 'end' })] : []),
    ...(Math.abs(x - x1) < 1 ? [text(angle(lat), [x1 + 34, y + 9], 24, { anchor: 'start' })] : []),
  ]);
};

const planLegend = (frame: SheetFrame): SheetPlan['legend'] => {
  const units = [VALLEY_FILL, ...BEDDED_UNITS.slice(0, 2), INTRUSION, ...BEDDED_UNITS.slice(2)];
  const x = frame.box[2] + 230;
  const rows = units.map((unit, index) => {
    const y = frame.box[1] + 130 + index * 128;
    return {
      unit,
      swatch: [x, y, x + 116, y + 64] satisfies Box,
      text: text(unit.label, [x + 150, y + 42], 25, { anchor: 'start' }),
    };
  });
  return { heading: text('EXPLANATION', [x + 250, frame.box[1] + 50], 34, { weight: 'bold' }), rows };
};

const planScaleBar = (frame: SheetFrame): SheetPlan['scaleBar'] => {
  const metersPerPixel = ((frame.north - frame.south) * METERS_PER_DEGREE) / FRAME.height;
  const [kilometers, parts] = [8, 4];
  const width = Math.round((kilometers * 1000) / metersPerPixel);
  const middle = (frame.box[0] + frame.box[2]) / 2;
  const box: Box = [middle - width / 2, frame.box[3] + 150, middle + width / 2, frame.box[3] + 166];
  const marks = Array.from({ length: parts + 1 }, (_, index) =>
    text(
      `${(kilometers / parts) * index}${index === parts ? ' KILOMETERS' : ''}`,
      [box[0] + (width / parts) * index, box[1] - 14],
      22,
      index === parts ? { anchor: 'start' } : {},
    ),
  );
  return { box, kilometers, parts, texts: [text('SCALE 1:62 500', [middle, frame.box[3] + 112], 26), ...marks] };
};

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;

const planFaults = (frame: SheetFrame, traces: readonly (readonly Point[])[]): readonly SheetFault[] =>
  traces.map((trace, index) => ({
    name: ['Dry Mesa fault', 'Lone Butte fault'][index] ?? `Fault ${index + 1}`,
    slipType: index === 0 ? 'Normal' : 'Sinistral-Normal',
    trace,
    lonLat: trace.map((point): Point => {
      const [lon, lat] = toWorld(frame, point);
      return [round(lon, 6), round(lat, 6)];
    }),
    ticks: index === 0 ? 'left' : 'right',
  }));

/** Invented earthquakes: six inside the frame and apart from each other, and one far outside it. */
const planEarthquakes = (frame: SheetFrame, random: RandomSource): readonly SheetEarthquake[] => {
  const cells = [0, 2, 4, 5, 7, 8];
  const inside = cells.map((cell): Point => {
    const share = (part: number) => (part + random.between(0.25, 0.75)) / 3;
    return [
      frame.west + share(cell % 3) * (frame.east - frame.west),
      frame.south + share(Math.floor(cell / 3)) * (frame.north - frame.south),
    ];
  });
  const outside: Point = [frame.east + 2, frame.north + 2];
  return [...inside, outside].map((place, index) => {
    const lonLat: Point = [round(place[0], 4), round(place[1], 4)];
    const pixel = toPixel(frame, lonLat);
    const time = `${1974 + index * 6}-0${index + 1}-1${index}T0${index}:20:30.000Z`;
    return {
      id: `demo${1000 + index}`,
      time,
      lonLat,
      pixel,
      magnitude: round(random.between(4.5, 6), 1),
      depthKm: random.whole(4, 18),
      inside: inBox(frame.box, pixel),
    };
  });
};

/** Settles everything that a sheet shows. The same seed and options give the same plan on every machine. */
export const planSheet = (seed: number, options: Partial<SheetOptions> = {}): SheetPlan => {
  const settled = { ...DEFAULTS, ...options };
  const random = createRandomSource(seed);
  const frame = planFrame(settled);
  const ticks = planTicks(frame);
  const { areas, traces, river, contours, symbols } = planGeology(random, frame.box);
  const middle = (frame.box[0] + frame.box[2]) / 2;
  return {
    seed,
    width: SHEET_WIDTH,
    height: SHEET_HEIGHT,
    paper: settled.paper,
    frame,
    areas,
    contours,
    river,
    faults: planFaults(frame, traces),
    symbols,
    ticks,
    tickLabels: planTickLabels(frame, ticks),
    title: [
      text(settled.title, [SHEET_WIDTH / 2, 130], 58, { weight: 'bold' }),
      text('An invented sheet, drawn by the demo', [middle, 215], 28),
    ],
    legend: planLegend(frame),
    scaleBar: planScaleBar(frame),
    earthquakes: planEarthquakes(frame, random),
  };
};

import { z } from 'zod';
import type { RgbImage } from '../domain/documents/raster.ts';
import { unitAt } from './sheet-geology.ts';
import { type Box, type Point, type SheetPlan, toWorld } from './sheet-plan.ts';

/** One comparison of a result with the drawn truth. */
export type Check = { readonly name: string; readonly passed: boolean; readonly detail: string };

const METERS_PER_DEGREE = 111_132;
const BOX_TOLERANCE_PX = 10;
/** Letters, contours and contacts take a part of each unit's area away. */
const SHARE_TOLERANCE = 0.02;
const SHARE_STEP_PX = 16;

const boxSchema = z.array(z.number()).length(4);
const processingSchema = z.object({
  regions: z.record(z.string(), z.array(z.object({ bbox: boxSchema }))),
  legend: z.array(z.object({ color_bbox: boxSchema, area_fraction: z.number().nullable(), color_hex: z.string() })),
});
const georefSchema = z.object({
  affine: z.object({ coefficients: z.array(z.number()).length(6) }),
  residual_m: z.number().nullable(),
});
const bundleSchema = z.object({ items: z.array(z.object({ provider: z.string(), value: z.unknown() })) });
const recordSchema = z.looseObject({ outside_bounds: z.boolean().optional() });
const overlaySchema = z.object({
  overlay: z.object({
    items: z.array(
      z.looseObject({
        kind: z.string(),
        provider: z.string().optional(),
        longitude: z.number().optional(),
        latitude: z.number().optional(),
      }),
    ),
  }),
});

const check = (name: string, passed: boolean, detail: string): Check => ({ name, passed, detail });

const overlapShare = (one: readonly number[], other: Box): number => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = one;
  const shared =
    Math.max(0, Math.min(x1, other[2]) - Math.max(x0, other[0])) * Math.max(0, Math.min(y1, other[3]) - Math.max(y0, other[1]));
  const area = (x1 - x0) * (y1 - y0) + (other[2] - other[0]) * (other[3] - other[1]) - shared;
  return shared / area;
};

/** Share of the frame that each unit covers, by its symbol, from a grid of samples. */
const drawnShares = ({ areas, frame: { box } }: SheetPlan): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  let samples = 0;
  for (let y = box[1] + SHARE_STEP_PX / 2; y < box[3]; y += SHARE_STEP_PX) {
    for (let x = box[0] + SHARE_STEP_PX / 2; x < box[2]; x += SHARE_STEP_PX) {
      const symbol = unitAt(areas, [x, y])?.symbol ?? '';
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
      samples += 1;
    }
  }
  return new Map([...counts].map(([symbol, count]) => [symbol, count / samples]));
};

/** Colours of the units and their shares of the map. */
const checkShares = (plan: SheetPlan, legend: z.infer<typeof processingSchema>['legend']): Check => {
  const shares = drawnShares(plan);
  const offsets = plan.legend.rows.map(({ unit }) => {
    const found = legend.find(({ color_hex }) => color_hex.toLowerCase() === unit.color);
    return Math.abs((found?.area_fraction ?? 1) - (shares.get(unit.symbol) ?? 0));
  });
  const worst = Math.max(...offsets);
  return check(
    'unit colours and shares',
    worst <= SHARE_TOLERANCE,
    `shares of the map are at most ${(worst * 100).toFixed(1)} points off`,
  );
};

/** Main-map box and legend swatches of a `map-processing/v1` result. */
export const checkLayout = (plan: SheetPlan, payload: unknown): readonly Check[] => {
  const { regions, legend } = processingSchema.parse(payload);
  const found = regions.main_map?.[0]?.bbox;
  const off =
    found === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(...plan.frame.box.map((side, index) => Math.abs(side - (found[index] ?? 0))));
  const swatches = plan.legend.rows.map(({ swatch }) => swatch);
  const met = swatches.filter((swatch) => legend.some(({ color_bbox }) => overlapShare(color_bbox, swatch) > 0.7)).length;
  return [
    check('main-map box', off <= BOX_TOLERANCE_PX, `worst side is ${off} px off, at most ${BOX_TOLERANCE_PX} allowed`),
    check(
      'legend swatches',
      met === swatches.length && legend.length === swatches.length,
      `${met} of ${swatches.length} drawn swatches found, ${legend.length} reported`,
    ),
    checkShares(plan, legend),
  ];
};

/** Greatest distance in metres between where a fit puts pixels of the frame and where they are. */
const worstMeters = ({ frame }: SheetPlan, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): number => {
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const offsets = shares.flatMap((x) =>
    shares.map((y) => {
      const pixel: Point = [frame.box[0] + x * (frame.box[2] - frame.box[0]), frame.box[1] + y * (frame.box[3] - frame.box[1])];
      const [lon, lat] = toWorld(frame, pixel);
      const east = (a * pixel[0] + b * pixel[1] + c - lon) * Math.cos((lat * Math.PI) / 180);
      return Math.hypot(east, d * pixel[0] + e * pixel[1] + f - lat) * METERS_PER_DEGREE;
    }),
  );
  return Math.max(...offsets);
};

/** A fit of tick positions read to a whole pixel is right to one pixel everywhere in the frame. */
export const checkGeoreference = (plan: SheetPlan, payload: unknown): readonly Check[] => {
  const { affine, residual_m } = georefSchema.parse(payload);
  const { box, north, south } = plan.frame;
  const pixelMeters = ((north - south) * METERS_PER_DEGREE) / (box[3] - box[1]);
  const worst = worstMeters(plan, affine.coefficients);
  return [
    check(
      'georeference',
      worst <= pixelMeters,
      `at most ${worst.toFixed(2)} m off in the frame (one pixel is ${pixelMeters.toFixed(2)} m; residual ${residual_m?.toFixed(2) ?? 'unknown'} m)`,
    ),
  ];
};

/** Every drawn earthquake and fault is found, and nothing that was not drawn. */
export const checkQuery = (plan: SheetPlan, payload: unknown): readonly Check[] => {
  const { items } = bundleSchema.parse(payload);
  const inside = (provider: string) =>
    items
      .filter((item) => item.provider === provider)
      .flatMap(({ value }) => (Array.isArray(value) ? value : []))
      .filter((record) => recordSchema.parse(record).outside_bounds !== true).length;
  const drawn = plan.earthquakes.filter((quake) => quake.inside).length;
  return [
    check(
      'earthquakes found',
      inside('earthquake_history') === drawn,
      `${inside('earthquake_history')} found, ${drawn} drawn in the frame`,
    ),
    check(
      'faults found',
      inside('active_faults') === plan.faults.length,
      `${inside('active_faults')} found, ${plan.faults.length} drawn`,
    ),
  ];
};

/** How many pixels of two pictures differ visibly within `radius` px of a point. */
const changedPixels = (before: RgbImage, after: RgbImage, [x, y]: Point, radius: number): number => {
  let count = 0;
  for (let row = Math.round(y - radius); row <= y + radius; row += 1) {
    for (let column = Math.round(x - radius); column <= x + radius; column += 1) {
      const at = (row * before.width + column) * 3;
      const difference = [0, 1, 2].reduce(
        (sum, band) => sum + Math.abs((before.data[at + band] ?? 0) - (after.data[at + band] ?? 0)),
        0,
      );
      if (difference > 60) count += 1;
    }
  }
  return count;
};

/** The overlay's points carry the drawn positions, and its picture is changed at each of them. */
export const checkOverlay = (plan: SheetPlan, payload: unknown, before: RgbImage, after: RgbImage): readonly Check[] => {
  const drawn = plan.earthquakes.filter(({ inside }) => inside);
  const points = overlaySchema
    .parse(payload)
    .overlay.items.filter(({ kind, provider }) => kind === 'result_point' && provider === 'earthquake_history');
  const placed = drawn.filter(({ lonLat: [lon, lat] }) =>
    points.some(({ longitude, latitude }) => Math.hypot((longitude ?? 0) - lon, (latitude ?? 0) - lat) < 1e-6),
  );
  const sameSize = before.width === after.width && before.height === after.height;
  const changed = (points: readonly Point[]) =>
    sameSize ? points.filter((point) => changedPixels(before, after, point, 3) > 24).length : 0;
  const marked = changed(drawn.map(({ pixel }) => pixel));
  const middles = plan.faults.flatMap(({ trace }) => trace.slice(5, -5).filter((_, index) => index % 5 === 0));
  const traced = changed(middles);
  const spoiled = changed(plan.legend.rows.map(({ swatch: [x0, y0, x1, y1] }): Point => [(x0 + x1) / 2, (y0 + y1) / 2]));
  return [
    check(
      'overlay points',
      placed.length === drawn.length && points.length === drawn.length,
      `${placed.length} of ${drawn.length} at the drawn place, ${points.length} reported`,
    ),
    check(
      'overlay picture',
      marked === drawn.length,
      `${marked} of ${drawn.length} drawn earthquakes are marked on the map, within 3 px`,
    ),
    check('overlay traces', traced === middles.length, `the two faults are drawn over at ${traced} of ${middles.length} places`),
    check('overlay elsewhere', sameSize && spoiled === 0, `${spoiled} legend swatches were drawn over`),
  ];
};

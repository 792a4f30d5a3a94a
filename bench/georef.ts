// Cost of fits: an affine of four points with leave-one-out, a spline of 1,000 points with leave-one-out and the way back, in-process;
// and one georeference call through the real server and queue.
import { applyAffine } from '../src/domain/georef/affine-map.ts';
import { fitAffineTransform } from '../src/domain/georef/transforms/affine.ts';
import { fitTransform } from '../src/domain/georef/transforms/catalogue.ts';
import { createInverse } from '../src/domain/georef/transforms/inverse.ts';
import { solveSpline } from '../src/domain/georef/transforms/thin-plate-spline.ts';
import { bentSheet, numbered } from '../test/georef/transform-samples.ts';
import { type BenchFolder, median, openBenchFolder, timed } from './bench-folder.ts';
import { openPeer } from './stdio-peer.ts';

const ROUNDS = 200;
const CALLS = 60;
const NODES = 1000;
const PROBES = 500;

const affine = { a: 30, b: 0.2, c: 660000, d: 0.1, e: -30, f: 5400000 };
const FOUR = [
  [0, 0],
  [1000, 0],
  [1000, 1000],
  [0, 990],
].map(([px = 0, py = 0], index) => {
  const [world_x, world_y] = applyAffine(affine, px, py);
  return { index, pixel_x: px, pixel_y: py, world_x: world_x + index, world_y };
});

const affineMilliseconds = async (): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS * 5; round += 1) times.push(await timed(() => fitAffineTransform(FOUR)));
  return median(times.slice(ROUNDS));
};

/** Wall and processor seconds of `work`: on a machine that others use as well the second says what it costs. */
const seconds = async (work: () => unknown) => {
  const before = process.cpuUsage();
  const wall = (await timed(work)) / 1000;
  return { wall, processor: process.cpuUsage(before).user / 1e6 };
};

const measureSpline = async () => {
  const points = numbered(bentSheet(NODES));
  const solved = await seconds(() => solveSpline(points));
  const withHoldouts = await seconds(() => fitTransform('thin_plate_spline', points));
  const { transform, holdouts } = fitTransform('thin_plate_spline', points);
  const back = createInverse(transform, [0, 0, 5000, 4000]);
  let worst = 0;
  const inverse = await timed(() => {
    for (let probe = 0; probe < PROBES; probe += 1) {
      const [px, py] = [(probe * 997) % 5000, (probe * 613) % 4000];
      const found = back(...transform.apply(px, py));
      worst = Math.max(worst, found === null ? Number.POSITIVE_INFINITY : Math.hypot(found[0] - px, found[1] - py));
    }
  });
  return { solved, withHoldouts, worst, each: inverse / PROBES, held: holdouts.filter((miss) => miss !== null).length };
};

/** Median milliseconds of one call with four points, after a few to warm up. */
const measureCalls = async ({ environment }: BenchFolder): Promise<number> => {
  const peer = openPeer(environment);
  await peer.initialize();
  const gcps = FOUR.map(({ pixel_x, pixel_y, world_x, world_y }) => ({ pixel_x, pixel_y, world_x, world_y }));
  const call = { name: 'geomap_georeference', arguments: { crs: 26915, gcps, pixel_extent: [0, 0, 1000, 1000] } };
  const times: number[] = [];
  for (let round = 0; round < CALLS; round += 1) times.push(await timed(() => peer.request('tools/call', call)));
  await peer.close();
  return median(times.slice(10));
};

const shown = ({ wall, processor }: { readonly wall: number; readonly processor: number }): string =>
  `${wall.toFixed(2)} s, ${processor.toFixed(2)} s of the processor`;

const alone = await affineMilliseconds();
console.log(`affine of 4 points with leave-one-out: ${alone.toFixed(3)} ms (wanted: below 0.2)`);
const { solved, withHoldouts, worst, each, held } = await measureSpline();
console.log(`spline of ${NODES} points: ${shown(solved)} (wanted: below 2)`);
console.log(`the same with ${held} leave-one-out errors: ${shown(withHoldouts)} (wanted: below 10)`);
console.log(`inverse: worst ${worst.toExponential(1)} px, ${each.toFixed(2)} ms each (wanted: below 0.1 px)`);
const folder = await openBenchFolder({ redis: true });
const call = await measureCalls(folder).finally(folder.remove);
console.log(`call over the server: median ${call.toFixed(1)} ms (wanted: below 10)`);

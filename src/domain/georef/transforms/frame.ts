import type { ControlPoint } from '../control-points.ts';
import { meanOf, type Point } from '../spread.ts';

/** A plane moved to the middle of its points and scaled to about 1 (D19): `local = (value - origin) / scale`, per axis. */
export type Frame = { readonly origin: Point; readonly scale: Point };

/** Frame of both planes of a fit. */
export type Frames = { readonly pixel: Frame; readonly world: Frame };

export const toLocal = ({ origin, scale }: Frame, x: number, y: number): Point => [
  (x - origin[0]) / scale[0],
  (y - origin[1]) / scale[1],
];

export const fromLocal = ({ origin, scale }: Frame, u: number, v: number): Point => [
  origin[0] + u * scale[0],
  origin[1] + v * scale[1],
];

const reach = (values: readonly number[], middle: number): number =>
  values.reduce((far, value) => Math.max(far, Math.abs(value - middle)), 0);

const frameOf = (points: readonly Point[], equal: boolean): Frame => {
  const origin: Point = [meanOf(points.map(([x]) => x)), meanOf(points.map(([, y]) => y))];
  const [x, y] = [
    reach(
      points.map(([value]) => value),
      origin[0],
    ),
    reach(
      points.map(([, value]) => value),
      origin[1],
    ),
  ];
  const most = Math.max(x, y) || 1;
  return { origin, scale: equal ? [most, most] : [x || most, y || most] };
};

/** `equal`: one scale for both axes, for transforms that measure distances or angles; `own`: one for each. */
export const framesOf = (points: readonly ControlPoint[], scaling: 'equal' | 'own'): Frames => ({
  pixel: frameOf(
    points.map(({ pixel_x, pixel_y }) => [pixel_x, pixel_y]),
    scaling === 'equal',
  ),
  world: frameOf(
    points.map(({ world_x, world_y }) => [world_x, world_y]),
    scaling === 'equal',
  ),
});

/** Points of both planes in local coordinates. */
export const localPoints = (points: readonly ControlPoint[], { pixel, world }: Frames) =>
  points.map(({ pixel_x, pixel_y, world_x, world_y }) => {
    const [u, v] = toLocal(pixel, pixel_x, pixel_y);
    const [x, y] = toLocal(world, world_x, world_y);
    return { u, v, x, y };
  });

/** As stored: four pairs. */
export const wireFrames = ({ pixel, world }: Frames) => ({
  pixel_origin: [...pixel.origin],
  pixel_scale: [...pixel.scale],
  world_origin: [...world.origin],
  world_scale: [...world.scale],
});

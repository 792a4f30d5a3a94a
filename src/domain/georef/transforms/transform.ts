import type { WorldPoint } from '../../crs/projector.ts';
import type { TransformType } from '../../documents/transform.ts';
import type { ControlPoint } from '../control-points.ts';

/** Partial derivatives `[dwx/dpx, dwx/dpy, dwy/dpx, dwy/dpy]`, CRS units per pixel. */
export type Jacobian = readonly [number, number, number, number];

/** Pixels of the source frame to world positions in CRS units. Where it has no value the numbers are not finite. */
export type Transform = {
  readonly type: TransformType;
  apply(px: number, py: number): WorldPoint;
  jacobian(px: number, py: number): Jacobian;
  /** World to pixel where that has a closed form; other transforms are inverted by `createInverse`. */
  readonly invert?: (wx: number, wy: number) => readonly [number, number];
};

/** A fit of control points: the transform, and what is needed to judge it. Arrays follow the points given to the fit. */
export type FittedTransform = {
  readonly transform: Transform;
  /** Numbers that a document stores; `parseTransform` makes the same transform of them. */
  readonly parameters: Readonly<Record<string, unknown>> & { readonly type: TransformType };
  /** How far the fit of all other points misses this one, `[dx, dy]` in CRS units; null where the others alone fix no fit. */
  readonly holdouts: readonly (WorldPoint | null)[];
  /** Pull of each point on its own prediction, where one number says it. */
  readonly leverages?: readonly number[];
};

/** Throws `invalid_bounds` when the points do not fix the transform. Gets at least the least number of points, in a fixed order. */
export type TransformFit = (points: readonly ControlPoint[]) => FittedTransform;

/** Determinant of a Jacobian: negative for the usual scan (y down, north up), positive where the picture is mirrored. */
export const jacobianDeterminant = ([xx, xy, yx, yy]: Jacobian): number => xx * yy - xy * yx;

import type { Affine, FitMethod } from '../documents/georef.ts';
import type { ControlPoint } from './control-points.ts';

/** A fitted affine with what is needed to judge it; arrays follow the order of the points given to the fit. */
export type Fit = {
  readonly method: FitMethod;
  readonly affine: Affine;
  /** Pull of each point on its own prediction, 0..1; 1 means that without this point nothing checks it. */
  readonly leverages: readonly number[];
};

export type FitFunction = (points: readonly ControlPoint[]) => Fit;

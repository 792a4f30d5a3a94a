import type { PixelBox } from '../../catalog/records.ts';
import { jacobianDeterminant, type Transform } from './transform.ts';

/** Samples per side, besides the control points themselves. */
const SAMPLES = 25;

/** Where a transform turns the picture over. */
export type FoldOver = {
  readonly samples: number;
  /** Samples on the smaller side of the sign, and those without a value. */
  readonly folded: number;
  /** One of them, px. */
  readonly at: readonly [number, number] | null;
  /** True when most samples have the sign of a mirrored picture. */
  readonly mirrored: boolean;
};

/**
 * Looks at the sign of the Jacobian's determinant on a grid over a pixel box and at given pixels: a transform that changes it lays two
 * parts of the picture over each other.
 */
export const findFoldOver = (
  transform: Transform,
  [x0, y0, x1, y1]: PixelBox,
  pixels: readonly (readonly [number, number])[],
): FoldOver => {
  const steps = Array.from({ length: SAMPLES }, (_, step) => step / (SAMPLES - 1));
  const grid = steps.flatMap((down) => steps.map((right) => [x0 + (x1 - x0) * right, y0 + (y1 - y0) * down] as const));
  const signs = [...grid, ...pixels].map((pixel) => {
    const placed = transform.apply(...pixel).every(Number.isFinite);
    return { pixel, sign: placed ? Math.sign(jacobianDeterminant(transform.jacobian(...pixel))) : 0 };
  });
  const usual = signs.filter(({ sign }) => sign < 0).length;
  const reversed = signs.filter(({ sign }) => sign > 0).length;
  const main = usual >= reversed ? -1 : 1;
  const folded = signs.filter(({ sign }) => sign !== main);
  return { samples: signs.length, folded: folded.length, at: folded[0]?.pixel ?? null, mirrored: main === 1 };
};

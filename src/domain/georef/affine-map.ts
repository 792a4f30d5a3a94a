import type { Affine } from '../documents/georef.ts';
import { GeomapError } from '../errors/geomap-error.ts';

/**
 * ```
 * | wx |   | a b | | px |   | c |
 * | wy | = | d e | | py | + | f |
 * ```
 */
export const applyAffine = ({ a, b, c, d, e, f }: Affine, px: number, py: number): readonly [number, number] => [
  a * px + b * py + c,
  d * px + e * py + f,
];

/** Determinant of the linear part: negative for the usual scan (y down, north up), positive for a mirrored one. */
export const determinant = ({ a, b, d, e }: Affine): number => a * e - b * d;

/**
 * World to pixel. Throws `invalid_bounds` when the affine squeezes the picture onto a line: the determinant is zero or
 * vanishes beside the products it is made of.
 */
export const invertAffine = (affine: Affine): ((wx: number, wy: number) => readonly [number, number]) => {
  const { a, b, c, d, e, f } = affine;
  const det = determinant(affine);
  const size = Math.abs(a * e) + Math.abs(b * d);
  if (!Number.isFinite(det) || Math.abs(det) <= size * 1e-13) {
    throw new GeomapError('invalid_bounds', {
      message:
        'The affine transform is singular: it maps the whole picture onto a line. Give control points that spread over two directions.',
    });
  }
  return (wx, wy) => {
    const x = wx - c;
    const y = wy - f;
    return [(e * x - b * y) / det, (a * y - d * x) / det];
  };
};

/** Coefficients in wire order `[a, b, c, d, e, f]`. */
export const affineFromList = (list: readonly number[]): Affine | undefined => {
  const [a, b, c, d, e, f] = list;
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined)
    return undefined;
  return { a, b, c, d, e, f };
};

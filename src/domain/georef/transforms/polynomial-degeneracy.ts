import type { GeomapError } from '../../errors/geomap-error.ts';
import { type ControlPoint, gcpFault, nameIndices } from '../control-points.ts';
import { type Point, spreadRatio } from '../spread.ts';

/** Points within this share of their length from a line lie on it, as far as a fit of order 2 can tell. */
const THIN = 2e-3;
/** Lines are looked for through pairs of so many points at most. */
const SEARCHED = 40;

const pixelOf = ({ pixel_x, pixel_y }: ControlPoint): Point => [pixel_x, pixel_y];

const distance = ([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number => {
  const length = Math.hypot(bx - ax, by - ay);
  return Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
};

const onOneLine = (points: readonly ControlPoint[]): boolean => points.length < 3 || spreadRatio(points.map(pixelOf)) < THIN;

/** Two groups of the points that each lie on a line, or undefined. */
const twoLines = (points: readonly ControlPoint[]): readonly [readonly ControlPoint[], readonly ControlPoint[]] | undefined => {
  if (points.length > SEARCHED) return undefined;
  const size = Math.max(
    ...points.map(({ pixel_x, pixel_y }) => Math.hypot(pixel_x - (points[0]?.pixel_x ?? 0), pixel_y - (points[0]?.pixel_y ?? 0))),
  );
  for (const [position, first] of points.entries()) {
    for (const second of points.slice(position + 1)) {
      const on = points.filter((point) => distance(pixelOf(first), pixelOf(second), pixelOf(point)) < THIN * size);
      const off = points.filter((point) => !on.includes(point));
      if (on.length >= 3 && onOneLine(off)) return [on, off];
    }
  }
  return undefined;
};

const list = (points: readonly ControlPoint[]): string => nameIndices(points.map(({ index }) => index).sort((a, b) => a - b));

/** Why a polynomial of this order is not fixed by the points, with what to do about it (field report 1.1). */
export const curveFault = (order: 2 | 3, points: readonly ControlPoint[]): GeomapError => {
  const indices = points.map(({ index }) => index);
  const lines = twoLines(points);
  if (lines) {
    const [one, other] = lines;
    return gcpFault(
      'two_lines',
      `The control points lie on two lines (${list(one)} on one, ${list(other)} on the other, counted from zero), which fixes no polynomial of order ${order}; order 1 (transform affine) works, or add ${order === 2 ? 'one more point' : 'at least one more point'} well off both lines.`,
      indices,
    );
  }
  return gcpFault(
    'degenerate',
    order === 2
      ? 'The control points lie on or very near one conic (two lines, a circle or an ellipse), which fixes no polynomial of order 2; use transform affine, or add one more point well off that curve.'
      : 'The control points lie on or very near one curve of order 3 (such as three lines of ticks), which fixes no polynomial of order 3; use transform affine or polynomial2, or add points off those lines.',
    indices,
  );
};

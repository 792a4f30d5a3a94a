import type { LuDecomposition } from 'ml-matrix';

const rowsOf = (values: readonly number[], size: number): readonly Float64Array[] =>
  Array.from({ length: size }, (_, row) => Float64Array.from(values.slice(row * size, (row + 1) * size)));

/** Sum of products of two rows from one column to another, both included. */
const dot = (left: Float64Array, right: Float64Array, { from, to }: { readonly from: number; readonly to: number }): number => {
  let sum = 0;
  for (let column = from; column <= to; column += 1) sum += (left[column] ?? 0) * (right[column] ?? 0);
  return sum;
};

/**
 * The first `count` elements on the diagonal of the inverse of a factored matrix, `PA = LU`. Each is one element of the solution for a
 * unit vector, so what lies above the unit and below the element is skipped: a third of `n^3` operations for all, where the whole
 * inverse takes six times as many.
 */
export const inverseDiagonal = (factors: LuDecomposition, count: number): readonly number[] => {
  const { lowerTriangularMatrix: lower, upperTriangularMatrix: upper, pivotPermutationVector: pivots } = factors;
  const size = lower.rows;
  const [lowerRows, upperRows] = [rowsOf(lower.to1DArray(), size), rowsOf(upper.to1DArray(), size)];
  const placeOf = new Map(pivots.map((row, place) => [row, place]));
  const forward = new Float64Array(size);
  const back = new Float64Array(size);
  return Array.from({ length: count }, (_, unit) => {
    const start = placeOf.get(unit) ?? 0;
    forward.fill(0);
    forward[start] = 1;
    for (const [row, factor] of lowerRows.entries()) {
      if (row > start) forward[row] = -dot(factor, forward, { from: start, to: row - 1 });
    }
    for (let row = size - 1; row >= unit; row -= 1) {
      const factor = upperRows[row];
      if (factor === undefined) break;
      back[row] = ((forward[row] ?? 0) - dot(factor, back, { from: row + 1, to: size - 1 })) / (factor[row] ?? Number.NaN);
    }
    return back[unit] ?? Number.NaN;
  });
};

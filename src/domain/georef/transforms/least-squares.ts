import { Matrix, QrDecomposition, SingularValueDecomposition } from 'ml-matrix';

/** Solution of an over-determined or exact linear system with one or more right sides. */
export type LinearFit = {
  /** Rows: columns of the design; columns: right sides. */
  readonly coefficients: Matrix;
  /** Fitted minus given, one row per row of the design. */
  readonly residuals: Matrix;
  /** Orthonormal basis of the columns of the design: rows give leverages (Belsley, Kuh and Welsch 1980). */
  readonly basis: Matrix;
};

/**
 * Smallest over largest singular value of a design with columns of length 1: 0 when the columns depend on each other. Taken from
 * the triangular factor, which has the singular values of the whole.
 */
export const independence = (design: Matrix): number => {
  const columns = design.clone();
  for (let column = 0; column < columns.columns; column += 1) {
    const length = columns.getColumnVector(column).norm('frobenius');
    if (!(length > 0) || !Number.isFinite(length)) return 0;
    columns.mulColumn(column, 1 / length);
  }
  const { diagonal } = new SingularValueDecomposition(new QrDecomposition(columns).upperTriangularMatrix);
  const [largest = 0, smallest = 0] = [diagonal[0], diagonal.at(-1)];
  return largest > 0 ? smallest / largest : 0;
};

/** Least squares by Householder QR. The columns have to be independent: see `independence`. */
export const leastSquares = (design: Matrix, given: Matrix): LinearFit => {
  const factors = new QrDecomposition(design);
  const coefficients = factors.solve(given);
  return { coefficients, residuals: Matrix.sub(design.mmul(coefficients), given), basis: factors.orthogonalMatrix };
};

/** Squared length of a row of the basis: pull of that row on its own prediction, 0..1. */
export const leverageOf = (basis: Matrix, row: number): number =>
  Math.min(
    1,
    basis.getRow(row).reduce((sum, value) => sum + value * value, 0),
  );

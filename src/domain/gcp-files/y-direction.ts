import type { Dialect, YDirection } from './control-point-file.ts';

/** A row of a file before its y is settled. */
export type RawPoint = {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly worldX: number | string;
  readonly worldY: number | string;
};

export type SettledRows = {
  readonly direction: YDirection;
  /** Pixel rows from the top edge, in the order of the points. */
  readonly pixelY: readonly number[];
  readonly warnings: readonly string[];
};

/** Programs whose files may count y upwards from the bottom edge. */
const FROM_BOTTOM: ReadonlySet<Dialect> = new Set<Dialect>(['arcgis_links_tsv', 'arcgis_links_csv']);
/** Programs that write y as negative numbers. */
const NEGATIVE: ReadonlySet<Dialect> = new Set<Dialect>(['qgis_points', 'arcgis_links_tsv', 'arcgis_links_csv']);

/**
 * Determinant, up to a positive factor, of the least-squares affine from (x, rows) to the world: the one of the cross-covariance.
 * An upright picture with rows counted downwards has a negative one. Null when fewer than three points are in numbers.
 */
const orientation = (points: readonly RawPoint[], rows: readonly number[]): number | null => {
  const numbers = points.flatMap(({ sourceX, worldX, worldY }, at) =>
    typeof worldX === 'number' && typeof worldY === 'number' ? [[sourceX, rows[at] ?? 0, worldX, worldY] as const] : [],
  );
  if (numbers.length < 3) return null;
  const mean = (column: 0 | 1 | 2 | 3): number => numbers.reduce((sum, row) => sum + row[column], 0) / numbers.length;
  const [px, py, wx, wy] = [mean(0), mean(1), mean(2), mean(3)];
  const covariance = (a: 0 | 1, b: 2 | 3): number =>
    numbers.reduce((sum, row) => sum + (row[a] - (a === 0 ? px : py)) * (row[b] - (b === 2 ? wx : wy)), 0);
  return covariance(0, 2) * covariance(1, 3) - covariance(0, 3) * covariance(1, 2);
};

const flipped = (rows: readonly number[]): readonly number[] => rows.map((row) => 0 - row);

const mirrorWarning = (points: readonly RawPoint[], rows: readonly number[]): string[] => {
  const turn = orientation(points, rows);
  return turn !== null && turn > 0
    ? [
        'possible_y_flip: with y counted as read here the points mirror the picture; the file probably counts y the other way. Change the sign of its y column.',
      ]
    : [];
};

/**
 * Settles how a file counts y. Negative numbers count below the top edge; positive ones downwards, unless that would mirror the
 * picture and an ArcGIS file can mean the distance from the bottom edge. `imageHeight` in px, when the picture is known.
 */
export const settleRows = (
  points: readonly RawPoint[],
  { dialect, imageHeight }: { readonly dialect: Dialect; readonly imageHeight: number | undefined },
): SettledRows => {
  const rows = points.map(({ sourceY }) => sourceY);
  const negative = rows.filter((row) => row < 0).length;
  const positive = rows.filter((row) => row > 0).length;
  const mixed =
    negative > 0 && positive > 0
      ? ['y_sign_mixed: the y column holds both signs, so some points lie above the top edge of the picture; check them.']
      : [];
  const upwards = NEGATIVE.has(dialect) ? negative >= Math.max(positive, 1) : negative > 0 && positive === 0;
  if (upwards) {
    const pixelY = flipped(rows);
    return { direction: 'up', pixelY, warnings: [...mixed, ...mirrorWarning(points, pixelY)] };
  }
  const turn = orientation(points, rows);
  if (FROM_BOTTOM.has(dialect) && imageHeight !== undefined && turn !== null && turn > 0) {
    return { direction: 'up_from_bottom', pixelY: rows.map((row) => imageHeight - row), warnings: mixed };
  }
  return { direction: 'down', pixelY: rows.map((row) => row + 0), warnings: [...mixed, ...mirrorWarning(points, rows)] };
};

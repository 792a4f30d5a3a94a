import { createProjector, type DatumOperation, type Projector, type WorldPoint } from '../crs/projector.ts';
import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import { leadsTo, noteOperation, type PrintedShift, shiftedByNote } from './printed-shift.ts';

/** Points of one CRS that go into the CRS of a fit. `index` counts from zero in the list as given. */
export type PointGroup = {
  readonly crs: ResolvedCrs;
  readonly points: readonly { readonly index: number; readonly world: WorldPoint }[];
  /** Note of the sheet that replaces the datum shift, when it leads to the datum of the target. */
  readonly shift?: PrintedShift | undefined;
};

export type TransformedGroup = {
  readonly points: readonly { readonly index: number; readonly world: WorldPoint }[];
  readonly operation: DatumOperation;
  /** True when both CRSs share one datum, so that no shift took part at all. */
  readonly sameDatum: boolean;
};

const meanOf = (worlds: readonly WorldPoint[]): WorldPoint => [
  worlds.reduce((sum, [x]) => sum + x, 0) / worlds.length,
  worlds.reduce((sum, [, y]) => sum + y, 0) / worlds.length,
];

/** The target's projector. On one datum it takes the very shift of the source, so that both cancel exactly. */
const targetProjector = (from: Projector, to: ResolvedCrs, link: { readonly sameDatum: boolean; readonly mean: WorldPoint }) => {
  const { code } = from.datumOperation;
  return createProjector(to, link.sameDatum && code !== null ? { operation: code } : { lonLat: from.inverse(link.mean) });
};

const unreachable = (index: number, from: ResolvedCrs, to: ResolvedCrs): GeomapError =>
  new GeomapError('invalid_bounds', {
    message: `Control point ${index} (counted from zero) cannot be transformed from ${from.id} to ${to.id}; check its CRS, its unit and that x is the easting or longitude.`,
    details: { argument: 'gcps', reason: 'not_transformable', gcp_indices: [index] },
  });

type Moving = Pick<PointGroup, 'points'> & { readonly from: ResolvedCrs; readonly to: ResolvedCrs };

const movedBy = (move: (world: WorldPoint) => WorldPoint, { points, from, to }: Moving): TransformedGroup['points'] =>
  points.map(({ index, world }) => {
    const [x, y] = move(world);
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw unreachable(index, from, to);
    return { index, world: [x, y] };
  });

/**
 * Brings points of one CRS into another, over WGS 84 with the reviewed datum shifts only (D22). x is always east or longitude,
 * whatever the axis order of the EPSG dataset. Throws `invalid_bounds` for a point whose result is not finite.
 */
export const transformPoints = ({ crs: from, points, shift }: PointGroup, to: ResolvedCrs): TransformedGroup => {
  if (shift !== undefined && leadsTo(shift, { from, to })) {
    const byNote = shiftedByNote(shift, { from, to });
    return { points: movedBy(byNote, { points, from, to }), operation: noteOperation, sameDatum: false };
  }
  const mean = meanOf(points.map(({ world }) => world));
  const source = createProjector(from, { world: mean });
  const sameDatum = from.baseCode !== null && from.baseCode === to.baseCode;
  const target = targetProjector(source, to, { sameDatum, mean });
  const moved = movedBy((world) => target.forward(source.inverse(world)), { points, from, to });
  return { points: moved, operation: source.datumOperation, sameDatum };
};

import type { CrsDefinitions } from '../crs/definition.ts';
import type { DatumOperation, WorldPoint } from '../crs/projector.ts';
import { resolveCrs } from '../crs/resolve-crs.ts';
import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import type { Gcp, WrittenGcp } from '../documents/georef.ts';
import { nameIndices } from '../georef/control-points.ts';
import { parseCoordinate } from './parse-coordinate.ts';
import { checkWorldPositions } from './position-checks.ts';
import type { PrintedShift } from './printed-shift.ts';
import { transformPoints } from './transform-points.ts';

/** What was written of a control point, kept beside its numbers when they differ. Wire form. */
export type AsGiven = {
  readonly gcp_index: number;
  readonly world_x: number | string;
  readonly world_y: number | string;
  readonly crs?: string | number;
};

/** One transformation of control points into the CRS of the fit. Wire form. */
export type GcpTransform = {
  readonly from_crs: string;
  readonly from_crs_name: string;
  readonly to_crs: string;
  readonly gcp_indices: readonly number[];
  readonly datum_operation: { readonly code: number | null; readonly name: string; readonly accuracy_m: number | null };
};

export type ReadPoints = {
  /** Control points in numbers, in the CRS of the fit, in the order given. */
  readonly gcps: readonly Gcp[];
  readonly asGiven: readonly AsGiven[];
  readonly transforms: readonly GcpTransform[];
  readonly warnings: readonly string[];
};

export type PointsToRead = {
  /** CRS of the fit. */
  readonly crs: string | number;
  /** CRS of points that name none; the fit's when left out. */
  readonly pointCrs?: string | number | undefined;
  readonly points: readonly WrittenGcp[];
  /** Printed note about the projection lines, which replaces the datum shift where it leads to the datum of the fit. */
  readonly shift?: PrintedShift | undefined;
};

type Placed = { readonly index: number; readonly crs: ResolvedCrs; readonly world: WorldPoint };

/** Resolves each CRS text once. */
const resolverOf = (definitions: CrsDefinitions): ((text: string | number) => ResolvedCrs) => {
  const known = new Map<string | number, ResolvedCrs>();
  return (text) => {
    const found = known.get(text) ?? resolveCrs(text, definitions);
    known.set(text, found);
    return found;
  };
};

const byCrs = (placed: readonly Placed[]): readonly (readonly Placed[])[] => [...groupOn(placed).values()];

const groupOn = (placed: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> => {
  const groups = new Map<string, Placed[]>();
  for (const entry of placed) {
    const group = groups.get(entry.crs.id);
    if (group) group.push(entry);
    else groups.set(entry.crs.id, [entry]);
  }
  return groups;
};

const wireOperation = (operation: DatumOperation, sameDatum: boolean): GcpTransform['datum_operation'] =>
  sameDatum
    ? { code: null, name: 'same datum, no shift needed', accuracy_m: 0 }
    : { code: operation.code, name: operation.name, accuracy_m: operation.covers ? operation.accuracyMeters : null };

const stated = ({ from_crs, from_crs_name, to_crs, gcp_indices, datum_operation }: GcpTransform): string[] => {
  const accuracy = datum_operation.accuracy_m === null ? 'accuracy not known' : `accuracy ${datum_operation.accuracy_m} m`;
  const lines = [
    `gcp_crs_transformed: control point ${nameIndices(gcp_indices)} (counted from zero) was given in ${from_crs} (${from_crs_name}) and transformed to ${to_crs} (${datum_operation.name}; ${accuracy}).`,
  ];
  if (datum_operation.code === null && datum_operation.accuracy_m === null) {
    lines.push(
      `datum_shift_missing: no datum shift from ${from_crs_name} to WGS 84 is known, so none was applied to control point ${nameIndices(gcp_indices)}.`,
    );
  }
  return lines;
};

const isWritten = ({ world_x, world_y, crs }: WrittenGcp): boolean =>
  typeof world_x === 'string' || typeof world_y === 'string' || crs !== undefined;

/**
 * Control points as people write them become numbers in the CRS of the fit: text is parsed in the CRS of its point, and points of
 * another CRS are transformed here (field reports 1.8, 1.11), which the warnings always state. Throws `invalid_bounds` for a CRS
 * or a position that cannot be used, `invalid_arguments` for text that is no coordinate.
 */
export const readControlPoints = ({ crs, pointCrs, points, shift }: PointsToRead, definitions: CrsDefinitions): ReadPoints => {
  const resolve = resolverOf(definitions);
  const target = resolve(crs);
  const placed = points.map((point, index): Placed => {
    const own = resolve(point.crs ?? pointCrs ?? crs);
    const at = (axis: 'x' | 'y') => ({ place: { axis, index }, crs: own });
    return { index, crs: own, world: [parseCoordinate(point.world_x, at('x')), parseCoordinate(point.world_y, at('y'))] };
  });
  const worlds = placed.map(({ world }) => world);
  const transforms: GcpTransform[] = [];
  const assumed = new Set<string>();
  for (const group of byCrs(placed)) {
    const own = group[0]?.crs ?? target;
    checkWorldPositions(group, own);
    if (own.id === target.id) continue;
    const moved = transformPoints({ crs: own, points: group, shift }, target);
    for (const { index, world } of moved.points) worlds[index] = world;
    for (const warning of own.warnings) assumed.add(warning);
    transforms.push({
      from_crs: own.id,
      from_crs_name: own.name,
      to_crs: target.id,
      gcp_indices: group.map(({ index }) => index),
      datum_operation: wireOperation(moved.operation, moved.sameDatum),
    });
  }
  return {
    gcps: points.map(({ pixel_x, pixel_y }, index) => {
      const [world_x = 0, world_y = 0] = worlds[index] ?? [];
      return { pixel_x, pixel_y, world_x, world_y };
    }),
    asGiven: points.flatMap((point, gcp_index) => {
      const { world_x, world_y, crs: own } = point;
      return isWritten(point) || placed[gcp_index]?.crs.id !== target.id
        ? [{ gcp_index, world_x, world_y, ...(own === undefined ? {} : { crs: own }) }]
        : [];
    }),
    transforms,
    warnings: [...assumed, ...transforms.flatMap(stated)],
  };
};

import type { Column, MapUnit, Sampling, UnitKind, UnitSource } from '../documents/geologic-units.ts';
import { isProviderFailure } from './failures.ts';
import { columnsAt, type MacrostratDeps, mapUnitsAt, sourcesOf, unitsOf } from './live/macrostrat.ts';
import * as say from './live/unit-messages.ts';
import type { LonLat, SampleGrid } from './sample-grid.ts';

/** Requests to Macrostrat at the same time. */
const SIDE_BY_SIDE = 4;
/** Columns whose units are fetched. */
const MAX_COLUMNS = 10;

export type UnitFindings = {
  readonly sampling: Sampling;
  readonly mapUnits: readonly MapUnit[] | null;
  readonly columns: readonly Column[] | null;
  readonly sources: readonly UnitSource[];
  readonly warnings: readonly string[];
};

type Outcome<T> = { readonly records: readonly T[] | null; readonly error: unknown };

/** Asks about every point, a few at a time. A failed point has null in place of its records; what ends the call is thrown. */
async function askPoints<T>(
  points: readonly LonLat[],
  ask: (point: LonLat) => Promise<readonly T[]>,
): Promise<readonly Outcome<T>[]> {
  const outcomes: Outcome<T>[] = points.map(() => ({ records: null, error: null }));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < points.length; at = next++) {
      const point = points[at];
      if (point === undefined) return;
      try {
        outcomes[at] = { records: await ask(point), error: null };
      } catch (error) {
        if (!isProviderFailure(error)) throw error;
        outcomes[at] = { records: null, error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, points.length) }, work));
  return outcomes;
}

/** One record per id with the number of points it was found at, most often found first. */
function gather<T>(outcomes: readonly Outcome<T>[], idOf: (record: T) => number): readonly (T & { readonly points: number })[] {
  const found = new Map<number, { readonly record: T; points: number }>();
  for (const { records } of outcomes) {
    for (const record of new Map((records ?? []).map((one) => [idOf(one), one])).values()) {
      const known = found.get(idOf(record));
      if (known === undefined) found.set(idOf(record), { record, points: 1 });
      else known.points += 1;
    }
  }
  return [...found.values()]
    .map(({ record, points }) => ({ ...record, points }))
    .sort((a, b) => b.points - a.points || idOf(a) - idOf(b));
}

const failedOf = <T>(outcomes: readonly Outcome<T>[] | null): number =>
  outcomes?.filter(({ records }) => records === null).length ?? 0;
const isDead = <T>(outcomes: readonly Outcome<T>[]): boolean => outcomes.every(({ records }) => records === null);

/** Adds the units to the first columns; without an answer they stay unknown, which is said. */
async function withUnits(columns: readonly Omit<Column, 'units' | 'unit_count'>[], deps: MacrostratDeps) {
  const ids = columns.slice(0, MAX_COLUMNS).map(({ col_id }) => col_id);
  const warnings = columns.length > ids.length ? [say.columnsCut(ids.length, columns.length)] : [];
  const complete = (units: Awaited<ReturnType<typeof unitsOf>>): readonly Column[] =>
    columns.map((column) => {
      const own = units.get(column.col_id) ?? null;
      return { ...column, units: own === null ? null : [...own], unit_count: own?.length ?? null };
    });
  if (ids.length === 0) return { columns: complete(new Map()), warnings };
  try {
    return { columns: complete(await unitsOf(ids, deps)), warnings };
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return { columns: complete(new Map()), warnings: [...warnings, say.unitsMissing(error.message)] };
  }
}

async function citations(units: readonly MapUnit[], deps: MacrostratDeps) {
  const ids = [...new Set(units.map(({ source_id }) => source_id).filter((id) => id !== null))].sort((a, b) => a - b);
  if (ids.length === 0) return { sources: [], warnings: [] };
  try {
    return { sources: await sourcesOf(ids, deps), warnings: [] };
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    return { sources: [], warnings: [say.citationsMissing(error.message)] };
  }
}

/**
 * What Macrostrat says at the points of a grid. Throws `unknown_provider` (provider_failed) when no point was answered at all; a kind
 * that was not asked for or never answered is null, not empty.
 */
export async function findGeologicUnits(
  grid: SampleGrid,
  kinds: readonly UnitKind[],
  deps: MacrostratDeps,
): Promise<UnitFindings> {
  const wants = (kind: UnitKind): boolean => kinds.includes(kind);
  const [maps, cols] = await Promise.all([
    wants('map_units') ? askPoints(grid.points, (point) => mapUnitsAt(point, deps)) : null,
    wants('columns') ? askPoints(grid.points, (point) => columnsAt(point, deps)) : null,
  ]);
  const asked = [maps, cols].filter((outcomes) => outcomes !== null);
  const [dead] = asked;
  if (dead !== undefined && asked.every((outcomes) => isDead<unknown>(outcomes))) throw dead[0]?.error;
  const mapUnits = maps === null || isDead(maps) ? null : gather(maps, ({ map_id }) => map_id);
  const plain = cols === null || isDead(cols) ? null : gather(cols, ({ col_id }) => col_id);
  const [full, cited] = await Promise.all([plain === null ? null : withUnits(plain, deps), citations(mapUnits ?? [], deps)]);
  const points = grid.points.map((point, at) => ({
    ...point,
    map_units: maps?.[at]?.records?.length ?? null,
    columns: cols?.[at]?.records?.length ?? null,
  }));
  const failed = Math.max(failedOf(maps), failedOf(cols));
  return {
    sampling: {
      method: grid.points.length === 1 ? 'point' : 'grid',
      rows: grid.rows,
      columns: grid.columns,
      points_asked: grid.points.length,
      points_failed: failed,
      points,
      statement: say.sampled(grid),
    },
    mapUnits,
    columns: full?.columns ?? null,
    sources: cited.sources,
    warnings: [
      ...failures('map units', maps),
      ...failures('columns', cols),
      ...(mapUnits?.length === 0 ? [say.nothingThere('map unit')] : []),
      ...(plain?.length === 0 ? [say.nothingThere('column')] : []),
      ...(full?.warnings ?? []),
      ...cited.warnings,
    ],
  };
}

function failures<T>(what: string, outcomes: readonly Outcome<T>[] | null): readonly string[] {
  const failed = outcomes?.filter(({ records }) => records === null) ?? [];
  const error = failed[0]?.error;
  return outcomes === null || failed.length === 0
    ? []
    : [say.pointsFailed(what, { failed: failed.length, asked: outcomes.length }, isProviderFailure(error) ? error.message : '')];
}

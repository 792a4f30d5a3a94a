import type { EventHits, EventQuery } from '../../../domain/knowledge/event.ts';
import type { StoreDatabase } from './store-file.ts';

/** Conditions on `event e`, all with the same parameters. */
export type EventConditions = {
  /** Everything but what decides between match and left out. */
  readonly candidate: string;
  readonly matches: string;
  readonly values: readonly (string | number)[];
  readonly wantsKind: (folded: string | null) => boolean;
  readonly wantsMagnitude: boolean;
};

type Where = { readonly sql: string; readonly values: readonly (string | number)[] };
type KindRow = { readonly id: number; readonly name: string | null; readonly folded: string | null };

/** A part of the R*Tree's area beyond which reading all rows in order is quicker than looking each one up. */
const SCAN_SHARE = 0.15;
/** Degrees. The tree rounds places outwards to 32 bits, but not those closer to zero than such a number can be. */
export const SLACK = 1e-9;

const area = (west: number, east: number, south: number, north: number): number =>
  Math.max(0, east - west) * Math.max(0, north - south);

type Extent = {
  readonly west: number | null;
  readonly east: number | null;
  readonly south: number | null;
  readonly north: number | null;
};
const EXTENT = 'SELECT min(min_lon) AS west, max(max_lon) AS east, min(min_lat) AS south, max(max_lat) AS north FROM event_place';
const extents = new WeakMap<StoreDatabase, Extent>();

function extentOf(database: StoreDatabase): Extent {
  const known = extents.get(database) ?? database.prepare<[], Extent>(EXTENT).get();
  const extent = known ?? { west: null, east: null, south: null, north: null };
  extents.set(database, extent);
  return extent;
}

/** Share of the catalogue's extent that the boxes cover, 0..1 or more where they overlap. */
function shareOf(database: StoreDatabase, boxes: EventQuery['boxes']): number {
  const { west, east, south, north } = extentOf(database);
  if (west === null || east === null || south === null || north === null) return 1;
  const covered = boxes.reduce(
    (sum, box) =>
      sum +
      area(Math.max(west, box.min_lon), Math.min(east, box.max_lon), Math.max(south, box.min_lat), Math.min(north, box.max_lat)),
    0,
  );
  return covered / Math.max(area(west, east, south, north), 1e-9);
}

/** The tree keeps places as 32-bit numbers, rounded outwards; the exact ones are in the table. */
function inBoxes(database: StoreDatabase, boxes: EventQuery['boxes']): Where {
  if (boxes.length === 0) return { sql: '0', values: [] };
  const exact = boxes.map(() => '(e.longitude BETWEEN ? AND ? AND e.latitude BETWEEN ? AND ?)').join(' OR ');
  const values = boxes.flatMap((box) => [box.min_lon, box.max_lon, box.min_lat, box.max_lat]);
  if (shareOf(database, boxes) > SCAN_SHARE) return { sql: `(${exact})`, values };
  const near = boxes
    .map(() => 'SELECT rank FROM event_place WHERE max_lon >= ? AND min_lon <= ? AND max_lat >= ? AND min_lat <= ?')
    .join(' UNION ');
  const wider = boxes.flatMap((box) => [box.min_lon - SLACK, box.max_lon + SLACK, box.min_lat - SLACK, box.max_lat + SLACK]);
  return { sql: `e.rank IN (${near}) AND (${exact})`, values: [...wider, ...values] };
}

/** The same rules as `judgeEvent`: what is not given never fails a limit of time or magnitude. */
function inLimits(query: EventQuery): readonly Where[] {
  const limits: readonly (readonly [string, number | null])[] = [
    ['(e.time_ms IS NULL OR e.time_ms >= ?)', query.startMs],
    ['(e.time_ms IS NULL OR e.time_ms <= ?)', query.endMs],
    ['(e.magnitude IS NULL OR e.magnitude >= ?)', query.minMagnitude],
    ['(e.magnitude IS NULL OR e.magnitude <= ?)', query.maxMagnitude],
  ];
  return limits.flatMap(([sql, value]) => (value === null ? [] : [{ sql, values: [value] }]));
}

function inTexts(query: EventQuery): readonly Where[] {
  const { status, network, contributor } = query;
  return [
    ...(status === null ? [] : [{ sql: 'e.status = ?', values: [status.toLowerCase()] }]),
    ...(network === null ? [] : [{ sql: 'e.network = ?', values: [network.toLowerCase()] }]),
    ...(contributor === null
      ? []
      : contributor.includes(',')
        ? [{ sql: '0', values: [] }]
        : [{ sql: 'instr(e.contributors, ?) > 0', values: [`,${contributor},`] }]),
  ];
}

const kindsOf = (database: StoreDatabase): readonly KindRow[] => database.prepare<[], KindRow>('SELECT * FROM kind').all();

/** Conditions of a query. */
export function eventConditions(database: StoreDatabase, query: EventQuery): EventConditions {
  const all = [inBoxes(database, query.boxes), ...inLimits(query), ...inTexts(query)];
  const candidate = all.map(({ sql }) => sql).join(' AND ');
  const wantsKind = (folded: string | null): boolean => query.kinds === null || folded === null || query.kinds.includes(folded);
  const wantsMagnitude = query.minMagnitude !== null || query.maxMagnitude !== null;
  const wanted = kindsOf(database).filter(({ folded }) => wantsKind(folded));
  const kinds = query.kinds === null ? '' : ` AND e.kind IN (${wanted.map(({ id }) => id).join(',')})`;
  return {
    candidate,
    matches: `${candidate}${kinds}${wantsMagnitude ? ' AND e.magnitude IS NOT NULL' : ''}`,
    values: all.flatMap(({ values }) => values),
    wantsKind,
    wantsMagnitude,
  };
}

type CountRow = { readonly kind: number; readonly known: number; readonly count: number };

/** Numbers of what matches and of what is left out, without reading an event whole. */
export function countEvents(database: StoreDatabase, conditions: EventConditions): Omit<EventHits, 'events'> {
  const kinds = new Map(kindsOf(database).map((row) => [row.id, row]));
  const rows = database
    .prepare<unknown[], CountRow>(
      `SELECT e.kind, e.magnitude IS NOT NULL AS known, count(*) AS count FROM event e WHERE ${conditions.candidate} GROUP BY 1, 2`,
    )
    .all(...conditions.values);
  const excluded = new Map<string, number>();
  let [total, withoutMagnitude] = [0, 0];
  for (const { kind, known, count } of rows) {
    const { name, folded } = kinds.get(kind) ?? { name: null, folded: null };
    if (!conditions.wantsKind(folded)) excluded.set(name ?? '', (excluded.get(name ?? '') ?? 0) + count);
    else if (conditions.wantsMagnitude && known === 0) withoutMagnitude += count;
    else total += count;
  }
  return { total, excludedByKind: Object.fromEntries([...excluded].sort()), withoutMagnitude };
}

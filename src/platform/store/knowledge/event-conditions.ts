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

/** Share of all events in the boxes beyond which reading every row in order is quicker than looking each hit up. */
const SCAN_SHARE = 0.08;
/** Degrees. The tree rounds places outwards to 32 bits, but not those closer to zero than such a number can be. */
export const SLACK = 1e-9;

const NEAR = 'FROM event_place WHERE max_lon >= ? AND min_lon <= ? AND max_lat >= ? AND min_lat <= ?';

/** Whether so many events lie near the boxes that a scan is quicker. The tree counts without touching a row. */
function areMany(database: StoreDatabase, near: readonly (readonly number[])[]): boolean {
  const all = database.prepare<[], number | null>('SELECT max(rank) + 1 FROM event').pluck().get() ?? 0;
  const count = database.prepare<unknown[], number>(`SELECT count(*) ${NEAR}`).pluck();
  return near.reduce((sum, edges) => sum + (count.get(...edges) ?? 0), 0) > SCAN_SHARE * all;
}

/** The tree keeps places as 32-bit numbers, rounded outwards; the exact ones are in the table. */
function inBoxes(database: StoreDatabase, boxes: EventQuery['boxes']): Where {
  if (boxes.length === 0) return { sql: '0', values: [] };
  const exact = boxes.map(() => '(e.longitude BETWEEN ? AND ? AND e.latitude BETWEEN ? AND ?)').join(' OR ');
  const values = boxes.flatMap((box) => [box.min_lon, box.max_lon, box.min_lat, box.max_lat]);
  const near = boxes.map((box) => [box.min_lon - SLACK, box.max_lon + SLACK, box.min_lat - SLACK, box.max_lat + SLACK]);
  if (areMany(database, near)) return { sql: `(${exact})`, values };
  const hits = boxes.map(() => `SELECT rank ${NEAR}`).join(' UNION ');
  return { sql: `e.rank IN (${hits}) AND (${exact})`, values: [...near.flat(), ...values] };
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

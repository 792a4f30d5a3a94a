import type Sqlite from 'better-sqlite3';
import { EVENT_COLUMNS } from '../../../domain/knowledge/earthquake-record.ts';
import type { EventHits, EventQuery, SeismicEvent } from '../../../domain/knowledge/event.ts';
import { countEvents, eventConditions } from './event-conditions.ts';
import type { Step, StoreDatabase, StoreFormat } from './store-file.ts';

/** What a query looks at lies apart from what only a result shows: counting reads a third of the bytes. `rank` is the place in the order. */
const TABLES = `
  CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT, folded TEXT);
  CREATE TABLE event (rank INTEGER PRIMARY KEY, longitude REAL NOT NULL, latitude REAL NOT NULL, time_ms INTEGER, magnitude REAL,
    kind INTEGER NOT NULL, network TEXT, status TEXT, contributors TEXT);
  CREATE TABLE detail (rank INTEGER PRIMARY KEY, identities TEXT NOT NULL, event_id TEXT, updated_ms INTEGER, depth_km REAL,
    magnitude_type TEXT, place TEXT, gap_degrees REAL, network TEXT, status TEXT);
  CREATE VIRTUAL TABLE event_place USING rtree(rank, min_lon, max_lon, min_lat, max_lat);`;

type DetailRow = {
  readonly identities: string;
  readonly event_id: string | null;
  readonly time_ms: number | null;
  readonly updated_ms: number | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly depth_km: number | null;
  readonly magnitude: number | null;
  readonly magnitude_type: string | null;
  readonly place: string | null;
  readonly kind: string | null;
  readonly gap_degrees: number | null;
  readonly network: string | null;
  readonly status: string | null;
  readonly contributors: string | null;
};

export type EventRows = { readonly columns: ReadonlySet<string>; readonly events: readonly SeismicEvent[] };
const BATCH = 4000;

const fold = (text: string | null): string | null => text?.toLowerCase() ?? null;

function kindIds(database: Sqlite.Database, events: readonly SeismicEvent[]): ReadonlyMap<string | null, number> {
  const ids = new Map([...new Set(events.map(({ kind }) => kind))].map((kind, id) => [kind, id]));
  const insert = database.prepare('INSERT INTO kind VALUES (?, ?, ?)');
  for (const [kind, id] of ids) insert.run(id, kind, fold(kind));
  return ids;
}

/** Contributors hold no comma: they were told apart by it. */
const joined = (contributors: readonly string[]): string | null =>
  contributors.length === 0 ? null : `,${contributors.join(',')},`;

/** Writes events, in the order in which answers show them, into an empty database. */
async function writeEvents(database: Sqlite.Database, { columns, events }: EventRows, step: Step): Promise<void> {
  database.exec(TABLES);
  database.prepare('INSERT INTO fact VALUES (?, ?)').run('columns', JSON.stringify([...columns]));
  const kinds = kindIds(database, events);
  const event = database.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const detail = database.prepare('INSERT INTO detail VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const place = database.prepare('INSERT INTO event_place VALUES (?, ?, ?, ?, ?)');
  const write = database.transaction((from: number) => {
    for (const [offset, one] of events.slice(from, from + BATCH).entries()) {
      const rank = from + offset;
      const { longitude: lon, latitude: lat } = one;
      event.run(
        rank,
        lon,
        lat,
        one.timeMs,
        one.magnitude,
        kinds.get(one.kind) ?? 0,
        fold(one.network),
        fold(one.status),
        joined(one.contributors),
      );
      const { identities, eventId, updatedMs, depthKm, magnitudeType, gapDegrees, network, status } = one;
      const ids = JSON.stringify(identities);
      detail.run(rank, ids, eventId, updatedMs, depthKm, magnitudeType, one.place, gapDegrees, network, status);
      place.run(rank, lon, lon, lat, lat);
    }
  });
  for (let from = 0; from < events.length; from += BATCH) {
    write(from);
    await step(Math.min(1, (from + BATCH) / events.length));
  }
}

const listOf = (text: string): readonly string[] => {
  const list: unknown = JSON.parse(text);
  return Array.isArray(list) ? list.map(String) : [];
};

const toEvent = (row: DetailRow, sourceId: string): SeismicEvent => ({
  identities: listOf(row.identities),
  eventId: row.event_id,
  sourceId,
  timeMs: row.time_ms,
  updatedMs: row.updated_ms,
  latitude: row.latitude,
  longitude: row.longitude,
  depthKm: row.depth_km,
  magnitude: row.magnitude,
  magnitudeType: row.magnitude_type,
  place: row.place,
  kind: row.kind,
  gapDegrees: row.gap_degrees,
  network: row.network,
  status: row.status,
  contributors: row.contributors?.slice(1, -1).split(',') ?? [],
});

const DETAILS = `SELECT d.*, e.longitude, e.latitude, e.time_ms, e.magnitude, e.contributors, k.name AS kind
  FROM event e JOIN detail d ON d.rank = e.rank JOIN kind k ON k.id = e.kind`;

export type EventReader = {
  readonly columns: ReadonlySet<string>;
  readonly search: (query: EventQuery, sourceId: string) => EventHits;
};

/** Reads events of a store file, as those of a source. Counts are made in SQL; only the returned events are read whole. */
function readEvents(database: StoreDatabase): EventReader {
  const columns = database.prepare<[], string>("SELECT value FROM fact WHERE name = 'columns'").pluck().get();
  const present = new Set(columns === undefined ? [] : listOf(columns));
  return {
    columns: new Set(EVENT_COLUMNS.filter((column) => present.has(column))),
    search: (query, sourceId) => {
      const conditions = eventConditions(database, query);
      const counts = countEvents(database, conditions);
      const rows = database
        .prepare<unknown[], DetailRow>(`${DETAILS} WHERE ${conditions.matches} ORDER BY e.rank LIMIT ?`)
        .all(...conditions.values, query.limit ?? -1);
      return { ...counts, events: query.limit === 0 ? [] : rows.map((row) => toEvent(row, sourceId)) };
    },
  };
}

export const EVENT_STORE: StoreFormat<EventRows, EventReader> = { write: writeEvents, read: readEvents };

import type Sqlite from 'better-sqlite3';
import type { LonLat } from '../../../domain/geo/geodesic.ts';
import type { Box } from '../../../domain/geo/wrap.ts';
import type { FaultTrace } from '../../../domain/knowledge/fault.ts';
import { faultMeets } from '../../../domain/knowledge/fault-match.ts';
import { isObject } from '../../../domain/knowledge/live/json-answer.ts';
import type { FaultHits } from '../../../domain/knowledge/ports.ts';
import { SLACK } from './event-conditions.ts';
import { decodeLines, encodeLines } from './place-codec.ts';
import type { Step, StoreDatabase, StoreFormat } from './store-file.ts';

/** Segments of a trace that share one entry of the tree: a long trace has many small boxes in place of a large one. */
const RUN = 12;
/** Entries of the trees are `rank * RUNS + number`, so that a hit names its fault without a look-up. */
const RUNS = 2 ** 20;

const BATCH = 2000;

const TABLES = `
  CREATE TABLE fault (rank INTEGER PRIMARY KEY, key TEXT NOT NULL, properties TEXT NOT NULL, lines BLOB NOT NULL, rings BLOB NOT NULL,
    min_lon REAL NOT NULL, min_lat REAL NOT NULL, max_lon REAL NOT NULL, max_lat REAL NOT NULL);
  CREATE VIRTUAL TABLE segment_run USING rtree(id, min_lon, max_lon, min_lat, max_lat);
  CREATE VIRTUAL TABLE ring USING rtree(id, min_lon, max_lon, min_lat, max_lat);`;

type FaultRow = {
  readonly key: string;
  readonly properties: string;
  readonly lines: Buffer;
  readonly rings: Buffer;
} & Box;

const boxAround = (places: readonly LonLat[]): readonly [number, number, number, number] => {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [lon, lat] of places) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return [west, east, south, north];
};

/** Runs of at most `RUN` segments; the last place of one is the first of the next. */
const runsOf = (line: readonly LonLat[]): readonly (readonly LonLat[])[] =>
  Array.from({ length: Math.max(1, Math.ceil((line.length - 1) / RUN)) }, (_, run) => line.slice(run * RUN, (run + 1) * RUN + 1));

/** Writes faults, in the order in which answers show them, into an empty database. */
async function writeFaults(database: Sqlite.Database, faults: readonly FaultTrace[], step: Step): Promise<void> {
  database.exec(TABLES);
  const fault = database.prepare('INSERT INTO fault VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const segments = database.prepare('INSERT INTO segment_run VALUES (?, ?, ?, ?, ?)');
  const ring = database.prepare('INSERT INTO ring VALUES (?, ?, ?, ?, ?)');
  const write = database.transaction((from: number) => {
    for (const [offset, one] of faults.slice(from, from + BATCH).entries()) {
      const rank = from + offset;
      const { box } = one;
      const corners = [box.min_lon, box.min_lat, box.max_lon, box.max_lat];
      fault.run(rank, one.key, JSON.stringify(one.properties), encodeLines(one.lines), encodeLines(one.rings), ...corners);
      for (const [run, places] of one.lines.flatMap(runsOf).entries()) segments.run(rank * RUNS + run, ...boxAround(places));
      for (const [at, places] of one.rings.entries()) ring.run(rank * RUNS + at, ...boxAround(places));
    }
  });
  for (let from = 0; from < faults.length; from += BATCH) {
    write(from);
    await step(Math.min(1, (from + BATCH) / faults.length));
  }
}

const toFault = ({ key, properties, lines, rings, min_lon, min_lat, max_lon, max_lat }: FaultRow): FaultTrace => {
  const attributes: unknown = JSON.parse(properties);
  return {
    key,
    properties: isObject(attributes) ? attributes : {},
    lines: decodeLines(lines),
    rings: decodeLines(rings),
    box: { min_lon, min_lat, max_lon, max_lat },
  };
};

/** The meridian of 180 is one line: a part that ends on it also meets what ends on its other side. */
const otherEdges = (part: Box): readonly Box[] => {
  if (part.max_lon === 180) return [{ ...part, min_lon: -180, max_lon: -180 }];
  return part.min_lon === -180 ? [{ ...part, min_lon: 180, max_lon: 180 }] : [];
};

const NEAR = 'max_lon >= ? AND min_lon <= ? AND max_lat >= ? AND min_lat <= ?';
const INSIDE = 'min_lon >= ? AND max_lon <= ? AND min_lat >= ? AND max_lat <= ?';
/** Edges of a box grown by some degrees. */
const edges = (box: Box, by: number) => [box.min_lon - by, box.max_lon + by, box.min_lat - by, box.max_lat + by] as const;

export type FaultReader = { readonly search: (parts: readonly Box[], limit: number | null) => FaultHits };

const EXTENT =
  'SELECT min(min_lon) AS min_lon, min(min_lat) AS min_lat, max(max_lon) AS max_lon, max(max_lat) AS max_lat FROM segment_run';

/** Whether the part holds everything; nothing lies beyond 180 and 90 degrees. */
const holds = (part: Box, extent: Box): boolean =>
  part.min_lon <= Math.max(-180, extent.min_lon - SLACK) &&
  part.max_lon >= Math.min(180, extent.max_lon + SLACK) &&
  part.min_lat <= Math.max(-90, extent.min_lat - SLACK) &&
  part.max_lat >= Math.min(90, extent.max_lat + SLACK);

/** Marks faults with a run inside an area (2), and those with one on its edge (1), by what the trees say. */
function createMarker(database: StoreDatabase): (marks: Uint8Array, parts: readonly Box[]) => void {
  const held = database.prepare<unknown[], number>(`SELECT id FROM segment_run WHERE ${INSIDE}`).pluck();
  const near = database.prepare<unknown[], number>(`SELECT id FROM segment_run WHERE ${NEAR} AND NOT (${INSIDE})`).pluck();
  const rings = database.prepare<unknown[], number>(`SELECT id FROM ring WHERE ${NEAR}`).pluck();
  return (marks, parts) => {
    const mark = (ids: readonly number[], value: number): void => {
      for (const id of ids) {
        const rank = Math.floor(id / RUNS);
        if ((marks[rank] ?? value) < value) marks[rank] = value;
      }
    };
    for (const box of parts.flatMap((part) => [part, ...otherEdges(part)])) {
      mark(held.all(...edges(box, -SLACK)), 2);
      mark(near.all(...edges(box, SLACK), ...edges(box, -SLACK)), 1);
    }
    for (const { min_lon, min_lat } of parts)
      mark(rings.all(...edges({ min_lon, min_lat, max_lon: min_lon, max_lat: min_lat }, SLACK)), 1);
  };
}

/**
 * Reads faults of a store file. A run of segments that lies in the area decides without its trace; only traces on the edge of the area
 * are read for the exact test, and only the returned ones are read whole.
 */
function readFaults(database: StoreDatabase): FaultReader {
  const byRank = database.prepare<[number], FaultRow>('SELECT * FROM fault WHERE rank = ?');
  const count = database.prepare<[], number>('SELECT count(*) FROM fault').pluck().get() ?? 0;
  const extent = count === 0 ? undefined : database.prepare<[], Box>(EXTENT).get();
  const markNear = createMarker(database);
  const read = (rank: number): readonly FaultTrace[] => {
    const row = byRank.get(rank);
    return row === undefined ? [] : [toFault(row)];
  };
  const ranksIn = (parts: readonly Box[]): readonly number[] => {
    const marks = new Uint8Array(count);
    if (extent !== undefined && parts.some((part) => holds(part, extent))) marks.fill(2);
    else markNear(marks, parts);
    const ranks: number[] = [];
    for (const [rank, mark] of marks.entries()) {
      if (mark === 2 || (mark === 1 && read(rank).some((fault) => faultMeets(fault, parts)))) ranks.push(rank);
    }
    return ranks;
  };
  return {
    search: (parts, limit) => {
      const ranks = ranksIn(parts);
      return { total: ranks.length, faults: ranks.slice(0, limit ?? ranks.length).flatMap(read) };
    },
  };
}

export const FAULT_STORE: StoreFormat<readonly FaultTrace[], FaultReader> = { write: writeFaults, read: readFaults };

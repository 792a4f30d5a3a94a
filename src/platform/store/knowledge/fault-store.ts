import type Sqlite from 'better-sqlite3';
import type { LonLat } from '../../../domain/geo/geodesic.ts';
import type { Box } from '../../../domain/geo/wrap.ts';
import type { FaultTrace } from '../../../domain/knowledge/fault.ts';
import { faultMeets } from '../../../domain/knowledge/fault-match.ts';
import { isObject } from '../../../domain/knowledge/live/json-answer.ts';
import type { FaultHits } from '../../../domain/knowledge/ports.ts';
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
const edges = (box: Box) => [box.min_lon, box.max_lon, box.min_lat, box.max_lat] as const;

export type FaultReader = { readonly search: (parts: readonly Box[], limit: number | null) => FaultHits };

/**
 * Reads faults of a store file. A run of segments that lies in the area decides without its trace; only traces on the edge of the area
 * are read for the exact test, and only the returned ones are read whole.
 */
function readFaults(database: StoreDatabase): FaultReader {
  const runs = database
    .prepare<unknown[], [number, number]>(
      `SELECT id, min_lon >= ? AND max_lon <= ? AND min_lat >= ? AND max_lat <= ? FROM segment_run WHERE ${NEAR}`,
    )
    .raw();
  const rings = database.prepare<unknown[], number>(`SELECT id FROM ring WHERE ${NEAR}`).pluck();
  const byRank = database.prepare<[number], FaultRow>('SELECT * FROM fault WHERE rank = ?');
  const read = (rank: number): FaultTrace | null => {
    const row = byRank.get(rank);
    return row === undefined ? null : toFault(row);
  };
  return {
    search: (parts, limit) => {
      const inside = new Set<number>();
      const near = new Set<number>();
      for (const box of parts.flatMap((part) => [part, ...otherEdges(part)])) {
        for (const [id, held] of runs.iterate(...edges(box), ...edges(box)))
          (held === 1 ? inside : near).add(Math.floor(id / RUNS));
      }
      for (const { min_lon, min_lat } of parts) {
        for (const id of rings.iterate(min_lon, min_lon, min_lat, min_lat)) near.add(Math.floor(id / RUNS));
      }
      for (const rank of near) {
        if (inside.has(rank)) continue;
        const fault = read(rank);
        if (fault !== null && faultMeets(fault, parts)) inside.add(rank);
      }
      const ranks = [...inside].sort((a, b) => a - b);
      const wanted = ranks.slice(0, limit ?? ranks.length);
      return { total: ranks.length, faults: wanted.map(read).filter((fault) => fault !== null) };
    },
  };
}

export const FAULT_STORE: StoreFormat<readonly FaultTrace[], FaultReader> = { write: writeFaults, read: readFaults };

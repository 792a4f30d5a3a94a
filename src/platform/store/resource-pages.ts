import { and, asc, eq, gt, gte } from 'drizzle-orm';
import type { MapRecord } from '../../domain/catalog/records.ts';
import type { ResourcePage, StoredResource } from '../../domain/catalog/store.ts';
import type { Registry } from './database.ts';
import { type Position, writeCursor } from './list-cursor.ts';
import { artifacts, bundles, exported, georefs, maps, overlays } from './schema.ts';

type Db = Registry['db'];

/**
 * One page of the list in the order of contract 5.2: every map with its own entries, then artifacts, bundles, overlays, exports, each
 * by ID. Keyset paging: the cost is that of the page, not of the catalogue.
 */
export function readPage(db: Db, after: Position | undefined, pageSize: number): ResourcePage {
  // One entry more than asked tells whether there is a next page.
  const wanted = pageSize + 1;
  const found: StoredResource[] = [];
  for (const section of ['map', 'artifact', 'bundle', 'overlay', 'export'] as const) {
    if (after !== undefined && ORDER[section] < ORDER[after.in]) continue;
    const from = after?.in === section ? after : undefined;
    found.push(...readSection(db, section, from, wanted - found.length));
    if (found.length >= wanted) break;
  }
  const entries = found.slice(0, pageSize);
  const last = entries.at(-1);
  return { entries, nextCursor: found.length > pageSize && last !== undefined ? writeCursor(positionOf(last)) : null };
}

const ORDER = { map: 0, artifact: 1, bundle: 2, overlay: 3, export: 4 } as const;

function readSection(db: Db, section: Position['in'], from: Position | undefined, limit: number): StoredResource[] {
  const id = from?.id ?? '';
  switch (section) {
    case 'map':
      return readMaps(db, from?.in === 'map' ? from : undefined, limit);
    case 'artifact': {
      const rows = db.select().from(artifacts).where(gt(artifacts.id, id)).orderBy(asc(artifacts.id)).limit(limit).all();
      return rows.map((artifact) => ({ kind: 'artifact', artifact }));
    }
    case 'bundle': {
      const rows = db.select().from(bundles).where(gt(bundles.id, id)).orderBy(asc(bundles.id)).limit(limit).all();
      return rows.map((bundle) => ({ kind: 'bundle', bundle }));
    }
    case 'overlay': {
      const rows = db.select().from(overlays).where(gt(overlays.id, id)).orderBy(asc(overlays.id)).limit(limit).all();
      return rows.map((overlay) => ({ kind: 'overlay', overlay }));
    }
    case 'export': {
      const rows = db.select().from(exported).where(gt(exported.id, id)).orderBy(asc(exported.id)).limit(limit).all();
      return rows.map((row) => ({ kind: 'export', exported: row }));
    }
    default:
      return section satisfies never;
  }
}

type MapPosition = Extract<Position, { in: 'map' }>;

function readMaps(db: Db, from: MapPosition | undefined, limit: number): StoredResource[] {
  const rows = db
    .select()
    .from(maps)
    .where(gte(maps.id, from?.id ?? ''))
    .orderBy(asc(maps.id))
    .limit(limit + 1)
    .all();
  const found: StoredResource[] = [];
  for (const map of rows) {
    if (found.length >= limit) break;
    found.push(...entriesOfMap(db, map, from?.id === map.id ? from.step : undefined, limit - found.length));
  }
  return found.slice(0, limit);
}

function entriesOfMap(db: Db, map: MapRecord, done: MapPosition['step'] | undefined, limit: number): StoredResource[] {
  const found: StoredResource[] = [];
  if (done === undefined) found.push({ kind: 'map', map });
  if (done === undefined || done === 'map') found.push({ kind: 'source', map });
  if (map.revision === null) return found;
  if (typeof done !== 'number' && done !== 'georef-current') {
    const current = db
      .select()
      .from(georefs)
      .where(and(eq(georefs.mapId, map.id), eq(georefs.revision, map.revision)))
      .get();
    if (current !== undefined) found.push({ kind: 'georef-current', map, georef: current });
  }
  const revisions = db
    .select()
    .from(georefs)
    .where(and(eq(georefs.mapId, map.id), gt(georefs.revision, typeof done === 'number' ? done : 0)))
    .orderBy(asc(georefs.revision))
    .limit(limit)
    .all();
  return [...found, ...revisions.map((georef): StoredResource => ({ kind: 'georef', georef }))];
}

function positionOf(entry: StoredResource): Position {
  switch (entry.kind) {
    case 'map':
    case 'source':
    case 'georef-current':
      return { in: 'map', id: entry.map.id, step: entry.kind };
    case 'georef':
      return { in: 'map', id: entry.georef.mapId, step: entry.georef.revision };
    case 'artifact':
      return { in: 'artifact', id: entry.artifact.id };
    case 'bundle':
      return { in: 'bundle', id: entry.bundle.id };
    case 'overlay':
      return { in: 'overlay', id: entry.overlay.id };
    case 'export':
      return { in: 'export', id: entry.exported.id };
    default:
      return entry satisfies never;
  }
}

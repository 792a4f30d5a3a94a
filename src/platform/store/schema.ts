import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PixelBox } from '../../domain/catalog/records.ts';

/*
 * Tables of the registry. Property names are those of `domain/catalog/records.ts`, so that rows are records.
 * A change here needs a new migration (`npx drizzle-kit generate`).
 */

type Json = Readonly<Record<string, unknown>>;

export const maps = sqliteTable(
  'maps',
  {
    id: text('id').primaryKey(),
    path: text('path').notNull(),
    mimeType: text('mime_type').notNull(),
    bytes: integer('bytes').notNull(),
    mtimeMs: real('mtime_ms').notNull(),
    sha256: text('sha256').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    orientation: integer('orientation').notNull(),
    pages: integer('pages').notNull(),
    page: integer('page').notNull(),
    createdAt: text('created_at').notNull(),
    runId: text('run_id'),
    revision: integer('revision'),
  },
  // The identity of a map: two processes that register one page at once cannot both insert it (W-07).
  (table) => [uniqueIndex('maps_path_page').on(table.path, table.page)],
);

export const runs = sqliteTable(
  'runs',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id),
    createdAt: text('created_at').notNull(),
    sourceSha256: text('source_sha256').notNull(),
    detectorId: text('detector_id').notNull(),
    payload: text('payload', { mode: 'json' }).$type<Json>().notNull(),
  },
  (table) => [index('runs_key').on(table.mapId, table.sourceSha256, table.detectorId)],
);

export const artifacts = sqliteTable(
  'artifacts',
  {
    id: text('id').primaryKey(),
    uri: text('uri').notNull().unique(),
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id),
    runId: text('run_id')
      .notNull()
      .references(() => runs.id),
    path: text('path').notNull(),
    mimeType: text('mime_type').notNull(),
    bytes: integer('bytes').notNull(),
    role: text('role', { enum: ['component_crop', 'lonlat_corner_crop', 'detection_overlay', 'index_map_annotated'] }).notNull(),
    stage: text('stage').notNull(),
    label: text('label'),
    bbox: text('bbox', { mode: 'json' }).$type<PixelBox>(),
    createdAt: text('created_at').notNull(),
    supersededBy: text('superseded_by'),
  },
  (table) => [
    index('artifacts_run').on(table.runId),
    index('artifacts_current').on(table.mapId).where(sql`superseded_by is null`),
  ],
);

export const georefs = sqliteTable(
  'georefs',
  {
    mapId: text('map_id')
      .notNull()
      .references(() => maps.id),
    revision: integer('revision').notNull(),
    uri: text('uri').notNull().unique(),
    path: text('path').notNull(),
    bytes: integer('bytes').notNull(),
    sourceSha256: text('source_sha256').notNull(),
    document: text('document', { mode: 'json' }).$type<Json>().notNull(),
    createdAt: text('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mapId, table.revision] })],
);

export const bundles = sqliteTable('bundles', {
  id: text('id').primaryKey(),
  uri: text('uri').notNull().unique(),
  path: text('path').notNull(),
  bytes: integer('bytes').notNull(),
  mapId: text('map_id'),
  revision: integer('revision'),
  createdAt: text('created_at').notNull(),
});

export const exported = sqliteTable('exports', {
  id: text('id').primaryKey(),
  uri: text('uri').notNull().unique(),
  path: text('path').notNull(),
  mimeType: text('mime_type').notNull(),
  bytes: integer('bytes').notNull(),
  format: text('format').notNull(),
  mapId: text('map_id'),
  revision: integer('revision'),
  createdAt: text('created_at').notNull(),
});

export const overlays = sqliteTable('overlays', {
  id: text('id').primaryKey(),
  uri: text('uri').notNull().unique(),
  path: text('path').notNull(),
  mimeType: text('mime_type').notNull(),
  bytes: integer('bytes').notNull(),
  mapId: text('map_id'),
  revision: integer('revision'),
  createdAt: text('created_at').notNull(),
});

import { and, desc, eq, isNull } from 'drizzle-orm';
import { artifactUri, exportUri, overlayUri } from '../../domain/catalog/handles.ts';
import type { SourceFacts } from '../../domain/catalog/records.ts';
import type { Store } from '../../domain/catalog/store.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { newId, writeBundle, writeGeoref } from './documents.ts';
import { parseCursor } from './list-cursor.ts';
import { readPage } from './resource-pages.ts';
import { artifacts, bundles, exported, georefs, maps, overlays, runs } from './schema.ts';
import type { Session } from './session.ts';

const now = (): string => new Date().toISOString();

/** All methods of the port over one session; see the port for what each promises. */
export function createStore(stateRoot: string, session: Session): Store {
  return {
    stateRoot,
    ...mapMethods(session),
    ...runMethods(session),
    ...georefMethods(stateRoot, session),
    ...productMethods(stateRoot, session),
    listResources: (cursor, pageSize) => {
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      return session.read((tx) => readPage(tx, after, pageSize));
    },
    close: session.close,
  };
}

function mapMethods(session: Session): Pick<Store, 'registerMap' | 'findMap' | 'updateSource'> {
  return {
    registerMap: (facts) =>
      session.write((tx) => {
        const known = tx
          .select()
          .from(maps)
          .where(and(eq(maps.path, facts.path), eq(maps.page, facts.page)))
          .get();
        if (known !== undefined) return known;
        const row = { ...sourceColumns(facts), id: newId(), createdAt: now(), runId: null, revision: null };
        return tx.insert(maps).values(row).returning().get();
      }),
    findMap: (id) => session.read((tx) => tx.select().from(maps).where(eq(maps.id, id)).get()),
    updateSource: (id, facts) =>
      session.write((tx) => tx.update(maps).set(sourceColumns(facts)).where(eq(maps.id, id)).returning().get() ?? unknownMap()),
  };
}

/** A record has more fields than facts; only facts may be written. */
function sourceColumns(facts: SourceFacts): SourceFacts {
  const { path, mimeType, bytes, mtimeMs, sha256, width, height, orientation, pages, page } = facts;
  return { path, mimeType, bytes, mtimeMs, sha256, width, height, orientation, pages, page };
}

function runMethods(
  session: Session,
): Pick<Store, 'publishRun' | 'findRun' | 'findRunByKey' | 'artifactsOfRun' | 'findArtifact'> {
  return {
    publishRun: (run, made) =>
      session.write((tx) => {
        const createdAt = now();
        const { seq: _, ...stored } = tx
          .insert(runs)
          .values({ ...run, createdAt })
          .returning()
          .get();
        tx.update(artifacts)
          .set({ supersededBy: run.id })
          .where(and(eq(artifacts.mapId, run.mapId), isNull(artifacts.supersededBy)))
          .run();
        const rows = made.map((each) => {
          const uri = artifactUri(each.id, each.path, each.mimeType);
          return tx
            .insert(artifacts)
            .values({ ...each, uri, mapId: run.mapId, runId: run.id, createdAt })
            .returning()
            .get();
        });
        tx.update(maps).set({ runId: run.id }).where(eq(maps.id, run.mapId)).run();
        return { run: stored, artifacts: rows };
      }),
    findRun: (id) => session.read((tx) => withoutSeq(tx.select().from(runs).where(eq(runs.id, id)).get())),
    findRunByKey: (mapId, key) =>
      session.read((tx) => {
        const same = and(eq(runs.mapId, mapId), eq(runs.sourceSha256, key.sourceSha256), eq(runs.detectorId, key.detectorId));
        return withoutSeq(tx.select().from(runs).where(same).orderBy(desc(runs.seq)).limit(1).get());
      }),
    artifactsOfRun: (runId) => session.read((tx) => tx.select().from(artifacts).where(eq(artifacts.runId, runId)).all()),
    findArtifact: (uri) => session.read((tx) => tx.select().from(artifacts).where(eq(artifacts.uri, uri)).get()),
  };
}

function withoutSeq<R extends { readonly seq: number }>(row: R | undefined): Omit<R, 'seq'> | undefined {
  if (row === undefined) return undefined;
  const { seq: _, ...rest } = row;
  return rest;
}

function georefMethods(stateRoot: string, session: Session): Pick<Store, 'addGeoref' | 'findGeoref'> {
  return {
    addGeoref: (mapId, make) =>
      session.write((tx) => {
        if (tx.select({ id: maps.id }).from(maps).where(eq(maps.id, mapId)).get() === undefined) return unknownMap();
        // The write lock is held already, so the next number is ours alone. A file left by a crash is written over.
        const last = tx
          .select({ revision: georefs.revision })
          .from(georefs)
          .where(eq(georefs.mapId, mapId))
          .orderBy(desc(georefs.revision))
          .limit(1)
          .get();
        const revision = (last?.revision ?? 0) + 1;
        const { sourceSha256, document } = make(revision);
        const file = writeGeoref(stateRoot, { mapId, revision, document });
        const row = tx
          .insert(georefs)
          .values({ ...file, mapId, revision, sourceSha256, document, createdAt: now() })
          .returning()
          .get();
        tx.update(maps).set({ revision }).where(eq(maps.id, mapId)).run();
        return row;
      }),
    findGeoref: (mapId, revision) =>
      session.read((tx) => {
        const wanted = revision ?? tx.select({ revision: maps.revision }).from(maps).where(eq(maps.id, mapId)).get()?.revision;
        if (wanted === undefined || wanted === null) return undefined;
        return tx
          .select()
          .from(georefs)
          .where(and(eq(georefs.mapId, mapId), eq(georefs.revision, wanted)))
          .get();
      }),
  };
}

function productMethods(
  stateRoot: string,
  session: Session,
): Pick<Store, 'addBundle' | 'findBundle' | 'addOverlay' | 'findOverlay' | 'addExport' | 'findExport'> {
  return {
    addBundle: (link, make) =>
      session.write((tx) => {
        const file = writeBundle(stateRoot, make);
        const row = { ...file, mapId: link.mapId, revision: link.revision, createdAt: now() };
        return tx.insert(bundles).values(row).returning().get();
      }),
    findBundle: (uri) => session.read((tx) => tx.select().from(bundles).where(eq(bundles.uri, uri)).get()),
    addOverlay: (overlay) =>
      session.write((tx) => {
        const row = { ...overlay, uri: overlayUri(overlay.id, overlay.path, overlay.mimeType), createdAt: now() };
        return tx.insert(overlays).values(row).returning().get();
      }),
    findOverlay: (uri) => session.read((tx) => tx.select().from(overlays).where(eq(overlays.uri, uri)).get()),
    addExport: (file) =>
      session.write((tx) => {
        const row = { ...file, uri: exportUri(file.id, file.path, file.mimeType), createdAt: now() };
        return tx.insert(exported).values(row).returning().get();
      }),
    findExport: (uri) => session.read((tx) => tx.select().from(exported).where(eq(exported.uri, uri)).get()),
  };
}

function unknownMap(): never {
  throw new GeomapError(
    'artifact_not_found',
    'No map is registered under this ID. Register the map first and use the ID it gives.',
  );
}

import type {
  ArtifactRecord,
  BundleRecord,
  ExportRecord,
  GeorefRecord,
  MapRecord,
  OverlayRecord,
  RunRecord,
  SourceFacts,
} from './records.ts';

export type NewArtifact = Omit<ArtifactRecord, 'id' | 'uri' | 'runId' | 'createdAt' | 'supersededBy' | 'mapId'> & {
  readonly id: string;
};

/** One entry of the resource list, before limits and wording are applied. Ordered by kind, then as D16 lists them. */
export type StoredResource =
  | { readonly kind: 'map' | 'source' | 'georef-current'; readonly map: MapRecord; readonly georef?: GeorefRecord }
  | { readonly kind: 'georef'; readonly georef: GeorefRecord }
  | { readonly kind: 'artifact'; readonly artifact: ArtifactRecord }
  | { readonly kind: 'bundle'; readonly bundle: BundleRecord }
  | { readonly kind: 'overlay'; readonly overlay: OverlayRecord }
  | { readonly kind: 'export'; readonly exported: ExportRecord };

export type ResourcePage = { readonly entries: readonly StoredResource[]; readonly nextCursor: string | null };

/**
 * The catalogue port: every handle the server has given out. Each method is one transaction; several processes use the
 * same database at once. Methods are synchronous and throw `GeomapError` (`registry_corrupt`, `storage_unavailable`).
 */
export type Store = {
  /** Folder of the registry and of documents that must not be lost (georeferences, bundles). Absolute. */
  readonly stateRoot: string;

  /** Same canonical path and page give the same map; facts of an existing map are left alone. */
  registerMap(facts: SourceFacts): MapRecord;
  findMap(id: string): MapRecord | undefined;
  /** Keep new facts after the source file changed; run and revision stay, marked by their older `sourceSha256`. */
  updateSource(id: string, facts: SourceFacts): MapRecord;

  /** Publish a run with all its artifacts and make it current; earlier artifacts of the map become superseded. All or nothing. */
  publishRun(
    run: Omit<RunRecord, 'createdAt'>,
    artifacts: readonly NewArtifact[],
  ): { readonly run: RunRecord; readonly artifacts: readonly ArtifactRecord[] };
  findRun(id: string): RunRecord | undefined;
  /** Newest run of this map with this key (D28), or undefined. */
  findRunByKey(mapId: string, key: { readonly sourceSha256: string; readonly detectorId: string }): RunRecord | undefined;
  artifactsOfRun(runId: string): readonly ArtifactRecord[];
  findArtifact(uri: string): ArtifactRecord | undefined;

  /** Next revision number, file and row in one transaction; `make` gets the number and returns the document to write. */
  addGeoref(
    mapId: string,
    make: (revision: number) => Omit<GeorefRecord, 'createdAt' | 'uri' | 'path' | 'bytes' | 'revision' | 'mapId'>,
  ): GeorefRecord;
  /** Current revision when `revision` is left out. */
  findGeoref(mapId: string, revision?: number): GeorefRecord | undefined;

  /** Write the bundle's document once, under a fresh handle. `make` gets the handle's URI, so that the document can name itself. */
  addBundle(
    link: { readonly mapId: string | null; readonly revision: number | null },
    make: (uri: string) => unknown,
  ): BundleRecord;
  findBundle(uri: string): BundleRecord | undefined;
  addOverlay(overlay: Omit<OverlayRecord, 'uri' | 'createdAt'>): OverlayRecord;
  findOverlay(uri: string): OverlayRecord | undefined;
  addExport(exported: Omit<ExportRecord, 'uri' | 'createdAt'>): ExportRecord;
  findExport(uri: string): ExportRecord | undefined;

  /** `cursor` as given by the page before; undefined starts. An unreadable cursor is `invalid_arguments`. */
  listResources(cursor: string | undefined, pageSize: number): ResourcePage;
  close(): void;
};

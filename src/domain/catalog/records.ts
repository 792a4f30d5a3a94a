/** Pixel box `[x0, y0, x1, y1]` in the source frame: origin top left, x right, y down, full resolution, orientation applied. */
export type PixelBox = readonly [number, number, number, number];

/** What registration learnt about a source file (D14). */
export type SourceFacts = {
  /** Canonical absolute path; never leaves the server. */
  readonly path: string;
  /** One of image/png, image/jpeg, image/tiff, image/webp, image/gif: by content, not by name. */
  readonly mimeType: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Size in pixels as displayed: EXIF orientation applied, of the chosen page. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation 1..8; 1 when there is none. */
  readonly orientation: number;
  readonly pages: number;
  /** Page used, from zero: the largest one unless chosen (D18). */
  readonly page: number;
};

export type MapRecord = SourceFacts & {
  /** 32 lower-case hex characters. */
  readonly id: string;
  readonly createdAt: string;
  /** Run that is current, or null. */
  readonly runId: string | null;
  /** Revision that is current (`georef.json`), or null. */
  readonly revision: number | null;
};

/** One processing run of one map: its whole `map-processing/v1` payload, without trace and text. */
export type RunRecord = {
  readonly id: string;
  readonly mapId: string;
  readonly createdAt: string;
  readonly sourceSha256: string;
  readonly detectorId: string;
  readonly payload: Readonly<Record<string, unknown>>;
};

export type ArtifactRole = 'component_crop' | 'lonlat_corner_crop' | 'detection_overlay' | 'index_map_annotated';

/** A picture made by a run. Immutable: processing again mints new ones (D15). */
export type ArtifactRecord = {
  readonly id: string;
  readonly uri: string;
  readonly mapId: string;
  readonly runId: string;
  readonly path: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly role: ArtifactRole;
  readonly stage: string;
  readonly label: string | null;
  readonly bbox: PixelBox | null;
  readonly createdAt: string;
  /** Run that made this one old, or null while it is current. */
  readonly supersededBy: string | null;
};

/** An immutable numbered fit of one map; `document` is the `georef/v1` payload as written to `path`. */
export type GeorefRecord = {
  readonly mapId: string;
  readonly revision: number;
  readonly uri: string;
  readonly path: string;
  readonly bytes: number;
  readonly sourceSha256: string;
  readonly document: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
};

export type BundleRecord = {
  readonly id: string;
  readonly uri: string;
  readonly path: string;
  readonly bytes: number;
  readonly mapId: string | null;
  readonly revision: number | null;
  readonly createdAt: string;
};

/** A file that `geomap_export` wrote and checked. Immutable; the format says what it holds. */
export type ExportRecord = {
  readonly id: string;
  readonly uri: string;
  readonly path: string;
  readonly mimeType: string;
  readonly bytes: number;
  /** One of `EXPORT_FORMATS`. */
  readonly format: string;
  readonly mapId: string | null;
  readonly revision: number | null;
  readonly createdAt: string;
};

export type OverlayRecord = {
  readonly id: string;
  readonly uri: string;
  readonly path: string;
  readonly mimeType: string;
  readonly bytes: number;
  readonly mapId: string | null;
  readonly revision: number | null;
  readonly createdAt: string;
};

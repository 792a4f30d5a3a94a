import type { ExportFeature } from './features.ts';

/** What a written file of features holds. */
export type VectorFacts = {
  readonly count: number;
  /** West, south, east, north in degrees; null without features. */
  readonly extent: readonly [number, number, number, number] | null;
  readonly epsg: number | null;
};

/** Writing and reading of GeoPackages, WGS 84. Throws the loader's error where gdal-async is not there. */
export type GeoVectorPort = {
  readonly write: (path: string, layer: string, features: readonly ExportFeature[]) => Promise<void>;
  readonly read: (path: string) => Promise<VectorFacts>;
};

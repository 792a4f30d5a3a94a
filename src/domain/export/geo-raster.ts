import type { GeoTransform, RasterSize } from './geo-transform.ts';
import type { ExportCrs } from './map-frame.ts';
import type { Planes } from './resample.ts';
import type { Block } from './warp-mesh.ts';

/** Control point in the pixels of a picture and the CRS of the file. */
export type RasterGcp = { readonly column: number; readonly row: number; readonly x: number; readonly y: number };

/** A file as it is found on disk. */
export type RasterFile = RasterSize & {
  readonly bands: number;
  /** Whether the last band is marked as alpha. */
  readonly alpha: boolean;
  readonly geotransform: GeoTransform | null;
  /** EPSG code that the file names for its picture or for its control points, or null. */
  readonly epsg: number | null;
  readonly hasCrs: boolean;
  readonly gcps: readonly RasterGcp[];
  /** No-data value of the first band, or null. */
  readonly noData: number | null;
  /** Number of reduced copies inside the file. */
  readonly overviews: number;
  readonly read: (block: Block) => Promise<Planes>;
  readonly close: () => void;
};

/** A file that is being written. */
export type RasterTarget = {
  readonly write: (block: Block, planes: Planes) => Promise<void>;
  /** Completes the file. */
  readonly finish: () => Promise<void>;
  /** Lets go of the file without completing it. */
  readonly close: () => void;
};

export type RasterPlan = RasterSize & {
  readonly path: string;
  /** Three for colours alone, four with alpha. */
  readonly bands: 3 | 4;
  readonly geotransform: GeoTransform | null;
  readonly gcps: readonly RasterGcp[];
  readonly crs: ExportCrs;
  readonly compressed: boolean;
};

/** Writing and reading of georeferenced pictures. All methods throw `missing_extra` where gdal-async does not load. */
export type GeoRasterPort = {
  readonly open: (path: string) => Promise<RasterFile>;
  readonly create: (plan: RasterPlan) => Promise<RasterTarget>;
  /** Copies a finished file into the cloud-optimized layout; `progress` gets shares from 0 to 1. */
  readonly writeCog: (from: string, to: string, progress: (share: number) => void) => Promise<void>;
};

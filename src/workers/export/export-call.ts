import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import type { GeorefRecord, MapRecord } from '../../domain/catalog/records.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import type { ExportPayload, ExportRequest } from '../../domain/documents/export.ts';
import type { GeorefInput } from '../../domain/documents/georef.ts';
import type { RasterPort } from '../../domain/documents/raster.ts';
import type { GeoRasterPort } from '../../domain/export/geo-raster.ts';
import type { GeoVectorPort } from '../../domain/export/geo-vector.ts';
import type { Bounds } from '../../domain/geo/bounds.ts';
import type { HandlerContext } from '../handler.ts';

export type ExportDeps = {
  readonly header: ImageHeaderPort;
  readonly raster: RasterPort;
  readonly definitions: CrsDefinitions;
  readonly geoRaster: GeoRasterPort;
  readonly geoVector: GeoVectorPort;
  /** Throws the loader's error when gdal-async is not there. */
  readonly loadGdal: () => unknown;
};

/** Everything one call writes with. */
export type ExportCall = ExportDeps & {
  readonly input: ExportRequest;
  readonly context: HandlerContext;
  /** Path of the files to write, without an extension; everything that begins with it is deleted when the call fails. */
  readonly stem: string;
  /** Grows while the export is made. */
  readonly warnings: string[];
};

/** A map with the revision it is exported by. */
export type GeoreferencedMap = {
  readonly map: MapRecord;
  readonly record: GeorefRecord;
  readonly georef: GeorefInput & { readonly bounds: Bounds };
};

/** A file that was written and read back, with what the payload says of it. */
export type WrittenExport = {
  readonly path: string;
  readonly mimeType: string;
  readonly map: MapRecord | null;
  readonly record: GeorefRecord | null;
  readonly facts: Pick<ExportPayload, 'crs' | 'checked'> & Readonly<Record<string, unknown>>;
};

export const NOT_COMPARED = { corner_error_px: null, color_match: null, mirrored: null } as const;

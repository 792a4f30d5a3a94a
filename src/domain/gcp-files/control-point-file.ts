import { GeomapError } from '../errors/geomap-error.ts';

/** The ways programs write control points down. */
export const DIALECTS = {
  qgis_points: 'QGIS points file',
  arcgis_links_tsv: 'ArcGIS link file, tab-separated',
  arcgis_links_csv: 'ArcGIS link file, comma-separated',
  gdal_columns: 'GDAL control points in four columns',
  gdal_command: 'GDAL -gcp arguments',
  csv: 'table with a header line',
  iiif_annotation: 'IIIF georeference annotation',
  geotiff_tie_points: 'tie points of a GeoTIFF',
  georef_revision: 'georeference of this server',
} as const;
export type Dialect = keyof typeof DIALECTS;

/**
 * How a file counts the rows of the picture: `down` from the top edge with positive numbers, `up` as negative numbers below the top
 * edge, `up_from_bottom` as positive numbers above the bottom edge.
 */
export type YDirection = 'down' | 'up' | 'up_from_bottom';

export type FilePoint = {
  /** Pixel column from the left edge and row from the top edge, whatever the file counts. */
  readonly pixelX: number;
  readonly pixelY: number;
  /** World position, x east or longitude; text when the file holds text such as degrees and minutes. */
  readonly worldX: number | string;
  readonly worldY: number | string;
  /** False for points that the file keeps and does not use. */
  readonly enabled: boolean;
  /** CRS of this point alone, as the file has it. */
  readonly crs: string | null;
  readonly id: string | null;
};

/** A control-point file, read. `crs` is the text the file states, not resolved. */
export type ControlPointFile = {
  readonly dialect: Dialect;
  readonly yDirection: YDirection;
  readonly crs: string | null;
  readonly points: readonly FilePoint[];
  /** Size in pixels of the picture the points were made on, when the file says it. */
  readonly imageSize: { readonly width: number; readonly height: number } | null;
  /** `key: sentence`. */
  readonly warnings: readonly string[];
};

const HINT =
  'Read are: QGIS .points, ArcGIS links (x y X Y), GDAL -gcp arguments or four columns, CSV whose header names pixel_x, pixel_y, world_x and world_y, IIIF georeference annotations, and GeoTIFF files with several tie points.';

/** `invalid_bounds` about the content of a control-point file; `reason` is a stable word for `details`. */
export const gcpFileFault = (reason: string, message: string, details: Readonly<Record<string, unknown>> = {}): GeomapError =>
  new GeomapError('invalid_bounds', {
    message,
    details: { argument: 'gcps_uri', reason, ...details },
    hints: [HINT],
  });

/** `invalid_arguments` about one field of a control-point file that is no number. Lines count from one. */
export const gcpFieldFault = (field: { readonly line: number; readonly column: string }, message: string): GeomapError =>
  new GeomapError('invalid_arguments', { message, details: { argument: 'gcps_uri', reason: 'field', ...field }, hints: [HINT] });

/** Zero points are an error, never an empty fit (field report 1.17). */
export const noPoints = (): GeomapError =>
  gcpFileFault(
    'no_points',
    '0 control points read: the file is empty or holds only its header line. Check that the right file was saved.',
  );

/** A short token of a field, fit for a sentence. */
export const shownField = (text: string): string => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ').trim();
  return `"${line.length > 30 ? `${line.slice(0, 27)}...` : line}"`;
};

/** What an export holds: the picture, the georeference alone, or features. */
export type ExportContent = 'picture' | 'georeference' | 'features';

/** One row of the table of formats. `gdal` says whether the optional package gdal-async has to be there. */
export type ExportFormatFacts = {
  readonly holds: ExportContent;
  readonly extension: string;
  readonly mimeType: string;
  readonly gdal: boolean;
  readonly words: string;
};

/** Every format by its name on the wire. */
export const EXPORT_FORMATS = {
  geotiff: { holds: 'picture', extension: '.tif', mimeType: 'image/tiff', gdal: true, words: 'GeoTIFF' },
  cog: { holds: 'picture', extension: '.tif', mimeType: 'image/tiff', gdal: true, words: 'cloud-optimized GeoTIFF' },
  geotiff_gcps: {
    holds: 'picture',
    extension: '.tif',
    mimeType: 'image/tiff',
    gdal: true,
    words: 'GeoTIFF with control points, not warped',
  },
  world_file: { holds: 'georeference', extension: '.wld', mimeType: 'text/plain', gdal: false, words: 'world file' },
  qgis_points: { holds: 'georeference', extension: '.points', mimeType: 'text/plain', gdal: false, words: 'QGIS points file' },
  gdal_script: { holds: 'georeference', extension: '.sh', mimeType: 'text/x-shellscript', gdal: false, words: 'GDAL script' },
  iiif_annotation: {
    holds: 'georeference',
    extension: '.json',
    mimeType: 'application/json',
    gdal: false,
    words: 'IIIF georeference annotation',
  },
  geojson: { holds: 'features', extension: '.geojson', mimeType: 'application/geo+json', gdal: false, words: 'GeoJSON' },
  geopackage: {
    holds: 'features',
    extension: '.gpkg',
    mimeType: 'application/geopackage+sqlite3',
    gdal: true,
    words: 'GeoPackage',
  },
  kml: { holds: 'features', extension: '.kml', mimeType: 'application/vnd.google-earth.kml+xml', gdal: false, words: 'KML' },
} as const satisfies Record<string, ExportFormatFacts>;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** The names, in the order of the table. */
export const EXPORT_FORMAT_NAMES = [
  'geotiff',
  'cog',
  'geotiff_gcps',
  'world_file',
  'qgis_points',
  'gdal_script',
  'iiif_annotation',
  'geojson',
  'geopackage',
  'kml',
] as const satisfies readonly ExportFormat[];

/** Names of the formats that can be written with the packages at hand. */
export const formatsWith = (gdal: boolean): readonly ExportFormat[] =>
  EXPORT_FORMAT_NAMES.filter((name) => gdal || !EXPORT_FORMATS[name].gdal);

/** Readiness of every format, for the list of capabilities. */
export const formatReadiness = (gdal: boolean): Readonly<Record<string, boolean>> =>
  Object.fromEntries(EXPORT_FORMAT_NAMES.map((name) => [name, gdal || !EXPORT_FORMATS[name].gdal]));

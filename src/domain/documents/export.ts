import { z } from 'zod';
import { EXPORT_FORMAT_NAMES } from '../export/formats.ts';
import { mapReferenceShape } from './shared.ts';

/** Arguments of `geomap_export`. */
export const exportRequestSchema = z.strictObject({
  ...mapReferenceShape,
  format: z
    .enum(EXPORT_FORMAT_NAMES)
    .describe(
      'Picture on its place: geotiff, cog, geotiff_gcps (not warped). Georeference alone: world_file, qgis_points, gdal_script, iiif_annotation. Features: geojson, geopackage, kml.',
    ),
  revision: z.int().min(1).optional().describe('Georeference revision of the map. Left out: the current one.'),
  bundle_uri: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe('geojson, geopackage and kml only: the query result to export. Left out: the detected regions of the map.'),
  target_crs: z
    .union([z.string().min(1).max(4000), z.int()])
    .optional()
    .describe('geotiff and cog only: CRS to warp to. Left out: the CRS of the map, without any datum shift.'),
});
export type ExportRequest = Readonly<z.infer<typeof exportRequestSchema>>;

const checkShape = {
  /** Largest distance of a corner from where the georeference puts it, px; null where there are no corners. */
  corner_error_px: z.number().nullable(),
  /** Share of compared places whose colour is that of the source, 0..1; null where there are no colours. */
  color_match: z.number().nullable(),
  mirrored: z.boolean().nullable(),
};

export const exportPayloadSchema = z.looseObject({
  format: z.enum(EXPORT_FORMAT_NAMES),
  export_uri: z.string(),
  mime_type: z.string(),
  bytes: z.int(),
  crs: z.string(),
  georef: z.looseObject({ revision: z.int(), georef_uri: z.string(), transform: z.string() }).optional(),
  raster: z
    .looseObject({
      width: z.int(),
      height: z.int(),
      bands: z.int(),
      warped: z.boolean(),
      geotransform: z.array(z.number()).length(6).nullable(),
    })
    .optional(),
  feature_count: z.int().optional(),
  control_point_count: z.int().optional(),
  checked: z.looseObject(checkShape),
  resources: z.array(
    z.looseObject({ id: z.string(), uri: z.string(), mime_type: z.string(), source_path_redacted: z.literal(true) }),
  ),
  warnings: z.array(z.string()),
});
export type ExportPayload = z.infer<typeof exportPayloadSchema>;

import type { ExportPayload } from '../../domain/documents/export.ts';
import { mapExport } from '../../queue/jobs/map-export.ts';
import { atLeastOne, notBoth } from '../constraints.ts';
import { defineTool } from '../tool.ts';

const contentOf = ({ raster, feature_count, control_point_count }: ExportPayload): string => {
  if (raster !== undefined) return ` with ${raster.width} x ${raster.height} px${raster.warped ? ', warped' : ''}`;
  if (feature_count !== undefined) return ` with ${feature_count} feature(s)`;
  return control_point_count === undefined ? '' : ` with ${control_point_count} control point(s)`;
};

function summary(payload: ExportPayload): string {
  const { format, crs, georef, bytes, warnings } = payload;
  const by = georef === undefined ? '' : `, by georeference revision ${georef.revision}`;
  const noticed =
    warnings.length > 0 ? ` Read ${warnings.length === 1 ? 'the warning' : `the ${warnings.length} warnings`} below.` : '';
  return `Exported ${format}${contentOf(payload)} in ${crs}${by} (${bytes} bytes); the file was read back and checked.${noticed}`;
}

export const geomapExport = defineTool({
  name: 'geomap_export',
  title: 'Export for other programs',
  description:
    'Write a georeferenced map for GIS programs: the picture (geotiff, cog, geotiff_gcps), its georeference alone (world_file, qgis_points, gdal_script, iiif_annotation), or features (geojson, geopackage, kml) of a bundle or of the detected regions. The map needs a stored georeference. Each file is read back and checked; read it by the returned URI. geotiff, cog, geotiff_gcps and geopackage need GDAL on the server.',
  job: mapExport,
  constraints: [notBoth('map_id', 'map_uri'), atLeastOne('map_id', 'map_uri', 'bundle_uri')],
  annotations: { readOnlyHint: false, idempotentHint: false },
  schemaVersion: 'export/v1',
  summary,
});

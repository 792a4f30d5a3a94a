import type { GeorefPayload } from '../../domain/documents/georef.ts';
import { georefFit } from '../../queue/jobs/georef-fit.ts';
import { fitInput, notBoth } from '../constraints.ts';
import { defineTool } from '../tool.ts';

const range = (from: number, to: number): string => `[${from.toFixed(4)}, ${to.toFixed(4)}]`;

/** What was found in a control-point file: dialect, y direction, CRS. */
const fileSentence = ({ control_points: found }: GeorefPayload): string => {
  if (!found) return '';
  const off = found.count_disabled > 0 ? `, ${found.count_disabled} of them switched off` : '';
  const crs = found.crs_stated === null ? 'states no CRS' : 'states its CRS';
  return ` ${found.count_read} control points read from a ${found.dialect_name}${off}; it counts y ${found.y_direction.replaceAll('_', ' ')} and ${crs}.`;
};

/** How the datum was dealt with, and how well (D22). */
const datumSentence = ({ datum_operation: operation }: GeorefPayload): string => {
  if (!operation || operation.name === 'none') return ' No datum shift was applied.';
  if (operation.accuracy_m === 0) return '';
  const accuracy = operation.accuracy_m === null ? 'accuracy not known here' : `accuracy ${operation.accuracy_m} m`;
  return ` Datum: ${operation.name}, ${accuracy}.`;
};

/** What the errors at the control points mean; a transform beyond the affine says it itself. */
const qualitySentence = ({ gcp_count, residual_diagnostic, transform }: GeorefPayload): string => {
  if (transform && transform.type !== 'affine' && typeof transform.statement === 'string') return transform.statement;
  return residual_diagnostic
    ? `The residual of ${gcp_count} control points is an independent check.`
    : `With ${gcp_count} control points the residual says little about the error.`;
};

function summary(payload: GeorefPayload): string {
  const { bounds, crs, residual_units, restored_from, warnings } = payload;
  const restored = restored_from === undefined ? '' : `Revision ${restored_from} was taken back as a new one. `;
  const quality = qualitySentence(payload);
  const more =
    warnings.length > 0 ? ` Read ${warnings.length === 1 ? 'the warning' : `the ${warnings.length} warnings`} below.` : '';
  const wraps = bounds.min_lon > bounds.max_lon ? ' (crossing the antimeridian)' : '';
  return `${restored}Georeferenced in ${crs} (unit: ${residual_units}): longitude ${range(bounds.min_lon, bounds.max_lon)}${wraps}, latitude ${range(bounds.min_lat, bounds.max_lat)}. ${quality}${datumSentence(payload)}${fileSentence(payload)}${more}`;
}

export const geomapGeoreference = defineTool({
  name: 'geomap_georeference',
  title: 'Georeference a map',
  description:
    'Fit a georeference, affine unless transform names another, from at least two ground control points that you read off the map (pixel and world position; the world position as a number or as printed, degrees and minutes included, each point in a CRS of its own if need be), or from a control-point file of QGIS, ArcGIS, GDAL, IIIF or a CSV table (gcps_uri). Pass what the sheet prints about its year, datum and state in sheet. With map_id or map_uri the fit is kept as a new revision of that map; without, nothing is kept; restore_revision takes an earlier revision back instead of fitting. Look at the residual and the warnings next: they tell a wrong CRS, swapped axes and a bad point.',
  job: georefFit,
  constraints: [notBoth('map_id', 'map_uri'), ...fitInput],
  annotations: { readOnlyHint: false, idempotentHint: false },
  summary,
});

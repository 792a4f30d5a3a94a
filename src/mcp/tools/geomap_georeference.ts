import type { GeorefPayload } from '../../domain/documents/georef.ts';
import { georefFit } from '../../queue/jobs/georef-fit.ts';
import { fitInput, notBoth } from '../constraints.ts';
import { defineTool } from '../tool.ts';

const range = (from: number, to: number): string => `[${from.toFixed(4)}, ${to.toFixed(4)}]`;

function summary(payload: GeorefPayload): string {
  const { bounds, crs, gcp_count, warnings } = payload;
  const quality = payload.residual_diagnostic
    ? `The residual of ${gcp_count} control points is an independent check.`
    : `With ${gcp_count} control points the residual says little about the error.`;
  const more =
    warnings.length > 0 ? ` Read ${warnings.length === 1 ? 'the warning' : `the ${warnings.length} warnings`} below.` : '';
  const wraps = bounds.min_lon > bounds.max_lon ? ' (crossing the antimeridian)' : '';
  return `Georeferenced in ${crs}: longitude ${range(bounds.min_lon, bounds.max_lon)}${wraps}, latitude ${range(bounds.min_lat, bounds.max_lat)}. ${quality}${more}`;
}

export const geomapGeoreference = defineTool({
  name: 'geomap_georeference',
  title: 'Georeference a map',
  description:
    'Fit an affine georeference from at least two ground control points that you read off the map (pixel and world position). With map_id or map_uri the fit is kept as a new revision of that map; without, nothing is kept. Look at the residual and the warnings next: they tell a wrong CRS, swapped axes and a bad point.',
  job: georefFit,
  constraints: [notBoth('map_id', 'map_uri'), ...fitInput],
  annotations: { readOnlyHint: false, idempotentHint: false },
  summary,
});

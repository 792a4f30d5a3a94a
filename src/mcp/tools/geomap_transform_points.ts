import type { TransformedPointsPayload } from '../../domain/documents/points.ts';
import { pointsTransform } from '../../queue/jobs/points-transform.ts';
import { atLeastOne, notBoth } from '../constraints.ts';
import { defineTool } from '../tool.ts';

function summary(payload: TransformedPointsPayload): string {
  const { pixel_to_world, world_to_pixel, outside_image, no_position } = payload.point_counts;
  const { revision, transform } = payload.georef_used;
  const source = revision === null ? 'the inline georeference' : `georeference revision ${revision}`;
  const done = [
    ...(pixel_to_world > 0 ? [`${pixel_to_world} pixels to ${payload.crs}`] : []),
    ...(world_to_pixel > 0 ? [`${world_to_pixel} positions of ${payload.crs} to pixels`] : []),
  ];
  const beside = [
    ...(outside_image > 0 ? [`${outside_image} lie outside the picture`] : []),
    ...(no_position > 0 ? [`${no_position} have no position there`] : []),
  ];
  const rest = beside.length > 0 ? ` Of these, ${beside.join(' and ')}.` : '';
  return `Brought ${done.join(' and ')} with ${source} (${transform}).${rest}`;
}

export const geomapTransformPoints = defineTool({
  name: 'geomap_transform_points',
  title: 'Transform points between picture and world',
  description:
    'Bring pixels of a georeferenced map to world positions and world positions to pixels, up to 10,000 in one call, with the stored georeference of the map (current or a named revision) or an inline one. World positions are in the CRS of the georeference, or in the one crs names. Each point says both frames, longitude and latitude, and whether it lies outside the picture. Nothing is kept.',
  job: pointsTransform,
  constraints: [
    notBoth('map_id', 'map_uri'),
    atLeastOne('map_id', 'map_uri', 'georef'),
    notBoth('georef', 'revision'),
    atLeastOne('pixels', 'world'),
  ],
  annotations: { readOnlyHint: true, idempotentHint: true },
  summary,
});

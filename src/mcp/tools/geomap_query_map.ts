import { mapQuery } from '../../queue/jobs/map-query.ts';
import { mapQueryInput, notBoth } from '../constraints.ts';
import { querySummary } from '../query-summary.ts';
import { defineTool } from '../tool.ts';

export const geomapQueryMap = defineTool({
  name: 'geomap_query_map',
  title: 'Query knowledge for a map',
  description:
    'Ask the knowledge providers about the area and the legend of a map: from the state of a registered map, or from inline metadata. Needs bounds or labels, which come from the arguments, the metadata or the stored georeference and legend, in this order. The answer is kept as a new bundle under its own URI.',
  job: mapQuery,
  constraints: [notBoth('map_id', 'map_uri'), mapQueryInput],
  annotations: { readOnlyHint: false, idempotentHint: false },
  summary: querySummary,
});

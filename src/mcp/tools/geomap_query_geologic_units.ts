import { unitsQuery } from '../../queue/jobs/units-query.ts';
import { exactlyOneOf } from '../constraints.ts';
import { defineTool } from '../tool.ts';

export const geomapQueryGeologicUnits = defineTool({
  name: 'geomap_query_geologic_units',
  title: 'Query geologic units',
  description:
    'Ask Macrostrat for published geologic map units and stratigraphic columns at a point, over bounds, or over the georeferenced area of a map: unit and formation names, lithology, ages, descriptions, sources with citation (CC BY 4.0). An area is sampled at a stated number of points, so units between them are not seen. Needs the network. The answer is kept as a new bundle under its own URI.',
  job: unitsQuery,
  constraints: [exactlyOneOf('bounds', 'point', 'map_id', 'map_uri')],
  annotations: { readOnlyHint: false, idempotentHint: false },
  summary: ({ record_counts, sampling, warnings }) => {
    const counted = Object.entries(record_counts).map(([kind, count]) => `${kind}=${count}`);
    const noticed = warnings.length > 0 ? ` ${warnings.length} warning(s): ${warnings.join(' | ')}` : '';
    return `Macrostrat answered with ${counted.join(', ')}. ${sampling.statement}${noticed}`;
  },
});

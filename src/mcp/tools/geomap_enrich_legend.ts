import { legendEnrich } from '../../queue/jobs/legend-enrich.ts';
import { defineTool } from '../tool.ts';

export const geomapEnrichLegend = defineTool({
  name: 'geomap_enrich_legend',
  title: 'Enrich a legend label',
  description:
    'Look up rock type and age for one legend label that is not empty. Review the warnings before you use the answer; `not_available` means that no entry matched. Keeps nothing.',
  job: legendEnrich,
  constraints: [],
  annotations: { readOnlyHint: true, idempotentHint: true },
  summary: ({ label, lithology, stratigraphic_age, warnings }) => {
    const quoted = `'${label.replace(/['\\]/g, (char) => `\\${char}`)}'`;
    const noticed =
      warnings.length > 0
        ? ` Review ${warnings.length === 1 ? 'the warning' : `the ${warnings.length} warnings`} below first.`
        : '';
    return `Enriched the legend label ${quoted}: lithology ${lithology ?? 'not available'}, age ${stratigraphic_age ?? 'not available'}.${noticed}`;
  },
});

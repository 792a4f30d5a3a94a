import type { Settings } from '../../domain/settings/settings.ts';
import type { Tool } from '../tool.ts';
import { geomapEnrichLegend } from './geomap_enrich_legend.ts';
import { geomapExport } from './geomap_export.ts';
import { geomapGeoreference } from './geomap_georeference.ts';
import { geomapListCapabilities } from './geomap_list_capabilities.ts';
import { geomapPrepareDetectors } from './geomap_prepare_detectors.ts';
import { geomapPrepareKnowledge } from './geomap_prepare_knowledge.ts';
import { geomapProcessImage } from './geomap_process_image.ts';
import { geomapQueryGeologicUnits } from './geomap_query_geologic_units.ts';
import { geomapQueryKnowledge } from './geomap_query_knowledge.ts';
import { geomapQueryMap } from './geomap_query_map.ts';
import { geomapReadRegion } from './geomap_read_region.ts';
import { geomapRegisterMap } from './geomap_register_map.ts';
import { geomapRenderKnowledgeOverlay } from './geomap_render_knowledge_overlay.ts';
import { geomapTransformPoints } from './geomap_transform_points.ts';

/** Every tool, in the published order; new tools come after these ten. */
export const TOOLS: readonly Tool[] = [
  geomapListCapabilities,
  geomapRegisterMap,
  geomapProcessImage,
  geomapPrepareDetectors,
  geomapPrepareKnowledge,
  geomapGeoreference,
  geomapQueryKnowledge,
  geomapQueryMap,
  geomapEnrichLegend,
  geomapRenderKnowledgeOverlay,
  geomapTransformPoints,
  geomapExport,
  geomapReadRegion,
  geomapQueryGeologicUnits,
];

/** The tools of one server: those whose gate is on, decided once. */
export const exposedTools = (gates: Settings['gates']): readonly Tool[] =>
  TOOLS.filter((tool) => tool.gate === undefined || gates[tool.gate]);

/** A tool as `tools/list` shows it. */
export const listing = (tool: Tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema(),
  outputSchema: tool.outputSchema(),
  annotations: { title: tool.title, ...tool.annotations, destructiveHint: false },
});

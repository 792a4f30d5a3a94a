import type { OverlayPayload } from '../../domain/documents/overlay.ts';
import { overlayRender } from '../../queue/jobs/overlay-render.ts';
import { atLeastOne, exactlyOne, notBoth } from '../constraints.ts';
import { previewSentence } from '../preview.ts';
import { defineTool } from '../tool.ts';

/** Frames are drawn as well, but only features of a result count as annotations (W-56). */
const isFrame = (item: Readonly<Record<string, unknown>>): boolean =>
  typeof item.kind === 'string' && /(?:bounds|frame)$/.test(item.kind);

function summary({ overlay, resources, preview, warnings }: OverlayPayload): string {
  const drawn = overlay.items.filter((item) => !isFrame(item)).length;
  const hidden = overlay.out_of_bounds.length > 0 ? `, ${overlay.out_of_bounds.length} outside the map and not drawn` : '';
  const noticed =
    warnings.length > 0 ? ` Read ${warnings.length === 1 ? 'the warning' : `the ${warnings.length} warnings`} below.` : '';
  const shown = preview ? ` ${previewSentence(preview)}` : '';
  return `Rendered a knowledge overlay with ${drawn} annotation item(s)${hidden}; ${resources.length} file(s) to read by URI.${noticed}${shown}`;
}

export const geomapRenderKnowledgeOverlay = defineTool({
  name: 'geomap_render_knowledge_overlay',
  title: 'Render a knowledge overlay',
  description:
    'Draw one knowledge bundle over a map, with its stored georeference or an inline one. Writes a new SVG and, for a registered map, a PNG on the scan; read the returned URIs to see them. Compare the warnings: they tell a bundle of another map or of an older georeference.',
  job: overlayRender,
  constraints: [notBoth('map_id', 'map_uri'), exactlyOne('bundle_uri', 'bundle'), atLeastOne('map_id', 'map_uri', 'georef')],
  annotations: { readOnlyHint: false, idempotentHint: false },
  summary,
});

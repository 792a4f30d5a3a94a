import type { OverlayPayload } from '../../domain/documents/overlay.ts';
import { overlayRender } from '../../queue/jobs/overlay-render.ts';
import { atLeastOne, exactlyOne, notBoth } from '../constraints.ts';
import { previewSentence } from '../preview.ts';
import { defineTool } from '../tool.ts';

/** Only features of a result that were drawn count as annotations (W-56, W-107); frames and what lies off the map do not. */
function summary({ annotations, drawn_on, overlay, resources, preview, warnings }: OverlayPayload): string {
  const hidden = overlay.out_of_bounds.length;
  const asides = [
    annotations && annotations.off_map > 0 ? `${annotations.off_map} off the drawing` : '',
    hidden > 0 ? `${hidden} outside the map and not drawn` : '',
  ].filter((text) => text !== '');
  const aside = asides.length > 0 ? ` (${asides.join(', ')})` : '';
  const fit = drawn_on?.georef === 'stored' && drawn_on.revision !== null ? ` on georeference revision ${drawn_on.revision}` : '';
  const noticed =
    warnings.length > 0 ? ` Read ${warnings.length === 1 ? 'the warning' : `the ${warnings.length} warnings`} below.` : '';
  const shown = preview ? ` ${previewSentence(preview)}` : '';
  return `Rendered a knowledge overlay${fit} with ${annotations?.drawn ?? 0} annotation item(s)${aside}; ${resources.length} file(s) to read by URI.${noticed}${shown}`;
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

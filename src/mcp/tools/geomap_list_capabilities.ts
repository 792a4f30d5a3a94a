import { z } from 'zod';
import type { CapabilitiesPayload } from '../../domain/documents/catalog.ts';
import { capabilitiesList } from '../../queue/jobs/capabilities-list.ts';
import { defineTool } from '../tool.ts';

const PARTIAL = 'Knowledge support is partial: look at `ready` and `supported_requests` of each provider before you query.';

function unreadySentences({ capabilities }: CapabilitiesPayload): readonly string[] {
  const unready = Object.keys(capabilities)
    .filter((name) => capabilities[name]?.ready === false)
    .sort();
  if (unready.length === 0) return [];
  const named = unready.map((name) => `${name} (${capabilities[name]?.missing_requirements.length ?? 0} outstanding)`);
  const remedy = (kind: 'detector_preparation' | 'knowledge_preparation', tool: string): string =>
    capabilities[kind]?.ready ? `Call \`${tool}\` first.` : 'Ask the server operator to resolve the outstanding requirements.';
  const detector = unready.includes('map_processing')
    ? [
        `Do not call \`geomap_process_image\` until map_processing is ready. ${remedy('detector_preparation', 'geomap_prepare_detectors')}`,
      ]
    : [];
  const knowledge = unready.includes('knowledge_query')
    ? [
        `Do not query knowledge until at least one provider is ready. ${remedy('knowledge_preparation', 'geomap_prepare_knowledge')}`,
      ]
    : [];
  return [`Capabilities that are not ready: ${named.join(', ')}.`, ...detector, ...knowledge];
}

/** Said only when it is not so: labels, title and scale then have to be read off the crops. */
function unreadText({ capabilities }: CapabilitiesPayload): readonly string[] {
  const reading = textReadingSchema.safeParse(capabilities.map_processing?.text_reading).data;
  return reading === undefined || reading.ready ? [] : [`Text on maps is not read: ${reading.reason}`];
}

const textReadingSchema = z.object({ ready: z.boolean(), reason: z.string().nullable() });

function summary(payload: CapabilitiesPayload): string {
  const ready = payload.providers.filter((provider) => provider.ready).length;
  const all = payload.providers.length;
  const unready = unreadySentences(payload);
  const counted = `${ready} of ${all} knowledge provider${all === 1 ? ' is' : 's are'} ready.`;
  const queryable = payload.capabilities.knowledge_query?.ready !== false;
  const text = unreadText(payload);
  if (unready.length === 0) return [counted, ready === all ? 'Every capability is ready.' : PARTIAL, ...text].join(' ');
  return [counted, ...unready, ...(queryable && ready < all ? [PARTIAL] : []), ...text].join(' ');
}

export const geomapListCapabilities = defineTool({
  name: 'geomap_list_capabilities',
  title: 'List capabilities',
  description:
    'Discover what this server can do right now: which capabilities and knowledge providers are registered, installed, configured and ready. Call it first. Look at `ready`, `supported_requests` and `missing_requirements` before you choose the next tool; `limits` holds the byte and pixel limits. Changes nothing.',
  job: capabilitiesList,
  constraints: [],
  annotations: { readOnlyHint: true, idempotentHint: true },
  summary,
});

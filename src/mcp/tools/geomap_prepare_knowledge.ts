import { knowledgePrepare } from '../../queue/jobs/knowledge-prepare.ts';
import { providersIn } from '../readiness.ts';
import { defineTool } from '../tool.ts';

export const geomapPrepareKnowledge = defineTool({
  name: 'geomap_prepare_knowledge',
  title: 'Install the knowledge base',
  description:
    "Download and install only the knowledge files that the server's manifest approves, into the server data root. Uses the network and the disk, so confirm with the user first. Exposed by default; the operator may disable it. Installs assets only, no packages or credentials.",
  job: knowledgePrepare,
  constraints: [],
  annotations: { readOnlyHint: false, idempotentHint: true },
  gate: 'knowledge',
  consent:
    'Download and install the approved geologic knowledge files (earthquakes, active faults, rock texts, from GitHub) into the data folder of the map server?',
  summary: (payload) => {
    const { ready, blocked } = providersIn(payload.providers);
    const left = blocked.length > 0 ? ` Still not ready: ${blocked.join(', ')}.` : '';
    return `${payload.assets.length} approved knowledge asset${payload.assets.length === 1 ? ' is' : 's are'} in place. ${ready.length} of ${ready.length + blocked.length} registered providers ready: ${ready.join(', ') || 'none'}. Retry earlier requests to the ready providers.${left}`;
  },
});

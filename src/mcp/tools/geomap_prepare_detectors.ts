import { detectorsPrepare } from '../../queue/jobs/detectors-prepare.ts';
import { readinessOf } from '../readiness.ts';
import { defineTool } from '../tool.ts';

export const geomapPrepareDetectors = defineTool({
  name: 'geomap_prepare_detectors',
  title: 'Install the map detectors',
  description:
    "Download and install only the detector weights that the server's manifest approves, into the server data root. Uses the network and the disk (about 200 MiB), so confirm with the user first. Exposed by default; the operator may disable it. Installs assets only, no packages.",
  job: detectorsPrepare,
  constraints: [],
  annotations: { readOnlyHint: false, idempotentHint: true },
  gate: 'detectors',
  consent:
    'Download and install the approved map detector weights (about 200 MiB, from Google Drive) into the data folder of the map server?',
  summary: (payload) => {
    const ready = readinessOf(payload.map_processing);
    const state = ready
      ? 'Map processing is ready.'
      : 'Map processing is still not ready: this tool installs assets only and cannot install npm packages; see `map_processing.missing_requirements`.';
    return `${payload.assets.length} approved detector asset${payload.assets.length === 1 ? ' is' : 's are'} in place. ${state}`;
  },
});

import type { Box } from '../../geo/wrap.ts';
import type { FaultTrace } from '../fault.ts';
import { readFaults } from '../fault-geojson.ts';
import { byName } from '../fault-record.ts';
import type { ProviderPorts } from '../ports.ts';
import { queryWfs } from './wfs.ts';

export const DISS_ENDPOINT = 'https://services.seismofaults.eu/DISS331/ows';
/** Individual, composite and debated seismogenic sources, and subduction zones. */
const LAYERS = ['DISS331:iss331', 'DISS331:csspln331', 'DISS331:dss331', 'DISS331:subdzon331'] as const;

/** Fault sources of DISS in the boxes, the four layers side by side, sorted. Throws `unknown_provider`. */
export async function queryDiss(
  parts: readonly Box[],
  ports: Pick<ProviderPorts, 'http'> & { readonly signal: AbortSignal },
): Promise<readonly FaultTrace[]> {
  const asked = parts.flatMap((box) => LAYERS.map((typeName) => ({ typeName, box })));
  const answers = await Promise.all(
    asked.map(({ typeName, box }) => queryWfs({ endpoint: DISS_ENDPOINT, typeName, label: 'DISS' }, box, ports)),
  );
  return readFaults(answers.flatMap(({ features }) => features)).toSorted(byName);
}

import type { Box } from '../../geo/wrap.ts';
import { isProviderFailure } from '../failures.ts';
import type { FaultTrace } from '../fault.ts';
import { readFaults } from '../fault-geojson.ts';
import { byName } from '../fault-record.ts';
import type { ProviderPorts } from '../ports.ts';
import { isObject, type JsonObject } from './json-answer.ts';
import * as live from './live-messages.ts';
import { queryWfs } from './wfs.ts';

export const DISS_ENDPOINT = 'https://services.seismofaults.eu/DISS331/ows';
/** Individual, composite and debated seismogenic sources, and subduction zones. */
const LAYERS = ['DISS331:iss331', 'DISS331:csspln331', 'DISS331:dss331', 'DISS331:subdzon331'] as const;
const LABEL = 'DISS';

/** Names of DISS for columns of a fault record, compared without regard to case. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  catalog_id: ['idsource', 'id'],
  name: ['sourcename', 'namesource', 'name'],
  average_dip: ['dip', 'dipavg'],
  average_rake: ['rake', 'rakeavg'],
  upper_seis_depth: ['mindepth'],
  lower_seis_depth: ['maxdepth'],
};

/** A feature with the columns of a fault record beside its own properties. */
function withColumns(feature: JsonObject): JsonObject {
  const properties = isObject(feature.properties) ? feature.properties : {};
  const byName = new Map(Object.entries(properties).map(([key, value]) => [key.toLowerCase(), value]));
  const known: Record<string, unknown> = {};
  for (const [column, names] of Object.entries(COLUMNS)) {
    const value = names.map((name) => byName.get(name)).find((found) => found !== null && found !== undefined && found !== '');
    if (value !== undefined) known[column] = value;
  }
  return { ...feature, properties: { ...properties, ...known, catalog_name: LABEL } };
}

export type DissAnswer = { readonly faults: readonly FaultTrace[]; readonly warnings: readonly string[] };

/**
 * Fault sources of DISS in the boxes, the four layers side by side, sorted. A layer that fails is named in a warning and the others
 * are kept; when all fail the first failure is thrown: `unknown_provider` (provider_failed).
 */
export async function queryDiss(
  parts: readonly Box[],
  ports: Pick<ProviderPorts, 'http'> & { readonly signal: AbortSignal },
): Promise<DissAnswer> {
  const asked = parts.flatMap((box) => LAYERS.map((typeName) => ({ typeName, box })));
  const settled = await Promise.allSettled(
    asked.map(({ typeName, box }) => queryWfs({ endpoint: DISS_ENDPOINT, typeName, label: LABEL }, box, ports)),
  );
  const answers = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = settled.flatMap((result, index) =>
    result.status === 'rejected' ? [{ layer: asked[index]?.typeName ?? '', error: result.reason as unknown }] : [],
  );
  const fatal = failed.find(({ error }) => !isProviderFailure(error)) ?? (answers.length === 0 ? failed[0] : undefined);
  if (fatal !== undefined) throw fatal.error;
  const [first] = failed;
  const layers = [...new Set(failed.map(({ layer }) => layer))];
  const cause = isProviderFailure(first?.error) ? first.error.message : '';
  return {
    faults: readFaults(answers.flatMap(({ features }) => features).map(withColumns)).toSorted(byName),
    warnings: [
      ...(layers.length > 0 ? [live.layersMissing(LABEL, layers, cause)] : []),
      ...answers.flatMap(({ warnings }) => warnings),
      ...(answers.some(({ capped }) => capped) ? [live.layersCut(LABEL)] : []),
    ],
  };
}

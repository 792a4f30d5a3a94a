import type { Box } from '../../geo/wrap.ts';
import type { ProviderPorts } from '../ports.ts';
import { type JsonObject, readFeatures, readJsonAnswer } from './json-answer.ts';

export type WfsLayer = { readonly endpoint: string; readonly typeName: string; readonly label: string };

const TIMEOUT_MS = 20_000;

/** A number with a decimal point, as the reference services were asked (contract/knowledge.md 7.2). */
const decimal = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));

/** Parameters of a GetFeature request, longitude first. */
export const wfsParams = (typeName: string, box: Box): Readonly<Record<string, string>> => ({
  service: 'WFS',
  version: '2.0.0',
  request: 'GetFeature',
  typeNames: typeName,
  outputFormat: 'application/json',
  srsName: 'CRS:84',
  bbox: `${[box.min_lon, box.min_lat, box.max_lon, box.max_lat].map(decimal).join(',')},CRS:84`,
});

/** Features of one WFS layer in a box. `matched` is what the server says it has, or null. Throws `unknown_provider`. */
export async function queryWfs(
  layer: WfsLayer,
  box: Box,
  ports: Pick<ProviderPorts, 'http'> & { readonly signal: AbortSignal },
): Promise<{ readonly features: readonly JsonObject[]; readonly matched: number | null }> {
  const answer = await ports.http({
    url: layer.endpoint,
    params: wfsParams(layer.typeName, box),
    timeoutMs: TIMEOUT_MS,
    label: layer.label,
    signal: ports.signal,
  });
  const body = readJsonAnswer(answer, layer.label);
  const matched = typeof body.numberMatched === 'number' ? body.numberMatched : null;
  return { features: readFeatures(body, layer.label), matched };
}

import type { Box } from '../../geo/wrap.ts';
import { isProviderFailure } from '../failures.ts';
import type { HttpRequest, ProviderPorts } from '../ports.ts';
import { type JsonObject, readFeatures, readJsonAnswer } from './json-answer.ts';
import * as live from './live-messages.ts';

export type WfsLayer = { readonly endpoint: string; readonly typeName: string; readonly label: string };

const TIMEOUT_MS = 20_000;
/** Features of one request, and requests per layer and box. */
const PAGE = 5000;
const MAX_PAGES = 4;

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

export type WfsAnswer = {
  readonly features: readonly JsonObject[];
  /** The server has more than what has come. */
  readonly capped: boolean;
  readonly warnings: readonly string[];
};

type Asking = Pick<ProviderPorts, 'http'> & { readonly signal: AbortSignal };
type Page = { readonly features: readonly JsonObject[]; readonly matched: number | null };

async function askPage(layer: WfsLayer, params: HttpRequest['params'], ports: Asking): Promise<Page> {
  const { endpoint: url, label } = layer;
  const answer = await ports.http({ url, params, timeoutMs: TIMEOUT_MS, label, signal: ports.signal });
  const body = readJsonAnswer(answer, label);
  // `numberMatched` may also be the word "unknown"; GeoServer adds `totalFeatures`.
  const matched = [body.numberMatched, body.totalFeatures].find((value) => typeof value === 'number');
  return { features: readFeatures(body, label), matched: typeof matched === 'number' ? matched : null };
}

/** What tells two features apart: the id, else the whole content. */
const keyOf = (feature: JsonObject): string =>
  typeof feature.id === 'string' || typeof feature.id === 'number' ? String(feature.id) : JSON.stringify(feature);

const isLast = ({ features, matched }: Page, have: number): boolean =>
  features.length === 0 || (matched === null ? features.length < PAGE : have >= matched);

/**
 * Features of one WFS layer in a box, page by page (`startIndex` from the second page on). A server that does not page sends the same
 * again: then what it sent is kept and called cut. Throws `unknown_provider` (provider_failed) when the first page fails.
 */
export async function queryWfs(layer: WfsLayer, box: Box, ports: Asking): Promise<WfsAnswer> {
  const found = new Map<string, JsonObject>();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const paging: HttpRequest['params'] = page === 0 ? { count: PAGE } : { count: PAGE, startIndex: found.size };
    try {
      const answer = await askPage(layer, { ...wfsParams(layer.typeName, box), ...paging }, ports);
      const before = found.size;
      for (const feature of answer.features) found.set(keyOf(feature), feature);
      if (isLast(answer, found.size)) return { features: [...found.values()], capped: false, warnings: [] };
      if (found.size === before) break;
    } catch (error) {
      if (page === 0 || !isProviderFailure(error)) throw error;
      return {
        features: [...found.values()],
        capped: true,
        warnings: [live.pageMissing(layer.label, found.size, error.message)],
      };
    }
  }
  return { features: [...found.values()], capped: true, warnings: [] };
}

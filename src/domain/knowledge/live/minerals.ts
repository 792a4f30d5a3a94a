import type { Box } from '../../geo/wrap.ts';
import { isProviderFailure } from '../failures.ts';
import type { ProviderPorts } from '../ports.ts';
import { isObject, type JsonObject, numberOf, readFeatures, readJsonAnswer, textOf } from './json-answer.ts';
import * as live from './live-messages.ts';
import { queryWfs } from './wfs.ts';

export type MineralRecord = {
  readonly name: string | null;
  readonly primary_commodity: string | null;
  readonly secondary_commodity: string | null;
  readonly status: string | null;
  readonly deposit_class: string | null;
  readonly longitude?: number;
  readonly latitude?: number;
};

type Fields = {
  readonly [K in 'name' | 'primary_commodity' | 'secondary_commodity' | 'status' | 'deposit_class']: readonly string[];
};

/** Property names of each service, best first, compared without regard to case (contract/knowledge.md 7.3, 7.4). */
const ONTARIO_FIELDS: Fields = {
  name: ['NAME', 'MDI_NAME'],
  primary_commodity: ['P_COMMOD', 'COMMODITY'],
  secondary_commodity: ['S_COMMOD'],
  status: ['DEPOSIT_ST', 'STATUS'],
  deposit_class: ['DEP_CLASS', 'DEPOSIT_TYPE'],
};
const SIGEOM_FIELDS: Fields = {
  name: ['NOM_CORPS_MINR', 'NOM', 'NOM_GITE', 'NOM_INDICE', 'SITE_NOM'],
  primary_commodity: ['SUBST_PRINC', 'SUBSTANCE', 'SUBSTANCES', 'SUBSTANCE_PRINCIPALE', 'ELMN_CHIM_PERD'],
  secondary_commodity: ['SUBSTANCE_SECONDAIRE', 'SUBSTANCES_SECONDAIRES'],
  status: ['ETAT_CORPS_MINR', 'STATUT', 'ETAT', 'TYPE'],
  deposit_class: ['CLASSE', 'TYPE_GITE', 'MODELE', 'CODE_TYPE_ROCH_LITH'],
};

function normalize(feature: JsonObject, fields: Fields): MineralRecord {
  const properties = isObject(feature.properties) ? feature.properties : {};
  const byName = new Map(Object.entries(properties).map(([key, value]) => [key.toUpperCase(), textOf(value)]));
  const pick = (names: readonly string[]): string | null =>
    names.map((name) => byName.get(name) ?? null).find((value) => value !== null) ?? null;
  const geometry = isObject(feature.geometry) ? feature.geometry : {};
  const [longitude, latitude] = (Array.isArray(geometry.coordinates) ? geometry.coordinates : []).map((value: unknown) =>
    typeof value === 'number' ? numberOf(value) : null,
  );
  const record = {
    name: pick(fields.name),
    primary_commodity: pick(fields.primary_commodity),
    secondary_commodity: pick(fields.secondary_commodity),
    status: pick(fields.status),
    deposit_class: pick(fields.deposit_class),
  };
  return typeof longitude === 'number' && typeof latitude === 'number' ? { ...record, longitude, latitude } : record;
}

/** Records of features, one per name and place, the first one kept. */
export function normalizeMinerals(features: readonly JsonObject[], service: 'ontario' | 'sigeom'): readonly MineralRecord[] {
  const fields = service === 'ontario' ? ONTARIO_FIELDS : SIGEOM_FIELDS;
  return uniqueMinerals(features.map((feature) => normalize(feature, fields)));
}

/** Drops records that repeat the name, longitude and latitude of an earlier one. */
export function uniqueMinerals(records: readonly MineralRecord[]): readonly MineralRecord[] {
  const seen = new Map<string, MineralRecord>();
  for (const record of records) {
    const key = JSON.stringify([record.name, record.longitude ?? null, record.latitude ?? null]);
    if (!seen.has(key)) seen.set(key, record);
  }
  return [...seen.values()];
}

export const ONTARIO_ENDPOINT =
  'https://services2.arcgis.com/NzAqpeLbvbvoP3qh/arcgis/rest/services/Ontario_Mineral_Deposit_Inventory/FeatureServer/0';
export const SIGEOM_ENDPOINT = 'https://servicesvectoriels.atlas.gouv.qc.ca/IDS_SGM_WFS/service.svc/get';
const SIGEOM_TYPE = 'SGM:Substances_metalliques';

const TIMEOUT_MS = 20_000;
/** Features asked per request, and requests per box. */
const PAGE = 1000;
const MAX_PAGES = 20;

export type MineralHits = {
  readonly records: readonly MineralRecord[];
  /** The service has more than what has come. */
  readonly capped: boolean;
  readonly warnings: readonly string[];
};
type Asking = Pick<ProviderPorts, 'http'> & { readonly signal: AbortSignal };

/** Parameters of an ArcGIS feature query for a box, page by page (KW-35). */
export const arcgisParams = (box: Box, offset: number): Readonly<Record<string, string | number>> => ({
  where: '1=1',
  geometry: [box.min_lon, box.min_lat, box.max_lon, box.max_lat].join(','),
  geometryType: 'esriGeometryEnvelope',
  inSR: 4326,
  outSR: 4326,
  spatialRel: 'esriSpatialRelIntersects',
  outFields: '*',
  returnGeometry: 'true',
  orderByFields: 'OBJECTID',
  resultOffset: offset,
  resultRecordCount: PAGE,
  f: 'geojson',
});

const isCut = (body: JsonObject): boolean =>
  body.exceededTransferLimit === true || (isObject(body.properties) && body.properties.exceededTransferLimit === true);

const ONTARIO = 'Ontario MDI';

async function askOntario(params: Readonly<Record<string, string | number>>, ports: Asking): Promise<JsonObject> {
  const url = `${ONTARIO_ENDPOINT}/query`;
  const answer = await ports.http({ url, params, timeoutMs: TIMEOUT_MS, label: ONTARIO, signal: ports.signal });
  return readJsonAnswer(answer, ONTARIO);
}

/** The first page. A layer whose object id has another name refuses the order: then it is asked in its own. */
async function firstPage(box: Box, ports: Asking): Promise<{ readonly body: JsonObject; readonly ordered: boolean }> {
  const ordered = arcgisParams(box, 0);
  try {
    return { body: await askOntario(ordered, ports), ordered: true };
  } catch (error) {
    const refused = isProviderFailure(error) && error.message === live.errorReport(ONTARIO, '400');
    if (!refused) throw error;
    const { orderByFields: _order, ...plain } = ordered;
    return { body: await askOntario(plain, ports), ordered: false };
  }
}

async function nextPage(box: Box, offset: number, { ordered, ports }: { ordered: boolean; ports: Asking }): Promise<JsonObject> {
  const { orderByFields, ...plain } = arcgisParams(box, offset);
  return askOntario(ordered && orderByFields !== undefined ? { ...plain, orderByFields } : plain, ports);
}

/** Page by page until the service no longer says that it has cut its answer; what has come is kept when a later page fails. */
async function queryOntario(box: Box, ports: Asking): Promise<MineralHits> {
  const first = await firstPage(box, ports);
  const features: JsonObject[] = [];
  const hits = (capped: boolean, warnings: readonly string[] = []): MineralHits => ({
    records: normalizeMinerals(features, 'ontario'),
    capped,
    warnings,
  });
  let { body } = first;
  for (let page = 1; ; page += 1) {
    const more = readFeatures(body, ONTARIO);
    features.push(...more);
    if (!isCut(body) || more.length === 0) return hits(isCut(body));
    if (page >= MAX_PAGES) return hits(true);
    try {
      body = await nextPage(box, features.length, { ordered: first.ordered, ports });
      readFeatures(body, ONTARIO);
    } catch (error) {
      if (!isProviderFailure(error)) throw error;
      return hits(true, [live.pageMissing(ONTARIO, features.length, error.message)]);
    }
  }
}

async function querySigeom(box: Box, ports: Asking): Promise<MineralHits> {
  const layer = { endpoint: SIGEOM_ENDPOINT, typeName: SIGEOM_TYPE, label: 'SIGEOM' };
  const { features, capped, warnings } = await queryWfs(layer, box, ports);
  return { records: normalizeMinerals(features, 'sigeom'), capped, warnings };
}

export type MineralService = {
  readonly endpoint: string;
  readonly normalizerVersion: string;
  readonly query: (box: Box, ports: Asking) => Promise<MineralHits>;
};

/** The live service of each source of mineral occurrences. */
export const MINERAL_SERVICES: Readonly<Record<string, MineralService>> = {
  ontario_mineral_deposit_inventory: { endpoint: ONTARIO_ENDPOINT, normalizerVersion: '1', query: queryOntario },
  sigeom_mineral_occurrences: { endpoint: SIGEOM_ENDPOINT, normalizerVersion: '2', query: querySigeom },
};

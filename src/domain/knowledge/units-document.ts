import type { Column, GeologicUnitsPayload, MapUnit } from '../documents/geologic-units.ts';
import type { KnowledgeItem, QueryPayload } from '../documents/knowledge.ts';
import type { Bounds } from '../geo/bounds.ts';
import { boxParts, crossesAntimeridian } from '../geo/wrap.ts';
import { countItems } from './counting.ts';
import type { UnitFindings } from './geologic-units.ts';
import { MACROSTRAT } from './live/macrostrat.ts';
import type { LonLat } from './sample-grid.ts';

/** Everything that one call has found out. */
export type UnitAnswer = {
  readonly bounds: Bounds | null;
  readonly point: LonLat | null;
  readonly mapId: string | null;
  readonly revision: number | null;
  readonly findings: UnitFindings;
  /** Records returned of each kind. */
  readonly limit: number;
  readonly sourceUrl: string;
  readonly retrievedAt: string;
  readonly traceId: string;
};

const SOURCE = { license: MACROSTRAT.license, citation: MACROSTRAT.citation, attribution: MACROSTRAT.attribution };

const unitsOfColumns = (columns: readonly Column[]): number =>
  columns.reduce((sum, { unit_count }) => sum + (unit_count ?? 0), 0);

/** The result of the tool: counts are of what was found, lists are cut at the limit. */
export function unitsPayload(answer: UnitAnswer, bundleUri: string): GeologicUnitsPayload {
  const { findings, limit } = answer;
  const cut = <T>(list: readonly T[] | null): T[] | null => (list === null ? null : list.slice(0, limit));
  const mapUnits = cut(findings.mapUnits);
  const columns = cut(findings.columns)?.map((column) => ({ ...column, units: cut(column.units) })) ?? null;
  const found = [findings.mapUnits ?? [], findings.columns ?? []].reduce((sum, { length }) => sum + length, 0);
  const returned = (mapUnits?.length ?? 0) + (columns?.length ?? 0);
  const shortened = (columns ?? []).some(({ units, unit_count }) => units !== null && units.length < (unit_count ?? 0));
  return {
    schema_version: 'geologic-units/v1',
    bounds: answer.bounds,
    point: answer.point,
    sampling: findings.sampling,
    map_units: mapUnits,
    columns,
    sources: [...findings.sources],
    ...SOURCE,
    source_url: answer.sourceUrl,
    retrieved_at: answer.retrievedAt,
    record_counts: {
      ...(findings.mapUnits === null ? {} : { map_units: findings.mapUnits.length }),
      ...(findings.columns === null ? {} : { columns: findings.columns.length, column_units: unitsOfColumns(findings.columns) }),
    },
    total_records_found: found,
    total_records_returned: returned,
    truncated: returned < found || shortened,
    bundle_uri: bundleUri,
    warnings: [...findings.warnings],
  };
}

function item(key: string, records: readonly MapUnit[] | readonly Column[], answer: UnitAnswer): KnowledgeItem {
  return {
    id: `geologic_units:${key}`,
    key,
    provider: 'geologic_units',
    value: records.slice(0, answer.limit),
    summary: `${records.length} ${key.replace('_', ' ')} of Macrostrat. ${answer.findings.sampling.statement}`,
    source: answer.sourceUrl,
    record_count: records.length,
    returned_count: Math.min(records.length, answer.limit),
    truncated: records.length > answer.limit,
    provenance: {
      source_id: MACROSTRAT.id,
      source_url: answer.sourceUrl,
      source_mode: 'live',
      retrieved_at: answer.retrievedAt,
      ...SOURCE,
      sampling: answer.findings.sampling,
      sources: answer.findings.sources,
    },
  };
}

const withCrs = ({ min_lon, min_lat, max_lon, max_lat }: Omit<Bounds, 'crs'>): Bounds => ({
  min_lon,
  min_lat,
  max_lon,
  max_lat,
  crs: 'EPSG:4326',
});

/** The stored bundle, in the shape of the other queries (`knowledge/v2`), so that it is read and used like them. */
export function unitsBundle(answer: UnitAnswer, bundleUri: string): QueryPayload {
  const { bounds, findings } = answer;
  const wraps = bounds !== null && crossesAntimeridian(bounds);
  const items = [
    ...(findings.mapUnits === null ? [] : [item('map_units', findings.mapUnits, answer)]),
    ...(findings.columns === null ? [] : [item('columns', findings.columns, answer)]),
  ];
  return {
    schema_version: 'knowledge/v2',
    bounds: wraps ? null : bounds,
    items,
    selected_item_ids: null,
    warnings: [...findings.warnings],
    provider_versions: { geologic_units: `1@live:${MACROSTRAT.id}` },
    trace: {
      trace_id: answer.traceId,
      providers: [],
      providers_not_consulted: [],
      bounds_parts: bounds === null ? [] : boxParts(bounds).map(withCrs),
      raw_extent: wraps ? bounds : null,
    },
    bundle_uri: bundleUri,
    ...countItems(items),
  };
}

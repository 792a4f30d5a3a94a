import type { Column, ColumnUnit, MapUnit, UnitSource } from '../../documents/geologic-units.ts';
import { providerFailed } from '../failures.ts';
import * as say from '../messages.ts';
import type { HttpGet, HttpRequest } from '../ports.ts';
import type { LonLat } from '../sample-grid.ts';
import { isObject, type JsonObject, numberOf, readJsonAnswer, textOf } from './json-answer.ts';

export const MACROSTRAT = {
  id: 'macrostrat',
  label: 'Macrostrat',
  license: 'CC BY 4.0',
  citation:
    'Peters, S. E., Husson, J. M., Czaplewski, J. (2018), Macrostrat: a platform for geological data integration and deep-time Earth crust research, Geochemistry, Geophysics, Geosystems 19, 1393-1409, doi:10.1029/2018GC007467',
  attribution: 'Macrostrat (https://macrostrat.org), University of Wisconsin-Madison, and the sources of its maps and columns',
} as const;

const TIMEOUT_MS = 15_000;

export type MacrostratDeps = {
  readonly http: HttpGet;
  /** Base of the API, without a slash at its end. */
  readonly url: string;
  readonly signal: AbortSignal;
};

type Answer = { readonly data: readonly JsonObject[]; readonly refs: JsonObject };

/** Records of one route. Throws `unknown_provider` (provider_failed). */
async function ask(path: string, params: HttpRequest['params'], { http, url, signal }: MacrostratDeps): Promise<Answer> {
  const { label } = MACROSTRAT;
  const answer = await http({
    url: `${url}${path}`,
    params: { ...params, format: 'json' },
    timeoutMs: TIMEOUT_MS,
    label,
    signal,
  });
  const body = readJsonAnswer(answer, label);
  const success = isObject(body.success) ? body.success : body;
  if (!Array.isArray(success.data)) throw providerFailed(say.httpContent(label));
  return { data: success.data.filter(isObject), refs: isObject(success.refs) ? success.refs : {} };
}

const idOf = (value: unknown): number | null => {
  const number = numberOf(value);
  return number !== null && Number.isSafeInteger(number) ? number : null;
};

/** Longest text that is passed on: some descriptions are whole chapters. */
const MAX_TEXT = 2000;
const cut = (value: string): string => (value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)} [cut]` : value);

/** The first member that holds something: routes and versions of the API name some of them differently. */
function text(record: JsonObject, ...names: readonly string[]): string | null {
  const found = names.map((name) => textOf(record[name])).find((value) => value !== null);
  return found === undefined || found === null ? null : cut(found);
}
const number = (record: JsonObject, ...names: readonly string[]): number | null =>
  names.map((name) => numberOf(record[name])).find((value) => value !== null) ?? null;

/** Names of a list of texts or of objects with a name (`lith`, `environ`), each once. */
function names(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return [...new Set(list.map((one) => textOf(isObject(one) ? one.name : one)).filter((name) => name !== null))];
}

/** A number is the id of an interval there, not its name. */
const intervalName = (record: JsonObject, ...keys: readonly string[]): string | null =>
  keys.map((key) => record[key]).find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null;

const ageOf = (record: JsonObject) => ({
  top_ma: number(record, 't_age', 't_int_age'),
  base_ma: number(record, 'b_age', 'b_int_age'),
  top_name: intervalName(record, 't_int_name', 't_interval', 't_int'),
  base_name: intervalName(record, 'b_int_name', 'b_interval', 'b_int'),
});

type Placeless<T> = Omit<T, 'points'>;

function readMapUnit(record: JsonObject): Placeless<MapUnit> | null {
  const map_id = idOf(record.map_id);
  if (map_id === null) return null;
  return {
    map_id,
    name: text(record, 'name'),
    strat_name: text(record, 'strat_name'),
    lithology: text(record, 'lith'),
    age: text(record, 'age', 'best_int_name'),
    ...ageOf(record),
    description: text(record, 'descrip'),
    comments: text(record, 'comments'),
    source_id: idOf(record.source_id),
  };
}

/** Map units at a point, of every map that covers it. */
export async function mapUnitsAt({ lon, lat }: LonLat, deps: MacrostratDeps): Promise<readonly Placeless<MapUnit>[]> {
  const { data } = await ask('/geologic_units/map', { lat, lng: lon }, deps);
  return data.map(readMapUnit).filter((unit) => unit !== null);
}

/** Texts of references by their ids, where the answer has them. */
function referencesOf(record: JsonObject, refs: JsonObject): string[] {
  const ids: readonly unknown[] = Array.isArray(record.refs) ? record.refs : [];
  return ids.map((id) => textOf(refs[String(id)])).filter((reference) => reference !== null);
}

type PlainColumn = Omit<Column, 'points' | 'units' | 'unit_count'>;

/** Stratigraphic columns whose area holds a point. */
export async function columnsAt({ lon, lat }: LonLat, deps: MacrostratDeps): Promise<readonly PlainColumn[]> {
  const { data, refs } = await ask('/columns', { lat, lng: lon, response: 'long' }, deps);
  return data.flatMap((record): PlainColumn[] => {
    const col_id = idOf(record.col_id);
    if (col_id === null) return [];
    return [
      {
        col_id,
        name: text(record, 'col_name'),
        group: text(record, 'col_group'),
        top_ma: number(record, 't_age'),
        base_ma: number(record, 'b_age'),
        area_km2: number(record, 'col_area'),
        lithology: names(record.lith),
        references: referencesOf(record, refs),
      },
    ];
  });
}

/** Units of columns, youngest first, by column. */
export async function unitsOf(
  columns: readonly number[],
  deps: MacrostratDeps,
): Promise<ReadonlyMap<number, readonly ColumnUnit[]>> {
  const { data } = await ask('/units', { col_id: columns.join(','), response: 'long' }, deps);
  const byColumn = new Map<number, ColumnUnit[]>(columns.map((id) => [id, []]));
  for (const record of data) {
    const [unit_id, col_id] = [idOf(record.unit_id), idOf(record.col_id)];
    if (unit_id === null || col_id === null) continue;
    byColumn.get(col_id)?.push({
      unit_id,
      name: text(record, 'unit_name'),
      strat_name: text(record, 'strat_name_long', 'Mbr', 'Fm', 'Gp', 'SGp'),
      lithology: names(record.lith),
      environment: names(record.environ),
      ...ageOf(record),
      min_thickness_m: number(record, 'min_thick'),
      max_thickness_m: number(record, 'max_thick'),
    });
  }
  for (const units of byColumn.values()) units.sort((a, b) => (a.top_ma ?? 0) - (b.top_ma ?? 0) || a.unit_id - b.unit_id);
  return byColumn;
}

/** What the maps are that units come from, with their citations. */
export async function sourcesOf(ids: readonly number[], deps: MacrostratDeps): Promise<readonly UnitSource[]> {
  const { data } = await ask('/defs/sources', { source_id: ids.join(',') }, deps);
  return data.flatMap((record): UnitSource[] => {
    const source_id = idOf(record.source_id);
    if (source_id === null || !ids.includes(source_id)) return [];
    const parts = ['authors', 'ref_year', 'ref_title', 'ref_source', 'isbn_doi'].map((key) => textOf(record[key]));
    const citation = parts.filter((part) => part !== null).join(', ');
    return [
      {
        source_id,
        name: text(record, 'name'),
        scale: text(record, 'scale'),
        citation: citation === '' ? null : citation,
        url: text(record, 'url'),
      },
    ];
  });
}

import { createRequire } from 'node:module';
import { z } from 'zod';
import { type CrsArea, type CrsDefinition, type CrsDefinitions, type CrsKind, crsNameKey } from '../../domain/crs/definition.ts';

const load = createRequire(import.meta.url);

/** Record of the package `epsg-index`; `bbox` is north, west, south, east. */
const recordSchema = z.object({
  code: z.string(),
  kind: z.string(),
  name: z.string(),
  wkt: z.string().nullable(),
  proj4: z.string().nullable(),
  bbox: z.array(z.number()).nullable(),
  unit: z.string().nullable(),
  area: z.string().nullable(),
});
type PackageRecord = z.infer<typeof recordSchema>;

const KINDS: Readonly<Record<string, CrsKind>> = {
  'CRS-PROJCRS': 'projected',
  'CRS-GEOGCRS': 'geographic',
  'CRS-GEOG3DCRS': 'geographic-3d',
  'CRS-GCENCRS': 'geocentric',
  'CRS-VERTCRS': 'vertical',
  'CRS-COMPOUNDCRS': 'compound',
  'CRS-ENGCRS': 'engineering',
  'CRS-DRVDCRS': 'derived',
};

const areaOf = ({ area, bbox }: PackageRecord): CrsArea | null => {
  const [north, west, south, east] = bbox ?? [];
  if (north === undefined || west === undefined || south === undefined || east === undefined) return null;
  return { name: area ?? '', box: { min_lon: west, min_lat: south, max_lon: east, max_lat: north } };
};

const unitOf = (record: PackageRecord): string => {
  const stated = record.unit?.replace(/ \((?:supplier to define representation|bin)\)$/, '');
  if (stated) return stated;
  const units = [...(record.wkt ?? '').matchAll(/UNIT\["([^"]+)"/g)];
  return units.at(-1)?.[1] ?? 'unknown';
};

type Names = ReadonlyMap<string, readonly number[]>;

/**
 * The geographic CRS inside a projected one is the GEOGCS whose own authority closes right before PROJECTION. About 90 records have
 * no WKT; their names begin with that of the geographic CRS.
 */
const baseCodeOf = (record: PackageRecord, names: () => Names): number | null => {
  if (record.kind === 'CRS-GEOGCRS') return Number(record.code);
  const found = /AUTHORITY\["EPSG","(\d+)"\]\]\s*,\s*PROJECTION/.exec(record.wkt ?? '');
  if (found) return Number(found[1]);
  if (record.kind !== 'CRS-PROJCRS' || record.wkt !== null) return null;
  const [name = ''] = record.name.split(' / ');
  return names().get(crsNameKey(name))?.[0] ?? null;
};

const toDefinition = (raw: unknown, names: () => Names): CrsDefinition => {
  const record = recordSchema.parse(raw);
  return {
    code: Number(record.code),
    name: record.name,
    kind: KINDS[record.kind] ?? 'derived',
    proj: record.proj4,
    unit: unitOf(record),
    area: areaOf(record),
    baseCode: baseCodeOf(record, names),
  };
};

const readRecord = (code: number, names: () => Names): CrsDefinition | undefined => {
  try {
    return toDefinition(load(`epsg-index/s/${code}.json`), names);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
};

const indexNames = (): Names => {
  const all = z.record(z.string(), z.looseObject({ name: z.string(), kind: z.string() })).parse(load('epsg-index/all.json'));
  const codes = new Map<string, readonly number[]>();
  for (const [code, { name, kind }] of Object.entries(all)) {
    if (kind !== 'CRS-PROJCRS' && kind !== 'CRS-GEOGCRS') continue;
    const key = crsNameKey(name);
    codes.set(key, [...(codes.get(key) ?? []), Number(code)]);
  }
  return codes;
};

/** EPSG definitions from the installed package: single records on demand, the index of names only when a name is asked for. */
export const createEpsgDefinitions = (): CrsDefinitions => {
  const cache = new Map<number, CrsDefinition | undefined>();
  let names: Names | undefined;
  const byName = (): Names => {
    names ??= indexNames();
    return names;
  };
  return {
    find: (code) => {
      if (!Number.isSafeInteger(code) || code <= 0) return undefined;
      if (!cache.has(code)) cache.set(code, readRecord(code, byName));
      return cache.get(code);
    },
    byName,
  };
};

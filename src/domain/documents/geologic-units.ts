import { z } from 'zod';
import { boundsSchema } from '../geo/bounds.ts';
import { mapReferenceShape } from './shared.ts';

/** The two kinds of records of Macrostrat. */
export const unitKindSchema = z.enum(['map_units', 'columns']);
export type UnitKind = z.infer<typeof unitKindSchema>;

const pointSchema = z.strictObject({ lon: z.number().min(-180).max(180), lat: z.number().min(-90).max(90) });

/** Arguments of `geomap_query_geologic_units`. */
export const geologicUnitsRequestSchema = z.strictObject({
  ...mapReferenceShape,
  bounds: boundsSchema.optional().describe('Longitude/latitude box; min_lon > max_lon crosses the antimeridian.'),
  point: pointSchema.optional().describe('One place in degrees.'),
  include: z.array(unitKindSchema).min(1).optional().describe('map_units, columns or both (default).'),
  max_points: z.int().min(1).max(49).optional().describe('Sample points over an area; default 16.'),
  max_records: z.int().min(0).optional().describe('Records returned of each kind; counts stay those found. Default 50.'),
});
export type GeologicUnitsRequest = Readonly<z.infer<typeof geologicUnitsRequestSchema>>;

/** Ages in millions of years before present, with the names of the intervals. */
const ageShape = {
  top_ma: z.number().nullable(),
  base_ma: z.number().nullable(),
  top_name: z.string().nullable(),
  base_name: z.string().nullable(),
};

const mapUnitSchema = z.strictObject({
  map_id: z.int(),
  name: z.string().nullable(),
  strat_name: z.string().nullable(),
  lithology: z.string().nullable(),
  age: z.string().nullable(),
  ...ageShape,
  description: z.string().nullable(),
  comments: z.string().nullable(),
  source_id: z.int().nullable(),
  /** Sample points that lie in the unit. */
  points: z.int().positive(),
});
export type MapUnit = z.infer<typeof mapUnitSchema>;

const columnUnitSchema = z.strictObject({
  unit_id: z.int(),
  name: z.string().nullable(),
  strat_name: z.string().nullable(),
  lithology: z.array(z.string()),
  environment: z.array(z.string()),
  ...ageShape,
  min_thickness_m: z.number().nullable(),
  max_thickness_m: z.number().nullable(),
});
export type ColumnUnit = z.infer<typeof columnUnitSchema>;

const columnSchema = z.strictObject({
  col_id: z.int(),
  name: z.string().nullable(),
  group: z.string().nullable(),
  top_ma: z.number().nullable(),
  base_ma: z.number().nullable(),
  area_km2: z.number().nullable(),
  lithology: z.array(z.string()),
  references: z.array(z.string()),
  points: z.int().positive(),
  /** Youngest first; null when they were not answered. */
  units: z.array(columnUnitSchema).nullable(),
  unit_count: z.int().nonnegative().nullable(),
});
export type Column = z.infer<typeof columnSchema>;

const sourceSchema = z.strictObject({
  source_id: z.int(),
  name: z.string().nullable(),
  scale: z.string().nullable(),
  citation: z.string().nullable(),
  url: z.string().nullable(),
});
export type UnitSource = z.infer<typeof sourceSchema>;

/** Where was asked, and how many records each place gave; null where a kind was not asked for or not answered. */
const samplingSchema = z.strictObject({
  method: z.enum(['point', 'grid']),
  rows: z.int(),
  columns: z.int(),
  points_asked: z.int(),
  points_failed: z.int(),
  points: z.array(z.strictObject({ ...pointSchema.shape, map_units: z.int().nullable(), columns: z.int().nullable() })),
  statement: z.string(),
});
export type Sampling = z.infer<typeof samplingSchema>;

/** Payload of `geomap_query_geologic_units`. */
export const geologicUnitsPayloadSchema = z.looseObject({
  schema_version: z.literal('geologic-units/v1'),
  bounds: boundsSchema.nullable(),
  point: pointSchema.nullable(),
  sampling: samplingSchema,
  /** Null when the kind was not asked for or not answered at all; an empty list means that no sample point has any. */
  map_units: z.array(mapUnitSchema).nullable(),
  columns: z.array(columnSchema).nullable(),
  sources: z.array(sourceSchema),
  license: z.string(),
  citation: z.string(),
  attribution: z.string(),
  source_url: z.string(),
  retrieved_at: z.string(),
  record_counts: z.record(z.string(), z.int().nonnegative()),
  total_records_found: z.int().nonnegative(),
  total_records_returned: z.int().nonnegative(),
  truncated: z.boolean(),
  bundle_uri: z.string(),
  warnings: z.array(z.string()),
});
export type GeologicUnitsPayload = z.infer<typeof geologicUnitsPayloadSchema>;

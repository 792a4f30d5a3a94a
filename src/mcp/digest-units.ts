import { z } from 'zod';
import { geologicUnitsPayloadSchema } from '../domain/documents/geologic-units.ts';
import { formatScalar, oneLine } from './digest-format.ts';

const UNIT_LINES = 40;
const COLUMN_LINES = 20;

const shape = z.object({
  schema_version: z.literal('geologic-units/v1'),
  sampling: geologicUnitsPayloadSchema.shape.sampling,
  map_units: geologicUnitsPayloadSchema.shape.map_units,
  columns: geologicUnitsPayloadSchema.shape.columns,
});

const ages = (record: { readonly top_ma: number | null; readonly base_ma: number | null }): string =>
  `${formatScalar(record.top_ma)} to ${formatScalar(record.base_ma)} Ma`;

const more = (name: string, all: number, shown: number): readonly string[] =>
  all > shown ? [`${name}_not_shown: ${all - shown}`] : [];

/** Lines of `geomap_query_geologic_units`: how was sampled, each map unit, each column; nothing for other results. */
export function unitRows(payload: Readonly<Record<string, unknown>>): readonly string[] {
  const read = shape.safeParse(payload);
  if (!read.success) return [];
  const { sampling, map_units, columns } = read.data;
  const units = map_units ?? [];
  return [
    `sampling: ${oneLine(sampling.statement)}`,
    `points: asked=${sampling.points_asked}, failed=${sampling.points_failed}`,
    ...(map_units === null ? ['map_units: not_available'] : []),
    ...units
      .slice(0, UNIT_LINES)
      .map(
        (unit) =>
          `map_unit: ${unit.map_id} | ${formatScalar(unit.name)} | ${formatScalar(unit.strat_name)} | ${formatScalar(unit.lithology)} | ${ages(unit)} | points=${unit.points} | source=${formatScalar(unit.source_id)}`,
      ),
    ...more('map_units', units.length, UNIT_LINES),
    ...(columns === null ? ['columns: not_available'] : []),
    ...(columns ?? [])
      .slice(0, COLUMN_LINES)
      .map(
        (column) =>
          `column: ${column.col_id} | ${formatScalar(column.name)} | ${ages(column)} | units=${formatScalar(column.unit_count)} | points=${column.points}`,
      ),
    ...more('columns', columns?.length ?? 0, COLUMN_LINES),
  ];
}

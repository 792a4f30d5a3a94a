import { z } from 'zod';
import type { Constraint, JsonSchema } from './constraints.ts';

/** Dialect of every schema that is advertised, enforced and published. */
export const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

type Mutable = Record<string, unknown>;

const isRecord = (value: unknown): value is Mutable => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `X | null` as `type: [X, 'null']`, which reads better than a union and gives one violation instead of three. */
function foldNullable(schema: Mutable): void {
  const branches = schema.anyOf;
  if (!Array.isArray(branches) || branches.length !== 2) return;
  const [first, second] = branches;
  if (
    !isRecord(first) ||
    !isRecord(second) ||
    second.type !== 'null' ||
    typeof first.type !== 'string' ||
    'enum' in first ||
    'const' in first
  )
    return;
  delete schema.anyOf;
  Object.assign(
    schema,
    first,
    { type: [first.type, 'null'] },
    schema.description === undefined ? {} : { description: schema.description },
  );
}

/** Leaves out what zod adds and no reader needs: the bounds of safe integers, the type of property names. */
function tidy(schema: Mutable): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (isRecord(schema.propertyNames) && Object.keys(schema.propertyNames).join() === 'type') delete schema.propertyNames;
  if (isRecord(schema.additionalProperties) && Object.keys(schema.additionalProperties).length === 0)
    schema.additionalProperties = true;
  foldNullable(schema);
}

/** The one way from a zod shape to JSON Schema, for tools, jobs and documents alike. */
export function toJsonSchema(shape: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(shape, { target: 'draft-2020-12', io, override: ({ jsonSchema }) => tidy(jsonSchema) });
}

/** What a tool takes: closed, `required` always present, rules between arguments as `allOf` (contract 4.0). */
export function inputSchema(shape: z.ZodType, constraints: readonly Constraint[]): JsonSchema {
  const { properties = {}, required = [] } = toJsonSchema(shape, 'input');
  const rules = constraints.length > 0 ? { allOf: constraints.map((rule) => rule.schema) } : {};
  return { $schema: DIALECT, type: 'object', properties, required, additionalProperties: false, ...rules };
}

const COMMON = {
  schema_version: { type: 'string' },
  trace_id: { type: 'string', description: 'Names this call in the log of the server.' },
  text_summary: { type: 'string', description: 'Equal to the first text block.' },
  warnings: { type: 'array', items: { type: 'string' } },
  resource_links: {
    type: 'array',
    items: {
      type: 'object',
      properties: { uri: { type: 'string' }, name: { type: 'string' } },
      required: ['uri', 'name'],
      additionalProperties: true,
    },
  },
} as const;

const REQUIRED = ['schema_version', 'trace_id', 'text_summary'] as const;
const ERROR_VERSION = 'geomap-error/v1';

/** What a tool gives: the common fields and its own. An error envelope fits as well, because clients check errors against it too. */
export function outputSchema(title: string, payload: z.ZodType): JsonSchema {
  const own = toJsonSchema(payload, 'output');
  const properties: Mutable = { ...COMMON, ...(isRecord(own.properties) ? own.properties : {}) };
  const version = isRecord(properties.schema_version) ? properties.schema_version.const : undefined;
  if (typeof version === 'string') properties.schema_version = { type: 'string', enum: [version, ERROR_VERSION] };
  const required = (Array.isArray(own.required) ? own.required : []).filter((name) => !REQUIRED.includes(name));
  return {
    $schema: DIALECT,
    title,
    type: 'object',
    properties,
    required: [...REQUIRED],
    anyOf: [
      { required },
      { required: ['isError', 'error'], properties: { isError: { const: true }, schema_version: { const: ERROR_VERSION } } },
    ],
    additionalProperties: true,
  };
}

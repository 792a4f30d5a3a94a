/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [key: string]: unknown };

/** A rule between the arguments of a tool: the schema that is advertised and enforced, and what a caller is told (D10). */
export type Constraint = { readonly schema: JsonSchema; readonly words: string };

const listed = (names: readonly string[]): string => names.join(', ').replace(/, ([^,]*)$/, ' or $1');

/** One of the two, and only one. */
export const exactlyOne = (a: string, b: string): Constraint => ({
  schema: {
    oneOf: [
      { required: [a], not: { required: [b] } },
      { required: [b], not: { required: [a] } },
    ],
  },
  words: `give exactly one of ${a} and ${b}`,
});

/** One of several, and only one. */
export const exactlyOneOf = (...names: readonly string[]): Constraint => ({
  schema: {
    oneOf: names.map((name) => ({
      required: [name],
      not: { anyOf: names.filter((other) => other !== name).map((other) => ({ required: [other] })) },
    })),
  },
  words: `give exactly one of ${listed(names)}`,
});

/** Either or none, never both. */
export const notBoth = (a: string, b: string): Constraint => ({
  schema: { not: { required: [a, b] } },
  words: `give ${a} or ${b}, not both`,
});

export const atLeastOne = (...names: readonly string[]): Constraint => ({
  schema: { anyOf: names.map((name) => ({ required: [name] })) },
  words: `give at least one of ${listed(names)}`,
});

const present = (name: string, shape: JsonSchema): JsonSchema => ({ required: [name], properties: { [name]: shape } });
const BOUNDS = present('bounds', { type: 'object' });
const LABELS = present('legend_labels', { type: 'array', minItems: 1 });

/** What a knowledge query has to ask for (contract 4.0). */
export const knowledgeInput: Constraint = {
  schema: { anyOf: [BOUNDS, LABELS, present('query_text', { type: 'string', minLength: 1 })] },
  words: 'give bounds (an object), legend_labels (at least one) or query_text (not empty)',
};

/** What a map query has to start from (contract 4.0). */
export const mapQueryInput: Constraint = {
  schema: {
    anyOf: [
      { required: ['map_id'] },
      { required: ['map_uri'] },
      present('metadata', { type: 'object', minProperties: 1 }),
      BOUNDS,
      LABELS,
    ],
  },
  words: 'give map_id, map_uri, metadata (not empty), bounds (an object) or legend_labels (at least one)',
};

/** Where the control points of a fit come from: given, from a file, or those of an earlier revision of a map; only one of them. */
export const fitInput: readonly Constraint[] = [
  exactlyOneOf('gcps', 'gcps_uri', 'restore_revision'),
  {
    schema: { anyOf: [{ required: ['crs'] }, { required: ['restore_revision'] }, { not: { required: ['gcps'] } }] },
    words: 'give crs with gcps',
  },
  {
    schema: {
      anyOf: [{ not: { required: ['restore_revision'] } }, { required: ['map_id'] }, { required: ['map_uri'] }],
    },
    words: 'restore_revision needs map_id or map_uri',
  },
  {
    schema: { not: { required: ['restore_revision', 'transform'] } },
    words: 'restore_revision takes a revision as it is: leave transform out',
  },
];

import { z } from 'zod';
import { boundsSchema } from '../geo/bounds.ts';
import { mapReferenceShape } from './shared.ts';

/** Filters and limits that both query tools take. */
const requestShape = {
  bounds: boundsSchema.nullable().optional().describe('Longitude/latitude box; min_lon > max_lon crosses the antimeridian.'),
  legend_labels: z.array(z.string()).min(1).optional(),
  query_text: z.string().min(1).nullable().optional(),
  include: z.array(z.string()).optional().describe('Provider ids to ask, instead of the default ones.'),
  exclude: z.array(z.string()).optional(),
  max_records: z
    .int()
    .min(0)
    .nullable()
    .optional()
    .describe('Records returned per provider; counts stay those found. Default 50.'),
  max_records_by_provider: z.record(z.string(), z.int().min(0)).optional(),
  provider_options: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()).optional(),
};

/** Arguments of `geomap_query_knowledge`. */
export const queryKnowledgeRequestSchema = z.strictObject(requestShape);
export type QueryKnowledgeRequest = Readonly<z.infer<typeof queryKnowledgeRequestSchema>>;

/** Inline facts of a map that is not registered. Other keys are carried and ignored. */
export const mapMetadataSchema = z.looseObject({
  bounds: boundsSchema.nullable().optional(),
  georef: z.looseObject({}).nullable().optional(),
  legend_labels: z.array(z.string().nullable()).optional(),
  /** Objects with `label` or `text`, or pairs whose second member is such an object; anything else is skipped (contract/knowledge.md 4.9). */
  legend: z.array(z.unknown()).optional(),
});
export type MapMetadata = Readonly<z.infer<typeof mapMetadataSchema>>;

/** Arguments of `geomap_query_map`. */
export const queryMapRequestSchema = z.strictObject({
  ...mapReferenceShape,
  metadata: mapMetadataSchema
    .refine((value) => Object.keys(value).length > 0)
    .meta({ minProperties: 1 })
    .optional(),
  question: z.string().optional(),
  ...requestShape,
});
export type QueryMapRequest = Readonly<z.infer<typeof queryMapRequestSchema>>;

/** Arguments of `geomap_enrich_legend`. */
export const enrichLegendRequestSchema = z.strictObject({ label: z.string().min(1) });

const itemShape = {
  id: z.string(),
  key: z.string(),
  provider: z.string(),
  value: z.unknown().optional(),
  summary: z.string().nullable().optional(),
  source: z.string().nullable().optional(),
  record_count: z.int().nullable().optional(),
  returned_count: z.int().nullable().optional(),
  truncated: z.boolean().optional(),
  provenance: z.looseObject({}).nullable().optional(),
};

/** One item of a bundle as we write it. Loose, because what we write may grow. */
export const knowledgeItemSchema = z.looseObject(itemShape);
export type KnowledgeItem = z.infer<typeof knowledgeItemSchema>;

/** One item as a caller may hand it in: every key that our own items carry and no other (D12). */
export const knowledgeItemInputSchema = z.strictObject(itemShape);

/** A bundle as a caller may hand it in; a whole query result pasted back is accepted (D12). */
export const bundleInputSchema = z.looseObject({
  schema_version: z.literal('knowledge/v2'),
  bounds: boundsSchema.nullable().optional(),
  items: z.array(knowledgeItemInputSchema),
  selected_item_ids: z.array(z.string()).nullable().optional(),
  warnings: z.array(z.string()),
  provider_versions: z.record(z.string(), z.unknown()),
  trace: z.looseObject({}).nullable().optional(),
});
export type BundleInput = z.infer<typeof bundleInputSchema>;

/** Payload of both query tools: the bundle and its counts. */
export const queryPayloadSchema = bundleInputSchema.extend({
  items: z.array(knowledgeItemSchema),
  bundle_uri: z.string(),
  record_counts: z.record(z.string(), z.int().nonnegative()),
  total_records_found: z.int().nonnegative(),
  total_records_returned: z.int().nonnegative(),
  truncated: z.boolean(),
});
export type QueryPayload = z.infer<typeof queryPayloadSchema>;

/** Payload of `geomap_enrich_legend`. */
export const enrichmentPayloadSchema = z.looseObject({
  label: z.string(),
  lithology: z.string().nullable(),
  stratigraphic_age: z.string().nullable(),
  items: z.array(knowledgeItemSchema),
  warnings: z.array(z.string()),
});

import { z } from 'zod';
import { mapReferenceShape, pixelBoxSchema, previewSchema } from './shared.ts';

/** The eight layout classes, in class order (contract 7.2). */
export const REGION_LABELS = [
  'title',
  'main_map',
  'legend',
  'scale',
  'index_map',
  'cross_section',
  'stratigraphic_column',
  'others',
] as const;
export type RegionLabel = (typeof REGION_LABELS)[number];

/** Arguments of `geomap_process_image`: exactly one of the two. */
export const processRequestSchema = z.strictObject(mapReferenceShape);

export const regionSchema = z.looseObject({
  label: z.string(),
  bbox: pixelBoxSchema,
  confidence: z.number().optional(),
  low_confidence: z.boolean().optional(),
  artifact_uri: z.string().optional(),
});

export const legendEntrySchema = z.looseObject({
  id: z.int(),
  color_bbox: pixelBoxSchema,
  text_bbox: pixelBoxSchema.nullable(),
  color_rgb: z.array(z.int()).length(3),
  color_hex: z.string(),
  color_name: z.string(),
  label: z.string().nullable(),
  area_fraction: z.number().nullable(),
  label_extraction: z.enum(['extracted', 'not_available']),
});

/** Public record of an artifact (contract 5.5): no path. */
export const artifactPublicSchema = z.looseObject({
  artifact_id: z.string(),
  uri: z.string(),
  role: z.string(),
  stage: z.string(),
  mime_type: z.string(),
  source_path_redacted: z.literal(true),
  bbox: pixelBoxSchema.optional(),
  label: z.string().optional(),
  map_id: z.string().optional(),
  size: z.int().optional(),
});

/** The `map-processing/v1` payload. Loose: fields are additive. */
export const processingPayloadSchema = z.looseObject({
  schema_version: z.literal('map-processing/v1'),
  date: z.string(),
  name: z.string(),
  version: z.string(),
  source: z.string(),
  source_uri: z.string(),
  map_uri: z.string(),
  size: z.strictObject({ width: z.int(), height: z.int() }),
  coordinate_frame: z.literal('source'),
  regions: z.record(z.string(), z.array(regionSchema)),
  legend: z.array(legendEntrySchema),
  artifacts: z.array(artifactPublicSchema),
  information: z.looseObject({}),
  faults: z.null(),
  source_path_redacted: z.literal(true),
  /** Which detector ran and how a better one is had (D25). */
  detector: z.looseObject({ id: z.string() }),
  warnings: z.array(z.string()),
  preview: previewSchema.optional(),
});
export type ProcessingPayload = z.infer<typeof processingPayloadSchema>;

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

/** A region that the caller has outlined: source frame px. It replaces what the detector found for that class (D25). */
export const givenRegionSchema = z.strictObject({
  label: z.enum(REGION_LABELS).describe('Class of the region.'),
  bbox: pixelBoxSchema.describe('[x0, y0, x1, y1] in pixels of the full-resolution source.'),
});
export type GivenRegion = z.infer<typeof givenRegionSchema>;

/** Arguments of `geomap_process_image`: exactly one map, and regions that the caller has outlined. */
export const processRequestSchema = z.strictObject({
  ...mapReferenceShape,
  regions: z
    .array(givenRegionSchema)
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Regions you outlined yourself, where the detector missed or misjudged them. They win over detected regions of the same class; the result names the detector of each region.',
    ),
});

export const regionSchema = z.looseObject({
  label: z.string(),
  bbox: pixelBoxSchema,
  confidence: z.number().optional(),
  low_confidence: z.boolean().optional(),
  /** Who found it: `builtin`, `peace` or `caller`. */
  detector: z.string().optional(),
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
  /** Confidence of the recogniser, 0..1; absent without a label. */
  label_confidence: z.number().optional(),
  /** Why there is no label. */
  label_reason: z.string().optional(),
  /** Headings above the entry, outermost first (D27a). */
  label_context: z.array(z.string()).optional(),
  /** Map-unit symbol printed inside the swatch, where it can be read. */
  symbol: z.string().nullable().optional(),
  symbol_confidence: z.number().optional(),
  /** The swatch carries a pattern over its colour. */
  pattern: z.boolean().optional(),
  /** Half width of the range the area fraction may lie in; null where the fraction is. */
  area_fraction_uncertainty: z.number().nullable().optional(),
});

/** A legend row of a line or point symbol, never a map unit (D27a). */
export const legendSymbolSchema = z.looseObject({
  bbox: pixelBoxSchema,
  text_bbox: pixelBoxSchema.nullable(),
  text: z.string().nullable(),
  text_confidence: z.number().optional(),
});

/** A printed text that was read from the sheet. */
export const readTextSchema = z.looseObject({ text: z.string(), confidence: z.number(), bbox: pixelBoxSchema });

/** What was read from the sheet's margin; each part is absent when nothing was read. */
export const informationSchema = z.looseObject({
  title: readTextSchema.optional(),
  /** Printed scale; `denominator` is N of 1:N. */
  scale: readTextSchema.extend({ denominator: z.number().nullable() }).optional(),
  /** Lines that speak of projection, grid, datum or zone. */
  crs_text: z.array(readTextSchema).optional(),
  /** Longitude and latitude values printed at the corners of the main map, degrees. */
  graticule: z.looseObject({}).optional(),
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
  legend_symbols: z.array(legendSymbolSchema).optional(),
  information: informationSchema,
  faults: z.null(),
  source_path_redacted: z.literal(true),
  /** Which detector ran and how a better one is had (D25). */
  detector: z.looseObject({ id: z.string() }),
  warnings: z.array(z.string()),
  preview: previewSchema.optional(),
});
export type ProcessingPayload = z.infer<typeof processingPayloadSchema>;

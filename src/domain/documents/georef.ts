import { z } from 'zod';
import { boundsSchema } from '../geo/bounds.ts';
import { mapReferenceShape, pixelBoxSchema } from './shared.ts';
import { transformObjectSchema, transformTypeSchema } from './transform.ts';

/** A ground control point: a pixel of the source frame and its world position (x east or longitude, y north or latitude). */
export const gcpSchema = z.strictObject({
  pixel_x: z.number().describe('Pixel column in the source frame, px from the left edge.'),
  pixel_y: z.number().describe('Pixel row in the source frame, px from the top edge.'),
  world_x: z.number().describe('Easting or longitude in the CRS (never latitude first).'),
  world_y: z.number().describe('Northing or latitude in the CRS.'),
});
export type Gcp = Readonly<z.infer<typeof gcpSchema>>;

export const fitMethodSchema = z.enum(['axis-aligned-exact-2gcp', 'affine-exact-3gcp', 'affine-least-squares']);
export type FitMethod = z.infer<typeof fitMethodSchema>;

/** `wx = a·px + b·py + c`, `wy = d·px + e·py + f`. */
export const affineSchema = z
  .looseObject({
    coefficients: z.array(z.number()).length(6).optional(),
    a: z.number().optional(),
    b: z.number().optional(),
    c: z.number().optional(),
    d: z.number().optional(),
    e: z.number().optional(),
    f: z.number().optional(),
  })
  .meta({ anyOf: [{ required: ['coefficients'] }, { required: ['a', 'b', 'c', 'd', 'e', 'f'] }] });
export type Affine = {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
};

/** A georeference as a caller may hand it in: a whole result of `geomap_georeference` is accepted too (D12). */
export const georefInputSchema = z.looseObject({
  schema_version: z.literal('georef/v1').optional(),
  crs: z.string().min(1),
  affine: affineSchema,
  bounds: boundsSchema,
  residual: z.number(),
  residual_units: z.string().optional(),
  residual_m: z.number().nullable().optional(),
  residual_diagnostic: z.boolean().optional(),
  fit_method: fitMethodSchema.optional(),
  gcp_pixel_errors: z.array(z.number().nullable()).optional(),
  holdout_error: z.number().nullable().optional(),
  warnings: z.array(z.string()).optional(),
  pixel_extent: pixelBoxSchema.optional(),
  gcps: z.array(gcpSchema).optional(),
  gcp_count: z.int().optional(),
  transform: transformObjectSchema.optional(),
});
export type GeorefInput = Readonly<z.infer<typeof georefInputSchema>>;

/** Arguments of `geomap_georeference`. */
export const georeferenceRequestSchema = z.strictObject({
  crs: z
    .union([z.string().min(1), z.int()])
    .optional()
    .describe('CRS of the world coordinates: EPSG code, "EPSG:26915", or text as printed, e.g. "UTM N83 Zone 15".'),
  gcps: z
    .array(gcpSchema)
    .min(2)
    .optional()
    .describe('At least two control points; four or more well-spread ones give an independent check.'),
  transform: transformTypeSchema
    .optional()
    .describe(
      'Kind of fit, default affine. Others need at least: helmert 2, projective 4, polynomial2 6, polynomial3 10, spline 3.',
    ),
  restore_revision: z
    .int()
    .min(1)
    .optional()
    .describe('In place of gcps: take this earlier revision of the map back, as a new revision.'),
  ...mapReferenceShape,
  pixel_extent: pixelBoxSchema
    .optional()
    .describe('Pixel box the bounds are computed for. Left out: the named crop, else the detected main map.'),
  main_map_artifact_uri: z.string().min(1).optional().describe('Artifact whose box is the extent.'),
});
export type GeoreferenceRequest = Readonly<z.infer<typeof georeferenceRequestSchema>>;

/** The `georef/v1` payload. Loose: fields are additive. */
export const georefPayloadSchema = z.looseObject({
  schema_version: z.literal('georef/v1'),
  crs: z.string(),
  affine: z.looseObject({ coefficients: z.array(z.number()).length(6) }),
  bounds: boundsSchema,
  residual: z.number(),
  residual_units: z.string(),
  residual_m: z.number().nullable(),
  residual_diagnostic: z.boolean(),
  fit_method: fitMethodSchema,
  gcp_pixel_errors: z.array(z.number().nullable()),
  holdout_error: z.number().nullable(),
  pixel_extent: pixelBoxSchema,
  gcps: z.array(gcpSchema),
  gcp_count: z.int(),
  warnings: z.array(z.string()),
  georef_uri: z.string().optional(),
  transform: transformObjectSchema.optional(),
  restored_from: z.int().optional(),
});
export type GeorefPayload = z.infer<typeof georefPayloadSchema>;

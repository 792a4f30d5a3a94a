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

const crsTextSchema = z.union([z.string().min(1), z.int()]);
const worldCoordinateSchema = z.union([z.number(), z.string().min(1).max(100)]);

/** A control point as people write it: the world position may be text (`37°45'30"N`, `500000mE`) and in a CRS of its own. */
export const writtenGcpSchema = z.strictObject({
  pixel_x: gcpSchema.shape.pixel_x,
  pixel_y: gcpSchema.shape.pixel_y,
  world_x: worldCoordinateSchema.describe(
    'Easting or longitude in the CRS (never latitude first): a number, or text as printed, e.g. "122°22\'30"W" or "500000mE".',
  ),
  world_y: worldCoordinateSchema.describe('Northing or latitude in the CRS: a number, or text as printed.'),
  crs: crsTextSchema
    .optional()
    .describe(
      "CRS of this point alone, where it differs from the fit's; it is transformed here, e.g. a graticule tick in NAD27.",
    ),
});
export type WrittenGcp = Readonly<z.infer<typeof writtenGcpSchema>>;

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

/** What the sheet prints about itself: settles a CRS text without a datum and checks the result against the sheet. */
const sheetSchema = z.strictObject({
  year: z.int().min(1500).max(2200).optional().describe('Year of the sheet or of its base map.'),
  datum: z.string().min(1).max(200).optional().describe('Datum as printed, taken for a crs text without one.'),
  state: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('State of the United States printed on the sheet; the place is checked against it.'),
  shift_note: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'Printed note such as "move the projection lines 690 feet south and 320 feet west"; used for control points whose own crs is on the old datum.',
    ),
});
export type SheetFacts = Readonly<z.infer<typeof sheetSchema>>;

/** Arguments of `geomap_georeference`. */
export const georeferenceRequestSchema = z.strictObject({
  crs: crsTextSchema
    .optional()
    .describe(
      'CRS of the fit and of the world coordinates: EPSG code, "EPSG:26915", or text as printed, e.g. "UTM N83 Zone 15". May be left out when the file of gcps_uri states one.',
    ),
  gcps: z
    .array(writtenGcpSchema)
    .min(2)
    .optional()
    .describe('At least two control points; four or more well-spread ones give an independent check.'),
  gcps_uri: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe(
      'In place of gcps: a control-point file under an allowed folder, a geomap:// georeference, or the geomap:// source of a GeoTIFF with tie points. QGIS .points, ArcGIS links, GDAL -gcp text, CSV with a header line, IIIF georeference annotation.',
    ),
  sheet: sheetSchema.optional().describe('What the sheet prints beside its coordinates.'),
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

/** What was found in a control-point file. `crs_stated` is the text of the file. */
const controlPointsSchema = z.looseObject({
  source: z.enum(['file', 'resource']),
  dialect: z.string(),
  dialect_name: z.string(),
  y_direction: z.enum(['down', 'up', 'up_from_bottom']),
  crs_stated: z.string().nullable(),
  count_read: z.int(),
  count_used: z.int(),
  count_disabled: z.int(),
});
/** Control points as they were written, where the numbers of `gcps` do not show it. */
const asGivenSchema = z.looseObject({
  gcp_index: z.int(),
  world_x: worldCoordinateSchema,
  world_y: worldCoordinateSchema,
  crs: crsTextSchema.optional(),
});
/** Points that were brought from another CRS into that of the fit. */
const gcpTransformSchema = z.looseObject({
  from_crs: z.string(),
  from_crs_name: z.string(),
  to_crs: z.string(),
  gcp_indices: z.array(z.int()).readonly(),
  datum_operation: z.looseObject({ code: z.int().nullable(), name: z.string(), accuracy_m: z.number().nullable() }),
});

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
  control_points: controlPointsSchema.optional(),
  datum_operation: z
    .looseObject({ code: z.int().nullable(), name: z.string(), method: z.string(), accuracy_m: z.number().nullable() })
    .optional(),
  gcps_as_given: z.array(asGivenSchema).optional(),
  gcp_transforms: z.array(gcpTransformSchema).optional(),
  warnings: z.array(z.string()),
  georef_uri: z.string().optional(),
  transform: transformObjectSchema.optional(),
  restored_from: z.int().optional(),
});
export type GeorefPayload = z.infer<typeof georefPayloadSchema>;

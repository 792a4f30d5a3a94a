import { z } from 'zod';
import { georefInputSchema } from './georef.ts';
import { mapReferenceShape } from './shared.ts';

/** Most points of one call, both directions together. */
export const MOST_POINTS = 10_000;

/** Pixel of the source frame, px. */
export const pixelPointSchema = z.strictObject({
  pixel_x: z.number().describe('Pixel column in the source frame, px from the left edge.'),
  pixel_y: z.number().describe('Pixel row in the source frame, px from the top edge.'),
});

/** Position in a CRS, in its unit. */
export const worldPointSchema = z.strictObject({
  world_x: z.number().describe('Easting or longitude (never latitude first).'),
  world_y: z.number().describe('Northing or latitude.'),
});

/** Arguments of `geomap_transform_points`. */
export const transformPointsRequestSchema = z.strictObject({
  ...mapReferenceShape,
  revision: z.int().min(1).optional().describe('Georeference revision of the map; the current one when left out.'),
  georef: georefInputSchema.optional().describe('An inline georeference in place of a stored one.'),
  pixels: z.array(pixelPointSchema).min(1).max(MOST_POINTS).optional().describe('Pixels to be brought to the world.'),
  world: z.array(worldPointSchema).min(1).max(MOST_POINTS).optional().describe('World positions to be brought to pixels.'),
  crs: z
    .union([z.string().min(1), z.int()])
    .optional()
    .describe('CRS of the world positions given and returned, e.g. "EPSG:4326"; that of the georeference when left out.'),
});
export type TransformPointsRequest = Readonly<z.infer<typeof transformPointsRequestSchema>>;

/** `no_position`: the transform or the projection has no finite value there, so the other frame is null. */
export const pointStatusSchema = z.enum(['ok', 'outside_image', 'no_position']);

export const transformedPointSchema = z.looseObject({
  /** Place in the list it was given in, from zero. */
  index: z.int(),
  from: z.enum(['pixel', 'world']),
  status: pointStatusSchema,
  pixel_x: z.number().nullable(),
  pixel_y: z.number().nullable(),
  world_x: z.number().nullable(),
  world_y: z.number().nullable(),
  lon: z.number().nullable(),
  lat: z.number().nullable(),
});
export type TransformedPoint = Readonly<z.infer<typeof transformedPointSchema>>;

/** The `transformed-points/v1` payload: pixels first, then world positions, each in the order given. */
export const transformedPointsPayloadSchema = z.looseObject({
  schema_version: z.literal('transformed-points/v1'),
  points: z.array(transformedPointSchema),
  point_counts: z.looseObject({
    pixel_to_world: z.int().nonnegative(),
    world_to_pixel: z.int().nonnegative(),
    outside_image: z.int().nonnegative(),
    no_position: z.int().nonnegative(),
  }),
  crs: z.string(),
  crs_name: z.string(),
  units: z.string(),
  /** Georeference used; `revision` is null for an inline one. */
  georef_used: z.looseObject({ crs: z.string(), transform: z.string(), revision: z.int().nullable() }),
  /** Bound of the inversion in pixels; 0 for a closed form. */
  inverse_bound_px: z.number(),
  warnings: z.array(z.string()),
});
export type TransformedPointsPayload = z.infer<typeof transformedPointsPayloadSchema>;

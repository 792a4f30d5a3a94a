import { z } from 'zod';
import { VIEW_SIDE } from './raster.ts';
import { mapReferenceShape, pixelBoxSchema, previewSchema } from './shared.ts';

/** Most rows or columns of a grid. */
const MOST_TILES = 100;

/** One tile of a grid over a picture or a box: `index` counts from zero, row by row. */
export const tileSchema = z.strictObject({
  rows: z.int().min(1).max(MOST_TILES).describe('Rows of the grid.'),
  columns: z.int().min(1).max(MOST_TILES).describe('Columns of the grid.'),
  index: z.int().min(0).describe('Tile from zero, row by row: row * columns + column.'),
});
export type Tile = z.infer<typeof tileSchema>;

/** Arguments of `geomap_read_region`: exactly one picture, and which part of it. */
export const readRegionRequestSchema = z.strictObject({
  ...mapReferenceShape,
  artifact_uri: z
    .string()
    .min(1)
    .max(400)
    .optional()
    .describe('geomap://artifacts/… or geomap://overlays/… URI of a PNG or JPEG, in place of a map.'),
  bbox: pixelBoxSchema
    .optional()
    .describe(
      '[x0, y0, x1, y1] in pixels of the picture that is read: the full-resolution source of a map, or the artifact itself. The whole picture when left out.',
    ),
  tile: tileSchema.optional().describe('One tile of a grid over bbox, or over the whole picture.'),
  max_side: z
    .int()
    .min(16)
    .max(VIEW_SIDE)
    .optional()
    .describe('Longest side in px of what is returned; 1536 when left out. Never enlarged.'),
});
export type ReadRegionRequest = Readonly<z.infer<typeof readRegionRequestSchema>>;

/**
 * From the frame of the returned picture to another: `x = offset_x + scale_x * u`, `y = offset_y + scale_y * v`, with u and v in px
 * from its left and top edge, so that the middle of its first pixel is (0.5, 0.5). Exact.
 */
export const regionMappingSchema = z.looseObject({
  to: z.enum(['source', 'artifact']),
  scale_x: z.number(),
  scale_y: z.number(),
  offset_x: z.number(),
  offset_y: z.number(),
});
export type RegionMapping = z.infer<typeof regionMappingSchema>;

const sizeSchema = z.strictObject({ width: z.int(), height: z.int() });

/** The `map-region/v1` payload. */
export const readRegionPayloadSchema = z.looseObject({
  schema_version: z.literal('map-region/v1'),
  /** URI of the picture that was read. */
  read_uri: z.string(),
  map_id: z.string().optional(),
  map_uri: z.string().optional(),
  source_uri: z.string().optional(),
  artifact_uri: z.string().optional(),
  /** Size of the picture that was read, in its own frame. */
  picture_size: sizeSchema,
  /** The part that was read, whole pixels of that picture. */
  bbox: pixelBoxSchema,
  tile: tileSchema.extend({ row: z.int(), column: z.int() }).optional(),
  /** Size of the returned picture. */
  size: sizeSchema,
  coordinate_frame: z.literal('region'),
  mapping: regionMappingSchema,
  /** To the source frame of the map, for an artifact whose place on it is known. */
  source_mapping: regionMappingSchema.optional(),
  /** The part in the source frame, for such an artifact. */
  source_bbox: pixelBoxSchema.optional(),
  warnings: z.array(z.string()),
  preview: previewSchema.optional(),
});
export type ReadRegionPayload = z.infer<typeof readRegionPayloadSchema>;

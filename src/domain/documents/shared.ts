import { z } from 'zod';

/** 32 lower-case hex characters are minted; any non-empty text is accepted and looked up (W-93: never empty). */
export const mapIdSchema = z.string().min(1).max(200).describe('Map ID as returned by geomap_register_map.');
export const mapUriSchema = z.string().min(1).max(400).describe('geomap://maps/… URI; any URI below a map names that map.');

/** The two ways to name a map; each tool says whether one is needed. */
export const mapReferenceShape = { map_id: mapIdSchema.optional(), map_uri: mapUriSchema.optional() };

export type MapReference = { readonly map_id?: string | undefined; readonly map_uri?: string | undefined };

/** Pixel box `[x0, y0, x1, y1]` in the source frame, px. */
export const pixelBoxSchema = z.array(z.number()).length(4);

/** Link that a tool result carries to a stored product. */
export const resourceLinkSchema = z.looseObject({
  uri: z.string(),
  name: z.string(),
  mimeType: z.string(),
  description: z.string().optional(),
  size: z.int().nonnegative().optional(),
});
export type ResourceLink = z.infer<typeof resourceLinkSchema>;

/** Facts of an inline preview; another coordinate frame than the source (contract 2.8). */
export const previewSchema = z.strictObject({
  artifact_uri: z.string(),
  mime_type: z.string(),
  source_width: z.int().nullable(),
  source_height: z.int().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  downsampled: z.boolean(),
  encoded_bytes: z.int(),
  coordinate_frame: z.literal('preview'),
});
export type Preview = z.infer<typeof previewSchema>;

/**
 * What a job hands back besides its payload. `preview_file` is an absolute path below the cache root that a worker has just
 * written; the protocol shell reads it once and shows its bytes, never its name.
 */
export const extrasShape = {
  links: z.array(resourceLinkSchema),
  preview_file: z.string().nullable(),
};

/** Output of every tool's job: the payload that becomes `structuredContent`, and the extras beside it. */
export const withExtras = <P extends z.ZodType>(payload: P) => z.strictObject({ payload, ...extrasShape });

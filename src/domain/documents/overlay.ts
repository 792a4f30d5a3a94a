import { z } from 'zod';
import { georefInputSchema } from './georef.ts';
import { bundleInputSchema } from './knowledge.ts';
import { mapReferenceShape, previewSchema } from './shared.ts';

/** Arguments of `geomap_render_knowledge_overlay`. */
export const renderRequestSchema = z.strictObject({
  ...mapReferenceShape,
  bundle_uri: z.string().min(1).optional().describe('geomap://bundles/… URI of a query result.'),
  bundle: bundleInputSchema.optional().describe('The bundle itself, in place of bundle_uri.'),
  georef: georefInputSchema.optional().describe('Wins over the stored georeference of the map.'),
});
export type RenderRequest = Readonly<z.infer<typeof renderRequestSchema>>;

const tallyShape = { drawn: z.int().nonnegative(), off_map: z.int().nonnegative(), hidden: z.int().nonnegative() };

export const overlayPayloadSchema = z.looseObject({
  overlay: z.looseObject({
    frame: z.looseObject({}),
    items: z.array(z.looseObject({})),
    out_of_bounds: z.array(z.looseObject({})),
    warnings: z.array(z.string()),
  }),
  /** Features drawn, of the area but off the drawing, and hidden as outside the area; boxes are not counted (W-56, W-107). */
  annotations: z
    .looseObject({ ...tallyShape, by_provider: z.array(z.looseObject({ provider: z.string(), ...tallyShape })) })
    .optional(),
  /** Georeference drawn on; `revision` is null for an inline one (D15). */
  drawn_on: z.looseObject({ georef: z.enum(['stored', 'inline']), revision: z.int().nullable(), crs: z.string() }).optional(),
  resources: z.array(
    z.looseObject({ id: z.string(), uri: z.string(), mime_type: z.string(), source_path_redacted: z.literal(true) }),
  ),
  warnings: z.array(z.string()),
  preview: previewSchema.optional(),
});
export type OverlayPayload = z.infer<typeof overlayPayloadSchema>;

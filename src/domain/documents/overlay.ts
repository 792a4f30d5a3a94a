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

export const overlayPayloadSchema = z.looseObject({
  overlay: z.looseObject({
    frame: z.looseObject({}),
    items: z.array(z.looseObject({})),
    out_of_bounds: z.array(z.looseObject({})),
    warnings: z.array(z.string()),
  }),
  resources: z.array(
    z.looseObject({ id: z.string(), uri: z.string(), mime_type: z.string(), source_path_redacted: z.literal(true) }),
  ),
  warnings: z.array(z.string()),
  preview: previewSchema.optional(),
});
export type OverlayPayload = z.infer<typeof overlayPayloadSchema>;

import { z } from 'zod';

/** Arguments of `geomap_register_map`. */
export const registerRequestSchema = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(4096)
    .describe('Path of a PNG, JPEG, TIFF, WebP or GIF under an allowed root on the server, or a geomap://maps/… URI.'),
  page: z.int().min(0).optional().describe('Page of a multi-page file, from zero. Left out: the largest page.'),
});
export type RegisterRequest = Readonly<z.infer<typeof registerRequestSchema>>;

export const registerPayloadSchema = z.looseObject({
  map_id: z.string(),
  map_uri: z.string(),
  source_uri: z.string(),
  mime_type: z.string(),
  source_path_redacted: z.literal(true),
  size: z.strictObject({ width: z.int(), height: z.int() }),
  warnings: z.array(z.string()),
});

const capabilitySchema = z.looseObject({
  registered: z.boolean(),
  installed: z.boolean(),
  configured: z.boolean(),
  ready: z.boolean(),
  missing_requirements: z.array(z.string()),
});
export type Capability = z.infer<typeof capabilitySchema>;

export const providerRecordSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  output_keys: z.array(z.string()),
  supported_requests: z.array(z.string()),
  default_enabled: z.boolean(),
  registered: z.boolean(),
  installed: z.boolean(),
  configured: z.boolean(),
  ready: z.boolean(),
  missing_requirements: z.array(z.string()),
});
export type ProviderRecord = z.infer<typeof providerRecordSchema>;

/** The capability names, in the order of the contract (4.1), then our own. */
export const CAPABILITY_NAMES = [
  'map_registration',
  'map_processing',
  'detector_preparation',
  'knowledge_preparation',
  'georeferencing',
  'knowledge_query',
  'overlay_rendering',
  'export',
] as const;

export const capabilitiesPayloadSchema = z.looseObject({
  schema_versions: z.record(z.string(), z.string()),
  installed: z.record(z.string(), z.boolean()),
  detectors: z.looseObject({
    component_model_present: z.boolean(),
    legend_model_present: z.boolean(),
    runtime_available: z.boolean(),
  }),
  capabilities: z.record(z.string(), capabilitySchema),
  providers: z.array(providerRecordSchema),
  allowed_roots: z.array(z.strictObject({ label: z.string() })),
  limits: z.looseObject({ max_source_bytes: z.int(), max_resource_read_bytes: z.int() }),
});
export type CapabilitiesPayload = z.infer<typeof capabilitiesPayloadSchema>;

/** Payload of the two prepare tools. */
export const preparePayloadSchema = z.looseObject({
  assets: z.array(z.strictObject({ asset_id: z.string(), status: z.enum(['installed', 'already-installed']) })),
  performs_network_access: z.literal(true),
  warnings: z.array(z.string()),
});

export const resourceEntrySchema = z.looseObject({
  uri: z.string(),
  name: z.string(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
  size: z.int().optional(),
});

import { z } from 'zod';

const path = z.string().min(1);

/**
 * Every setting that changes a result (D5a). The MCP process reads it once from its environment; it travels in each
 * job, so that several hosts with different roots, gates and detectors can share one set of workers.
 * All paths are absolute and canonical.
 */
export const settingsSchema = z.strictObject({
  data_root: path,
  cache_root: path,
  /** Folders a source may lie in, canonical, in the order given. */
  allowed_roots: z.array(path),
  model_root: path,
  /** What `~` and relative paths of a caller mean: the home and the launch folder of the MCP process, not of the worker. */
  launch: z.strictObject({ home: path, folder: path }),
  detector: z.enum(['auto', 'peace', 'builtin']),
  /** Reading of text in pictures (OCR); absent means off. `languages` are codes of tesseract, `data_root` a folder with more traineddata files. */
  ocr: z
    .strictObject({
      enabled: z.boolean(),
      languages: z
        .array(z.string().regex(/^[A-Za-z]{3}[A-Za-z_]{0,20}$/))
        .min(1)
        .max(8),
      data_root: path.nullable(),
    })
    .optional(),
  /** Whether the prepare tools are exposed. */
  gates: z.strictObject({ detectors: z.boolean(), knowledge: z.boolean() }),
  limits: z.strictObject({
    max_source_bytes: z.int().positive(),
    max_source_pixels: z.int().positive(),
    max_resource_read_bytes: z.int().positive(),
  }),
  dataset_source: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  knowledge: z.strictObject({
    root: path,
    sources_root: path,
    earthquake_csv: path,
    active_fault_geojson: path,
    k2_rock_type_json: path,
    k2_rock_age_json: path,
    k2_rock_detail_json: path,
    k2_usage_json: path,
    k2_expertise_json: path,
    earthquake_source_ids: z.array(z.string()),
    active_fault_source_ids: z.array(z.string()),
    mineral_occurrence_source_ids: z.array(z.string()),
    gem_active_fault_version: z.string().nullable(),
    earthengine_project: z.string().nullable(),
    /** Key file for Earth Engine; may not exist. */
    earthengine_credentials: path,
    earthengine_landcover_dataset: z.string(),
    earthengine_population_dataset: z.string(),
    earthengine_scale: z.int(),
    earthengine_max_pixels: z.int(),
    /** Base address of the Macrostrat API, without a slash at the end. */
    macrostrat_url: z.url(),
    semantic_model: z.string().nullable(),
    semantic_top_k: z.int(),
    semantic_min_score: z.number().nullable(),
    /** Answers kept for later calls: lifetime of live ones (0: never kept) and room on disk (0: no cache at all); absent means no cache. */
    cache: z.strictObject({ live_seconds: z.int().min(0), max_bytes: z.int().min(0) }).optional(),
  }),
});

export type Settings = Readonly<z.infer<typeof settingsSchema>>;
export type KnowledgeSettings = Readonly<Settings['knowledge']>;

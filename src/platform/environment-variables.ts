/** One row of the table of environment variables; the reference in docs/ is made from it. */
export type EnvironmentVariable = {
  /** What the value means and takes: part of the result of a call, or of the running of processes. */
  readonly group: 'paths' | 'results' | 'limits' | 'processes';
  /** The default in words a reader can use; `unset` when there is none. */
  readonly default: string;
  readonly meaning: string;
};

const row = (group: EnvironmentVariable['group'], fallback: string, meaning: string): EnvironmentVariable => ({
  group,
  default: fallback,
  meaning,
});

/** Every variable this project reads. A blank value counts as unset, for all of them. */
export const ENVIRONMENT_VARIABLES = {
  XDG_DATA_HOME: row('paths', '~/.local/share', 'Base of the default data root.'),
  XDG_CACHE_HOME: row('paths', '~/.cache', 'Base of the default cache root.'),
  XDG_RUNTIME_DIR: row('paths', 'the temporary folder', 'Where the folder of the private sockets is made.'),
  GEOMAP_DATA_ROOT: row('paths', '<XDG data>/stratigraphic-amenity', 'Maps, assets, mirrored sources and, below it, the state.'),
  GEOMAP_CACHE_ROOT: row(
    'paths',
    '<XDG cache>/stratigraphic-amenity',
    'Derived files that can be made again: crops, previews, overlays.',
  ),
  GEOMAP_STATE_ROOT: row('paths', '<data root>/state', 'Registry, documents that must not be lost, queue file and logs.'),
  GEOMAP_MCP_ALLOWED_ROOTS: row(
    'paths',
    'data root and cache root',
    'Folders a map may be registered from, separated as in PATH.',
  ),
  GEOMAP_MODEL_ROOT: row('paths', '<data>/assets/models', 'Weights of the PEACE layout detectors.'),
  GEOMAP_KNOWLEDGE_ROOT: row('paths', '<data>/assets/knowledge', 'Installed knowledge files.'),
  GEOMAP_KNOWLEDGE_SOURCES_ROOT: row('paths', '<data>/knowledge/sources', 'Mirrors of knowledge sources.'),
  GEOMAP_EARTHQUAKE_CSV: row('paths', '<knowledge>/earthquake_1970_4.5mag.csv', 'Earthquake catalogue.'),
  GEOMAP_ACTIVE_FAULT_GEOJSON: row('paths', '<knowledge>/gem_active_faults_harmonized.geojson', 'Active fault traces.'),
  GEOMAP_K2_ROCK_TYPE_JSON: row('paths', '<knowledge>/k2_rock_type.json', 'K2 dictionary of rock types.'),
  GEOMAP_K2_ROCK_AGE_JSON: row('paths', '<knowledge>/k2_rock_age.json', 'K2 dictionary of rock ages.'),
  GEOMAP_K2_ROCK_DETAIL_JSON: row('paths', '<knowledge>/k2_rock_detail.json', 'K2 texts on rocks.'),
  GEOMAP_K2_USAGE_JSON: row('paths', '<knowledge>/k2_usage.json', 'K2 texts on uses of rocks.'),
  GEOMAP_K2_EXPERTISE_JSON: row('paths', '<knowledge>/k2_expertise.json', 'K2 texts of experts.'),

  GEOMAP_DETECTOR: row('results', 'auto', 'Layout detector: auto (PEACE where installed), peace or builtin.'),
  GEOMAP_OCR: row('results', 'auto', 'Reading of text in maps: auto (where its packages are installed) or off.'),
  GEOMAP_OCR_LANGUAGES: row(
    'results',
    'eng',
    'Languages of the maps as codes of tesseract, separated by commas or +; at most 8.',
  ),
  GEOMAP_OCR_DATA: row('results', 'unset', 'Folder with traineddata files of more languages, plain or gzipped.'),
  GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION: row(
    'results',
    'on',
    'Offers the tool that installs detector weights; on for 1, true, yes, y, on or blank, else off.',
  ),
  GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION: row(
    'results',
    'on',
    'Offers the tool that installs knowledge files; values as above.',
  ),
  GEOMAP_DATASET_SOURCE: row(
    'results',
    'usgs',
    'Name of the map collection, in results and cache paths: 1-64 letters, digits, - or _.',
  ),
  GEOMAP_EARTHQUAKE_SOURCE_ID: row('results', 'usgs_fdsn_events', 'Primary earthquake source.'),
  GEOMAP_EARTHQUAKE_SOURCE_IDS: row(
    'results',
    'the primary, with emsc_fdsn_events beside USGS',
    'Earthquake sources, separated by commas.',
  ),
  GEOMAP_ACTIVE_FAULT_SOURCE_ID: row('results', 'gem_global_active_faults', 'Primary fault source.'),
  GEOMAP_ACTIVE_FAULT_SOURCE_IDS: row(
    'results',
    'the primary, with diss_seismogenic_sources beside GEM',
    'Fault sources, separated by commas.',
  ),
  GEOMAP_MINERAL_OCCURRENCE_SOURCE_ID: row(
    'results',
    'ontario_mineral_deposit_inventory',
    'Primary source of mineral occurrences.',
  ),
  GEOMAP_MINERAL_OCCURRENCE_SOURCE_IDS: row(
    'results',
    'the primary, with sigeom_mineral_occurrences beside Ontario',
    'Mineral sources, separated by commas.',
  ),
  GEOMAP_GEM_ACTIVE_FAULT_VERSION: row('results', 'unset', 'Version of the GEM mirror to prefer.'),
  GEOMAP_EARTHENGINE_PROJECT: row(
    'results',
    'unset',
    'Cloud project for Earth Engine; without it those providers are not ready.',
  ),
  GOOGLE_APPLICATION_CREDENTIALS: row(
    'results',
    "gcloud's application default file",
    'Key file of a Google service account for Earth Engine; its content never leaves the worker but as a signature.',
  ),
  GEOMAP_EARTHENGINE_LANDCOVER_DATASET: row('results', 'ESA/WorldCover/v200', 'Land cover dataset.'),
  GEOMAP_EARTHENGINE_POPULATION_DATASET: row('results', 'WorldPop/GP/100m/pop', 'Population dataset.'),
  GEOMAP_EARTHENGINE_SCALE: row('results', '100', 'Metres per sample.'),
  GEOMAP_EARTHENGINE_MAX_PIXELS: row('results', '100000000', 'Most samples of one request.'),
  GEOMAP_MACROSTRAT_URL: row('results', 'https://macrostrat.org/api/v2', 'Macrostrat API, or a mirror of it.'),
  GEOMAP_SEMANTIC_MODEL: row(
    'results',
    'unset',
    'Folder of a sentence model; one that does not exist means ranking by words alone.',
  ),
  GEOMAP_SEMANTIC_TOP_K: row('results', '5', 'Most texts a text provider returns.'),
  GEOMAP_KNOWLEDGE_CACHE_LIVE_SECONDS: row(
    'results',
    '21600',
    'How long the answer of a live knowledge source is used again, in seconds; 0 for never.',
  ),
  GEOMAP_KNOWLEDGE_CACHE_BYTES: row(
    'results',
    '268435456',
    'Room for answers of knowledge providers below the cache root, in bytes; the longest unused go first, 0 keeps none.',
  ),
  GEOMAP_SEMANTIC_MIN_SCORE: row('results', 'unset', 'Least score of a returned text.'),

  GEOMAP_MAX_SOURCE_BYTES: row('limits', '209715200', 'Largest map file that can be registered, in bytes.'),
  GEOMAP_MAX_SOURCE_PIXELS: row('limits', '400000000', 'Largest map that can be registered, in pixels.'),
  GEOMAP_MAX_RESOURCE_READ_BYTES: row('limits', '52428800', 'Largest resource that can be read, in bytes.'),

  GEOMAP_REDIS_URL: row(
    'processes',
    'unset',
    'Existing Redis or Valkey (redis://, rediss:// or the path of a socket) instead of a private one.',
  ),
  GEOMAP_IDLE_SECONDS: row(
    'processes',
    '300',
    'Seconds without a call after which a worker ends, and with the last worker Redis and the supervisor.',
  ),
  GEOMAP_LOG_LEVEL: row('processes', 'INFO', 'DEBUG, INFO, WARNING, ERROR or CRITICAL; anything else is INFO.'),
} as const satisfies Record<string, EnvironmentVariable>;

export type VariableName = keyof typeof ENVIRONMENT_VARIABLES;

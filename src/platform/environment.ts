import { delimiter, join, parse } from 'node:path';
import type { KnowledgeSettings, Settings } from '../domain/settings/settings.ts';
import { ConfigurationError } from './configuration-error.ts';
import {
  canonicalPath,
  homeFolder,
  type LaunchEnvironment,
  readAddress,
  readExistingFolder,
  readGate,
  readInteger,
  readNumber,
  readPath,
  readSources,
  readText,
  resolvePath,
} from './environment-values.ts';
import { type LogLevel, parseLevel } from './log.ts';

/** Settings of the process itself; none of them changes a result, so none of them travels in a job. */
export type ProcessSettings = {
  /** Registry, queue file, logs. Absolute, canonical as far as it exists; may not exist yet. */
  readonly stateRoot: string;
  /** redis://, rediss:// or the absolute path of a socket; null means a private Redis. */
  readonly redisUrl: string | null;
  readonly idleSeconds: number;
  readonly logLevel: LogLevel;
};

export type Environment = { readonly settings: Settings; readonly process: ProcessSettings };

const PROJECT = 'stratigraphic-amenity';
const MIB = 1024 * 1024;

/** Folders a map may come from. A data root at `/` or at the home folder is not one by default (W-50), only when named. */
function parseRoots(launch: LaunchEnvironment, implicit: readonly string[]): string[] {
  const named = (readText(launch, 'GEOMAP_MCP_ALLOWED_ROOTS') ?? '')
    .split(delimiter)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => resolvePath(launch, part));
  if (named.length > 0) return [...new Set(named)];
  const home = canonicalPath(homeFolder(launch));
  return [...new Set(implicit)].filter((root) => root !== parse(root).root && root !== home);
}

function parseDetector(launch: LaunchEnvironment): Settings['detector'] {
  const text = (readText(launch, 'GEOMAP_DETECTOR') ?? 'auto').toLowerCase();
  if (text === 'auto' || text === 'peace' || text === 'builtin') return text;
  throw new ConfigurationError('GEOMAP_DETECTOR', 'auto, peace or builtin');
}

/** Languages are asked for by the codes of tesseract's data: three letters, or more with an underscore (`chi_sim`). */
function parseOcr(launch: LaunchEnvironment): NonNullable<Settings['ocr']> {
  const mode = (readText(launch, 'GEOMAP_OCR') ?? 'auto').toLowerCase();
  if (mode !== 'auto' && mode !== 'off') throw new ConfigurationError('GEOMAP_OCR', 'auto or off');
  const languages = (readText(launch, 'GEOMAP_OCR_LANGUAGES') ?? 'eng').split(/[,+\s]+/).filter((code) => code !== '');
  const valid =
    languages.length > 0 && languages.length <= 8 && languages.every((code) => /^[A-Za-z]{3}[A-Za-z_]{0,20}$/.test(code));
  if (!valid)
    throw new ConfigurationError('GEOMAP_OCR_LANGUAGES', 'one to eight language codes such as eng or deu, separated by commas');
  return {
    enabled: mode === 'auto',
    languages: [...new Set(languages)],
    data_root: readText(launch, 'GEOMAP_OCR_DATA') === undefined ? null : readPath(launch, 'GEOMAP_OCR_DATA', ''),
  };
}

function parseDatasetSource(launch: LaunchEnvironment): string {
  const text = readText(launch, 'GEOMAP_DATASET_SOURCE') ?? 'usgs';
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text))
    throw new ConfigurationError('GEOMAP_DATASET_SOURCE', '1 to 64 letters, digits, hyphens or underscores');
  return text;
}

function parseRedisUrl(launch: LaunchEnvironment): string | null {
  const text = readText(launch, 'GEOMAP_REDIS_URL');
  if (text === undefined) return null;
  if (/^rediss?:\/\//i.test(text)) {
    if (URL.canParse(text)) return text;
  } else if (text.startsWith('unix://')) {
    return resolvePath(launch, text.slice('unix://'.length));
  } else if (text.includes('/') && !/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    return resolvePath(launch, text);
  }
  throw new ConfigurationError('GEOMAP_REDIS_URL', 'a redis:// or rediss:// address or the path of a socket');
}

function parseKnowledge(launch: LaunchEnvironment, dataRoot: string): KnowledgeSettings {
  const root = readPath(launch, 'GEOMAP_KNOWLEDGE_ROOT', join(dataRoot, 'assets/knowledge'));
  const mirrors = readPath(launch, 'GEOMAP_KNOWLEDGE_SOURCES_ROOT', join(dataRoot, 'knowledge/sources'));
  return {
    root,
    sources_root: mirrors,
    earthquake_csv: readPath(launch, 'GEOMAP_EARTHQUAKE_CSV', join(root, 'earthquake_1970_4.5mag.csv')),
    active_fault_geojson: readPath(launch, 'GEOMAP_ACTIVE_FAULT_GEOJSON', join(root, 'gem_active_faults_harmonized.geojson')),
    k2_rock_type_json: readPath(launch, 'GEOMAP_K2_ROCK_TYPE_JSON', join(root, 'k2_rock_type.json')),
    k2_rock_age_json: readPath(launch, 'GEOMAP_K2_ROCK_AGE_JSON', join(root, 'k2_rock_age.json')),
    k2_rock_detail_json: readPath(launch, 'GEOMAP_K2_ROCK_DETAIL_JSON', join(root, 'k2_rock_detail.json')),
    k2_usage_json: readPath(launch, 'GEOMAP_K2_USAGE_JSON', join(root, 'k2_usage.json')),
    k2_expertise_json: readPath(launch, 'GEOMAP_K2_EXPERTISE_JSON', join(root, 'k2_expertise.json')),
    earthquake_source_ids: readSources(
      launch,
      { primary: 'GEOMAP_EARTHQUAKE_SOURCE_ID', all: 'GEOMAP_EARTHQUAKE_SOURCE_IDS' },
      { primary: 'usgs_fdsn_events', companion: 'emsc_fdsn_events', family: 'earthquake_events', mirrors },
    ),
    active_fault_source_ids: readSources(
      launch,
      { primary: 'GEOMAP_ACTIVE_FAULT_SOURCE_ID', all: 'GEOMAP_ACTIVE_FAULT_SOURCE_IDS' },
      { primary: 'gem_global_active_faults', companion: 'diss_seismogenic_sources', family: 'active_faults', mirrors },
    ),
    mineral_occurrence_source_ids: readSources(
      launch,
      { primary: 'GEOMAP_MINERAL_OCCURRENCE_SOURCE_ID', all: 'GEOMAP_MINERAL_OCCURRENCE_SOURCE_IDS' },
      {
        primary: 'ontario_mineral_deposit_inventory',
        companion: 'sigeom_mineral_occurrences',
        family: 'mineral_occurrences',
        // Minerals are asked live only.
        mirrors: null,
      },
    ),
    gem_active_fault_version: readText(launch, 'GEOMAP_GEM_ACTIVE_FAULT_VERSION') ?? null,
    earthengine_project: readText(launch, 'GEOMAP_EARTHENGINE_PROJECT') ?? null,
    earthengine_credentials: readPath(
      launch,
      'GOOGLE_APPLICATION_CREDENTIALS',
      join(homeFolder(launch), '.config/gcloud/application_default_credentials.json'),
    ),
    earthengine_landcover_dataset: readText(launch, 'GEOMAP_EARTHENGINE_LANDCOVER_DATASET') ?? 'ESA/WorldCover/v200',
    earthengine_population_dataset: readText(launch, 'GEOMAP_EARTHENGINE_POPULATION_DATASET') ?? 'WorldPop/GP/100m/pop',
    earthengine_scale: readInteger(launch, 'GEOMAP_EARTHENGINE_SCALE', { fallback: 100, least: 1 }),
    earthengine_max_pixels: readInteger(launch, 'GEOMAP_EARTHENGINE_MAX_PIXELS', { fallback: 100_000_000, least: 1 }),
    macrostrat_url: readAddress(launch, 'GEOMAP_MACROSTRAT_URL', 'https://macrostrat.org/api/v2'),
    semantic_model: readExistingFolder(launch, 'GEOMAP_SEMANTIC_MODEL'),
    semantic_top_k: readInteger(launch, 'GEOMAP_SEMANTIC_TOP_K', { fallback: 5, least: 1 }),
    semantic_min_score: readNumber(launch, 'GEOMAP_SEMANTIC_MIN_SCORE'),
    cache: {
      live_seconds: readInteger(launch, 'GEOMAP_KNOWLEDGE_CACHE_LIVE_SECONDS', { fallback: 21_600, least: 0 }),
      max_bytes: readInteger(launch, 'GEOMAP_KNOWLEDGE_CACHE_BYTES', { fallback: 268_435_456, least: 0 }),
    },
  };
}

/**
 * The whole environment at once; reads links of the file system, creates nothing.
 * Throws `ConfigurationError` for a value that cannot be used.
 */
export function parseEnvironment(launch: LaunchEnvironment): Environment {
  const home = homeFolder(launch);
  const dataRoot = readPath(
    launch,
    'GEOMAP_DATA_ROOT',
    join(readText(launch, 'XDG_DATA_HOME') ?? join(home, '.local/share'), PROJECT),
  );
  const cacheRoot = readPath(
    launch,
    'GEOMAP_CACHE_ROOT',
    join(readText(launch, 'XDG_CACHE_HOME') ?? join(home, '.cache'), PROJECT),
  );
  const settings: Settings = {
    data_root: dataRoot,
    cache_root: cacheRoot,
    allowed_roots: parseRoots(launch, [dataRoot, cacheRoot]),
    model_root: readPath(launch, 'GEOMAP_MODEL_ROOT', join(dataRoot, 'assets/models')),
    launch: { home: canonicalPath(home), folder: canonicalPath(launch.folder) },
    detector: parseDetector(launch),
    ocr: parseOcr(launch),
    gates: {
      detectors: readGate(launch, 'GEOMAP_MCP_ENABLE_DETECTOR_PREPARATION'),
      knowledge: readGate(launch, 'GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION'),
    },
    limits: {
      max_source_bytes: readInteger(launch, 'GEOMAP_MAX_SOURCE_BYTES', { fallback: 200 * MIB, least: 1 }),
      max_source_pixels: readInteger(launch, 'GEOMAP_MAX_SOURCE_PIXELS', { fallback: 400_000_000, least: 1 }),
      max_resource_read_bytes: readInteger(launch, 'GEOMAP_MAX_RESOURCE_READ_BYTES', { fallback: 50 * MIB, least: 1 }),
    },
    dataset_source: parseDatasetSource(launch),
    knowledge: parseKnowledge(launch, dataRoot),
  };
  return {
    settings,
    process: {
      stateRoot: readPath(launch, 'GEOMAP_STATE_ROOT', join(dataRoot, 'state')),
      redisUrl: parseRedisUrl(launch),
      idleSeconds: readInteger(launch, 'GEOMAP_IDLE_SECONDS', { fallback: 300, least: 1 }),
      logLevel: parseLevel(readText(launch, 'GEOMAP_LOG_LEVEL')),
    },
  };
}

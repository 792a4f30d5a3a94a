import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Bounds } from '../../src/domain/geo/bounds.ts';
import type { AnswerCache } from '../../src/domain/knowledge/answer-cache.ts';
import { type Execution, executeQuery } from '../../src/domain/knowledge/execution.ts';
import type { HttpGet } from '../../src/domain/knowledge/ports.ts';
import { PROVIDERS } from '../../src/domain/knowledge/provider-registry.ts';
import type { KnowledgeRequest } from '../../src/domain/knowledge/request.ts';
import type { KnowledgeSettings } from '../../src/domain/settings/settings.ts';
import { createKnowledgeLibrary, type KnowledgeLibrary } from '../../src/workers/knowledge/library.ts';
import { withoutPaths } from './paths-walk.ts';

/** Data that stand beside the repository on some machines. */
export const SHARED = fileURLToPath(new URL('../../../shared', import.meta.url));
export const hasShared = existsSync(join(SHARED, 'data/knowledge'));
/** For the titles of tests that need them. */
export const WITHOUT_SHARED = 'shared data absent';

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'knowledge-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Settings whose files lie in the folder under the names of the managed assets; none of them exists yet. */
export function settingsIn(folder: string, changes: Partial<KnowledgeSettings> = {}): KnowledgeSettings {
  return {
    root: folder,
    sources_root: join(folder, 'sources'),
    earthquake_csv: join(folder, 'earthquakes.csv'),
    active_fault_geojson: join(folder, 'faults.geojson'),
    k2_rock_type_json: join(folder, 'k2_rock_type.json'),
    k2_rock_age_json: join(folder, 'k2_rock_age.json'),
    k2_rock_detail_json: join(folder, 'k2_rock_detail.json'),
    k2_usage_json: join(folder, 'k2_usage.json'),
    k2_expertise_json: join(folder, 'k2_expertise.json'),
    earthquake_source_ids: ['usgs_fdsn_events', 'emsc_fdsn_events'],
    active_fault_source_ids: ['gem_global_active_faults', 'diss_seismogenic_sources'],
    mineral_occurrence_source_ids: ['ontario_mineral_deposit_inventory', 'sigeom_mineral_occurrences'],
    gem_active_fault_version: null,
    earthengine_project: null,
    earthengine_credentials: '/nowhere/credentials.json',
    macrostrat_url: 'https://macrostrat.invalid/api/v2',
    earthengine_landcover_dataset: 'ESA/WorldCover/v200',
    earthengine_population_dataset: 'WorldPop/GP/100m/pop',
    earthengine_scale: 100,
    earthengine_max_pixels: 1e8,
    semantic_model: null,
    semantic_top_k: 5,
    semantic_min_score: null,
    ...changes,
  };
}

export const box = (min_lon: number, min_lat: number, max_lon: number, max_lat: number): Bounds => ({
  min_lon,
  min_lat,
  max_lon,
  max_lat,
  crs: 'EPSG:4326',
});

/** A server that refuses every connection. */
export const refusing: HttpGet = async ({ label }) => {
  const { providerFailed } = await import('../../src/domain/knowledge/failures.ts');
  throw providerFailed(`The request to ${label} failed (ECONNREFUSED).`);
};

export type Desk = {
  readonly folder: string;
  readonly library: KnowledgeLibrary;
  readonly settings: KnowledgeSettings;
  write(name: string, content: unknown): void;
  ask(request: Partial<KnowledgeRequest>): Promise<Execution>;
};

/** A folder of knowledge files and a way to ask the real providers about them. Nothing reaches a network. */
export function desk(
  options: {
    readonly http?: HttpGet;
    readonly settings?: Partial<KnowledgeSettings>;
    readonly cache?: (folder: string) => AnswerCache;
  } = {},
): Desk {
  const folder = temporaryFolder();
  const settings = settingsIn(folder, options.settings);
  const library = createKnowledgeLibrary({ http: options.http ?? refusing, now: () => new Date('2025-01-01T00:00:00Z') });
  return {
    folder,
    library,
    settings,
    write: (name, content) => writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content)),
    ask: (request) =>
      // Every result and every refusal of the suite is searched for paths.
      executeQuery(
        {
          bounds: null,
          labels: [],
          queryText: null,
          include: [],
          exclude: [],
          maxRecords: null,
          maxRecordsByProvider: {},
          providerOptions: {},
          ...request,
        },
        {
          providers: PROVIDERS,
          ports: library.portsFor(settings, {
            cacheRoot: join(folder, 'cache'),
            signal: new AbortController().signal,
            report: () => undefined,
          }),
          gates: { detectors: true, knowledge: true },
          signal: new AbortController().signal,
          cache: options.cache?.(folder) ?? null,
          onFailure: () => undefined,
        },
      ).then(
        (execution) => withoutPaths(execution, [folder, SHARED]),
        (error: unknown) => Promise.reject(withoutPaths(error, [folder, SHARED])),
      ),
  };
}

/** The only item of a provider's answer. */
export function itemOf(execution: Execution, provider: string) {
  const outcome = execution.outcomes.find((one) => one.provider === provider);
  if (outcome?.status !== 'answered') throw new Error(`${provider} did not answer`);
  const [item] = outcome.answer.items;
  if (item === undefined) throw new Error(`${provider} gave no item`);
  return item;
}

export function recordsOf(execution: Execution, provider: string): readonly Readonly<Record<string, unknown>>[] {
  const { value } = itemOf(execution, provider);
  if (!Array.isArray(value)) throw new Error(`${provider} gave no list`);
  return value;
}

export const label = (text: string, headings: readonly string[] = []) => ({ text, headings });

/** Three events around San Francisco Bay, one of them a quarry blast, one without magnitude, one given twice. */
export const EVENTS = `time,latitude,longitude,depth,mag,magType,gap,net,id,updated,place,type,status
2021-06-15T12:00:00.000Z,37.5,-121.5,8,5.5,mw,30,us,a1,2021-06-16T00:00:00.000Z,"Here, now",earthquake,reviewed
2020-12-31T23:59:59.900Z,37.4,-121.4,10,,mb,40,nc,a2,2021-01-02T00:00:00.000Z,No magnitude,earthquake,automatic
2020-03-01T10:00:00.000Z,37.45,-121.45,0,5,ml,,us,a3,2020-03-02T00:00:00.000Z,Quarry,quarry blast,reviewed
2021-06-15T12:00:00.000Z,37.5,-121.5,8,5.5,mw,30,us,a1,2021-06-16T00:00:00.000Z,"Here, now",earthquake,reviewed
2019-01-01T00:00:00.000Z,bad,-121.5,8,5,mw,30,us,a4,2021-06-16T00:00:00.000Z,Nowhere,earthquake,reviewed
`;

export const BAY = box(-122, 37, -121, 38);

export const lineFeature = (
  properties: Readonly<Record<string, unknown>> | null,
  coordinates: readonly (readonly number[])[],
) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates },
});

export const collection = (...features: readonly unknown[]) => ({ type: 'FeatureCollection', features });

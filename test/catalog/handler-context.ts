import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Settings, settingsSchema } from '../../src/domain/settings/settings.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openStore } from '../../src/platform/store/open-store.ts';
import type { HandlerContext } from '../../src/workers/handler.ts';
import { temporaryFolder } from './store-fixture.ts';

export type Workspace = {
  readonly root: string;
  readonly maps: string;
  readonly context: HandlerContext;
  readonly with: (more: SettingsChange) => HandlerContext;
};
export type SettingsChange = { [K in keyof Settings]?: Partial<Settings[K]> | Settings[K] };

/** Folders `data`, `cache`, `outside`, a store and a context whose settings name them. */
export function workspace(): Workspace {
  const root = realpathSync(temporaryFolder());
  for (const name of ['data/maps', 'cache', 'outside', 'data-evil', 'home']) mkdirSync(join(root, name), { recursive: true });
  const store = openStore({ stateRoot: join(root, 'data/state') });
  onTestFinished(() => store.close());
  const settings = settingsFor(root);
  const context: HandlerContext = {
    traceId: '0'.repeat(32),
    settings,
    signal: new AbortController().signal,
    progress: () => undefined,
    store,
    log: createLogger('CRITICAL'),
  };
  return { root, maps: join(root, 'data/maps'), context, with: (more) => ({ ...context, settings: merge(settings, more) }) };
}

function merge(settings: Settings, more: SettingsChange): Settings {
  return settingsSchema.parse({
    ...settings,
    ...more,
    gates: { ...settings.gates, ...more.gates },
    limits: { ...settings.limits, ...more.limits },
    knowledge: { ...settings.knowledge, ...more.knowledge },
  });
}

function settingsFor(root: string): Settings {
  const knowledge = join(root, 'data/assets/knowledge');
  return {
    data_root: join(root, 'data'),
    cache_root: join(root, 'cache'),
    allowed_roots: [join(root, 'data'), join(root, 'cache')],
    model_root: join(root, 'data/assets/models'),
    launch: { home: join(root, 'home'), folder: root },
    detector: 'auto',
    gates: { detectors: true, knowledge: true },
    limits: { max_source_bytes: 209_715_200, max_source_pixels: 400_000_000, max_resource_read_bytes: 52_428_800 },
    dataset_source: 'usgs',
    knowledge: {
      root: knowledge,
      sources_root: join(root, 'data/knowledge/sources'),
      earthquake_csv: join(knowledge, 'earthquake_1970_4.5mag.csv'),
      active_fault_geojson: join(knowledge, 'gem_active_faults_harmonized.geojson'),
      k2_rock_type_json: join(knowledge, 'k2_rock_type.json'),
      k2_rock_age_json: join(knowledge, 'k2_rock_age.json'),
      k2_rock_detail_json: join(knowledge, 'k2_rock_detail.json'),
      k2_usage_json: join(knowledge, 'k2_usage.json'),
      k2_expertise_json: join(knowledge, 'k2_expertise.json'),
      earthquake_source_ids: ['usgs_fdsn_events'],
      active_fault_source_ids: ['gem_global_active_faults'],
      mineral_occurrence_source_ids: ['ontario_mineral_deposit_inventory'],
      gem_active_fault_version: null,
      earthengine_project: null,
      earthengine_credentials: '/nowhere/credentials.json',
      macrostrat_url: 'https://macrostrat.invalid/api/v2',
      earthengine_landcover_dataset: 'ESA/WorldCover/v200',
      earthengine_population_dataset: 'WorldPop/GP/100m/pop',
      earthengine_scale: 100,
      earthengine_max_pixels: 100_000_000,
      semantic_model: null,
      semantic_top_k: 5,
      semantic_min_score: null,
    },
  };
}

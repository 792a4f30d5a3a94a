import { mkdtempSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { SourceFacts } from '../../src/domain/catalog/records.ts';
import type { BundleInput } from '../../src/domain/documents/knowledge.ts';
import type { Box } from '../../src/domain/geo/wrap.ts';
import type { Settings } from '../../src/domain/settings/settings.ts';
import { canonicalPath } from '../../src/platform/environment-values.ts';
import { createLogger } from '../../src/platform/log.ts';
import { openMemoryStore } from '../../src/platform/store/open-store.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { inspectSource } from '../../src/workers/catalog/inspect-source.ts';
import type { HandlerContext } from '../../src/workers/handler.ts';
import { overlayRender } from '../../src/workers/handlers/overlay-render.ts';

/** Data that stand beside the repository on some machines. */
/** Allowed roots are canonical, and the folder may be a link. */
export const SHARED = canonicalPath(fileURLToPath(new URL('../../../shared/data', import.meta.url)));

function settingsIn(folder: string): Settings {
  const file = join(folder, 'none.json');
  return {
    data_root: join(folder, 'data'),
    cache_root: join(folder, 'cache'),
    allowed_roots: [join(folder, 'maps'), SHARED],
    model_root: join(folder, 'models'),
    launch: { home: folder, folder },
    detector: 'builtin',
    gates: { detectors: false, knowledge: false },
    limits: { max_source_bytes: 209_715_200, max_source_pixels: 400_000_000, max_resource_read_bytes: 52_428_800 },
    dataset_source: 'custom',
    knowledge: {
      root: folder,
      sources_root: folder,
      earthquake_csv: file,
      active_fault_geojson: file,
      k2_rock_type_json: file,
      k2_rock_age_json: file,
      k2_rock_detail_json: file,
      k2_usage_json: file,
      k2_expertise_json: file,
      earthquake_source_ids: [],
      active_fault_source_ids: [],
      mineral_occurrence_source_ids: [],
      gem_active_fault_version: null,
      earthengine_project: null,
      earthengine_credentials: '/nowhere/credentials.json',
      macrostrat_url: 'https://macrostrat.invalid/api/v2',
      earthengine_landcover_dataset: 'x',
      earthengine_population_dataset: 'x',
      earthengine_scale: 1000,
      earthengine_max_pixels: 1000,
      semantic_model: null,
      semantic_top_k: 5,
      semantic_min_score: null,
    },
  };
}

/** A worker's surroundings in a folder of their own, with the real adapters. */
export function createKit() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'overlay-')));
  const store = openMemoryStore({ stateRoot: join(folder, 'data', 'state') });
  onTestFinished(async () => {
    store.close();
    await rm(folder, { recursive: true, force: true });
  });
  const lines: string[] = [];
  const context: HandlerContext = {
    traceId: '0'.repeat(32),
    settings: settingsIn(folder),
    signal: new AbortController().signal,
    progress: () => undefined,
    store,
    log: createLogger('INFO', (line) => lines.push(line)),
  };
  const raster = createSharpRaster();
  const render = overlayRender({
    header: sharpHeader,
    raster,
    glyphs: createGlyphSource(),
    definitions: createEpsgDefinitions(),
  });
  const register = async (path: string): Promise<SourceFacts & { readonly id: string }> =>
    store.registerMap(await inspectSource({ path, settings: context.settings }, sharpHeader));
  const georeference = (mapId: string, document: Readonly<Record<string, unknown>>) =>
    store.addGeoref(mapId, () => ({ sourceSha256: store.findMap(mapId)?.sha256 ?? '', document }));
  return { folder, maps: join(folder, 'maps'), store, context, raster, render, register, georeference, lines };
}

/** A bundle with one list of records per provider. */
export const bundleOf = (
  records: Readonly<Record<string, readonly unknown[]>>,
  part: Readonly<Record<string, number>> | null,
): BundleInput => ({
  schema_version: 'knowledge/v2',
  bounds: null,
  items: Object.entries(records).map(([provider, value]) => ({
    id: `${provider}:${provider}`,
    key: provider,
    provider,
    value,
    provenance: {},
  })),
  warnings: [],
  provider_versions: {},
  trace: { bounds_parts: part === null ? [] : [part] },
});

/** A georeference document without frills. */
export const georefOf = (crs: string, coefficients: readonly number[], bounds: Box) => ({
  schema_version: 'georef/v1' as const,
  crs,
  affine: { coefficients: [...coefficients] },
  bounds,
  residual: 0,
});

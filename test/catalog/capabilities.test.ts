import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROBED_PACKAGES, type ProbedPackage } from '../../src/domain/catalog/capabilities.ts';
import { classifyImportFailure } from '../../src/domain/catalog/import-failure.ts';
import { CAPABILITY_NAMES, capabilitiesPayloadSchema } from '../../src/domain/documents/catalog.ts';
import type { Settings } from '../../src/domain/settings/settings.ts';
import { capabilitiesList } from '../../src/workers/handlers/capabilities-list.ts';
import { detectorsPrepare } from '../../src/workers/handlers/detectors-prepare.ts';
import { knowledgePrepare } from '../../src/workers/handlers/knowledge-prepare.ts';
import { createPreflight, type Preflight } from '../../src/workers/preflight.ts';
import { serve, testAsset, zipOf } from '../assets/asset-server.ts';
import { type SettingsChange, type Workspace, workspace } from './handler-context.ts';

const allLoad: Preflight<ProbedPackage> = { check: async () => ({ failures: [], problem: null }) };
let place: Workspace;
beforeEach(() => {
  place = workspace();
});

const list = async (more: SettingsChange = {}, preflight = allLoad) =>
  capabilitiesPayloadSchema.parse((await capabilitiesList({ preflight })({}, place.with(more))).payload);
const put = (path: string) => {
  mkdirSync(dirname(join(place.root, path)), { recursive: true });
  writeFileSync(join(place.root, path), 'x');
};
const ready = (payload: Awaited<ReturnType<typeof list>>) =>
  payload.providers.filter((provider) => provider.ready).map((provider) => provider.id);

describe('an empty installation', () => {
  test('has every capability in order, and is ready to work with what is built in', async () => {
    const payload = await list();
    expect(Object.keys(payload.capabilities)).toEqual([...CAPABILITY_NAMES]);
    expect(Object.values(payload.capabilities).map((each) => each.ready)).toEqual(Array(8).fill(true));
    expect(ready(payload)).toEqual(['rock_type', 'rock_age', 'mineral_occurrences']);
    expect(payload.capabilities.knowledge_query).toMatchObject({ ready_provider_count: 3, registered_provider_count: 10 });
    expect(payload.allowed_roots).toEqual([{ label: 'root_1' }, { label: 'root_2' }]);
    expect(payload.limits).toMatchObject({ max_source_bytes: 209_715_200, max_resource_read_bytes: 52_428_800 });
    expect(payload.schema_versions).toEqual({
      map_processing: 'map-processing/v1',
      knowledge: 'knowledge/v2',
      georef: 'georef/v1',
      mcp_registry: 'mcp-registry/v1',
    });
    expect(JSON.stringify(payload)).not.toContain(place.root);
  });

  test('says whether text on maps is read, in which languages, and why not', async () => {
    const reading = async (ocr: Settings['ocr']) => (await list({ ocr })).capabilities.map_processing?.text_reading;
    const asked = { enabled: true, languages: ['eng'], data_root: null };
    expect(await reading(asked)).toEqual({ ready: true, languages: ['eng'], reason: null });
    expect(await reading({ ...asked, enabled: false })).toMatchObject({
      ready: false,
      reason: expect.stringContaining('GEOMAP_OCR'),
    });
    expect(await reading({ ...asked, languages: ['eng', 'xyz'] })).toMatchObject({
      ready: false,
      reason: expect.stringMatching(/xyz.*GEOMAP_OCR_DATA/),
    });
  });

  test('names asset and remedy of each provider that is not ready', async () => {
    const missing = (await list()).providers.flatMap((provider) =>
      provider.missing_requirements.map((text) => `${provider.id}: ${text}`),
    );
    expect(missing).toEqual([
      expect.stringMatching(/^earthquake_history: USGS earthquake data.*geomap_prepare_knowledge.*mirror/),
      expect.stringMatching(/^active_faults: GEM active-fault data.*geomap_prepare_knowledge.*mirror/),
      expect.stringMatching(/^landcover_distribution: GEOMAP_EARTHENGINE_PROJECT/),
      expect.stringMatching(/^landcover_distribution: GOOGLE_APPLICATION_CREDENTIALS/),
      expect.stringMatching(/^population_density: GEOMAP_EARTHENGINE_PROJECT/),
      expect.stringMatching(/^population_density: GOOGLE_APPLICATION_CREDENTIALS/),
      expect.stringMatching(/^rock_knowledge: PEACE knowledge base.*geomap_prepare_knowledge/),
      expect.stringMatching(/^component_usage_knowledge: PEACE knowledge base/),
      expect.stringMatching(/^downstream_task_knowledge: PEACE knowledge base/),
    ]);
  });

  test('with gates off names no prepare tool anywhere', async () => {
    const payload = await list({ gates: { detectors: false, knowledge: false }, detector: 'peace' });
    expect(payload.capabilities.detector_preparation).toMatchObject({ registered: false, ready: false });
    expect(payload.capabilities.knowledge_preparation?.missing_requirements[0]).toContain(
      'GEOMAP_MCP_ENABLE_KNOWLEDGE_PREPARATION',
    );
    expect(JSON.stringify(payload)).not.toContain('geomap_prepare_');
  });
});

describe('files', () => {
  test('make their providers ready; a folder of that name does not', async () => {
    for (const name of [
      'earthquake_1970_4.5mag.csv',
      'gem_active_faults_harmonized.geojson',
      'k2_rock_detail.json',
      'k2_usage.json',
    ])
      put(`data/assets/knowledge/${name}`);
    mkdirSync(join(place.root, 'data/assets/knowledge/k2_expertise.json'));
    expect(ready(await list())).toEqual([
      'rock_type',
      'rock_age',
      'earthquake_history',
      'active_faults',
      'mineral_occurrences',
      'rock_knowledge',
      'component_usage_knowledge',
    ]);
  });

  test('of a synced mirror do as well', async () => {
    put('data/knowledge/sources/usgs_fdsn_events/2024/manifest.json');
    put('data/knowledge/sources/gem_global_active_faults/readme.txt');
    expect(ready(await list())).toContain('earthquake_history');
    expect(ready(await list())).not.toContain('active_faults');
  });

  test('elsewhere than the prepare tools install to make these not ready', async () => {
    const payload = await list({
      model_root: join(place.root, 'models'),
      knowledge: { k2_usage_json: join(place.root, 'u.json') },
    });
    expect(payload.capabilities.detector_preparation).toMatchObject({ configured: false, ready: false });
    expect(payload.capabilities.knowledge_preparation).toMatchObject({ configured: false, ready: false });
  });
});

describe('the detector', () => {
  const processing = async (detector: 'auto' | 'peace' | 'builtin', preflight = allLoad) =>
    (await list({ detector }, preflight)).capabilities.map_processing;
  const broken: Preflight<ProbedPackage> = {
    check: async () => ({
      failures: [
        { probed: 'sharp', package: 'sharp', reason: 'shared_library', library: 'libvips-cpp.so.42' },
        { probed: 'onnxruntime-node', package: 'onnxruntime-node', reason: 'missing' },
      ],
      problem: null,
    }),
  };

  test('that is built in needs no asset, PEACE needs two', async () => {
    expect((await processing('auto'))?.missing_requirements).toEqual([]);
    expect((await processing('builtin'))?.ready).toBe(true);
    const peace = await processing('peace');
    expect(peace).toMatchObject({ ready: false, installed: true, configured: false });
    expect(peace?.missing_requirements).toEqual([
      expect.stringMatching(/component.*\$GEOMAP_DATA_ROOT/),
      expect.stringMatching(/legend.*\$GEOMAP_DATA_ROOT/),
    ]);
    put('data/assets/models/det_component/weights/best.pt');
    put('data/assets/models/det_legend/weights/best.pt');
    expect((await processing('peace'))?.ready).toBe(true);
  });

  test('names the packages that it needs and that do not load, first', async () => {
    expect((await processing('auto', broken))?.missing_requirements).toEqual([
      'sharp import failed: missing shared library libvips-cpp.so.42',
    ]);
    expect((await processing('peace', broken))?.missing_requirements.slice(0, 2)).toEqual([
      'sharp import failed: missing shared library libvips-cpp.so.42',
      'onnxruntime-node is missing',
    ]);
    const payload = await list({}, broken);
    expect(payload.detectors.runtime_available).toBe(false);
    expect(payload.installed).toMatchObject({ sharp: false, better_sqlite3: true });
    expect(payload.capabilities.overlay_rendering).toMatchObject({
      ready: true,
      missing_requirements: [],
      formats: { svg: true, png: false },
    });
  });
});

describe('why a package did not load', () => {
  const link = (message: string, more: { code?: string; name?: string } = {}) => ({
    name: more.name ?? 'Error',
    code: more.code ?? null,
    message,
  });

  test.each([
    [[link("Cannot find package 'sharp' imported from /x/y.js", { code: 'ERR_MODULE_NOT_FOUND' })], 'missing', {}],
    [
      [link("Cannot find module '@img/colour'\nRequire stack:\n- /x", { code: 'MODULE_NOT_FOUND' })],
      'missing',
      { package: '@img/colour' },
    ],
    [
      [link("Cannot find module '../build/addon.node'\nRequire stack:", { code: 'MODULE_NOT_FOUND' })],
      'missing',
      { package: 'sharp' },
    ],
    [
      [link('libGL.so.1: cannot open shared object file: No such file or directory', { code: 'ERR_DLOPEN_FAILED' })],
      'shared_library',
      { library: 'libGL.so.1' },
    ],
    [
      [link('Could not load'), link('/opt/x/libvips-cpp.so.8.17.3: cannot open shared object file: No such file')],
      'shared_library',
      { library: 'libvips-cpp.so.8.17.3' },
    ],
    [
      [link('Error loading shared library libstdc++.so.6: No such file (needed by /x)')],
      'shared_library',
      { library: 'libstdc++.so.6' },
    ],
    [
      [link('dlopen(/x.node): Library not loaded: @rpath/libonnxruntime.1.dylib')],
      'shared_library',
      { library: 'libonnxruntime.1.dylib' },
    ],
    [[link('cannot read map.source.png', { name: 'RangeError' })], 'error', { errorName: 'RangeError' }],
    [[link('opening libfoo.so failed somehow', { name: 'weird name\n' })], 'error', { errorName: 'Error' }],
    [[], 'error', { errorName: 'Error' }],
  ])('%#: %j', (chain, reason, more) => {
    expect(classifyImportFailure('sharp', chain)).toMatchObject({ package: 'sharp', reason, ...more });
  });
});

describe('the probe', () => {
  test('loads every native package of this build in another process', async () => {
    const names = Object.values(PROBED_PACKAGES);
    const { failures, problem } = await createPreflight(names).check();
    expect(problem).toBeNull();
    expect(failures.map((failure) => failure.probed).filter((name) => name !== 'gdal-async')).toEqual([]);
  });

  test('names a package that is not there, and asks only once', async () => {
    const preflight = createPreflight(['no-such-package-anywhere']);
    const first = preflight.check();
    expect(await first).toEqual({
      failures: [{ probed: 'no-such-package-anywhere', package: 'no-such-package-anywhere', reason: 'missing' }],
      problem: null,
    });
    expect(await preflight.check()).toBe(await first);
  });

  test('that takes too long or dies is said to have failed', async () => {
    expect((await createPreflight(['sharp'], 1).check()).problem?.text).toContain('timed out');
    const folder = join(place.root, 'killer.mjs');
    writeFileSync(folder, "process.kill(process.pid, 'SIGKILL'); await new Promise(() => undefined)");
    expect((await createPreflight([folder]).check()).problem?.text).toContain('SIGKILL');
  });

  test('is not disturbed by what a package prints or by its exit hooks', async () => {
    const noisy = join(place.root, 'noisy.mjs');
    writeFileSync(noisy, "process.stdout.write('noise\\n'); process.stderr.write('noise\\n');");
    expect(await createPreflight([noisy]).check()).toEqual({ failures: [], problem: null });
  });
});

describe('preparing', () => {
  const models = () => zipOf(['a', 'b'].map((name) => ({ name: `models/${name}/best.pt`, content: 'x' })));

  test('installs, lists what is ready, and says so again the second time', async () => {
    const bytes = await models();
    const asset = testAsset(await serve((_request, response) => void response.end(bytes)));
    const prepare = detectorsPrepare({ preflight: allLoad, asset });
    expect((await prepare({}, place.context)).payload).toMatchObject({
      assets: [{ asset_id: 'test-asset', status: 'installed' }],
      performs_network_access: true,
      map_processing: { ready: true },
      warnings: [],
    });
    expect((await prepare({}, place.context)).payload.assets).toEqual([{ asset_id: 'test-asset', status: 'already-installed' }]);
    expect((await prepare({}, place.with({ detector: 'peace' }))).payload.warnings).toEqual([
      expect.stringContaining('not ready'),
    ]);
  });

  test('knowledge lists all ten providers afresh', async () => {
    const bytes = await zipOf([{ name: 'top/dependencies/knowledge/k2_usage.json', content: '{}' }]);
    const url = await serve((_request, response) => void response.end(bytes));
    const asset = testAsset(url, {
      destination: 'assets/knowledge',
      archiveFolder: 'dependencies/knowledge',
      files: ['k2_usage.json'],
    });
    const { payload } = await knowledgePrepare({ preflight: allLoad, asset })({}, place.context);
    expect(payload.providers).toHaveLength(10);
    expect(payload).toMatchObject({
      knowledge_query: { ready_provider_count: 4 },
      warnings: [expect.stringContaining('earthquake_history')],
    });
  });

  test('is refused when switched off or when the paths are not the managed ones', async () => {
    const detectors = detectorsPrepare({ preflight: allLoad });
    const knowledge = knowledgePrepare({ preflight: allLoad });
    await expect(detectors({}, place.with({ gates: { detectors: false } }))).rejects.toMatchObject({
      code: 'preparation_disabled',
    });
    await expect(knowledge({}, place.with({ gates: { knowledge: false } }))).rejects.toMatchObject({
      code: 'preparation_disabled',
    });
    await expect(detectors({}, place.with({ model_root: join(place.root, 'models') }))).rejects.toMatchObject({
      code: 'detector_configuration_mismatch',
    });
    await expect(knowledge({}, place.with({ knowledge: { earthquake_csv: join(place.root, 'e.csv') } }))).rejects.toMatchObject({
      code: 'knowledge_configuration_mismatch',
    });
  });
});

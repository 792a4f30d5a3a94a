import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { PROBED_PACKAGES } from '../../src/domain/catalog/capabilities.ts';
import { detectorsPrepare } from '../../src/workers/handlers/detectors-prepare.ts';
import { createPreflight } from '../../src/workers/preflight.ts';
import { serve, sha256, testAsset, zipOf } from '../assets/asset-server.ts';
import { ownFolder, writeWeights } from '../peace/peace-folder.ts';
import { gateVariables, wholeServer } from './whole-server.ts';

/** Weights of the real format with random numbers, as an archive that a server of this test hands out. */
async function servedWeights() {
  const folder = ownFolder();
  await writeWeights(folder, { scoreBias: 1 });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const members = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return { name: `models${path.slice(folder.length)}`, content: readFileSync(path) };
  });
  const bytes = await zipOf(members);
  const url = await serve((_request, response) => void response.end(bytes));
  return testAsset(url, {
    archiveSha256: sha256(bytes),
    maxArchiveBytes: 50_000_000,
    maxExtractedBytes: 50_000_000,
    files: ['det_component/weights/best.pt', 'det_legend/weights/best.pt'],
  });
}

async function registeredScan(server: ReturnType<typeof wholeServer>): Promise<string> {
  const file = join(server.maps, 'scan.png');
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  writeFileSync(
    file,
    await sharp({ create: { width: 320, height: 240, channels: 3, background: 'white', noise } })
      .png()
      .toBuffer(),
  );
  return String((await server.call('geomap_register_map', { path: file })).structuredContent.map_id);
}

test('a server set to PEACE without weights asks for them, and runs them after an installation without a restart', async () => {
  const asset = await servedWeights();
  const preflight = createPreflight(Object.values(PROBED_PACKAGES));
  const server = wholeServer({
    variables: { ...gateVariables('on'), GEOMAP_DETECTOR: 'peace' },
    handlers: { 'detectors.prepare': detectorsPrepare({ preflight, asset }) },
  });
  const scan = await registeredScan(server);
  const { failure } = await server.failureOf('geomap_process_image', { map_id: scan });
  expect(failure.code).toBe('missing_extra');
  expect(failure.details?.missing_requirements).toHaveLength(2);
  expect(failure.recovery_hints?.[0]).toMatch(/^Call `geomap_prepare_detectors`/);
  const prepared = await server.call('geomap_prepare_detectors', {});
  expect(prepared.structuredContent).toMatchObject({
    assets: [{ asset_id: 'test-asset', status: 'installed' }],
    map_processing: { ready: true, missing_requirements: [] },
    warnings: [],
  });
  const processed = await server.call('geomap_process_image', { map_id: scan });
  expect(processed.isError, processed.text).toBe(false);
  expect(processed.structuredContent.detector).toMatchObject({ id: 'peace', requested: 'peace' });
  const again = await server.call('geomap_prepare_detectors', {});
  expect(again.structuredContent.assets).toEqual([{ asset_id: 'test-asset', status: 'already-installed' }]);
});

test('with the gate off the first hint is for the operator, and the prepare tool is not there', async () => {
  const server = wholeServer({ variables: { ...gateVariables('off'), GEOMAP_DETECTOR: 'peace' } });
  const { failure } = await server.failureOf('geomap_process_image', { map_id: await registeredScan(server) });
  expect(failure.recovery_hints?.[0]).toMatch(/^Ask the server operator/);
  expect((await server.failureOf('geomap_prepare_detectors', {})).failure.code).toBe('unknown_tool');
});

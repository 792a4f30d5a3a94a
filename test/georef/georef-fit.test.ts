import { describe, expect, it } from 'vitest';
import type { PixelBox, SourceFacts } from '../../src/domain/catalog/records.ts';
import type { GeoreferenceRequest } from '../../src/domain/documents/georef.ts';
import { georefInputSchema, georefPayloadSchema } from '../../src/domain/documents/georef.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { georefFit } from '../../src/workers/handlers/georef-fit.ts';
import { workspace } from '../catalog/handler-context.ts';
import { newArtifact } from '../catalog/store-fixture.ts';
import { SQUARE } from './sample-points.ts';

const handler = georefFit({ definitions: createEpsgDefinitions() });
const EXTENT: PixelBox = [0, 0, 1000, 1000];

const source = (path: string): SourceFacts => ({
  path,
  mimeType: 'image/png',
  bytes: 10,
  mtimeMs: 1,
  sha256: 'a'.repeat(64),
  width: 1200,
  height: 1100,
  orientation: 1,
  pages: 1,
  page: 0,
});

const bench = () => {
  const { context } = workspace();
  const map = context.store.registerMap(source('/data/maps/one.png'));
  const other = context.store.registerMap(source('/data/maps/two.png'));
  const ask = async (more: Partial<GeoreferenceRequest>) => {
    const { payload, links } = await handler({ crs: 'EPSG:26915', gcps: [...SQUARE], ...more }, context);
    return { payload, links };
  };
  const publish = (id: string, mapId: string) =>
    context.store.publishRun(
      {
        id,
        mapId,
        sourceSha256: 'a'.repeat(64),
        detectorId: 'builtin',
        payload: {
          regions: {
            main_map: [
              { label: 'main_map', bbox: [5, 5, 20, 20], confidence: 0.5 },
              { label: 'main_map', bbox: [100, 100, 900, 900], confidence: 0.9 },
            ],
          },
        },
      },
      [
        newArtifact(`${id}main`, { bbox: [200, 200, 800, 800] }),
        newArtifact(`${id}legend`, { label: 'legend', bbox: [1, 2, 3, 4] }),
        newArtifact(`${id}mosaic`, { role: 'lonlat_corner_crop', label: null, bbox: null }),
      ],
    ).artifacts;
  return { context, map, other, ask, publish };
};
const refused = (code: string, reason?: string) =>
  expect.objectContaining(
    reason === undefined ? { code } : { code, facts: expect.objectContaining({ details: expect.objectContaining({ reason }) }) },
  );

describe('georef.fit', () => {
  it('keeps nothing without a map', async () => {
    const { ask, context } = bench();
    const { payload, links } = await ask({ pixel_extent: [...EXTENT] });
    expect(georefPayloadSchema.parse(payload).georef_uri).toBeUndefined();
    expect(links).toEqual([]);
    expect(payload.trace_id).toBe(context.traceId);
  });

  it('numbers the revisions of a map, keeps the document without its own handle, and links it with its size', async () => {
    const { ask, context, map } = bench();
    for (const revision of [1, 2, 3]) {
      const { payload, links } = await ask({ map_uri: `geomap://maps/${map.id}/source`, pixel_extent: [...EXTENT] });
      expect(payload.georef_uri).toBe(`geomap://maps/${map.id}/georef/${revision}.json`);
      expect(links).toEqual([
        expect.objectContaining({
          uri: payload.georef_uri,
          mimeType: 'application/json',
          size: context.store.findGeoref(map.id)?.bytes,
        }),
      ]);
      const { georef_uri: _, ...document } = payload;
      expect(context.store.findGeoref(map.id, revision)?.document).toEqual(document);
    }
  });

  it('gives a result that may be handed back as an inline georeference', async () => {
    const { payload } = await bench().ask({ pixel_extent: [...EXTENT] });
    expect(georefInputSchema.safeParse(payload).success).toBe(true);
  });

  it('takes the extent from the request, else the artifact, else the best detection', async () => {
    const { ask, map, publish } = bench();
    const [main, , mosaic] = publish('r1', map.id);
    const extentOf = async (more: Partial<GeoreferenceRequest>) => (await ask({ map_id: map.id, ...more })).payload.pixel_extent;
    expect(await extentOf({ pixel_extent: [1, 2, 300, 400], main_map_artifact_uri: 'geomap://artifacts/bogus.png' })).toEqual([
      1, 2, 300, 400,
    ]);
    expect(await extentOf({ main_map_artifact_uri: main?.uri })).toEqual([200, 200, 800, 800]);
    expect(await extentOf({})).toEqual([100, 100, 900, 900]);
    expect(await extentOf({ main_map_artifact_uri: mosaic?.uri })).toEqual([100, 100, 900, 900]);
  });

  it('refuses an artifact of another map, of another kind, and an unknown one', async () => {
    const { ask, map, other, publish } = bench();
    const [, legend] = publish('r1', map.id);
    const [foreign] = publish('r2', other.id);
    await expect(async () => ask({ map_id: map.id, main_map_artifact_uri: foreign?.uri })).rejects.toThrow(
      refused('invalid_bounds', 'other_map'),
    );
    await expect(async () => ask({ map_id: map.id, main_map_artifact_uri: legend?.uri })).rejects.toThrow(
      refused('invalid_bounds', 'not_main_map'),
    );
    await expect(async () => ask({ map_id: map.id, main_map_artifact_uri: 'geomap://artifacts/nope.png' })).rejects.toThrow(
      refused('artifact_not_found'),
    );
  });

  it('warns of a superseded artifact and of a source that changed since it was processed', async () => {
    const { ask, context, map, publish } = bench();
    const [old] = publish('r1', map.id);
    publish('r2', map.id);
    expect((await ask({ map_id: map.id, main_map_artifact_uri: old?.uri })).payload.warnings.join('\n')).toMatch(/superseded/);
    context.store.updateSource(map.id, { ...source('/data/maps/one.png'), sha256: 'b'.repeat(64) });
    expect((await ask({ map_id: map.id })).payload.warnings.join('\n')).toMatch(/^source_changed/m);
  });

  it('needs an extent and a known map', async () => {
    const { ask, map } = bench();
    await expect(async () => ask({})).rejects.toThrow(refused('invalid_bounds', 'missing'));
    await expect(async () => ask({ map_id: map.id })).rejects.toThrow(refused('invalid_bounds', 'missing'));
    await expect(async () => ask({ map_id: 'nope', pixel_extent: [...EXTENT] })).rejects.toThrow(refused('artifact_not_found'));
    await expect(async () => ask({ map_uri: 'file:///etc/passwd', pixel_extent: [...EXTENT] })).rejects.toThrow(
      refused('artifact_not_found'),
    );
  });
});

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceFacts } from '../../src/domain/catalog/records.ts';
import type { GeoreferenceRequest } from '../../src/domain/documents/georef.ts';
import { georefInputSchema } from '../../src/domain/documents/georef.ts';
import type { TransformPointsRequest } from '../../src/domain/documents/points.ts';
import { digestOf } from '../../src/mcp/digest.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { georefFit } from '../../src/workers/handlers/georef-fit.ts';
import { pointsTransform } from '../../src/workers/handlers/points-transform.ts';
import { workspace } from '../catalog/handler-context.ts';
import { SQUARE } from './sample-points.ts';
import { bentSheet } from './transform-samples.ts';

const definitions = createEpsgDefinitions();
const fitHandler = georefFit({ definitions });
const pointsHandler = pointsTransform({ definitions });

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
  const fitMap = async (more: Partial<GeoreferenceRequest> = {}) =>
    (
      await fitHandler(
        { crs: 'EPSG:26915', gcps: [...SQUARE], pixel_extent: [0, 0, 1000, 1000], map_id: map.id, ...more },
        context,
      )
    ).payload;
  const restore = async (revision: number) => (await fitHandler({ restore_revision: revision, map_id: map.id }, context)).payload;
  const ask = async (request: TransformPointsRequest) => (await pointsHandler(request, context)).payload;
  return { context, map, fitMap, restore, ask };
};
const refused = (code: string, message: RegExp) => expect.objectContaining({ code, message: expect.stringMatching(message) });
const moved = SQUARE.map((point) => ({ ...point, world_x: point.world_x + 500 }));

describe('points.transform', () => {
  it('gives the corner of the sheet in its CRS, in degrees and in another CRS', async () => {
    const { fitMap, ask, map } = bench();
    await fitMap();
    const own = await ask({ map_id: map.id, pixels: [{ pixel_x: 0, pixel_y: 0 }] });
    expect(own).toMatchObject({ crs: 'EPSG:26915', georef_used: { revision: 1, transform: 'affine' }, inverse_bound_px: 0 });
    expect(own.points[0]).toMatchObject({ from: 'pixel', index: 0, status: 'ok' });
    expect(Math.abs(Number(own.points[0]?.world_x) - 660000)).toBeLessThan(1e-6);
    // The northern edge of this sheet in contract 9.8.
    expect(own.points[0]?.lat?.toFixed(4)).toBe('48.7325');
    const degrees = await ask({ map_id: map.id, crs: 4326, pixels: [{ pixel_x: 0, pixel_y: 0 }] });
    expect(degrees.points[0]).toMatchObject({ world_x: own.points[0]?.lon, world_y: own.points[0]?.lat });
    const { lon, lat } = own.points[0] ?? {};
    const back = await ask({ map_id: map.id, crs: 'EPSG:4326', world: [{ world_x: lon ?? 0, world_y: lat ?? 0 }] });
    expect(Math.hypot(Number(back.points[0]?.pixel_x), Number(back.points[0]?.pixel_y))).toBeLessThan(0.01);
  });

  it('comes back to every pixel through any CRS and any transform', async () => {
    const { fitMap, ask, map } = bench();
    for (const transform of ['affine', 'helmert', 'projective', 'polynomial2', 'polynomial3', 'thin_plate_spline'] as const) {
      await fitMap({ gcps: [...bentSheet(30)], transform, pixel_extent: [0, 0, 5000, 4000] });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ pixel_x: fc.integer({ min: 0, max: 5000 }), pixel_y: fc.integer({ min: 0, max: 4000 }) }), {
            minLength: 1,
            maxLength: 5,
          }),
          fc.constantFrom('EPSG:26915', 'EPSG:4326', 'EPSG:26715'),
          async (pixels, crs) => {
            const out = await ask({ map_id: map.id, crs, pixels });
            const world = out.points.map(({ world_x, world_y }) => ({
              world_x: world_x ?? Number.NaN,
              world_y: world_y ?? Number.NaN,
            }));
            const back = await ask({ map_id: map.id, crs, world });
            for (const [index, { pixel_x, pixel_y }] of pixels.entries()) {
              const found = back.points[index];
              expect(Math.hypot(Number(found?.pixel_x) - pixel_x, Number(found?.pixel_y) - pixel_y)).toBeLessThan(0.1);
            }
          },
        ),
        { numRuns: 5 },
      );
    }
  });

  it('says of each point that it lies outside the picture or has no position', async () => {
    const { fitMap, ask, map } = bench();
    await fitMap();
    const { points, point_counts } = await ask({
      map_id: map.id,
      crs: 'EPSG:4326',
      pixels: [
        { pixel_x: 600, pixel_y: 500 },
        { pixel_x: 1201, pixel_y: 5 },
      ],
      world: [{ world_x: -90.6, world_y: 123 }],
    });
    expect(points.map(({ status }) => status)).toEqual(['ok', 'outside_image', 'no_position']);
    expect(points[2]).toMatchObject({ pixel_x: null, pixel_y: null });
    expect(point_counts).toEqual({ pixel_to_world: 2, world_to_pixel: 1, outside_image: 1, no_position: 1 });
  });

  it('uses the revision that is named, by number or by its URI, and an inline document', async () => {
    const { fitMap, ask, map } = bench();
    const first = await fitMap();
    await fitMap({ gcps: moved });
    const eastOf = async (request: Partial<TransformPointsRequest>) =>
      Math.round(Number((await ask({ pixels: [{ pixel_x: 0, pixel_y: 0 }], ...request })).points[0]?.world_x));
    expect(await eastOf({ map_id: map.id })).toBe(660500);
    expect(await eastOf({ map_id: map.id, revision: 1 })).toBe(660000);
    expect(await eastOf({ map_uri: `geomap://maps/${map.id}/georef/1.json` })).toBe(660000);
    expect(await eastOf({ georef: georefInputSchema.parse(first) })).toBe(660000);
    await expect(ask({ map_id: map.id, revision: 9, pixels: [{ pixel_x: 0, pixel_y: 0 }] })).rejects.toThrow(
      refused('artifact_not_found', /no georeference revision 9.*1 to 2/),
    );
  });

  it('needs a georeference, takes 10,000 points together and stops when it is told to', async () => {
    const { fitMap, ask, map, context } = bench();
    const pixels = Array.from({ length: 6000 }, (_, index) => ({ pixel_x: index / 6, pixel_y: 5 }));
    const world = pixels.map(() => ({ world_x: 660000, world_y: 5400000 }));
    await expect(ask({ map_id: map.id, pixels })).rejects.toThrow(refused('georef_required', /geomap_georeference/));
    await fitMap();
    await expect(ask({ map_id: map.id, pixels, world })).rejects.toThrow(
      refused('invalid_arguments', /at most 10000 points.*12000/),
    );
    expect((await ask({ map_id: map.id, pixels, world: world.slice(0, 4000) })).points).toHaveLength(10_000);
    const signal = AbortSignal.abort(new Error('stop'));
    await expect(pointsHandler({ map_id: map.id, pixels }, { ...context, signal })).rejects.toThrow('stop');
  });

  it('refuses a transform whose numbers are not complete', async () => {
    const { fitMap, ask } = bench();
    const document = georefInputSchema.parse(await fitMap({ gcps: [...bentSheet(12)], transform: 'polynomial2' }));
    const broken = { ...document, transform: { ...document.transform, type: 'polynomial3' as const } };
    await expect(ask({ georef: broken, pixels: [{ pixel_x: 0, pixel_y: 0 }] })).rejects.toThrow(
      refused('invalid_arguments', /transform/),
    );
  });

  it('tells a text-only host the first points in both frames, how many there are and what was cut', async () => {
    const { fitMap, ask, map } = bench();
    await fitMap();
    const pixels = Array.from({ length: 50 }, (_, index) => ({ pixel_x: index, pixel_y: 2 }));
    const lines = digestOf(await ask({ map_id: map.id, pixels }));
    expect(lines.filter((line) => line.startsWith('point: '))).toHaveLength(40);
    expect(lines).toContain('points_not_shown: 10 (all are in the structured result)');
    expect(lines.find((line) => line.startsWith('point: pixel 3 '))).toMatch(
      /pixel=3 2 \| world=660090 5399940 \| lonlat=-90\.\d{9,} 48\.\d{9,} \| ok/,
    );
    expect(lines).toContain('points: pixel_to_world=50, world_to_pixel=0, outside_image=0, no_position=0');
  });
});

describe('taking a fit back', () => {
  it('makes a new revision of the earlier document and leaves both as they are (field report 1.15)', async () => {
    const { fitMap, restore, context, map } = bench();
    const first = await fitMap({ gcps: [...bentSheet(20)], transform: 'thin_plate_spline', pixel_extent: [0, 0, 1200, 1100] });
    const before = context.store.findGeoref(map.id, 1)?.document;
    await fitMap({ gcps: moved });
    const back = await restore(1);
    expect(back).toMatchObject({
      restored_from: 1,
      georef_uri: `geomap://maps/${map.id}/georef/3.json`,
      transform: first.transform,
      bounds: first.bounds,
    });
    expect(context.store.findGeoref(map.id, 1)?.document).toEqual(before);
    expect(context.store.findGeoref(map.id)?.revision).toBe(3);
    expect(context.store.findGeoref(map.id)?.document.affine).toEqual(first.affine);
  });

  it('names the revisions there are when it is asked for another', async () => {
    const { fitMap, restore } = bench();
    await expect(restore(1)).rejects.toThrow(refused('artifact_not_found', /has none yet/));
    await fitMap();
    await expect(restore(4)).rejects.toThrow(refused('artifact_not_found', /it has 1 to 1/));
  });
});

describe('a fit whose picture changed', () => {
  it('remembers digest, size, orientation and page of the picture it was made from', async () => {
    const { fitMap } = bench();
    expect((await fitMap()).source).toEqual({
      sha256: 'a'.repeat(64),
      width: 1200,
      height: 1100,
      orientation: 1,
      page: 0,
      pages: 1,
    });
  });

  it('warns when it is used, and says what changed', async () => {
    const { fitMap, restore, ask, context, map } = bench();
    await fitMap();
    context.store.updateSource(map.id, { ...source('/data/maps/one.png'), sha256: 'b'.repeat(64), width: 1300 });
    const stale = /^source_changed: .*revision 1 \(width 1200, now 1300\)/m;
    expect((await ask({ map_id: map.id, pixels: [{ pixel_x: 1, pixel_y: 1 }] })).warnings.join('\n')).toMatch(stale);
    expect((await restore(1)).warnings.join('\n')).toMatch(/^source_changed: .*revision 2/m);
    await fitMap();
    expect((await ask({ map_id: map.id, pixels: [{ pixel_x: 1, pixel_y: 1 }] })).warnings.join('\n')).not.toMatch(
      /source_changed/,
    );
  });

  it('notices a file that changed on disk without opening the picture', async () => {
    const { context } = workspace();
    const folder = mkdtempSync(join(tmpdir(), 'stale-'));
    const path = join(folder, 'sheet.png');
    writeFileSync(path, 'other content than was registered');
    const inside = { ...context, settings: { ...context.settings, allowed_roots: [folder] } };
    const map = context.store.registerMap(source(path));
    const { payload } = await fitHandler({ crs: 26915, gcps: [...SQUARE], pixel_extent: [0, 0, 9, 9], map_id: map.id }, inside);
    expect(payload.warnings.join('\n')).toMatch(/^source_changed: .*not the one that was registered/m);
    const asked = await pointsHandler({ map_id: map.id, pixels: [{ pixel_x: 1, pixel_y: 1 }] }, inside);
    expect(asked.payload.warnings.join('\n')).toMatch(/^source_changed: .*revision 1/m);
  });
});

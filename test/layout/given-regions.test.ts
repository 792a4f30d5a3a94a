import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { GivenRegion } from '../../src/domain/documents/processing.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { mapProcess } from '../../src/workers/handlers/map-process.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { type Workspace, workspace } from '../catalog/handler-context.ts';
import { drawTestSheet, pngOf, type TestSheet } from './test-sheet.ts';

const process_ = mapProcess({
  raster: createSharpRaster(),
  header: sharpHeader,
  glyphs: createGlyphSource(),
  builtin: builtinDetector,
});

let place: Workspace;
let sheet: TestSheet;
let map_id: string;
beforeEach(async () => {
  place = workspace();
  sheet = drawTestSheet({ legend: 'right', scale: 1, seed: 3 });
  const path = join(place.maps, 'sheet.png');
  writeFileSync(path, await pngOf(sheet.image));
  map_id = (await mapRegister({ header: sharpHeader })({ path }, place.context)).payload.map_id;
});

const run = async (regions?: readonly GivenRegion[]) =>
  (await process_({ map_id, ...(regions ? { regions: [...regions] } : {}) }, place.context)).payload;

describe('regions that the caller outlined', () => {
  it('replace detected ones of their class without a confidence; the others stay those of the detector', async () => {
    const alone = await run();
    const payload = await run([{ label: 'main_map', bbox: [100, 140, 600.4, 500] }]);
    expect(payload.regions.main_map).toEqual([
      { label: 'main_map', bbox: [100, 140, 600, 500], detector: 'caller', artifact_uri: expect.stringMatching(/^geomap:/) },
    ]);
    expect(payload.regions.title?.map(({ bbox, detector }) => [bbox, detector])).toEqual(
      alone.regions.title?.map(({ bbox }) => [bbox, 'builtin']),
    );
    expect(payload.warnings.join('\n')).toMatch(/caller_regions: the boxes of main map .* builtin detector found of main map/);
    expect(payload.artifacts.find((artifact) => artifact.label === 'main_map')?.bbox).toEqual([100, 140, 600, 500]);
  });

  it('of the main map settle where area shares are counted', async () => {
    // The drawn body is full of legend colours; the corner of the sheet has none.
    const payload = await run([{ label: 'main_map', bbox: [...sheet.map] }]);
    expect(payload.legend.length).toBe(sheet.colors.length);
    const sum = payload.legend.reduce((total, entry) => total + (entry.area_fraction ?? 0), 0);
    const small = await run([{ label: 'main_map', bbox: [0, 0, 60, 60] }]);
    expect(sum).toBeGreaterThan(0.5);
    expect(small.legend.reduce((total, entry) => total + (entry.area_fraction ?? 0), 0)).toBeLessThan(0.05);
  });

  it('of the legend settle where swatches are looked for', async () => {
    const [first, second, third] = sheet.swatches;
    const bbox = [(first?.[0] ?? 0) - 8, (first?.[1] ?? 0) - 8, sheet.image.width, (third?.[3] ?? 0) + 8];
    const { legend, regions } = await run([{ label: 'legend', bbox }]);
    expect(regions.legend).toMatchObject([{ detector: 'caller' }]);
    expect(legend).toHaveLength(3);
    for (const [at, swatch] of [first, second, third].entries()) {
      const found = legend[at]?.color_bbox ?? [];
      for (const [edge, value] of found.entries()) expect(Math.abs(value - (swatch?.[edge] ?? 0))).toBeLessThanOrEqual(3);
    }
    const empty = await run([{ label: 'legend', bbox: [0, 0, 60, 60] }]);
    expect(empty.legend).toEqual([]);
    expect(empty.warnings.join('\n')).toMatch(/legend_empty/);
  });

  it('of an index map give its crop and the annotated picture, which is reduced when somebody outlines a huge one', async () => {
    const small = await run([{ label: 'index_map', bbox: [100, 140, 300, 300] }]);
    const drawn = (payload: typeof small) => payload.artifacts.find(({ role }) => role === 'index_map_annotated');
    expect(drawn(small)).toMatchObject({ margin_px: 50 });
    expect(drawn(small)?.scale).toBeUndefined();
    const path = join(place.maps, 'wide.png');
    writeFileSync(
      path,
      await sharp({ create: { width: 5000, height: 3000, channels: 3, background: '#eee' } })
        .png()
        .toBuffer(),
    );
    map_id = (await mapRegister({ header: sharpHeader })({ path }, place.context)).payload.map_id;
    const wide = await run([{ label: 'index_map', bbox: [0, 0, 5000, 3000] }]);
    expect(drawn(wide)?.scale).toBeCloseTo(Math.sqrt(12 / 15), 3);
  });

  it('are part of what a result is kept under', async () => {
    const regions: GivenRegion[] = [{ label: 'scale', bbox: [10, 10, 90, 40] }];
    const first = await run(regions);
    expect((await run(regions)).cached).toBe(true);
    expect((await run([{ label: 'scale', bbox: [10, 10, 90, 41] }])).cached).toBe(false);
    expect((await run()).run_id).not.toBe(first.run_id);
  });

  it('are clipped with a warning where they reach beyond the picture', async () => {
    const payload = await run([{ label: 'others', bbox: [-20, -20, 5000, 60] }]);
    expect(payload.regions.others?.[0]?.bbox).toEqual([0, 0, sheet.image.width, 60]);
    expect(payload.warnings.join('\n')).toMatch(/region_clipped: the bbox of regions\[0\]/);
  });

  it.each([
    [[50, 50, 50, 90], 'degenerate'],
    [[90, 50, 50, 90], 'degenerate'],
    [[50, 90, 90, 50], 'degenerate'],
    [[10.1, 10.1, 10.2, 10.2], 'degenerate'],
    [[9000, 10, 9100, 90], 'outside'],
    [[-90, 10, -10, 90], 'outside'],
  ])('at %j are refused as %s, with their index, before anything is done', async (bbox, reason) => {
    const given: GivenRegion[] = [
      { label: 'title', bbox: [10, 10, 90, 40] },
      { label: 'legend', bbox },
    ];
    await expect(run(given)).rejects.toMatchObject({
      code: 'invalid_bounds',
      message: expect.stringContaining('regions[1] (legend)'),
      facts: { details: { index: 1, reason } },
    });
    expect(place.context.store.findMap(map_id)?.runId).toBeNull();
  });
});

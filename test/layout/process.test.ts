import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawSheet } from '../../src/demo/sheet-drawing.ts';
import { planSheet } from '../../src/demo/sheet-planner.ts';
import { processingPayloadSchema } from '../../src/domain/documents/processing.ts';
import { overlapRatio } from '../../src/domain/layout/boxes.ts';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import type { HandlerContext } from '../../src/workers/handler.ts';
import { mapProcess } from '../../src/workers/handlers/map-process.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { type Workspace, workspace } from '../catalog/handler-context.ts';
import { drawTestSheet, pngOf } from './test-sheet.ts';

const USGS = new URL('../../../shared/data/maps/sample_usgs.jpg', import.meta.url).pathname;
const glyphs = createGlyphSource();
const register = mapRegister({ header: sharpHeader });
const process_ = mapProcess({ raster: createSharpRaster(), header: sharpHeader, glyphs, builtin: builtinDetector });

const registered = async (place: Workspace, file: string, context: HandlerContext = place.context) =>
  (await register({ path: join(place.maps, file) }, context)).payload.map_id;

const changed = (place: Workspace, settings: Partial<HandlerContext['settings']>): HandlerContext => ({
  ...place.context,
  settings: { ...place.context.settings, ...settings },
});

async function withSheet(file = 'sheet.png', layout: Parameters<typeof drawTestSheet>[0]['legend'] = 'right') {
  const place = workspace();
  const sheet = drawTestSheet({ legend: layout, scale: 1, seed: 3 });
  writeFileSync(join(place.maps, file), await pngOf(sheet.image));
  return { place, sheet, mapId: await registered(place, file) };
}

describe('geomap_process_image on the demo sheet', () => {
  it('finds the drawn map body, every legend row, the title and the scale, and says which detector ran', async () => {
    const place = workspace();
    const plan = planSheet(7);
    await sharp(Buffer.from(drawSheet(plan, glyphs)))
      .flatten({ background: '#fff' })
      .png()
      .toFile(join(place.maps, 'demo sheet é.png'));
    const { payload, links, preview_file } = await process_(
      { map_id: await registered(place, 'demo sheet é.png') },
      place.context,
    );
    expect(processingPayloadSchema.safeParse(payload).success).toBe(true);
    expect(payload.name).toBe('demo sheet é');
    const [map] = payload.regions.main_map ?? [];
    const [x0, y0, x1, y1] = map?.bbox ?? [];
    expect(overlapRatio([x0 ?? 0, y0 ?? 0, x1 ?? 0, y1 ?? 0], plan.frame.box)).toBeGreaterThan(0.99);
    expect(payload.legend).toHaveLength(plan.legend.rows.length);
    payload.legend.forEach((entry, index) => {
      expect(entry.color_hex).toBe(plan.legend.rows[index]?.unit.color.toUpperCase());
      expect(entry.text_bbox).not.toBeNull();
    });
    expect(payload.regions.title).toHaveLength(1);
    expect(payload.regions.scale).toHaveLength(1);
    expect(payload.detector).toMatchObject({ id: 'builtin', requested: 'auto' });
    expect(payload.warnings.join('\n')).toMatch(/geomap_prepare_detectors/);
    expect(links).toHaveLength(payload.artifacts.length);
    expect(preview_file && existsSync(preview_file)).toBe(true);
  });
});

describe.skipIf(!existsSync(USGS))('geomap_process_image on the USGS sheet (skipped without ../shared)', () => {
  it('finds the map body within 10 px, all fifty map units and no other, and answers again from the store', async () => {
    const place = workspace();
    copyFileSync(USGS, join(place.maps, 'sample_usgs.jpg'));
    const mapId = await registered(place, 'sample_usgs.jpg');
    const { payload } = await process_({ map_id: mapId }, place.context);
    const truth = [105, 130, 2670, 1702];
    for (const [index, edge] of (payload.regions.main_map?.[0]?.bbox ?? []).entries())
      expect(Math.abs(edge - (truth[index] ?? 0))).toBeLessThanOrEqual(10);
    expect(payload.legend).toHaveLength(50);
    for (const entry of payload.legend) {
      expect(entry.color_bbox[0]).toBeGreaterThan(3440);
      expect(entry.color_bbox[2]).toBeLessThan(3510);
      expect(entry.text_bbox).not.toBeNull();
    }
    expect(payload.preview?.encoded_bytes).toBeLessThanOrEqual(1_000_000);
    const began = performance.now();
    const again = await process_({ map_id: mapId }, place.context);
    expect(performance.now() - began).toBeLessThan(100);
    expect(again.payload.artifacts).toEqual(payload.artifacts);
  });
});

describe('artifacts', () => {
  it('are pictures of the size of their boxes, with links that carry their bytes', async () => {
    const { place, mapId } = await withSheet();
    const { payload, links } = await process_({ map_id: mapId }, place.context);
    for (const [index, artifact] of payload.artifacts.entries()) {
      const record = place.context.store.findArtifact(artifact.uri);
      const { width, height, size, format } = await sharp(readFileSync(record?.path ?? '')).metadata();
      expect(format).toBe('png');
      expect(size).toBe(links[index]?.size);
      if (!artifact.bbox) continue;
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = artifact.bbox;
      expect([width, height]).toEqual([x1 - x0, y1 - y0]);
    }
    expect(payload.artifacts.at(-1)?.role).toBe('detection_overlay');
    expect(
      payload.artifacts.some((artifact) => artifact.role === 'lonlat_corner_crop' && artifact.source_boxes !== undefined),
    ).toBe(true);
  });

  it('keep their pixels when a changed source is processed again, and become superseded', async () => {
    const { place, mapId } = await withSheet();
    const first = await process_({ map_id: mapId }, place.context);
    writeFileSync(join(place.maps, 'sheet.png'), await pngOf(drawTestSheet({ legend: 'left', scale: 1, seed: 4 }).image));
    const second = await process_({ map_uri: `geomap://maps/${mapId}/source` }, place.context);
    expect(second.payload.warnings.join('\n')).toMatch(/source_changed/);
    const uris = new Set(second.payload.artifacts.map((artifact) => artifact.uri));
    for (const artifact of first.payload.artifacts) {
      expect(uris.has(artifact.uri)).toBe(false);
      expect(place.context.store.findArtifact(artifact.uri)?.supersededBy).not.toBeNull();
    }
  });

  it('are made again when the cache folder has been wiped', async () => {
    const { place, mapId } = await withSheet();
    const first = await process_({ map_id: mapId }, place.context);
    rmSync(join(place.root, 'cache/mcp'), { recursive: true });
    const second = await process_({ map_id: mapId }, place.context);
    expect(second.payload.artifacts[0]?.uri).not.toBe(first.payload.artifacts[0]?.uri);
  });

  it('of a cancelled run leave nothing behind', async () => {
    const { place, mapId } = await withSheet();
    const abort = new AbortController();
    const context = {
      ...place.context,
      signal: abort.signal,
      progress: ({ share }: { share: number }) => share > 0.75 && abort.abort(new Error('stop')),
    };
    await expect(process_({ map_id: mapId }, { ...context, progress: (step) => void context.progress(step) })).rejects.toThrow(
      'stop',
    );
    const folder = join(place.root, 'cache/mcp/v1/artifacts', mapId);
    expect(readdirSync(folder)).toEqual([]);
    expect(place.context.store.findMap(mapId)?.runId).toBeNull();
  });
});

describe('what a call may ask for', () => {
  it('is an ID or any URI below a map, and nothing unknown', async () => {
    const { place } = await withSheet();
    await expect(process_({ map_uri: 'x' }, place.context)).rejects.toMatchObject({ code: 'artifact_not_found' });
    await expect(process_({ map_id: 'f'.repeat(32) }, place.context)).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  it('is refused with both weights named when PEACE is demanded and not installed', async () => {
    const { place, mapId } = await withSheet();
    const failure = process_({ map_id: mapId }, changed(place, { detector: 'peace' }));
    await expect(failure).rejects.toMatchObject({
      code: 'missing_extra',
      facts: { details: { missing_requirements: [expect.stringContaining('component'), expect.stringContaining('legend')] } },
    });
  });

  it('is refused when the source has left the allowed roots', async () => {
    const { place, mapId } = await withSheet();
    await expect(
      process_({ map_id: mapId }, changed(place, { allowed_roots: [join(place.root, 'outside')] })),
    ).rejects.toMatchObject({ code: 'disallowed_path' });
  });

  it('gives progress that never goes back', async () => {
    const { place, mapId } = await withSheet();
    const shares: number[] = [];
    await process_({ map_id: mapId }, { ...place.context, progress: ({ share }) => void shares.push(share) });
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.length).toBeGreaterThan(5);
  });
});

describe('pictures without a map', () => {
  it.each([
    ['one pixel', 1, 1, 255],
    ['a black strip', 4000, 3, 0],
    ['a blank page', 900, 700, 255],
    ['a black page', 900, 700, 0],
  ])('%s gives no region, a word about it, and no crash', async (_, width, height, grey) => {
    const place = workspace();
    const image = { width, height, data: new Uint8Array(width * height * 3).fill(grey) };
    writeFileSync(join(place.maps, 'plain.png'), await pngOf(image));
    const { payload } = await process_({ map_id: await registered(place, 'plain.png') }, place.context);
    expect(Object.values(payload.regions).flat()).toEqual([]);
    expect(payload.warnings.join('\n')).toMatch(/main_map_not_detected/);
    expect(payload.warnings.join('\n')).toMatch(/nearly_blank/);
    expect(payload.size).toEqual({ width, height });
  });
});

describe('a source that changes while it is processed', () => {
  const changing = (change: () => void) => {
    const detect: typeof builtinDetector.detect = (image, signal) => {
      change();
      return builtinDetector.detect(image, signal);
    };
    return mapProcess({ raster: createSharpRaster(), header: sharpHeader, glyphs, builtin: { ...builtinDetector, detect } });
  };
  const filesOf = (place: Workspace): string[] =>
    readdirSync(place.context.settings.cache_root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);

  it.each([
    ['replaced by another file', (file: string) => renameSync(`${file}.other`, file)],
    [
      'replaced by a link to another file',
      (file: string) => {
        rmSync(file);
        symlinkSync(`${file}.other`, file);
      },
    ],
    ['written to', (file: string) => appendFileSync(file, 'more')],
    ['cut', (file: string) => truncateSync(file, 2000)],
  ])('and is %s gives no result and keeps none', async (_, change) => {
    const { place, mapId } = await withSheet();
    const file = join(place.maps, 'sheet.png');
    writeFileSync(`${file}.other`, await pngOf(drawTestSheet({ legend: 'left', scale: 1, seed: 4 }).image));
    const call = changing(() => change(file))({ map_id: mapId }, place.context);
    await expect(call).rejects.toMatchObject({ code: 'artifact_not_found', facts: { details: { reason: 'source_changed' } } });
    expect(filesOf(place)).toEqual([]);
    expect(place.context.store.findMap(mapId)?.runId).toBeNull();
  });

  it('is read as it was when the file is put back in time, and the next call needs no second run', async () => {
    const { place, mapId } = await withSheet();
    const { payload: wanted } = await process_({ map_id: mapId }, place.context);
    const other = await withSheet();
    const file = join(other.place.maps, 'sheet.png');
    const swapped = changing(() => renameSync(file, `${file}.kept`));
    const put = { ...other.place.context, progress: () => existsSync(`${file}.kept`) && renameSync(`${file}.kept`, file) };
    const { payload } = await swapped({ map_id: other.mapId }, put);
    expect(payload.regions.main_map?.[0]?.bbox).toEqual(wanted.regions.main_map?.[0]?.bbox);
    expect((await process_({ map_id: other.mapId }, other.place.context)).payload.cached).toBe(true);
  });

  it('is warned of when another picture lies there at the first use', async () => {
    const { place, mapId } = await withSheet();
    writeFileSync(join(place.maps, 'sheet.png'), await pngOf(drawTestSheet({ legend: 'left', scale: 1, seed: 4 }).image));
    const { payload } = await process_({ map_id: mapId }, place.context);
    expect(payload.warnings.filter((warning) => warning.startsWith('source_changed: '))).toHaveLength(1);
    expect((await process_({ map_id: mapId }, place.context)).payload.warnings.join()).not.toContain('source_changed');
  });
});

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../src/domain/documents/overlay.ts';
import { overlayPayloadSchema } from '../../src/domain/documents/overlay.ts';
import { withExtras } from '../../src/domain/documents/shared.ts';
import { bundleOf, createKit, georefOf, SHARED } from './drawing-kit.ts';

const PART = { min_lon: -122, min_lat: 37, max_lon: -121, max_lat: 38 };
const GEOREF = georefOf('EPSG:4326', [1 / 400, 0, -122, 0, -1 / 400, 38], PART);
const POINT = { longitude: -121.5, latitude: 37.5, place: 'centre' };

type Kit = ReturnType<typeof createKit>;

async function paperMap(kit: Kit, name = 'paper.png', side = 400) {
  mkdirSync(kit.maps, { recursive: true });
  const path = join(kit.maps, name);
  await sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
    .png()
    .toFile(path);
  return kit.register(path);
}

const overlays = (kit: Kit): string => join(kit.context.settings.cache_root, 'mcp', 'v1', 'overlays');
const fileOf = (kit: Kit, uri: string): string => kit.store.findOverlay(uri)?.path ?? '';
const refusal = (kit: Kit, input: RenderRequest) =>
  Promise.resolve(kit.render(input, kit.context)).then(
    () => null,
    (error: { code?: string; message?: string }) => error,
  );

async function pixel(file: string, x: number, y: number): Promise<readonly number[]> {
  const { data } = await sharp(file)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe('rendering an overlay', () => {
  it('gives an SVG without a map, drawn on the geographic canvas', async () => {
    const kit = createKit();
    const out = await kit.render({ bundle: bundleOf({ earthquake_history: [POINT] }, PART), georef: GEOREF }, kit.context);
    expect(withExtras(overlayPayloadSchema).safeParse(out).success).toBe(true);
    expect(out.payload).toMatchObject({
      overlay: {
        frame: {
          source: 'geographic_canvas',
          crs: 'EPSG:4326',
          item_ids: ['query_bounds:part:0', 'result_point:earthquake_history:0'],
        },
      },
      resources: [
        {
          uri: expect.stringMatching(/^geomap:\/\/overlays\/[0-9a-f]{32}\.svg$/),
          mime_type: 'image/svg+xml',
          source_path_redacted: true,
        },
      ],
      warnings: [],
      drawn_on: { georef: 'inline', revision: null },
    });
    expect(out.links).toEqual([
      expect.objectContaining({ name: 'knowledge overlay', mimeType: 'image/svg+xml', size: expect.any(Number) }),
    ]);
    expect(out.preview_file).toBeNull();
  });

  it('marks the pixel that the georeference names, in PNG and SVG alike', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    kit.georeference(map.id, GEOREF);
    const out = await kit.render({ map_id: map.id, bundle: bundleOf({ earthquake_history: [POINT] }, PART) }, kit.context);
    const [svg, png] = out.payload.resources.map(({ uri }) => fileOf(kit, uri));
    expect(await pixel(png ?? '', 200, 200)).toEqual([245, 158, 11]);
    expect(await pixel(png ?? '', 300, 300)).toEqual([255, 255, 255]);
    expect(readFileSync(svg ?? '', 'utf8')).toContain('<circle cx="200" cy="200"');
    expect(out.payload).toMatchObject({
      overlay: { frame: { source: 'map_pixels' } },
      annotations: { drawn: 1, off_map: 0, hidden: 0 },
      drawn_on: { georef: 'stored', revision: 1 },
      georef_uri: `geomap://maps/${map.id}/georef/1.json`,
      preview: {
        artifact_uri: out.payload.resources[1]?.uri,
        width: 400,
        height: 400,
        source_width: 400,
        downsampled: false,
        coordinate_frame: 'preview',
      },
      warnings: [],
    });
    expect(statSync(out.preview_file ?? '').size).toBe(out.payload.preview?.encoded_bytes);
  });

  it('leaves no drafts behind', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    await kit.render({ map_id: map.id, georef: GEOREF, bundle: bundleOf({}, PART) }, kit.context);
    expect(
      readdirSync(overlays(kit))
        .map((name) => name.replace(/^[0-9a-f]{32}/, ''))
        .sort(),
    ).toEqual(['.png', '.preview', '.svg']);
  });

  it('draws a point of a turned map within a pixel of the marker printed there', async () => {
    const kit = createKit();
    mkdirSync(kit.maps, { recursive: true });
    const path = join(kit.maps, 'turned.png');
    const cross =
      '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="500"><circle cx="420.5" cy="130.5" r="3" fill="#00f"/></svg>';
    await sharp({ create: { width: 600, height: 500, channels: 3, background: '#ffffff' } })
      .composite([{ input: Buffer.from(cross) }])
      .png()
      .toFile(path);
    const map = await kit.register(path);
    const [c, s] = [Math.cos(0.3) * 20, Math.sin(0.3) * 20];
    // The marker in metres of UTM zone 31N, on the central meridian (500 000 m) at 45 N (4 982 950.40 m).
    const affine = [c, s, 500_000 - (c * 420.5 + s * 130.5), s, -c, 4_982_950.4 - (s * 420.5 - c * 130.5)];
    const out = await kit.render(
      {
        map_id: map.id,
        georef: georefOf('EPSG:32631', affine, { min_lon: 2.8, min_lat: 44.9, max_lon: 3.2, max_lat: 45.1 }),
        bundle: bundleOf({ mineral_occurrences: [{ lon: 3, lat: 45 }] }, null),
      },
      kit.context,
    );
    const svg = readFileSync(fileOf(kit, out.payload.resources[0]?.uri ?? ''), 'utf8');
    const [, x, y] = /<circle cx="([\d.]+)" cy="([\d.]+)"/.exec(svg) ?? [];
    expect(Math.hypot(Number(x) - 420.5, Number(y) - 130.5)).toBeLessThan(0.1);
    expect(await pixel(fileOf(kit, out.payload.resources[1]?.uri ?? ''), 420, 130)).toEqual([22, 163, 74]);
  });

  it('warns of labels whose letters the built-in font lacks', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    const out = await kit.render(
      { map_id: map.id, georef: GEOREF, bundle: bundleOf({ a: [{ ...POINT, place: '灰岩' }] }, PART) },
      kit.context,
    );
    expect(out.payload.warnings).toEqual([expect.stringMatching(/^missing_glyphs: .*灰 岩/)]);
  });

  it('puts no path into the drawing', async () => {
    const kit = createKit();
    const place = `file ${kit.folder}/secret/place.json`;
    const out = await kit.render({ georef: GEOREF, bundle: bundleOf({ a: [{ ...POINT, place }] }, PART) }, kit.context);
    expect(readFileSync(fileOf(kit, out.payload.resources[0]?.uri ?? ''), 'utf8')).not.toContain('secret');
    expect(JSON.stringify(out.payload)).not.toContain('secret');
  });
});

describe('what an overlay is drawn from', () => {
  it('refuses wrong combinations of arguments', async () => {
    const kit = createKit();
    const bundle = bundleOf({}, null);
    expect(await refusal(kit, { georef: GEOREF })).toMatchObject({
      code: 'invalid_arguments',
      message: 'bundle_uri or inline bundle is required.',
    });
    expect(await refusal(kit, { georef: GEOREF, bundle, bundle_uri: 'x' })).toMatchObject({ code: 'invalid_arguments' });
    expect(await refusal(kit, { map_id: 'a', map_uri: 'b', bundle })).toMatchObject({ code: 'invalid_arguments' });
    expect(await refusal(kit, { bundle })).toMatchObject({ code: 'invalid_arguments' });
    expect(await refusal(kit, { bundle, georef: { ...GEOREF, affine: { a: 1 } } })).toMatchObject({ code: 'invalid_arguments' });
    expect(await refusal(kit, { bundle, map_id: 'f'.repeat(32) })).toMatchObject({ code: 'artifact_not_found' });
  });

  it('needs a georeference', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    expect(await refusal(kit, { map_id: map.id, bundle: bundleOf({}, null) })).toMatchObject({ code: 'georef_required' });
  });

  it('takes a bundle by its URI and nothing else by any URI', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    const stored = kit.store.addBundle({ mapId: null, revision: null }, (uri) => ({
      ...bundleOf({ a: [POINT] }, PART),
      bundle_uri: uri,
    }));
    const out = await kit.render({ bundle_uri: stored.uri, georef: GEOREF }, kit.context);
    expect(out.payload).toMatchObject({ bundle_uri: stored.uri, annotations: { drawn: 1 } });
    const overlay = out.payload.resources[0]?.uri ?? '';
    for (const uri of [`geomap://maps/${map.id}`, `geomap://maps/${map.id}/source`, overlay]) {
      expect(await refusal(kit, { bundle_uri: uri, georef: GEOREF })).toMatchObject({
        code: 'unsupported_media',
        message: 'Bundle resource must be JSON text.',
      });
    }
    for (const uri of ['geomap://bundles/nope.json', 'geomap://overlays/nope.svg', '/etc/passwd', 'x']) {
      expect(await refusal(kit, { bundle_uri: uri, georef: GEOREF })).toMatchObject({ code: 'artifact_not_found' });
    }
  });

  it('tells a stored bundle that is broken, gone or too large', async () => {
    const kit = createKit();
    const stored = kit.store.addBundle({ mapId: null, revision: null }, () => bundleOf({}, PART));
    const call = { bundle_uri: stored.uri, georef: GEOREF };
    const small = {
      ...kit.context,
      settings: { ...kit.context.settings, limits: { ...kit.context.settings.limits, max_resource_read_bytes: 10 } },
    };
    await expect(kit.render(call, small)).rejects.toMatchObject({ code: 'oversize_image' });
    writeFileSync(stored.path, '{"schema_version": "knowledge/v2"}');
    expect(await refusal(kit, call)).toMatchObject({ code: 'unsupported_media' });
    rmSync(stored.path);
    expect(await refusal(kit, call)).toMatchObject({ code: 'artifact_not_found', message: 'Resource backing file is missing.' });
  });

  it('lets an inline georeference win over the stored one', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    kit.georeference(map.id, GEOREF);
    const shifted = georefOf('EPSG:4326', [1 / 400, 0, -122.25, 0, -1 / 400, 38], {
      ...PART,
      min_lon: -122.25,
      max_lon: -121.25,
    });
    const out = await kit.render({ map_id: map.id, georef: shifted, bundle: bundleOf({ a: [POINT] }, PART) }, kit.context);
    expect(await pixel(fileOf(kit, out.payload.resources[1]?.uri ?? ''), 300, 200)).toEqual([71, 85, 105]);
    expect(out.payload).toMatchObject({ drawn_on: { georef: 'inline' } });
  });
});

describe('revisions and cancellation', () => {
  it('draws on the revision that map_uri names', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    kit.georeference(map.id, GEOREF);
    kit.georeference(map.id, georefOf('EPSG:4326', [1 / 400, 0, -122.25, 0, -1 / 400, 38], PART));
    const bundle = bundleOf({ a: [POINT] }, PART);
    const out = await kit.render({ map_uri: `geomap://maps/${map.id}/georef/1.json`, bundle }, kit.context);
    expect(out.payload).toMatchObject({ drawn_on: { georef: 'stored', revision: 1 } });
    expect(await pixel(fileOf(kit, out.payload.resources[1]?.uri ?? ''), 200, 200)).toEqual([71, 85, 105]);
    expect(await refusal(kit, { map_uri: `geomap://maps/${map.id}/georef/9.json`, bundle })).toMatchObject({
      code: 'artifact_not_found',
    });
  });

  it('knows a stored revision again when its result is pasted back', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    const { uri } = kit.georeference(map.id, GEOREF);
    const out = await kit.render(
      { map_id: map.id, georef: { ...GEOREF, georef_uri: uri }, bundle: bundleOf({}, PART) },
      kit.context,
    );
    expect(out.payload).toMatchObject({ georef_uri: uri, drawn_on: { revision: 1 } });
  });

  it('leaves neither files nor handles behind when it is cancelled', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    kit.georeference(map.id, GEOREF);
    const abort = new AbortController();
    const progress = ({ share }: { readonly share: number }): void => {
      if (share >= 0.5) abort.abort();
    };
    const call = kit.render(
      { map_id: map.id, bundle: bundleOf({ a: [POINT] }, PART) },
      { ...kit.context, signal: abort.signal, progress },
    );
    await expect(call).rejects.toThrow();
    expect(readdirSync(overlays(kit))).toEqual([]);
    expect(kit.store.listResources(undefined, 50).entries.map(({ kind }) => kind)).not.toContain('overlay');
  });
});

describe('warnings of an overlay', () => {
  const bundleFor = (kit: Kit, link: { mapId: string | null; revision: number | null }, part = PART) =>
    kit.store.addBundle(link, () => bundleOf({ a: [POINT] }, part)).uri;

  it('has none for a bundle of this map and revision', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    kit.georeference(map.id, GEOREF);
    const out = await kit.render({ map_id: map.id, bundle_uri: bundleFor(kit, { mapId: map.id, revision: 1 }) }, kit.context);
    expect(out.payload.warnings).toEqual([]);
  });

  it('tells a bundle of another map, of another place and of another revision', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    const other = await paperMap(kit, 'other.png', 300);
    kit.georeference(map.id, GEOREF);
    kit.georeference(map.id, GEOREF);
    const warningsOf = async (uri: string) =>
      (await kit.render({ map_id: map.id, bundle_uri: uri }, kit.context)).payload.warnings;
    expect(await warningsOf(bundleFor(kit, { mapId: other.id, revision: 1 }))).toEqual([
      expect.stringMatching(/^map_mismatch: /),
    ]);
    const far = { min_lon: 0, min_lat: 0, max_lon: 1, max_lat: 1 };
    expect(await warningsOf(bundleFor(kit, { mapId: null, revision: null }, far))).toContainEqual(
      expect.stringMatching(/^map_mismatch: .*area/),
    );
    expect(await warningsOf(bundleFor(kit, { mapId: map.id, revision: 1 }))).toEqual([
      expect.stringMatching(/^georef_changed: .*revision 1 .*revision 2/),
    ]);
  });

  it('tells that the scan has been replaced since it was georeferenced', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    kit.georeference(map.id, GEOREF);
    await paperMap(kit, 'paper.png', 420);
    const out = await kit.render({ map_id: map.id, bundle: bundleOf({ a: [POINT] }, PART) }, kit.context);
    expect(out.payload.warnings).toEqual([expect.stringMatching(/^source_changed: /)]);
  });

  it('keeps the SVG when the scan is gone, and names no path', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    kit.georeference(map.id, GEOREF);
    rmSync(map.path);
    const out = await kit.render({ map_id: map.id, bundle: bundleOf({ a: [POINT] }, PART) }, kit.context);
    expect(out.payload.resources).toHaveLength(1);
    expect(out.payload.warnings).toEqual([expect.stringMatching(/^annotated PNG unavailable: /)]);
    expect(out.payload.warnings[0]).not.toContain(kit.folder);
  });

  it('refuses an inline georeference whose CRS is unknown or whose bounds lie elsewhere than its affine puts the map', async () => {
    const kit = createKit();
    const map = await paperMap(kit);
    const bundle = bundleOf({ a: [POINT] }, PART);
    const render = (georef: object) => kit.render({ map_id: map.id, georef: { ...GEOREF, ...georef }, bundle }, kit.context);
    await expect(render({ crs: 'EPSG:999999' })).rejects.toMatchObject({ code: 'invalid_bounds' });
    const elsewhere = { min_lon: 10, min_lat: 45, max_lon: 11, max_lat: 46 };
    await expect(render({ bounds: elsewhere, pixel_extent: [0, 0, 200, 100] })).rejects.toMatchObject({ code: 'invalid_bounds' });
  });
});

const SHEET = join(SHARED, 'maps', 'sample_usgs.jpg');
describe.skipIf(!existsSync(SHEET))('on the real sheet (skipped: the shared data are not there)', () => {
  it('embeds the scan within the byte budget and keeps the preview within the limits', async () => {
    const kit = createKit();
    const map = await kit.register(SHEET);
    kit.georeference(map.id, georefOf('EPSG:4326', [0.001, 0, -122, 0, -0.001, 38], PART));
    const out = await kit.render({ map_id: map.id, bundle: bundleOf({ a: [POINT] }, PART) }, kit.context);
    const svg = readFileSync(fileOf(kit, out.payload.resources[0]?.uri ?? ''), 'utf8');
    expect(svg).toMatch(/<image width="3869" height="2393" [^>]*data:image\/jpeg;base64,/);
    expect(svg).toMatch(/Picture embedded as JPEG of \d+ × \d+ px; the source has 3869 × 2393 px/);
    expect(svg.length).toBeLessThan(420_000);
    expect(out.payload.preview?.width).toBe(1536);
    expect(out.payload.preview?.encoded_bytes).toBeLessThanOrEqual(1_000_000);
  });
});

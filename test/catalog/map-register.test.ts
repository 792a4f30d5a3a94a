import { appendFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { registerPayloadSchema } from '../../src/domain/documents/catalog.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { checkSource } from '../../src/workers/catalog/source-check.ts';
import type { HandlerContext } from '../../src/workers/handler.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { type Workspace, workspace } from './handler-context.ts';
import { pictureOf, tiffOf } from './pictures.ts';

let place: Workspace;
beforeEach(() => {
  place = workspace();
});

const register = async (path: string, more: { page?: number; context?: HandlerContext } = {}) => {
  const page = more.page === undefined ? {} : { page: more.page };
  return mapRegister({ header: sharpHeader })({ path, ...page }, more.context ?? place.context);
};
const put = (name: string, content: string | Uint8Array): string => {
  const file = join(place.maps, name);
  writeFileSync(file, content);
  return file;
};

describe('registering a picture', () => {
  test.each(['png', 'jpeg', 'tiff', 'webp', 'gif'] as const)('a %s under any name is known by its content', async (format) => {
    const { payload, links } = await register(put('scan.dat', await pictureOf(format)));
    expect(registerPayloadSchema.parse(payload)).toMatchObject({
      mime_type: `image/${format}`,
      size: { width: 40, height: 30 },
      pages: 1,
      page: 0,
      orientation: 1,
    });
    expect(payload.map_id).toMatch(/^[0-9a-f]{32}$/);
    expect(links).toEqual([
      { uri: payload.source_uri, name: 'source map image', mimeType: `image/${format}`, size: expect.any(Number) },
    ]);
    expect(JSON.stringify({ payload, links })).not.toContain(place.root);
  });

  test('one file has one ID, by path, by link and by its URI', async () => {
    const file = put('a.png', await pictureOf('png'));
    symlinkSync('a.png', join(place.maps, 'link.png'));
    const { payload } = await register(file);
    for (const path of [file, join(place.maps, 'link.png'), payload.map_uri, payload.source_uri])
      expect((await register(path)).payload.map_id).toBe(payload.map_id);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i gives the size as displayed', async (orientation) => {
    const turned = await sharp(await pictureOf('jpeg'))
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const { payload } = await register(put('turned.jpg', turned));
    expect(payload).toMatchObject({
      orientation,
      size: orientation >= 5 ? { width: 30, height: 40 } : { width: 40, height: 30 },
    });
  });

  test('of several pages the largest is used and the number of pages is said', async () => {
    const file = put(
      'pages.tif',
      tiffOf([
        { width: 9, height: 9 },
        { width: 30, height: 20, orientation: 6 },
        { width: 8, height: 8 },
      ]),
    );
    const { payload } = await register(file);
    expect(payload).toMatchObject({
      pages: 3,
      page: 1,
      size: { width: 20, height: 30 },
      warnings: [expect.stringContaining('3 pages')],
    });
    const other = await register(file, { page: 2 });
    expect(other.payload).toMatchObject({ page: 2, size: { width: 8, height: 8 } });
    expect(other.payload.map_id).not.toBe(payload.map_id);
    await expect(register(file, { page: 3 })).rejects.toMatchObject({ code: 'invalid_arguments' });
  });

  test('a bad page spoils only itself', async () => {
    const file = put(
      'pages.tif',
      tiffOf([
        { width: 9, height: 9 },
        { width: 30, height: 20, bits: 12 },
      ]),
    );
    await expect(register(file)).rejects.toMatchObject({ code: 'unsupported_media' });
    expect((await register(file, { page: 0 })).payload.size).toEqual({ width: 9, height: 9 });
  });

  test('a link too large to read says so', async () => {
    const file = put('a.png', await pictureOf('png'));
    const { links } = await register(file, { context: place.with({ limits: { max_resource_read_bytes: 10 } }) });
    expect(links[0]?.name).toBe('UNREADABLE source map image');
    expect(links[0]?.description).toMatch(/observed_bytes=\d+; limit_bytes=10/);
  });
});

describe('refusing', () => {
  test.each([
    ['%PDF-1.7\n', 'PDF'],
    ['<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>', 'SVG'],
    ['BM\x46\0\0\0', 'BMP'],
    ['\0\0\0\x0cjP  \r\n\x87\n', 'JPEG 2000'],
    ['dear diary', 'text'],
    ['{"a":1}', 'JSON'],
    ['', 'an empty file'],
    ['\x01\x02\x03', 'unknown data'],
  ])('%j by name', async (content, found) => {
    const failure = register(put('map.png', Buffer.from(content, 'latin1')));
    await expect(failure).rejects.toMatchObject({ code: 'unsupported_media', facts: { details: { found } } });
  });

  test.each(['png', 'jpeg', 'webp', 'gif'] as const)('a %s that is cut anywhere', async (format) => {
    const whole = await pictureOf(format);
    for (let length = 16; length < whole.length; length += Math.max(1, Math.floor(whole.length / 23))) {
      await expect(register(put('cut', whole.subarray(0, length))), `${length} of ${whole.length} bytes`).rejects.toMatchObject({
        code: 'unsupported_media',
      });
    }
  });

  test('a PNG whose header is damaged', async () => {
    const bytes = await pictureOf('png');
    bytes[17] = 7;
    await expect(register(put('a.png', bytes))).rejects.toMatchObject({
      code: 'unsupported_media',
      facts: { details: { reason: 'corrupt_header' } },
    });
  });

  test('too many bytes before reading, with both numbers and the real variable', async () => {
    const file = put('big.tif', tiffOf([{ width: 9, height: 9 }]));
    truncateSync(file, 1001);
    await expect(register(file, { context: place.with({ limits: { max_source_bytes: 1000 } }) })).rejects.toMatchObject({
      code: 'oversize_image',
      facts: {
        details: { observed_bytes: 1001, limit_bytes: 1000 },
        hints: [expect.stringContaining('GEOMAP_MAX_SOURCE_BYTES')],
      },
    });
    await expect(register(file, { context: place.with({ limits: { max_source_bytes: 1001 } }) })).resolves.toBeDefined();
  });

  test('too many pixels in few bytes', async () => {
    const file = put('wide.tif', tiffOf([{ width: 200, height: 101, bits: 1 }]));
    await expect(register(file, { context: place.with({ limits: { max_source_pixels: 20_000 } }) })).rejects.toMatchObject({
      code: 'oversize_image',
      facts: { details: { observed_pixels: 20_200, limit_pixels: 20_000 } },
    });
  });

  test('an unknown map URI', async () => {
    await expect(register('geomap://maps/nope')).rejects.toMatchObject({
      code: 'artifact_not_found',
      message: expect.stringContaining('nope'),
    });
    await expect(register('geomap://maps/')).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  test('what a JPEG may have after its end is not mistaken for a cut', async () => {
    const file = put('a.jpg', await pictureOf('jpeg'));
    appendFileSync(file, Buffer.alloc(5000));
    await expect(register(file)).resolves.toBeDefined();
  });
});

describe('a source that changes', () => {
  test('is noticed when it is registered or used again', async () => {
    const file = put('a.png', await pictureOf('png'));
    const { payload } = await register(file);
    const map = place.context.store.findMap(payload.map_id);
    if (map === undefined) throw new Error('the map was registered');
    place.context.store.addGeoref(map.id, () => ({ sourceSha256: map.sha256, document: {} }));
    expect((await checkSource(map, place.context, sharpHeader)).warnings).toEqual([]);

    writeFileSync(
      file,
      await sharp(await pictureOf('png'))
        .resize(80, 20, { fit: 'fill' })
        .png()
        .toBuffer(),
    );
    const checked = await checkSource(map, place.context, sharpHeader);
    expect(checked.map).toMatchObject({ id: map.id, width: 80, height: 20, revision: 1 });
    expect(checked.warnings).toEqual([expect.stringMatching(/^source_changed: .*revision 1/)]);
    const again = await register(file);
    expect(again.payload).toMatchObject({
      map_id: map.id,
      size: { width: 80, height: 20 },
      warnings: [expect.stringMatching(/^source_changed/)],
    });
  });

  test('a new time with the same content is no change', async () => {
    const file = put('a.png', await pictureOf('png'));
    const { payload } = await register(file);
    const map = place.context.store.findMap(payload.map_id);
    if (map === undefined) throw new Error('the map was registered');
    utimesSync(file, 1, 1);
    const checked = await checkSource(map, place.context, sharpHeader);
    expect(checked).toMatchObject({ map: { sha256: map.sha256, mtimeMs: 1000 }, warnings: [] });
  });

  test('that has been put behind a link out of the roots is refused', async () => {
    const file = put('a.png', await pictureOf('png'));
    const { payload } = await register(file);
    const map = place.context.store.findMap(payload.map_id);
    if (map === undefined) throw new Error('the map was registered');
    mkdirSync(join(place.root, 'outside'), { recursive: true });
    writeFileSync(join(place.root, 'outside/secret.png'), readFileSync(file));
    truncateSync(file, 0);
    await expect(checkSource(map, place.with({ allowed_roots: [join(place.root, 'cache')] }), sharpHeader)).rejects.toMatchObject(
      { code: 'disallowed_path' },
    );
    await expect(checkSource(map, place.context, sharpHeader)).rejects.toMatchObject({ code: 'unsupported_media' });
  });
});

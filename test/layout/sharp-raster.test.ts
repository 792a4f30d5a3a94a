import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RgbImage } from '../../src/domain/documents/raster.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';

const raster = createSharpRaster();

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'raster-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}
const source = (path: string, page = 0) => ({ path, page, maxPixels: 400_000_000 });
const mean = (image: RgbImage): number => image.data.reduce((sum, value) => sum + value, 0) / image.data.length;
const pixel = (image: RgbImage, x: number, y: number): number[] => [
  ...image.data.subarray((y * image.width + x) * 3, (y * image.width + x) * 3 + 3),
];

/** Bytes without any pattern, the same in each run (Park and Miller 1988). */
function noise(length: number): Uint8Array {
  let state = 7;
  return new Uint8Array(length).map(() => {
    state = (state * 48271) % 2147483647;
    return state & 255;
  });
}

/** Left half red, right half blue, 40 x 20 px. */
const halves = (): RgbImage => ({
  width: 40,
  height: 20,
  data: new Uint8Array(2400).map((_, at) => (at % 3 === (Math.floor(at / 3) % 40 < 20 ? 0 : 2) ? 255 : 0)),
});

describe('the raster port', () => {
  it('applies EXIF orientation once, in reading, cropping and previews alike', async () => {
    const file = join(folder(), 'turned.jpg');
    await sharp(halves().data, { raw: { width: 40, height: 20, channels: 3 } })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(file);
    const image = await raster.readRgb(source(file));
    expect([image.width, image.height]).toEqual([20, 40]);
    expect(pixel(image, 10, 5)[0]).toBeGreaterThan(200);
    expect(pixel(image, 10, 35)[2]).toBeGreaterThan(200);
    const crop = await raster.writeCrop(source(file), [0, 30, 20, 40], join(folder(), 'crop.png'));
    expect([crop.width, crop.height]).toEqual([20, 10]);
    expect(pixel(await raster.readRgb(source(crop.path)), 10, 5)[2]).toBeGreaterThan(200);
  });

  it('puts transparent parts on white', async () => {
    const file = join(folder(), 'clear.png');
    await sharp({ create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toFile(file);
    expect(pixel(await raster.readRgb(source(file)), 1, 1)).toEqual([255, 255, 255]);
  });

  it('takes black ink for black when CMYK has no profile', async () => {
    const file = join(folder(), 'ink.tif');
    const sheet = sharp({ create: { width: 8, height: 8, channels: 3, background: '#000' } }).toColourspace('cmyk');
    await sheet.tiff().toFile(file);
    expect(mean(await raster.readRgb(source(file)))).toBeLessThan(60);
  });

  it('shows 12-bit data in a 16-bit file as bright as they are meant', async () => {
    const file = join(folder(), 'deep.png');
    const samples = new Uint16Array(64).map((_, at) => (at === 63 ? 4095 : 2048));
    await sharp(samples, { raw: { width: 8, height: 8, channels: 1 } })
      .toColourspace('grey16')
      .png()
      .toFile(file);
    const image = await raster.readRgb(source(file));
    expect(pixel(image, 0, 0)).toEqual([128, 128, 128]);
    expect(pixel(image, 7, 7)).toEqual([255, 255, 255]);
  });

  it('gives one pixel per pixel with the nearest kernel, inventing no colour', async () => {
    const file = join(folder(), 'halves.png');
    await raster.writeRgb(halves(), file);
    const small = await raster.readRgb(source(file), { maxSide: 10, kernel: 'nearest' });
    const colours = new Set(
      Array.from({ length: small.width * small.height }, (_, at) => [...small.data.subarray(at * 3, at * 3 + 3)].join()),
    );
    expect([...colours].sort()).toEqual(['0,0,255', '255,0,0']);
  });

  it('sends a busy picture as a JPEG of the full 1536 px, and a plain one as PNG, both within 1,000,000 bytes', async () => {
    const place = folder();
    const busy = noise(2000 * 1500 * 3);
    await raster.writeRgb({ width: 2000, height: 1500, data: busy }, join(place, 'busy.png'));
    const jpeg = await raster.writePreview(join(place, 'busy.png'), join(place, 'a'));
    expect(jpeg).toMatchObject({ mimeType: 'image/jpeg', width: 1536, height: 1152, sourceWidth: 2000 });
    expect(jpeg.bytes).toBeLessThanOrEqual(1_000_000);
    await raster.writeRgb(halves(), join(place, 'plain.png'));
    expect(await raster.writePreview(join(place, 'plain.png'), join(place, 'b'))).toMatchObject({
      mimeType: 'image/png',
      width: 40,
      height: 20,
    });
  });

  it('draws an SVG over the source in the source frame', async () => {
    const place = folder();
    await raster.writeRgb(halves(), join(place, 'halves.png'));
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect x="30" y="10" width="10" height="10" fill="#00ff00"/></svg>';
    const drawn = await raster.writeAnnotated(source(join(place, 'halves.png')), svg, join(place, 'out.png'));
    const image = await raster.readRgb(source(drawn.path));
    expect(drawn.scale).toBe(1);
    expect([pixel(image, 35, 15), pixel(image, 29, 15), pixel(image, 5, 5)]).toEqual([
      [0, 255, 0],
      [0, 0, 255],
      [255, 0, 0],
    ]);
  });

  it('reduces what it writes until it is within the bytes allowed, and says by how much', async () => {
    const place = folder();
    const busy = noise(400 * 300 * 3);
    await raster.writeRgb({ width: 400, height: 300, data: busy }, join(place, 'busy.png'));
    const drawn = await raster.writeAnnotated(
      { ...source(join(place, 'busy.png')), maxBytes: 100_000 },
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      join(place, 'out.png'),
    );
    expect(drawn.bytes).toBeLessThanOrEqual(100_000);
    expect(drawn.scale).toBeCloseTo(drawn.width / 400, 6);
  });

  it('writes a picture whose PNG no client could take in one message as JPEG, unless the target says PNG', async () => {
    const made = folder();
    const busy = { width: 2000, height: 1500, data: noise(9_000_000) };
    const plain = { width: 2000, height: 1500, data: new Uint8Array(9_000_000).fill(200) };
    const write = async (image: RgbImage, name: string) => {
      const { mimeType, bytes } = await raster.writeRgb(image, join(made, name));
      const { format } = await sharp(join(made, name)).metadata();
      return { mimeType, format, messageMb: (bytes * 4) / 3 / 1e6 };
    };
    expect(await write(plain, 'plain.part')).toMatchObject({ mimeType: 'image/png', format: 'png' });
    expect(await write(busy, 'busy.png')).toMatchObject({ mimeType: 'image/png', format: 'png' });
    const compact = await write(busy, 'busy.part');
    expect(compact).toMatchObject({ mimeType: 'image/jpeg', format: 'jpeg' });
    expect(compact.messageMb).toBeLessThan(10);
  });

  it('gives each failure its code', async () => {
    const place = folder();
    writeFileSync(join(place, 'text.png'), 'not a picture');
    await expect(raster.readRgb(source(join(place, 'text.png')))).rejects.toMatchObject({ code: 'unsupported_media' });
    await raster.writeRgb(halves(), join(place, 'halves.png'));
    await expect(raster.readRgb({ ...source(join(place, 'halves.png')), maxPixels: 100 })).rejects.toMatchObject({
      code: 'oversize_image',
    });
    await expect(raster.writeRgb(halves(), join(place, 'none/such/folder.png'))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
  });
});

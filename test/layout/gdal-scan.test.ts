import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { type Gdal, loadGdal } from '../../src/workers/adapters/gdal-binding.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { mapProcess } from '../../src/workers/handlers/map-process.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { workspace } from '../catalog/handler-context.ts';

const raster = createSharpRaster();

function installed(): Gdal | null {
  try {
    createRequire(import.meta.url).resolve('gdal-async');
    return loadGdal();
  } catch {
    return null;
  }
}
const gdal = installed();

type Kind = { readonly name: string; readonly bands: number; readonly type: string; readonly options: readonly string[] };
const KINDS: readonly Kind[] = [
  { name: 'ZSTD', bands: 3, type: 'Byte', options: ['COMPRESS=ZSTD'] },
  { name: 'LZMA', bands: 3, type: 'Byte', options: ['COMPRESS=LZMA'] },
  { name: 'LERC', bands: 1, type: 'Float32', options: ['COMPRESS=LERC'] },
  { name: '64-bit samples', bands: 1, type: 'Float64', options: [] },
  { name: 'grey bands', bands: 3, type: 'Byte', options: ['PHOTOMETRIC=MINISBLACK'] },
];

describe.skipIf(gdal === null)('TIFF that only GDAL reads (skipped where GDAL is not installed)', () => {
  it.each(KINDS)('$name is registered, read and processed', async ({ bands, type, options }) => {
    if (gdal === null) return;
    const place = workspace();
    const path = join(place.maps, 'a.tif');
    const made = gdal.drivers.get('GTiff').create(path, 80, 60, bands, type, [...options, 'INTERLEAVE=PIXEL']);
    const left = Float64Array.from({ length: 80 * 60 }, (_, at) => (at % 80 < 40 ? 0 : 255));
    made.bands.forEach((band) => {
      band.pixels.write(
        0,
        0,
        80,
        60,
        type === 'Byte' ? Uint8Array.from(left) : type === 'Float32' ? Float32Array.from(left) : left,
      );
    });
    made.close();
    const { payload } = await mapRegister({ header: sharpHeader })({ path }, place.context);
    expect(payload.size).toEqual({ width: 80, height: 60 });
    const image = await raster.readRgb({ path, page: 0, maxPixels: 1e6 });
    expect([...image.data.subarray(0, 3), ...image.data.subarray(79 * 3, 80 * 3)]).toEqual([0, 0, 0, 255, 255, 255]);
    const run = mapProcess({ raster, header: sharpHeader, glyphs: createGlyphSource(), builtin: builtinDetector });
    expect((await run({ map_id: payload.map_id }, place.context)).payload.size).toEqual({ width: 80, height: 60 });
  });
});

import { copyFileSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtinDetector } from '../../src/domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { createTesseractReaders } from '../../src/workers/adapters/tesseract-reader.ts';
import { mapProcess } from '../../src/workers/handlers/map-process.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { workspace } from '../catalog/handler-context.ts';
import { USGS_LABELS, USGS_SYMBOLS } from './usgs-labels.ts';

const USGS = new URL('../../../shared/data/maps/sample_usgs.jpg', import.meta.url).pathname;
const readers = createTesseractReaders();
const ENGLISH = { enabled: true, languages: ['eng'], data_root: null };
const blank = { width: 60, height: 20, data: new Uint8Array(60 * 20 * 3).fill(255) };

afterAll(() => readers.close());

describe('the reader of texts', () => {
  it('says in words why there is none: switched off, or no data for a language', async () => {
    expect(await readers.choose(undefined)).toMatchObject({ reader: null, reason: expect.stringContaining('GEOMAP_OCR') });
    expect(await readers.choose({ ...ENGLISH, enabled: false })).toMatchObject({ reader: null });
    const missing = await readers.choose({ ...ENGLISH, languages: ['eng', 'xyz'] });
    expect(missing).toMatchObject({ reader: null, reason: expect.stringContaining('xyz') });
  });

  it('finds nothing in a blank picture and throws the reason of an aborted call', async () => {
    const { reader } = await readers.choose(ENGLISH);
    expect(await reader?.read({ image: blank, shape: 'block' })).toEqual([]);
    const reason = new Error('stop');
    await expect(reader?.read({ image: blank, shape: 'block' }, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('answers damaged language data with an error instead of waiting, and leaves no file behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ocr-'));
    writeFileSync(join(folder, 'bad.traineddata'), 'no data of a language');
    const { reader } = await readers.choose({ enabled: true, languages: ['bad'], data_root: folder });
    const image = { ...blank, data: blank.data.map((value, at) => (at % 90 < 30 && at > 900 && at < 2700 ? 0 : value)) };
    await expect(reader?.read({ image, shape: 'block' })).rejects.toMatchObject({ code: 'internal_error' });
    expect(readdirSync(folder)).toEqual(['bad.traineddata']);
  });
});

describe.skipIf(!existsSync(USGS))('the USGS sheet of ../shared', () => {
  it('gives its labels, title and scale, and no symbol that is not printed', { timeout: 120_000 }, async () => {
    const place = workspace();
    const path = join(place.maps, 'sheet.jpg');
    copyFileSync(USGS, path);
    const messages: string[] = [];
    const context = {
      ...place.with({ ocr: ENGLISH }),
      progress: ({ message }: { readonly message: string }) => messages.push(message),
    };
    const { payload: map } = await mapRegister({ header: sharpHeader })({ path }, context);
    const process_ = mapProcess({
      raster: createSharpRaster(),
      header: sharpHeader,
      glyphs: createGlyphSource(),
      builtin: builtinDetector,
      readers,
    });
    const { payload } = await process_({ map_id: map.map_id }, context);
    const right = payload.legend.filter(({ label }, index) => label === USGS_LABELS[index]);
    expect(payload.legend).toHaveLength(50);
    expect(right.length).toBeGreaterThanOrEqual(46);
    expect(
      right.every(({ label_extraction, label_confidence = 0 }) => label_extraction === 'extracted' && label_confidence > 0.5),
    ).toBe(true);
    const symbols = payload.legend.flatMap(({ symbol }, index) => (symbol ? [symbol === USGS_SYMBOLS[index]] : []));
    expect(symbols.filter((good) => !good).length).toBeLessThanOrEqual(0.15 * symbols.length);
    expect(payload.information.title?.text).toBe(
      "Geologic Map of the Peach Springs 30' x 60' Quadrangle, Mohave and Coconino Counties, Northwestern Arizona",
    );
    expect(payload.information.scale).toMatchObject({ denominator: 100_000 });
    expect(payload.information.crs_text?.map(({ text }) => text)).toContain('Universal Transverse Mercator grid ticks');
    expect(payload.information.graticule ?? {}).not.toHaveProperty('west.degrees', 113);
    expect(messages).toContain('Reading label 12 of 50');
    const again = await process_({ map_id: map.map_id }, context);
    expect(again.payload).toMatchObject({ cached: true, legend: payload.legend });
  });
});

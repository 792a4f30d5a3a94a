import { existsSync, readdirSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openScratchFile } from '../../src/platform/files/scratch-file.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { openSheet } from '../../src/workers/processing/sheet-picture.ts';
import { workspace } from './handler-context.ts';
import { pictureOf } from './pictures.ts';
import { temporaryFolder } from './store-fixture.ts';

describe.each([
  ['reached by its descriptor', true],
  ['that keeps its name', false],
])('a scratch file %s', (_name, descriptors) => {
  it('is written and read by its path, and gone when it is closed', async () => {
    const folder = temporaryFolder();
    const file = await openScratchFile(folder, { bytes: 1000, name: 'a', ...(descriptors ? {} : { descriptors }) });
    await writeFile(file.path, 'pixels');
    expect(await readFile(file.path, 'utf8')).toBe('pixels');
    await file.close();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a scratch file', () => {
  it('is refused before anything is written when the disk has not room enough', async () => {
    const folder = temporaryFolder();
    await expect(openScratchFile(folder, { bytes: 2 ** 52, name: 'a' })).rejects.toMatchObject({
      code: 'storage_unavailable',
      facts: { details: { reason: 'disk_full' } },
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a process that was killed hours ago is removed, and nothing else', async () => {
    const folder = temporaryFolder();
    for (const name of ['old.scratch', 'new.scratch', 'other.txt']) writeFileSync(join(folder, name), '');
    for (const name of ['old.scratch', 'other.txt']) utimesSync(join(folder, name), 1, 1);
    const file = await openScratchFile(folder, { bytes: 1, name: 'a', descriptors: false });
    await file.close();
    expect(readdirSync(folder).sort()).toEqual(['new.scratch', 'other.txt']);
  });

  it.skipIf(!existsSync('/proc/self/fd'))('has no name on Linux while it is in use, so that a kill leaves nothing', async () => {
    const folder = temporaryFolder();
    const file = await openScratchFile(folder, { bytes: 1, name: 'a' });
    expect(readdirSync(folder)).toEqual([]);
    await file.close();
  });
});

describe('the plain copy of a large sheet', () => {
  const sheetOf = async (raster: ReturnType<typeof createSharpRaster>) => {
    const place = workspace();
    const path = join(place.maps, 'a.jpg');
    writeFileSync(path, await pictureOf('jpeg'));
    const { payload } = await mapRegister({ header: sharpHeader })({ path }, place.context);
    const map = place.context.store.findMap(payload.map_id);
    if (map === undefined) throw new Error('the map was registered');
    const folder = join(place.root, 'cache/mcp/v1/sheets');
    return { folder, sheet: openSheet(map, { source: { path, page: 0, maxPixels: 1e6 }, workingSide: 20, folder }, raster) };
  };
  const held = (): number =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).includes('.scratch');
      } catch {
        return false;
      }
    }).length;

  it.skipIf(!existsSync('/proc/self/fd'))('is closed when reading from it fails, and when making it fails', async () => {
    const raster = createSharpRaster();
    const fail = async () => {
      throw new RangeError('broken');
    };
    for (const broken of [{ readRgb: fail }, { writePlainTiff: fail }]) {
      const { folder, sheet } = await sheetOf({ ...raster, ...broken });
      await expect(sheet).rejects.toThrow('broken');
      expect(readdirSync(folder)).toEqual([]);
    }
    expect(held()).toBe(0);
  });

  it('gives the parts that the source has', async () => {
    const { sheet } = await sheetOf(createSharpRaster());
    const opened = await sheet;
    expect(opened.frame).toMatchObject({ width: 40, height: 30, factorX: 2 });
    const part = await opened.part([3, 4, 13, 9]);
    expect([part.width, part.height, part.data[0]]).toEqual([10, 5, 128]);
    await opened.close();
  });
});

import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { holdSource } from '../../src/platform/files/held-source.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { createSharpRaster } from '../../src/workers/adapters/sharp-raster.ts';
import { openMap } from '../../src/workers/catalog/source-check.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { type Workspace, workspace } from './handler-context.ts';
import { pictureOf } from './pictures.ts';

let place: Workspace;
beforeEach(() => {
  place = workspace();
});

const register = (path: string) => mapRegister({ header: sharpHeader })({ path }, place.context);
const policy = () => ({ roots: place.context.settings.allowed_roots, origin: 'input_image' }) as const;
const plain = (color: string, width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: color } })
    .png()
    .toBuffer();

describe('a name that a library would read something else from', () => {
  const names = [
    'plain.jpg[page=0]',
    'x.jpg[shrink=1]',
    'x.jpg[shrink=1] ',
    '[]',
    'two\nlines.png',
    `"quoted" 'twice'.png`,
    'карта 🗺️.png',
    '\u202egnp.txt',
    '-leading.png',
    'a%d.png',
    'x.png,y',
    'VRT:<x>.png',
  ];
  test.each(names)('%j is opened as the file of that name', async (name) => {
    mkdirSync(join(place.root, 'outside'), { recursive: true });
    const secret = join(place.root, 'outside/secret.jpg');
    writeFileSync(secret, await pictureOf('jpeg'));
    symlinkSync(secret, join(place.maps, 'x.jpg'));
    const file = join(place.maps, name);
    writeFileSync(file, await plain('#204060', 44));
    const { payload } = await register(file);
    expect(payload.size).toEqual({ width: 44, height: 30 });
    const map = place.context.store.findMap(payload.map_id);
    if (map === undefined) throw new Error('the map was registered');
    const open = await openMap(map, place.context, sharpHeader);
    const { data } = await createSharpRaster().readRgb({ path: open.path, page: 0, maxPixels: 1e6 });
    await open.close();
    expect([...data.subarray(0, 3)]).toEqual([0x20, 0x40, 0x60]);
  });

  test('the decoder itself takes no path with options', async () => {
    const source = { path: join(place.maps, 'x.jpg[shrink=1]'), page: 0, maxPixels: 1e6 };
    await expect(createSharpRaster().readRgb(source)).rejects.toMatchObject({
      code: 'unsupported_media',
      facts: { logReason: expect.stringMatching(/held file/) },
    });
  });
});

describe.each([
  ['by its descriptor', true],
  ['by a private name', false],
])('a file held %s', (_, descriptors) => {
  const hold = async () => {
    const file = join(place.maps, 'a.png');
    writeFileSync(file, await plain('#112233'));
    return { file, held: await holdSource(file, policy(), descriptors && process.platform === 'linux') };
  };
  const colorOf = async (path: string) => [
    ...(await createSharpRaster().readRgb({ path, page: 0, maxPixels: 1e6 })).data.subarray(0, 3),
  ];

  test('is read as often as wanted, whatever is put in its place, and that is noticed', async () => {
    const { file, held } = await hold();
    await held.checkUnchanged();
    writeFileSync(`${file}.new`, await plain('#ff00ff'));
    renameSync(`${file}.new`, file);
    for (let times = 0; times < 3; times += 1) expect(await colorOf(held.path)).toEqual([0x11, 0x22, 0x33]);
    await expect(held.checkUnchanged()).rejects.toMatchObject({
      code: 'artifact_not_found',
      facts: { details: { reason: 'source_changed' } },
    });
    await held.close();
  });

  test.each([
    ['written to', (file: string) => appendFileSync(file, 'more')],
    ['removed', (file: string) => rmSync(file)],
    [
      'replaced by a link to an equal file',
      (file: string) => {
        copyFileSync(file, `${file}.copy`);
        rmSync(file);
        symlinkSync(`${file}.copy`, file);
      },
    ],
  ])('is noticed when it is %s', async (_, change) => {
    const { file, held } = await hold();
    change(file);
    await expect(held.checkUnchanged()).rejects.toMatchObject({ facts: { details: { reason: 'source_changed' } } });
    await held.close();
  });

  test('leaves nothing behind', async () => {
    const { held } = await hold();
    await held.close();
    if (held.path.startsWith(tmpdir())) expect(() => readFileSync(held.path)).toThrow();
    expect(readdirSync(place.maps)).toEqual(['a.png']);
  });
});

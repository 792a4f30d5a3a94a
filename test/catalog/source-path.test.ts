import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openSource, resolveSource } from '../../src/platform/files/source-path.ts';
import { type Workspace, workspace } from './handler-context.ts';

let place: Workspace;
let launch: { home: string; folder: string };
const policy = () => ({ roots: place.context.settings.allowed_roots, origin: 'input_image' }) as const;
const resolve = (path: string) => resolveSource(path, policy(), launch);
const refusal = async (path: string) => {
  const error = await resolve(path).then(
    () => undefined,
    (reason) => reason,
  );
  return error === undefined
    ? undefined
    : { code: error.code, basename: error.facts.details?.basename, details: error.facts.details, message: error.message };
};

beforeEach(() => {
  place = workspace();
  launch = { home: join(place.root, 'home'), folder: join(place.root, 'data') };
  for (const file of ['data/maps/a.png', 'outside/secret.png', 'data-evil/secret.png', 'home/tiny.png'])
    writeFileSync(join(place.root, file), 'x');
});

describe('inside the roots', () => {
  test('a plain path, one with dots, a relative one and a link give one canonical path', async () => {
    const plain = join(place.maps, 'a.png');
    symlinkSync('a.png', join(place.maps, 'inlink.png'));
    symlinkSync(place.maps, join(place.root, 'outside/back'));
    for (const path of [
      plain,
      join(place.root, 'data/maps/../maps/./a.png'),
      'maps/a.png',
      join(place.maps, 'inlink.png'),
      join(place.root, 'outside/back/a.png'),
    ])
      expect(await resolve(path)).toBe(plain);
  });

  test('.. after a link means the parent of where the link leads, as for the kernel', async () => {
    mkdirSync(join(place.maps, 'deep/er'), { recursive: true });
    symlinkSync('deep/er', join(place.maps, 'link'));
    writeFileSync(join(place.maps, 'deep/b.png'), 'x');
    expect(await resolve(`${place.maps}/link/../b.png`)).toBe(join(place.maps, 'deep/b.png'));
  });

  test.each([
    ['missing.png', 'missing.png'],
    ['a.png/below.png', 'below.png'],
    ['no/such/folder/x.png', 'x.png'],
    [`${'n'.repeat(300)}.png`, `${'n'.repeat(300)}.png`],
  ])('%s is not there', async (name, basename) => {
    expect(await refusal(join(place.maps, name))).toMatchObject({ code: 'artifact_not_found', basename });
  });

  test('a dangling link is not there, under the name of its target', async () => {
    symlinkSync('nowhere.png', join(place.maps, 'dangling.png'));
    expect(await refusal(join(place.maps, 'dangling.png'))).toMatchObject({
      code: 'artifact_not_found',
      basename: 'nowhere.png',
    });
  });

  test('a folder, a socket and a circle of links are refused', async () => {
    const socket = createServer().listen(join(place.maps, 'pipe.png'));
    onTestFinished(() => void socket.close());
    await once(socket, 'listening');
    symlinkSync('loop.png', join(place.maps, 'loop.png'));
    symlinkSync('two.png', join(place.maps, 'one.png'));
    symlinkSync('one.png', join(place.maps, 'two.png'));
    for (const name of ['', 'pipe.png', 'loop.png', 'one.png'])
      expect(await refusal(join(place.maps, name))).toMatchObject({ code: 'disallowed_path' });
  });
});

describe('outside the roots', () => {
  test.each([
    'outside/secret.png',
    'outside/absent.png',
    'outside',
    'data-evil/secret.png',
    'data/../outside/secret.png',
    'no-folder/x.png',
    'outside/secret.png/below',
  ])('%s gets the same answer, there or not', async (path) => {
    const answer = await refusal(join(place.root, path));
    expect(answer?.details).toEqual({
      path_origin: 'input_image',
      basename: path.split('/').at(-1),
      required_policy: 'GEOMAP_MCP_ALLOWED_ROOTS',
    });
    expect(answer?.message).toBe((await refusal('/dev/null'))?.message);
  });

  test('a link that leads out names its target, a link folder the file asked for', async () => {
    symlinkSync('../../outside/secret.png', join(place.maps, 'escape.png'));
    symlinkSync('../../outside', join(place.maps, 'linkdir'));
    expect(await refusal(join(place.maps, 'escape.png'))).toMatchObject({ code: 'disallowed_path', basename: 'secret.png' });
    expect(await refusal(join(place.maps, 'linkdir/secret.png'))).toMatchObject({
      code: 'disallowed_path',
      basename: 'secret.png',
    });
    expect(await refusal(join(place.maps, 'linkdir/absent.png'))).toMatchObject({
      code: 'disallowed_path',
      basename: 'absent.png',
    });
  });

  test('links outside are not told about', async () => {
    symlinkSync('secret.png', join(place.root, 'outside/alias.png'));
    expect(await refusal(join(place.root, 'outside/alias.png'))).toMatchObject({ basename: 'alias.png' });
    symlinkSync('circle.png', join(place.root, 'outside/circle.png'));
    expect(await refusal(join(place.root, 'outside/circle.png'))).toMatchObject({
      code: 'disallowed_path',
      basename: 'circle.png',
    });
  });

  test('the home folder is no root', async () => {
    expect(await refusal('~/tiny.png')).toMatchObject({ code: 'disallowed_path', basename: 'tiny.png' });
  });
});

describe('opening', () => {
  test('a link put in place of the file afterwards is checked again', async () => {
    const file = await resolve(join(place.maps, 'a.png'));
    renameSync(file, `${file}.old`);
    symlinkSync('../../outside/secret.png', file);
    await expect(openSource(file, policy())).rejects.toMatchObject({ code: 'disallowed_path' });
  });

  test('roots that have become narrower are honoured', async () => {
    const file = await resolve(join(place.maps, 'a.png'));
    await expect(openSource(file, { roots: [place.context.settings.cache_root], origin: 'input_image' })).rejects.toMatchObject({
      code: 'disallowed_path',
    });
  });

  test('gives the bytes of the file', async () => {
    const handle = await openSource(join(place.maps, 'a.png'), policy());
    expect(await handle.readFile('utf8')).toBe(readFileSync(join(place.maps, 'a.png'), 'utf8'));
    await handle.close();
  });
});

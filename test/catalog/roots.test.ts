import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absentFile, absolutePath, baseName, isInside, outsideRoots, pathParts } from '../../src/domain/catalog/roots.ts';

const part = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[/\0]/.test(text) && text !== '.' && text !== '..');
const path = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`);
const launch = { home: '/home/ann', folder: '/start/here' };

describe('containment', () => {
  test.each([
    ['/data', '/data', true],
    ['/data/', '/data', true],
    ['/data/a.png', '/data', true],
    ['/data/a.png', '/data/', true],
    ['/data/x/../a.png', '/data', false],
    ['/data/..', '/data', false],
    ['/data-evil/a.png', '/data', false],
    ['/dat', '/data', false],
    ['/datA/a.png', '/data', false],
    ['/', '/data', false],
    ['/anything', '/', true],
    ['data/a.png', '/data', false],
    ['/data/a.png', 'data', false],
    ['//data//a.png', '/data', true],
    ['/data/./a.png', '/data', true],
    ['/data\\a.png', '/data', false],
    ['/données/a.png', '/données', true],
  ])('%s below %s: %s', (file, root, inside) => {
    expect(isInside(file, root)).toBe(inside);
  });

  test('whatever is appended to a root stays inside, whatever is glued to its name does not', () => {
    fc.assert(
      fc.property(path, fc.array(part, { minLength: 1, maxLength: 4 }), part, (root, below, glued) => {
        expect(isInside(`${root}/${below.join('/')}`, root)).toBe(true);
        if (pathParts(root).length > 0) expect(isInside(`${root}${glued}`, root)).toBe(false);
      }),
    );
  });

  test('a parent is never inside its child', () => {
    fc.assert(fc.property(path, part, (root, below) => void expect(isInside(root, `${root}/${below}`)).toBe(false)));
  });

  test('a path with .. left in it is never inside anything', () => {
    fc.assert(
      fc.property(path, fc.array(part), (root, rest) => void expect(isInside([root, '..', ...rest].join('/'), root)).toBe(false)),
    );
  });
});

describe('what a caller may mean', () => {
  test.each([
    ['/maps/a.png', '/maps/a.png'],
    ['a.png', '/start/here/a.png'],
    ['../a.png', '/start/here/../a.png'],
    ['~/a.png', '/home/ann/a.png'],
    ['~', '/home/ann/'],
    ['a~b.png', '/start/here/a~b.png'],
    ['/a/~/b.png', '/a/~/b.png'],
    ['\\\\server\\share\\a b.tif', '/start/here/\\\\server\\share\\a b.tif'],
  ])('%s is %s', (text, absolute) => {
    expect(absolutePath(text, launch)).toBe(absolute);
  });

  test.each(['bad\0.png', '\0', '/maps/a.png\0.txt', '', '  '])('%j names no file', (text) => {
    expect(() => absolutePath(text, launch)).toThrow(expect.objectContaining({ code: 'invalid_arguments' }));
  });

  test.each(['~root/a.png', '~nobody', '~-/a.png'])('%s is the home of somebody else', (text) => {
    expect(() => absolutePath(text, launch)).toThrow(expect.objectContaining({ code: 'disallowed_path' }));
  });

  test('every text gives an absolute path or a coded refusal', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(absolutePath(text, launch).startsWith('/')).toBe(true);
        } catch (error) {
          expect(error).toMatchObject({ name: 'GeomapError' });
        }
      }),
    );
  });
});

describe('what a refusal shows', () => {
  test.each([
    ['/a/b.png', 'b.png'],
    ['/a/b/', 'b'],
    ['/a/b/..', 'a'],
    ['/a/b/../c.png', 'c.png'],
    ['/', ''],
    ['/..', ''],
  ])('the name of %s is "%s"', (file, name) => {
    expect(baseName(file)).toBe(name);
  });

  test('is a file name and the variable, no folder', () => {
    const { facts } = outsideRoots('input_image', 'secret.png');
    expect(facts.details).toEqual({
      path_origin: 'input_image',
      basename: 'secret.png',
      required_policy: 'GEOMAP_MCP_ALLOWED_ROOTS',
    });
    expect(facts.message).not.toMatch(/\/|secret/);
  });

  test('no control, bidi or line-separator characters and no long name', () => {
    expect(absentFile('a\n\u202eb\u2028.png').message).not.toMatch(/[\n\u202e\u2028]/);
    expect(absentFile('é'.repeat(500)).message.length).toBeLessThan(250);
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { choosePage, type PictureFile } from '../../src/domain/catalog/picture-facts.ts';
import { readTiffHeader } from '../../src/domain/catalog/tiff-header.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { tiffOf } from './pictures.ts';

const inMemory = (bytes: Uint8Array, size = bytes.length): PictureFile => ({
  read: (at, length) => bytes.subarray(at, at + length),
  bytes: size,
});

describe.each([
  ['classic, little endian', {}],
  ['classic, big endian', { motorola: true }],
  ['BigTIFF, little endian', { big: true }],
  ['BigTIFF, big endian', { big: true, motorola: true }],
])('a %s TIFF', (_name, form) => {
  test('gives the size and orientation of every page', () => {
    const file = inMemory(
      tiffOf(
        [
          { width: 7, height: 5, orientation: 6 },
          { width: 70, height: 50 },
          { width: 9, height: 300 },
        ],
        form,
      ),
    );
    expect(readTiffHeader(file).pages).toEqual([
      { width: 7, height: 5, orientation: 6 },
      { width: 70, height: 50, orientation: 1 },
      { width: 9, height: 300, orientation: 1 },
    ]);
  });

  test('is opened by another decoder with the same facts, so that the test file is a real one', async () => {
    const meta = await sharp(
      tiffOf(
        [
          { width: 7, height: 5 },
          { width: 70, height: 50 },
        ],
        form,
      ),
      { page: 1 },
    ).metadata();
    expect([meta.width, meta.height, meta.pages]).toEqual([70, 50, 2]);
  });

  test('is truncated when it ends anywhere before its last byte', () => {
    const whole = tiffOf(
      [
        { width: 7, height: 5 },
        { width: 11, height: 3 },
      ],
      form,
    );
    fc.assert(
      fc.property(fc.integer({ min: 4, max: whole.length - 1 }), (length) => {
        const cut = inMemory(whole.subarray(0, length));
        try {
          expect(readTiffHeader(cut).pages.some((page) => page.refuse?.facts.details?.reason === 'truncated')).toBe(true);
        } catch (error) {
          if (!isGeomapError(error)) throw error;
          expect(error.code).toBe('unsupported_media');
        }
      }),
    );
  });

  test('of any content is answered or refused, never a crash or an endless loop', () => {
    const whole = tiffOf(
      [
        { width: 7, height: 5 },
        { width: 11, height: 3 },
      ],
      form,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 }), (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        try {
          readTiffHeader(inMemory(bytes));
        } catch (error) {
          if (!isGeomapError(error)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  [{ bits: 12 }, 'bits_per_sample', /12 bits/],
  [{ compression: 6 }, 'compression', /6 \(old-style JPEG\)/],
  [{ compression: 34712 }, 'compression', /JPEG 2000/],
  [{ compression: 65000 }, 'compression', /65000/],
])('a page with %o is refused by name', (more, reason, words) => {
  const page = readTiffHeader(inMemory(tiffOf([{ width: 8, height: 8, ...more }]))).pages[0];
  expect(page?.refuse?.facts.details).toMatchObject({ reason });
  expect(page?.refuse?.message).toMatch(words);
  expect(page?.refuse?.facts.hints?.[0]).toMatch(/[Ww]rite|[Cc]onvert/);
});

test.each([1, 2, 4, 8, 16, 32])('%i bits per sample are read', (bits) => {
  expect(readTiffHeader(inMemory(tiffOf([{ width: 8, height: 8, bits }]))).pages[0]?.refuse).toBeUndefined();
});

test('offsets beyond 2^32 are exact', () => {
  const small = tiffOf([{ width: 7, height: 5 }], { big: true });
  const far = 5_000_000_016;
  const moved = Buffer.from(small);
  moved.writeBigUInt64LE(BigInt(far), 8);
  const file: PictureFile = {
    bytes: far + small.length,
    read: (at, length) => (at >= far ? small.subarray(at - far + 16, at - far + 16 + length) : moved.subarray(at, at + length)),
  };
  expect(readTiffHeader(file).pages[0]).toMatchObject({ width: 7, height: 5 });
});

test('the largest page is chosen, the first of equals, unless one is named', () => {
  const facts = readTiffHeader(
    inMemory(
      tiffOf([
        { width: 7, height: 5 },
        { width: 70, height: 50 },
        { width: 50, height: 70 },
      ]),
    ),
  );
  expect(choosePage(facts, undefined)).toBe(1);
  expect(choosePage(facts, 2)).toBe(2);
  expect(() => choosePage(facts, 3)).toThrow(expect.objectContaining({ code: 'invalid_arguments' }));
});

const shared = fileURLToPath(new URL('../../../shared/data/images/image-tiff', import.meta.url));

describe.skipIf(!existsSync(shared))('real TIFF files (skipped where the shared data are absent)', () => {
  const refused = /12bit|minisblack-12|1c-12b|zackthecat/;
  const names = existsSync(shared) ? readdirSync(shared).filter((name) => /tiff?$/.test(name)) : [];

  test.each(names)('%s is judged as it should be', async (name) => {
    const bytes = readFileSync(join(shared, name));
    const facts = readTiffHeader(inMemory(bytes));
    const page = facts.pages[0];
    if (refused.test(name)) return expect(page?.refuse?.code).toBe('unsupported_media');
    expect(page?.refuse).toBeUndefined();
    const meta = await sharp(bytes).metadata();
    return expect([page?.width, page?.height, facts.pages.length]).toEqual([meta.width, meta.height, meta.pages ?? 1]);
  });
});

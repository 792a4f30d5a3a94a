import { createRequire } from 'node:module';
import type openCv from '@techstark/opencv-js';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RgbImage } from '../../src/domain/documents/raster.ts';
import { createResizer } from '../../src/domain/layout/peace/bilinear.ts';
import { letterbox, planLetterbox, undoLetterbox } from '../../src/domain/layout/peace/letterbox.ts';

// Not imported: the module has a `then` of its own, and whoever awaits it waits for ever.
const cv: typeof openCv = createRequire(import.meta.url)('@techstark/opencv-js');

beforeAll(
  () =>
    new Promise<void>((resolve) => {
      cv.onRuntimeInitialized = () => resolve();
    }),
);

/** Noise: every rounding of the arithmetic shows. */
function noise(width: number, height: number, seed: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  let state = (seed * 2654435761 + 12345) >>> 0;
  for (let at = 0; at < data.length; at += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[at] = state >>> 24;
  }
  return { width, height, data };
}

function resizedByOpenCv(image: RgbImage, width: number, height: number): Uint8Array {
  const source = new cv.Mat(image.height, image.width, cv.CV_8UC3);
  source.data.set(image.data);
  const target = new cv.Mat();
  cv.resize(source, target, new cv.Size(width, height), 0, 0, cv.INTER_LINEAR);
  const data = Uint8Array.from(target.data);
  source.delete();
  target.delete();
  return data;
}

/** In strips, as large pictures come. */
function resized(image: RgbImage, target: { readonly width: number; readonly height: number }, rows = 7): Uint8Array {
  const resizer = createResizer(image, target);
  for (let top = 0; top < image.height; top += rows) {
    const height = Math.min(rows, image.height - top);
    resizer.take(top, { width: image.width, height, data: image.data.subarray(top * image.width * 3) });
  }
  return resizer.finish().data;
}

describe('the resizing for the networks', () => {
  it('gives the pixels of OpenCV, bit for bit, whatever the sizes', () => {
    const side = fc.integer({ min: 1, max: 90 });
    fc.assert(
      fc.property(side, side, side, side, fc.integer({ min: 1, max: 1e6 }), (w, h, nw, nh, seed) => {
        const image = noise(w, h, seed);
        expect(Buffer.compare(resized(image, { width: nw, height: nh }), resizedByOpenCv(image, nw, nh))).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    [1293, 799, 640, 396],
    [801, 640, 640, 511],
    [320, 200, 640, 400],
    [640, 400, 320, 200],
    [641, 400, 320, 200],
    [2000, 3, 640, 1],
    [3, 2000, 1, 640],
  ])('gives the pixels of OpenCV from %i x %i to %i x %i', (w, h, width, height) => {
    const image = noise(w, h, w + h);
    expect(Buffer.compare(resized(image, { width, height }, 64), resizedByOpenCv(image, width, height))).toBe(0);
  });
});

describe('the letterbox', () => {
  it('places the USGS sheet as measured with the reference', () => {
    const box = planLetterbox({ width: 3869, height: 2393 }, [640, 640]);
    expect(box).toEqual({ width: 640, height: 416, inner: { width: 640, height: 396 }, top: 10, left: 0 });
  });

  it('has sides that are multiples of 32, and the picture in its middle with grey around', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 }), (width, height) => {
        const box = planLetterbox({ width, height }, [320, 320]);
        expect([box.width % 32, box.height % 32]).toEqual([0, 0]);
        expect(box.left * 2).toBeGreaterThanOrEqual(box.width - box.inner.width - 1);
        expect(box.left * 2).toBeLessThanOrEqual(box.width - box.inner.width);
      }),
    );
    const { box, tensor } = letterbox({ width: 10, height: 5, data: new Uint8Array(150).fill(255) }, [64, 64]);
    expect([box.width, box.height, tensor.length]).toEqual([64, 32, 3 * 64 * 32]);
    const tall = letterbox({ width: 10, height: 6, data: new Uint8Array(180).fill(255) }, [64, 64]);
    expect(tall.box).toMatchObject({ width: 64, height: 64, top: 13, inner: { width: 64, height: 38 } });
    expect(tall.tensor[0]).toBeCloseTo(114 / 255, 6);
    expect(tall.tensor[13 * 64]).toBe(1);
  });

  it('is undone to the picture within the rounding of its margins, and clipped to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 5000 }), fc.integer({ min: 40, max: 5000 }), (width, height) => {
        const box = planLetterbox({ width, height }, [640, 640]);
        const inner = [box.left, box.top, box.left + box.inner.width, box.top + box.inner.height] as const;
        const back = undoLetterbox(inner, { width, height }, box);
        const gain = Math.min(box.height / height, box.width / width);
        for (const [at, truth] of [0, 0, width, height].entries())
          expect(Math.abs((back[at] ?? 0) - truth)).toBeLessThan(1.6 / gain);
        expect(undoLetterbox([-50, -50, 9999, 9999], { width, height }, box)).toEqual([0, 0, width, height]);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { REGION_LABELS } from '../../src/domain/documents/processing.ts';
import { roundHalfEven } from '../../src/domain/layout/boxes.ts';
import { cornerBoxes, cornerMosaic } from '../../src/domain/layout/corner-mosaic.ts';
import { drawDetections } from '../../src/domain/layout/detection-drawing.ts';
import { settleDetections } from '../../src/domain/layout/regions.ts';
import { createGlyphSource } from '../../src/workers/adapters/font.ts';

const frame = { width: 1000, height: 800, factorX: 2, factorY: 2 };

describe('settling detections', () => {
  it('has all eight labels in class order, then unknown ones', () => {
    const { regions } = settleDetections([{ label: '9', bbox: [1, 1, 5, 5], confidence: 0.4 }], frame);
    expect([...regions.keys()]).toEqual([...REGION_LABELS, '9']);
  });

  it('clips boxes to the picture and drops degenerate ones with a warning', () => {
    const { regions, warnings } = settleDetections(
      [
        { label: 'main_map', bbox: [-10, -10, 2500, 300], confidence: 0.9 },
        { label: 'legend', bbox: [40, 40, 40, 90], confidence: 0.8 },
        { label: 'title', bbox: [600, 10, 700, 20], confidence: 0.8 },
        { label: 'scale', bbox: [Number.NaN, 0, 4, 4], confidence: 0.8 },
      ],
      frame,
    );
    expect(regions.get('main_map')?.[0]?.box).toEqual([0, 0, 1000, 600]);
    expect(regions.get('legend')).toEqual([]);
    expect(warnings).toHaveLength(3);
    expect(warnings.every((warning) => warning.startsWith('degenerate_box:'))).toBe(true);
  });

  it('ranks the most confident first, ties by area, and keeps a confidence of zero', () => {
    const { regions } = settleDetections(
      [
        { label: 'main_map', bbox: [0, 0, 400, 400], confidence: 0.49 },
        { label: 'main_map', bbox: [0, 0, 10, 10], confidence: 0.99 },
        { label: 'main_map', bbox: [0, 0, 20, 20], confidence: 0.99 },
        { label: 'main_map', bbox: [0, 0, 30, 30], confidence: 0 },
      ],
      frame,
    );
    expect(regions.get('main_map')?.map(({ confidence, box }) => [confidence, box[2]])).toEqual([
      [0.99, 40],
      [0.99, 20],
      [0.49, 800],
      [0, 60],
    ]);
  });

  it('rounds halves to the even neighbour', () => {
    expect([0.5, 1.5, 2.5, -0.5, 2.4, 2.6].map(roundHalfEven)).toEqual(
      [0, 2, 2, 0, 2, 3].map((value) => expect.closeTo(value, 9)),
    );
  });
});

describe('the corner mosaic', () => {
  it('takes a tenth of each side from the four corners', () => {
    expect(cornerBoxes([100, 200, 1105, 1209])).toEqual([
      [100, 200, 200, 300],
      [1005, 200, 1105, 300],
      [100, 1109, 200, 1209],
      [1005, 1109, 1105, 1209],
    ]);
    expect(cornerBoxes([0, 0, 3, 3])[3]).toEqual([2, 2, 3, 3]);
  });

  it('sets them two by two without a gap', () => {
    const tile = (value: number) => ({ width: 1, height: 1, data: new Uint8Array([value, value, value]) });
    const mosaic = cornerMosaic([tile(1), tile(2), tile(3), tile(4)]);
    expect([mosaic.width, mosaic.height, [...mosaic.data]]).toEqual([2, 2, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]]);
  });
});

describe('the detection drawing', () => {
  const scene = {
    width: 1400,
    height: 1400,
    regions: [{ label: 'main_map', box: [10, 300, 900, 1200], confidence: 0.875 }],
    entries: [],
  } as const;

  it('frames a region in its class colour with a line and a caption of the stated sizes, and writes no text element', () => {
    const svg = drawDetections(scene, createGlyphSource());
    expect(svg).toContain('stroke="rgb(22,163,74)" stroke-width="3"');
    expect(svg).not.toMatch(/<text|font-family/);
  });

  it('is the same as without a legend when there are no entries, and gains one chip per entry', () => {
    const glyphs = createGlyphSource();
    const entry = {
      id: 0,
      swatch: [1000, 100, 1040, 120],
      text: [1050, 100, 1200, 120],
      rgb: [1, 2, 3],
      fraction: 0.125,
    } as const;
    const plain = drawDetections(scene, glyphs);
    const full = drawDetections({ ...scene, entries: [entry] }, glyphs);
    expect(plain).not.toContain('fill-opacity="0.7"');
    expect(full.match(/fill-opacity="0.7"/g)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { PixelBox } from '../../src/domain/catalog/records.ts';
import type { ScoredBox } from '../../src/domain/layout/peace/decode.ts';
import { applyPeaceRules } from '../../src/domain/layout/peace/peace-rules.ts';

// design/detector.md, A.4: expected lists are worked out by hand from its steps 2, 4 and 5.
const TITLE = 0;
const MAIN_MAP = 1;
const LEGEND = 2;
const INDEX_MAP = 4;

const found = (classId: number, score: number, box: PixelBox): ScoredBox => ({ classId, score, box });
const shown = (boxes: readonly ScoredBox[]) => applyPeaceRules(boxes).map(({ classId, score }) => [classId, score]);

describe('what PEACE does with the detections of one picture', () => {
  it('keeps scores above a quarter, and not a quarter itself', () => {
    expect(shown([found(TITLE, 0.26, [0, 0, 10, 10]), found(TITLE, 0.25, [50, 50, 60, 60])])).toEqual([[TITLE, 0.26]]);
  });

  it('with a title keeps several boxes of one class', () => {
    expect(
      shown([
        found(MAIN_MAP, 0.9, [0, 0, 100, 100]),
        found(TITLE, 0.8, [0, 200, 100, 220]),
        found(MAIN_MAP, 0.7, [300, 0, 400, 100]),
      ]),
    ).toEqual([
      [MAIN_MAP, 0.9],
      [TITLE, 0.8],
      [MAIN_MAP, 0.7],
    ]);
  });

  it('without a title keeps of each class the box whose least overlap with other classes is smallest, the first at a tie', () => {
    expect(
      shown([
        // Both overlap the only box of another class; the second one less.
        found(MAIN_MAP, 0.9, [0, 0, 100, 100]),
        found(MAIN_MAP, 0.8, [90, 0, 190, 100]),
        found(LEGEND, 0.7, [0, 0, 100, 90]),
      ]),
    ).toEqual([
      [MAIN_MAP, 0.8],
      [LEGEND, 0.7],
    ]);
    expect(
      shown([
        found(MAIN_MAP, 0.9, [0, 0, 100, 100]),
        found(MAIN_MAP, 0.8, [300, 0, 400, 100]),
        found(LEGEND, 0.7, [600, 0, 700, 90]),
      ]),
    ).toEqual([
      [MAIN_MAP, 0.9],
      [LEGEND, 0.7],
    ]);
  });

  it('without a title and with one class alone keeps its largest box, however unsure', () => {
    expect(shown([found(MAIN_MAP, 0.9, [0, 0, 10, 10]), found(MAIN_MAP, 0.3, [20, 0, 120, 100])])).toEqual([[MAIN_MAP, 0.3]]);
  });

  it('never thins out index maps, sections, columns and others', () => {
    const figures = [4, 5, 6, 7].flatMap((classId, row) => [
      found(classId, 0.9 - row / 100, [row * 100, 0, row * 100 + 10, 10]),
      found(classId, 0.5 - row / 100, [row * 100, 50, row * 100 + 10, 60]),
    ]);
    expect(applyPeaceRules(figures)).toHaveLength(8);
  });

  it('of boxes that overlap by more than four fifths keeps the better, whatever their classes', () => {
    const title = found(TITLE, 0.95, [500, 500, 600, 520]);
    expect(shown([title, found(MAIN_MAP, 0.9, [0, 0, 100, 100]), found(INDEX_MAP, 0.8, [0, 0, 100, 81])])).toEqual([
      [TITLE, 0.95],
      [MAIN_MAP, 0.9],
    ]);
    expect(shown([title, found(MAIN_MAP, 0.9, [0, 0, 100, 100]), found(INDEX_MAP, 0.8, [0, 0, 100, 80])])).toHaveLength(3);
  });
});

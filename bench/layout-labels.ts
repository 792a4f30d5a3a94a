import type { SheetTruth } from '../src/demo/varied/varied-truth.ts';
import type { PixelBox } from '../src/domain/catalog/records.ts';
import type { RgbImage } from '../src/domain/documents/raster.ts';
import { boxArea, boxHeight, grown, intersection } from '../src/domain/layout/boxes.ts';
import type { Layout } from '../src/domain/layout/layout-detector.ts';
import { cutOut } from '../src/domain/layout/picture-parts.ts';
import { labelOf } from '../src/domain/legend/label-text.ts';
import { readLegendEntries } from '../src/domain/legend/legend-entries.ts';
import { createTesseractReaders } from '../src/workers/adapters/tesseract-reader.ts';
import { editDistance, matchBoxes } from '../test/layout/sheet-score.ts';

/** Labels of one sheet: how many were drawn, reported and read without a fault; characters and their errors count what was reported. */
export type ReadLabels = {
  readonly drawn: number;
  readonly reported: number;
  readonly exact: number;
  readonly characters: number;
  readonly errors: number;
  /** Readings that differ, for a person to look at. */
  readonly wrong: readonly string[];
};

export type LabelBench = {
  /** Why nothing is read; empty when it is. */
  readonly reason: string;
  readonly read: (image: RgbImage, truth: SheetTruth, layout: Layout) => Promise<ReadLabels | null>;
  readonly close: () => Promise<void>;
};

/** Spaces and dashes as the acceptance compares them; a hyphen at the end of a line is no error of the reading. */
const plain = (text: string): string =>
  text
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim();

const clipped = (box: PixelBox, { width, height }: RgbImage): PixelBox => {
  const [x0, y0, x1, y1] = intersection(box, [0, 0, width, height]);
  return [Math.floor(x0), Math.floor(y0), Math.ceil(x1), Math.ceil(y1)];
};

/** Reads every label the way the vision worker does: paired, shrunk, cut out with a little air, taken as a block of lines. */
export const openLabelBench = async (wanted: 'on' | 'off'): Promise<LabelBench> => {
  const off = (reason: string): LabelBench => ({ reason, read: async () => null, close: async () => {} });
  if (wanted === 'off') return off('switched off');
  const readers = createTesseractReaders();
  const choice = await readers.choose({ enabled: true, languages: ['eng'], data_root: null });
  const { reader } = choice;
  if (reader === null) return off(choice.reason);
  const labelAt = async (image: RgbImage, swatch: PixelBox, text: PixelBox): Promise<string | null> => {
    const box = clipped(grown(text, Math.max(2, Math.round(0.15 * boxHeight(swatch)))), image);
    return boxArea(box) < 4 ? null : labelOf(await reader.read({ image: cutOut(image, box), shape: 'block' })).label;
  };
  const read: LabelBench['read'] = async (image, truth, layout) => {
    const { entries } = readLegendEntries(image, layout.legend);
    const matches = matchBoxes(
      truth.units.map(({ swatch }) => swatch),
      entries.map(({ swatch }) => swatch),
    );
    const pairs = await Promise.all(
      truth.units.map(async ({ label }, index) => {
        const entry = entries[matches[index] ?? -1];
        const found = entry?.text ? await labelAt(image, entry.swatch, entry.text) : null;
        return found === null ? [] : [{ drawn: plain(label.text), found: plain(found) }];
      }),
    );
    const reported = pairs.flat();
    const wrong = reported.filter(({ drawn, found }) => drawn !== found);
    return {
      drawn: truth.units.length,
      reported: reported.length,
      exact: reported.length - wrong.length,
      characters: reported.reduce((sum, { drawn }) => sum + drawn.length, 0),
      errors: wrong.reduce((sum, { drawn, found }) => sum + editDistance(drawn, found), 0),
      wrong: wrong.map(({ drawn, found }) => `${drawn} | ${found}`),
    };
  };
  return { reason: '', read, close: readers.close };
};

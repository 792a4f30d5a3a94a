import type { SheetTruth } from '../src/demo/varied/varied-truth.ts';
import type { RgbImage } from '../src/domain/documents/raster.ts';
import type { Layout } from '../src/domain/layout/layout-detector.ts';

/** Character errors of the labels of one sheet; a label that was not found counts as wholly wrong in `characters`, `errors`. */
export type ReadLabels = {
  readonly labels: number;
  readonly exact: number;
  readonly characters: number;
  readonly errors: number;
};

export type LabelBench = {
  readonly reason: string;
  readonly read: (image: RgbImage, truth: SheetTruth, layout: Layout) => Promise<ReadLabels | null>;
  readonly describe: (sheets: readonly ReadLabels[]) => string;
  readonly close: () => Promise<void>;
};

export const openLabelBench = async (wanted: 'on' | 'off'): Promise<LabelBench> => ({
  reason: wanted === 'off' ? 'switched off' : 'no reader yet',
  read: async () => null,
  describe: () => '',
  close: async () => {},
});

import type { PixelBox } from '../../domain/catalog/records.ts';
import { REGION_LABELS } from '../../domain/documents/processing.ts';
import type { RgbImage } from '../../domain/documents/raster.ts';
import { detectorNotReady, refusedWeights } from '../../domain/errors/routes.ts';
import { roundHalfEven, scaled } from '../../domain/layout/boxes.ts';
import type { Detection, FullPicture, Layout, LayoutDetector, LegendBoxes } from '../../domain/layout/layout-detector.ts';
import { createResizer } from '../../domain/layout/peace/bilinear.ts';
import { CheckpointRefusal } from '../../domain/layout/peace/checkpoint-refusal.ts';
import { decode, type ScoredBox } from '../../domain/layout/peace/decode.ts';
import { letterboxTensor, planLetterbox, undoLetterbox } from '../../domain/layout/peace/letterbox.ts';
import { applyPeaceRules } from '../../domain/layout/peace/peace-rules.ts';
import { cutOut } from '../../domain/layout/picture-parts.ts';
import type { NetworkRunner } from './network-runner.ts';
import { detectorDigest, type PreparedNetwork } from './weight-files.ts';

/** Raised with every change of what is done around the networks. */
const VERSION = 1;
const LEGEND = 2;
/** Rows that are read at once from a picture that is not in memory: the tiles of its plain copy. */
const STRIP_ROWS = 256;
const SWATCH = 0;
const TEXT = 1;

export type PeaceNetworks = {
  readonly component: PreparedNetwork;
  readonly legend: PreparedNetwork;
  readonly runner: NetworkRunner;
};

/**
 * PEACE's two networks as a layout detector: regions of the sheet, then swatches and texts in the crop of the first legend. They see
 * full resolution, as in PEACE. Throws `missing_extra` when a network that could be run once cannot be run on this picture.
 */
export function createPeaceDetector(networks: PeaceNetworks): LayoutDetector {
  return {
    id: 'peace',
    digest: detectorDigest(networks.component, networks.legend, VERSION),
    workingSide: null,
    detect: (image, signal, full = inMemory(image)) => asNotReady(detect(networks, { image, full }, signal)),
    readLegend: async (image, boxes, signal) => {
      const found: LegendBoxes[] = [];
      for (const box of boxes) found.push(await asNotReady(readLegend(networks, inMemory(image), { box, signal })));
      return { swatches: found.flatMap(({ swatches }) => swatches), texts: found.flatMap(({ texts }) => texts) };
    },
  };
}

/** Networks are tried before they are used; what fails all the same is for the operator, who can replace them. */
async function asNotReady<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof CheckpointRefusal)) throw error;
    const missing = [refusedWeights('component', error.message), refusedWeights('legend', error.message)];
    throw detectorNotReady({ missing, detectorError: error.message }, { detectors: false, knowledge: false });
  }
}

const inMemory = (image: RgbImage): FullPicture => ({
  width: image.width,
  height: image.height,
  part: async (box) => cutOut(image, box),
});

type Views = { readonly image: RgbImage; readonly full: FullPicture };

async function detect(networks: PeaceNetworks, { image, full }: Views, signal?: AbortSignal): Promise<Layout> {
  const whole: PixelBox = [0, 0, full.width, full.height];
  const found = await infer(networks.component, networks.runner, { full, box: whole, signal });
  const legendBox = found.find(({ classId }) => classId === LEGEND)?.box;
  const legend = legendBox ? await readLegend(networks, full, { box: legendBox, signal }) : { swatches: [], texts: [] };
  const toImage = (box: PixelBox): PixelBox => scaled(box, image.width / full.width, image.height / full.height);
  return {
    detections: found.map(
      ({ box, score, classId }): Detection => ({
        label: REGION_LABELS[classId] ?? String(classId),
        bbox: toImage(box),
        confidence: score,
      }),
    ),
    legend: { swatches: legend.swatches.map(toImage), texts: legend.texts.map(toImage) },
  };
}

type Place = { readonly box: PixelBox; readonly signal?: AbortSignal | undefined };

/** Swatches and texts of the legend in a box of the picture, px of the picture, whole numbers as PEACE hands them on. */
async function readLegend({ legend, runner }: PeaceNetworks, full: FullPicture, { box, signal }: Place): Promise<LegendBoxes> {
  const limit = [full.width, full.height, full.width, full.height];
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box.map((side, at) => Math.min(limit[at] ?? 0, Math.max(0, roundHalfEven(side))));
  if (x1 <= x0 || y1 <= y0) return { swatches: [], texts: [] };
  const found = await infer(legend, runner, { full, box: [x0, y0, x1, y1], signal });
  const boxesOf = (wanted: number): readonly PixelBox[] =>
    found
      .filter(({ classId }) => classId === wanted)
      .map(({ box: [left, top, right, bottom] }) => [
        x0 + roundHalfEven(left),
        y0 + roundHalfEven(top),
        x0 + roundHalfEven(right),
        y0 + roundHalfEven(bottom),
      ]);
  return { swatches: boxesOf(SWATCH), texts: boxesOf(TEXT) };
}

type Window = Place & { readonly full: FullPicture };

/** Detections of one network in a window of the picture, in px of that window, after PEACE's own rules. */
async function infer(network: PreparedNetwork, runner: NetworkRunner, window: Window): Promise<readonly ScoredBox[]> {
  const [x0, y0, x1, y1] = window.box;
  const size = { width: x1 - x0, height: y1 - y0 };
  const box = planLetterbox(size, network.inputSize);
  const resizer = createResizer(size, box.inner);
  for (let top = y0; top < y1; top += STRIP_ROWS) {
    await breathe(window.signal);
    resizer.take(top - y0, await window.full.part([x0, top, x1, Math.min(y1, top + STRIP_ROWS)]));
  }
  await breathe(window.signal);
  const { width, height } = box;
  const maps = await runner.run(network, { tensor: letterboxTensor(resizer.finish(), box), width, height });
  const strides = network.outputs.map(({ stride }) => stride);
  const found = decode(maps, { strides, classes: network.classes });
  return applyPeaceRules(found.map((each) => ({ ...each, box: undoLetterbox(each.box, size, box) })));
}

/** Lets a cancel that has arrived be seen, and obeys it. */
async function breathe(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

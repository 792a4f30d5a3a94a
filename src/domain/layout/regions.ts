import type { PixelBox } from '../catalog/records.ts';
import { REGION_LABELS } from '../documents/processing.ts';
import { boxArea, roundHalfEven, scaled } from './boxes.ts';
import type { Detection } from './layout-detector.ts';

/** A settled region: integer box inside the picture, source frame px. `confidence` is null when the detector gives none. */
export type Region = {
  readonly label: string;
  readonly box: PixelBox;
  readonly confidence: number | null;
  /** Who found it, when that is not the detector of the run. */
  readonly detector?: string;
};

export type Frame = {
  /** Size of the source as displayed, px. */
  readonly width: number;
  readonly height: number;
  /** Source px per px of the picture that the detector saw, in x and y. */
  readonly factorX: number;
  readonly factorY: number;
};

/** Confidence below which a region is marked `low_confidence` (contract 2.4). */
export const LOW_CONFIDENCE = 0.5;

/** A box of the detector's picture in the source frame: scaled, clipped, rounded half to even; null when nothing is left of it. */
export function toSourceBox(box: PixelBox, frame: Frame): PixelBox | null {
  const [x0, y0, x1, y1] = scaled(box, frame.factorX, frame.factorY);
  const clip = (value: number, limit: number): number => Math.min(limit, Math.max(0, roundHalfEven(value)));
  const clipped: PixelBox = [clip(x0, frame.width), clip(y0, frame.height), clip(x1, frame.width), clip(y1, frame.height)];
  return clipped.every(Number.isFinite) && clipped[2] > clipped[0] && clipped[3] > clipped[1] ? clipped : null;
}

/** The most confident first, unknown confidence last; ties by area (D27). */
const byRank = (a: Region, b: Region): number => (b.confidence ?? -1) - (a.confidence ?? -1) || boxArea(b.box) - boxArea(a.box);

export type SettledRegions = {
  /** The eight labels in class order, then unknown ones; each list is ranked, so the first main map is the best one. */
  readonly regions: ReadonlyMap<string, readonly Region[]>;
  readonly warnings: readonly string[];
};

/** Bring detections into the source frame: boxes clipped, degenerate ones dropped with a warning, each class ranked (D27). */
export function settleDetections(detections: readonly Detection[], frame: Frame): SettledRegions {
  const lists = new Map<string, Region[]>(REGION_LABELS.map((label) => [label, []]));
  const warnings: string[] = [];
  for (const { label, bbox, confidence } of detections) {
    const box = toSourceBox(bbox, frame);
    if (!box) {
      warnings.push(`degenerate_box: a detected ${label.replaceAll('_', ' ')} had no area inside the picture and was left out.`);
      continue;
    }
    const list = lists.get(label);
    if (list) list.push({ label, box, confidence });
    else lists.set(label, [{ label, box, confidence }]);
  }
  return { regions: new Map([...lists].map(([label, list]) => [label, list.sort(byRank)])), warnings };
}

import { boxArea, overlapRatio } from '../boxes.ts';
import type { ScoredBox } from './decode.ts';

/** Scores have to be above this. */
export const SCORE_FLOOR = 0.25;
/** Of two boxes that overlap more than this the better stays, whatever their classes. */
const NMS_OVERLAP = 0.8;
/** Classes of which any number may stand on one sheet (index map, section, column, others). */
const MANY = new Set([4, 5, 6, 7]);
/** While this class is found (title, or swatch in the legend network) nothing is thinned out. */
const ANCHORING = 0;

/** What PEACE itself does with the detections of one picture (design text, A.4 steps 2, 4 and 5); the order by score stays. */
export function applyPeaceRules(found: readonly ScoredBox[]): readonly ScoredBox[] {
  const kept = found.filter(({ score }) => score > SCORE_FLOOR);
  return suppressed(kept.some(({ classId }) => classId === ANCHORING) ? kept : thinned(kept));
}

/** One box per class: the one that shares least with boxes of other classes, or the largest when there is no other class. */
function thinned(boxes: readonly ScoredBox[]): readonly ScoredBox[] {
  const chosen = new Map<number, ScoredBox>();
  for (const classId of new Set(boxes.map((each) => each.classId))) {
    if (MANY.has(classId)) continue;
    const own = boxes.filter((each) => each.classId === classId);
    const others = boxes.filter((each) => each.classId !== classId);
    const cost = ({ box }: ScoredBox): number =>
      others.length > 0 ? Math.min(...others.map((other) => overlapRatio(box, other.box))) : -boxArea(box);
    const best = own.reduce((least, each) => (cost(each) < cost(least) ? each : least));
    chosen.set(classId, best);
  }
  return boxes.filter((each) => MANY.has(each.classId) || chosen.get(each.classId) === each);
}

function suppressed(boxes: readonly ScoredBox[]): readonly ScoredBox[] {
  const kept: ScoredBox[] = [];
  for (const each of boxes) if (kept.every(({ box }) => overlapRatio(box, each.box) <= NMS_OVERLAP)) kept.push(each);
  return kept;
}

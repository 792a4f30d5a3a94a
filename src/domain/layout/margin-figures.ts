import type { PixelBox } from '../catalog/records.ts';
import { boxArea, boxHeight, boxWidth, grown, intersection, midX, midY, shareInside, union } from './boxes.ts';
import type { Component } from './connected-components.ts';
import { lineShare } from './frame-sides.ts';
import type { Detection } from './layout-detector.ts';
import { DARK, INK, type PixelClasses } from './pixel-classes.ts';
import type { TextLine } from './text-lines.ts';

/** What the figures in the margin are looked for in: drawings and text lines outside the map bodies. */
export type MarginScene = {
  readonly classes: PixelClasses;
  readonly parts: readonly Component[];
  readonly lines: readonly TextLine[];
};

/** Sizes as shares of the sheet's longer side. */
const STACK = { minWidth: 0.006, maxWidth: 0.14, minHeight: 0.04 } as const;
const SECTION = { minWidth: 0.1, minHeight: 0.012, maxHeight: 0.2 } as const;
const INDEX = { minSide: 0.04, maxSide: 0.36 } as const;
const MIN_BANDS = 4;
const MAX_TEXT = 0.015;
/** Texts beside layers are symbols, ages and thicknesses; those beside legend swatches say more. */
const SHORT_TEXT = 11;
const RULE_SHARE = 0.8;

const sideOf = ({ classes }: MarginScene): number => Math.max(classes.width, classes.height);
const round = (value: number): number => Math.round(value * 1000) / 1000;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Rows of a box that are dark from side to side, neighbouring ones counted once. */
function rulesAcross(classes: PixelClasses, box: PixelBox): number {
  const inset = Math.max(1, Math.round(boxWidth(box) * 0.06));
  const span = { from: box[0] + inset, to: box[2] - inset };
  let rules = 0;
  let before = false;
  for (let y = box[1]; y < box[3]; y += 1) {
    const here = lineShare(classes, DARK, { axis: 'row', at: y, span }) >= RULE_SHARE;
    if (here && !before) rules += 1;
    before = here;
  }
  return rules;
}

/** Greatest share of ink along one of the columns (or rows) within a few px of an edge. */
function edgeShare(classes: PixelClasses, box: PixelBox, side: 0 | 1 | 2 | 3): number {
  const depth = Math.max(3, Math.round(Math.max(classes.width, classes.height) / 600));
  const axis = side % 2 === 0 ? 'column' : 'row';
  const span = side % 2 === 0 ? { from: box[1], to: box[3] } : { from: box[0], to: box[2] };
  let best = 0;
  for (let step = 0; step < depth; step += 1) {
    const at = side < 2 ? box[side] + step : box[side] - 1 - step;
    best = Math.max(best, lineShare(classes, INK, { axis, at, span }));
  }
  return best;
}

const besideRight = (box: PixelBox, lines: readonly TextLine[], reach: number): readonly TextLine[] =>
  lines.filter(
    (line) => line.box[0] >= box[2] - 2 && line.box[0] - box[2] <= reach && midY(line.box) > box[1] && midY(line.box) < box[3],
  );

/** Text lines above (or below) a box, over its width, each close to the next. */
function captions(box: PixelBox, lines: readonly TextLine[], where: 'above' | 'below'): readonly TextLine[] {
  const found: TextLine[] = [];
  let edge = where === 'above' ? box[1] : box[3];
  const ordered = [...lines].sort((a, b) => (where === 'above' ? b.box[3] - a.box[3] : a.box[1] - b.box[1]));
  for (const line of ordered) {
    const air = where === 'above' ? edge - line.box[3] : line.box[1] - edge;
    const across = midX(line.box) > box[0] - line.height && midX(line.box) < box[2] + 4 * line.height;
    if (air < -2 || !across) continue;
    if (air > 2.6 * line.height || found.length === 2) break;
    found.push(line);
    edge = where === 'above' ? line.box[1] : line.box[3];
  }
  return found;
}

type Stack = { readonly box: PixelBox; readonly bands: number };

/** Layers drawn on one another or boxes joined by lines, with short texts beside them or none. */
function stackOf(scene: MarginScene, part: Component): Stack | undefined {
  const side = sideOf(scene);
  const [width, height] = [boxWidth(part.box), boxHeight(part.box)];
  const sized = width >= STACK.minWidth * side && width <= STACK.maxWidth * side && height >= STACK.minHeight * side;
  if (!sized || height < 1.4 * width || part.pixels < 0.15 * width * height) return undefined;
  if (edgeShare(scene.classes, part.box, 0) < 0.5 || edgeShare(scene.classes, part.box, 2) < 0.5) return undefined;
  const bands = rulesAcross(scene.classes, part.box) - 1;
  if (bands < MIN_BANDS) return undefined;
  const texts = besideRight(part.box, scene.lines, Math.max(width, 0.03 * side));
  return texts.length === 0 || median(texts.map((line) => line.glyphs)) <= SHORT_TEXT ? { box: part.box, bands } : undefined;
}

/** Stratigraphic columns and correlation charts: stacks of layers, near ones together, with their texts. */
export function findColumns(scene: MarginScene): readonly Detection[] {
  const side = sideOf(scene);
  const stacks = scene.parts.flatMap((part) => stackOf(scene, part) ?? []);
  const groups: Stack[] = [];
  for (const stack of stacks) {
    const near = groups.findIndex((group) => boxArea(intersection(grown(group.box, 0.05 * side), stack.box)) > 0);
    const group = groups[near];
    const box = group && union([group.box, stack.box]);
    if (group && box) groups[near] = { box, bands: group.bands + stack.bands };
    else groups.push(stack);
  }
  return groups.map(({ box, bands }) => {
    const beside = besideRight(box, scene.lines, 0.06 * side).filter((line) => line.glyphs <= 2 * SHORT_TEXT);
    const above = captions(box, scene.lines, 'above');
    const bbox = union([box, ...beside.map((line) => line.box), ...above.map((line) => line.box)]) ?? box;
    return { label: 'stratigraphic_column', bbox, confidence: round(Math.min(0.9, 0.4 + 0.04 * bands + 0.02 * beside.length)) };
  });
}

/** Wide bands of layers with heights at their ends. */
export function findSections(scene: MarginScene, taken: readonly PixelBox[]): readonly Detection[] {
  const side = sideOf(scene);
  return scene.parts.flatMap((part): Detection[] => {
    const { box } = part;
    const [width, height] = [boxWidth(box), boxHeight(box)];
    const sized = width >= SECTION.minWidth * side && height >= SECTION.minHeight * side && height <= SECTION.maxHeight * side;
    if (!sized || width < 2.2 * height || part.pixels < 0.2 * width * height) return [];
    if (taken.some((other) => shareInside(box, other) > 0.5)) return [];
    const ends = scene.lines.filter((line) => {
      const left = box[0] - line.box[2];
      const right = line.box[0] - box[2];
      const away = Math.max(left, right);
      return (
        line.glyphs <= 10 &&
        away >= -4 &&
        away < 0.02 * side &&
        line.height < MAX_TEXT * side &&
        midY(line.box) > box[1] - 0.4 * height &&
        midY(line.box) < box[3] + line.height
      );
    });
    const above = scene.lines.filter((line) => {
      const air = box[1] - line.box[3];
      const sized = line.height < MAX_TEXT * side && boxHeight(line.box) < 2 * line.height;
      return (
        sized &&
        air >= -0.6 * height &&
        air < Math.min(2.5 * line.height, 0.015 * side) &&
        midX(line.box) > box[0] - 2 &&
        midX(line.box) < box[2] + 2
      );
    });
    if (ends.length < 2 && part.coloured < 0.3 * part.pixels) return [];
    const bbox = union([box, ...ends.map((line) => line.box), ...above.map((line) => line.box)]) ?? box;
    return [
      {
        label: 'cross_section',
        bbox,
        confidence: round(Math.min(0.9, 0.4 + 0.08 * ends.length + (width > 4 * height ? 0.1 : 0))),
      },
    ];
  });
}

/** Small framed drawings with a caption under them. */
export function findIndexMaps(scene: MarginScene, taken: readonly PixelBox[]): readonly Detection[] {
  const side = sideOf(scene);
  return scene.parts.flatMap((part): Detection[] => {
    const { box } = part;
    const [width, height] = [boxWidth(box), boxHeight(box)];
    const sized = Math.min(width, height) >= INDEX.minSide * side && Math.max(width, height) <= INDEX.maxSide * side;
    if (!sized || taken.some((other) => shareInside(box, other) > 0.5)) return [];
    const sides = ([0, 1, 2, 3] as const).filter((edge) => edgeShare(scene.classes, box, edge) >= 0.85).length;
    const caption = captions(box, scene.lines, 'below').filter(
      (line) => Math.abs(midX(line.box) - midX(box)) < 0.12 * width && boxWidth(line.box) < 1.1 * width,
    );
    if (sides < 4 || caption.length === 0) return [];
    const bbox = union([box, ...caption.slice(0, 1).map((line) => line.box)]) ?? box;
    const bare = part.pixels < 0.25 * width * height ? 0.15 : 0;
    return [{ label: 'index_map', bbox, confidence: 0.55 + bare }];
  });
}

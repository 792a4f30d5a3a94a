import type { PixelBox } from '../catalog/records.ts';
import { isFeature, type Overlay, type OverlayItem } from './item.ts';
import { createLabelRoom } from './labels.ts';
import { fitText, type Lettering, pathData } from './lettering.ts';
import { hexOf } from './palette.ts';
import { type Placed, placeItem } from './place.ts';
import type { Surface } from './surface.ts';
import { attributes, escapeXml } from './xml.ts';

/** Sizes in px, from the smaller side of the drawing (contract/knowledge.md 10). */
export type Scale = { readonly line: number; readonly radius: number; readonly ring: number; readonly font: number };

/** Sizes for a picture of this many pixels on its smaller side. */
export const scaleFor = (side: number): Scale => {
  const line = Math.max(2, Math.round(side / 500));
  return {
    line,
    radius: Math.max(4, Math.round(side / 280)),
    ring: Math.max(1, Math.floor(line / 2)),
    font: Math.min(64, Math.max(11, Math.round(side / 80))),
  };
};

/** Items put on a surface, in the order they are drawn: boxes and traces first, points on top. */
export type Placement = {
  readonly surface: Surface;
  readonly placed: readonly Placed[];
  /** Features of the overlay that are not seen on this surface. */
  readonly off: readonly OverlayItem[];
};

/** Puts every item of an overlay on a surface. */
export function placeOverlay(overlay: Overlay, surface: Surface): Placement {
  const placed: Placed[] = [];
  const off: OverlayItem[] = [];
  for (const item of overlay.items) {
    const found = placeItem(item, surface);
    if (found !== null) placed.push(found);
    else if (isFeature(item)) off.push(item);
  }
  const rank = ({ item, dot }: Placed): number => (dot !== null ? 2 : isFeature(item) ? 1 : 0);
  return {
    surface,
    off,
    placed: placed
      .map((entry, i) => ({ entry, i }))
      .sort((a, b) => rank(a.entry) - rank(b.entry) || a.i - b.i)
      .map(({ entry }) => entry),
  };
}

/** Drawn features per provider, sorted by provider. */
export function drawnCounts({
  placed,
}: Placement): readonly { readonly provider: string; readonly color: OverlayItem['color']; readonly count: number }[] {
  const counts = new Map<string, { readonly color: OverlayItem['color']; readonly count: number }>();
  for (const { item } of placed) {
    if (!isFeature(item)) continue;
    const provider = item.provider ?? 'unknown';
    counts.set(provider, { color: item.color, count: (counts.get(provider)?.count ?? 0) + 1 });
  }
  return [...counts].map(([provider, entry]) => ({ provider, ...entry })).sort((a, b) => (a.provider < b.provider ? -1 : 1));
}

function drawShape({ item, dot, lines, rings }: Placed, scale: Scale): string {
  const color = hexOf(item.color);
  if (dot !== null) {
    const fill = item.nearby ? { fill: '#FFFFFF', stroke: color } : { fill: color, stroke: '#FFFFFF' };
    return `<circle${attributes({ cx: dot[0], cy: dot[1], r: scale.radius, ...fill, 'stroke-width': Math.max(1.5, scale.ring) })}/>`;
  }
  const weight = item.kind === 'query_bounds' ? scale.line * 1.5 : scale.line;
  const pen = { stroke: color, 'stroke-width': weight, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  const traces = lines.map((line) => pathData(line, false)).join('');
  const areas = rings.map((ring) => pathData(ring, true)).join('');
  const fill = isFeature(item) ? { fill: color, 'fill-opacity': '0.08' } : { fill: 'none' };
  const dash = item.kind === 'provider_bounds' ? { 'stroke-dasharray': `${scale.line * 3} ${scale.line * 2}` } : {};
  const halo = `<path d="${traces}"${attributes({ fill: 'none', ...pen, stroke: '#FFFFFF', 'stroke-width': weight * 2, 'stroke-opacity': '0.7' })}/>`;
  return (
    (areas === '' ? '' : `<path d="${areas}"${attributes({ ...fill, ...pen, ...dash })}/>`) +
    (traces === '' ? '' : `${halo}<path d="${traces}"${attributes({ fill: 'none', ...pen })}/>`)
  );
}

const drawGroup = (placed: Placed, scale: Scale): string => {
  const { id, kind, provider, label } = placed.item;
  return `<g${attributes({ 'data-id': id, 'data-kind': kind, 'data-provider': provider })}><title>${escapeXml(label)}</title>${drawShape(placed, scale)}</g>`;
};

/** The marks of all placed items, clipped to the window. `clipId` must be unique in the document. */
export function drawMarks({ placed, surface }: Placement, scale: Scale, clipId: string): readonly string[] {
  const [x0, y0, x1, y1] = surface.window;
  const shapes = placed.filter(({ dot }) => dot === null);
  const dots = placed.filter(({ dot }) => dot !== null);
  return [
    `<clipPath id="${clipId}"><rect${attributes({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 })}/></clipPath>`,
    `<g clip-path="url(#${clipId})">`,
    ...shapes.map((entry) => drawGroup(entry, scale)),
    '</g>',
    ...dots.map((entry) => drawGroup(entry, scale)),
  ];
}

/** Labels that may fail to find room before the search ends: a crowd of thousands has no room to look for. */
const MISSES = 1000;

/** How many labels are set, and where. */
export type LabelLimits = {
  /** Labels set on the drawing at most. */
  readonly cap: number;
  /** Labels that found no room get a number instead, at most this many; 0 for none. */
  readonly numbers: number;
  /** Where labels may stand. */
  readonly room: PixelBox;
};

/** Label elements, and the texts behind the numbers, in order from 1. */
export type DrawnLabels = {
  readonly elements: readonly string[];
  readonly numbered: readonly string[];
  readonly unlabelled: number;
};

/** Sets the labels of features without overlaps; what finds no room gets a number for a list, what is past the limits nothing. */
export function drawLabels(
  placement: Placement,
  style: { readonly scale: Scale; readonly lettering: Lettering },
  limits: LabelLimits,
): DrawnLabels {
  const { scale, lettering } = style;
  const features = placement.placed.filter(({ item }) => isFeature(item));
  const room = createLabelRoom(
    limits.room,
    features.map(({ anchor }) => anchor),
    scale.radius + scale.ring,
  );
  const elements: string[] = [];
  const numbered: string[] = [];
  const setLabel = ({ anchor, item }: Placed, text: string): boolean => {
    const width = lettering.widthOf(text, scale.font);
    const place = text === '' ? null : room.place({ at: anchor, width, size: scale.font });
    if (place === null) return false;
    const ink = { fill: darker(item.color), halo: Math.max(2, scale.font / 5) };
    elements.push(lettering.draw(text, { ...place, size: scale.font, weight: 'regular' }, ink));
    return true;
  };
  let misses = 0;
  const waiting = features.filter((entry) => {
    if (elements.length >= limits.cap || misses >= MISSES) return true;
    const set = setLabel(entry, fitText(entry.item.label, scale.font, { room: scale.font * 16, lettering }));
    if (!set) misses += 1;
    return !set;
  });
  misses = 0;
  for (const entry of waiting) {
    if (numbered.length >= limits.numbers || misses >= MISSES) break;
    if (setLabel(entry, String(numbered.length + 1))) numbered.push(entry.item.label);
    else misses += 1;
  }
  return { elements, numbered, unlabelled: waiting.length - numbered.length };
}

/** The item's colour, dark enough to read (KW-39). */
const darker = ([r, g, b]: OverlayItem['color']): string =>
  hexOf([Math.round(r * 0.55), Math.round(g * 0.55), Math.round(b * 0.55)]);

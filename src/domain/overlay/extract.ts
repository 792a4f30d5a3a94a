import type { BundleInput, KnowledgeItem } from '../documents/knowledge.ts';
import { type Box, boxAroundPoints, boxesIntersect, boxParts, containsPoint, unionBoxes } from '../geo/wrap.ts';
import { isFeature, type Line, type Overlay, type OverlayItem } from './item.ts';
import { colorOfProvider, QUERY_COLOR } from './palette.ts';
import { isRecord, type JsonRecord, readBox, readShape } from './record-geometry.ts';

/** Degrees: coordinates in a bundle are rounded to five or six decimals, so an edge may be missed by that much. */
const EDGE = 1e-5;
/** Degrees on each side of a frame without width or height (contract/knowledge.md 9.1). */
const PAD = 0.01;
const LABEL_MEMBERS = ['name', 'place', 'label', 'id'] as const;

const readParts = (value: unknown): readonly Box[] => {
  const list = Array.isArray(value) && !value.every((entry) => typeof entry === 'number') ? value : [value];
  return list.map(readBox).filter((box) => box !== null);
};

const labelOf = (record: JsonRecord, fallback: string): string => {
  for (const member of LABEL_MEMBERS) {
    const value = record[member];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value);
  }
  return fallback;
};

const queryItems = (parts: readonly Box[]): readonly OverlayItem[] =>
  parts.map((box, i) => ({
    id: `query_bounds:part:${i}`,
    kind: 'query_bounds',
    label: `query part ${i + 1}`,
    color: QUERY_COLOR,
    shape: { type: 'box', box },
    source: 'bundle.trace.bounds_parts',
  }));

const providerItems = ({ provider, key, provenance }: KnowledgeItem): readonly OverlayItem[] =>
  readParts(provenance?.bounds_parts).map((box, i) => ({
    id: `provider_bounds:${provider}:${i}`,
    kind: 'provider_bounds',
    label: `${provider} lookup ${i + 1}`,
    color: colorOfProvider(provider),
    shape: { type: 'box', box },
    source: 'item.provenance.bounds_parts',
    provider,
    key,
  }));

function recordItem(item: KnowledgeItem, record: unknown, index: number): OverlayItem | null {
  if (!isRecord(record)) return null;
  const found = readShape(record);
  if (found === null) return null;
  const { provider, key } = item;
  const kind = found.shape.type === 'point' ? 'result_point' : 'result_bbox';
  return {
    id: `${kind}:${provider}:${index}`,
    kind,
    label: labelOf(record, provider),
    color: colorOfProvider(provider),
    shape: found.shape,
    source: `item.value.${found.member}`,
    provider,
    key,
    recordIndex: index,
    ...(record.outside_bounds === true ? { nearby: true as const } : {}),
  };
}

const recordItems = (item: KnowledgeItem): readonly OverlayItem[] =>
  Array.isArray(item.value) ? item.value.map((record, i) => recordItem(item, record, i)).filter((found) => found !== null) : [];

/** Liang and Barsky 1984: whether the segment meets the box grown by `EDGE`, at any of the three turns of the globe. */
function lineMeets(line: Line, box: Box): boolean {
  const meets = (from: readonly [number, number], to: readonly [number, number], turn: number): boolean => {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const x = from[0] + turn;
    const sides = [
      [-dx, x - box.min_lon + EDGE],
      [dx, box.max_lon - x + EDGE],
      [-dy, from[1] - box.min_lat + EDGE],
      [dy, box.max_lat - from[1] + EDGE],
    ] as const;
    let [enter, leave] = [0, 1];
    for (const [p, q] of sides) {
      if (p === 0 && q < 0) return false;
      if (p < 0) enter = Math.max(enter, q / p);
      if (p > 0) leave = Math.min(leave, q / p);
    }
    return enter <= leave;
  };
  return line.some((to, i) => {
    const from = line[Math.max(0, i - 1)] ?? to;
    return [0, 360, -360].some((turn) => meets(from, to, turn));
  });
}

/** Whether an item lies in the area; each part is tested on its own, edges belong to it. */
function isInside({ shape }: OverlayItem, area: readonly Box[]): boolean {
  switch (shape.type) {
    case 'point':
      return area.some((part) => containsPoint(part, shape.lon, shape.lat));
    case 'box':
      return area.some((part) => boxesIntersect(part, shape.box));
    case 'trace': {
      const near = area.filter((part) => boxesIntersect(part, shape.box)).flatMap(boxParts);
      return shape.closed ? near.length > 0 : near.some((part) => shape.lines.some((line) => lineMeets(line, part)));
    }
    default:
      return shape satisfies never;
  }
}

function padded(box: Box | null): Box | null {
  if (box === null) return null;
  const [padLon, padLat] = [box.min_lon === box.max_lon ? PAD : 0, box.min_lat === box.max_lat ? PAD : 0];
  return {
    min_lon: Math.max(-180, box.min_lon - padLon),
    max_lon: Math.min(180, box.max_lon + padLon),
    min_lat: Math.max(-90, box.min_lat - padLat),
    max_lat: Math.min(90, box.max_lat + padLat),
  };
}

function extentOf(items: readonly OverlayItem[]): Box | null {
  const points = items.flatMap(({ shape }) => (shape.type === 'point' ? [[shape.lon, shape.lat] as const] : []));
  const boxes = items.flatMap(({ shape }) => (shape.type === 'point' ? [] : [shape.box]));
  const around = boxAroundPoints(points);
  return padded(unionBoxes(around === null ? boxes : [...boxes, around]));
}

function hiddenWarning(hidden: readonly OverlayItem[], area: readonly Box[]): readonly string[] {
  const box = unionBoxes(area);
  if (hidden.length === 0 || box === null) return [];
  const range = (from: number, to: number): string => `${from.toFixed(4)}..${to.toFixed(4)}`;
  const providers = [...new Set(hidden.map((item) => item.provider ?? 'unknown'))].sort().join(', ');
  const [noun, verb] = hidden.length === 1 ? ['annotation lies', 'is'] : ['annotations lie', 'are'];
  return [
    `outside_area: ${hidden.length} ${noun} outside the target area (lon ${range(box.min_lon, box.max_lon)}, lat ${range(box.min_lat, box.max_lat)}) ` +
      `and ${verb} not drawn; providers: ${providers}. If they belong on this map, its coordinates are misaligned: check CRS and control points.`,
  ];
}

/**
 * Turns a bundle into things to draw (contract/knowledge.md 9.1): the queried parts, then for each bundle item the boxes its
 * provider looked in and one entry per record with a usable geometry. Records outside the area are set apart with one warning;
 * the area is that of the query, else `bundle.bounds`, else `fallback` (the bounds of the georeference, W-54). Records a provider
 * marked as lying in its search margin stay, as `nearby`, and cause no warning (KW-37). Malformed geometry is skipped.
 */
export function extractOverlay(bundle: BundleInput, fallback: Box | null): Overlay {
  const parts = readParts(bundle.trace?.bounds_parts ?? []);
  const stated = parts.length > 0 ? parts : [readBox(bundle.bounds) ?? fallback].filter((box) => box !== null);
  const all = [...queryItems(parts), ...bundle.items.flatMap((item) => [...providerItems(item), ...recordItems(item)])];
  const outOfBounds: OverlayItem[] = [];
  const items: OverlayItem[] = [];
  for (const item of all) {
    if (!isFeature(item) || stated.length === 0) items.push(item);
    else if (isInside(item, stated)) items.push(withoutNearby(item));
    else (item.nearby ? items : outOfBounds).push(item);
  }
  return {
    bounds: unionBoxes(parts) ?? extentOf(items),
    parts,
    items,
    outOfBounds,
    warnings: hiddenWarning(outOfBounds, stated),
  };
}

/** Nearby is a matter of the area: a record inside it is a plain result, whatever its provider said about another box. */
const withoutNearby = ({ nearby: _nearby, ...item }: OverlayItem): OverlayItem => item;

import type { BundleInput } from '../documents/knowledge.ts';
import type { Box } from '../geo/wrap.ts';
import { boxParts } from '../geo/wrap.ts';
import { isFeature, type Overlay, type OverlayItem } from '../overlay/item.ts';
import { clipLine, clipRing } from '../overlay/plane.ts';
import type { JsonRecord } from '../overlay/record-geometry.ts';
import { isRecord } from '../overlay/record-geometry.ts';

/** Longitude and latitude, degrees, WGS 84. */
export type Place = readonly [number, number];

/** Geometry as GeoJSON has it: rings are closed, outer rings run against the clock. */
export type ExportGeometry =
  | { readonly type: 'Point'; readonly coordinates: Place }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly Place[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Place[])[])[] };

export type PropertyValue = string | number | boolean;

/** One thing of an export: a record of a query result, or a region of a sheet. */
export type ExportFeature = {
  readonly id: string;
  readonly name: string;
  readonly geometry: ExportGeometry;
  readonly properties: Readonly<Record<string, PropertyValue>>;
};

/** The globe and a turn of it on each side, with what brings each back to -180..180 (RFC 7946, 3.1.9). */
const TURNS = [
  { box: [-540, -90, -180, 90], shift: 360 },
  { box: [-180, -90, 180, 90], shift: 0 },
  { box: [180, -90, 540, 90], shift: -360 },
] as const;

const moved = (line: readonly Place[], shift: number): readonly Place[] =>
  line.map(([lon, lat]): Place => [Math.max(-180, Math.min(180, lon + shift)), lat]);

const signedArea = (ring: readonly Place[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nx, ny] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + x * ny - nx * y;
  }, 0);

/** Closed and against the clock. */
function asOuterRing(ring: readonly Place[]): readonly Place[] {
  const turned = signedArea(ring) < 0 ? [...ring].reverse() : ring;
  const [first] = turned;
  const last = turned.at(-1);
  return first === undefined || (last !== undefined && first[0] === last[0] && first[1] === last[1])
    ? turned
    : [...turned, first];
}

/** Lines cut at the antimeridian; null when nothing is left. */
export function linesGeometry(lines: readonly (readonly Place[])[]): ExportGeometry | null {
  const parts = TURNS.flatMap(({ box, shift }) =>
    lines.flatMap((line) => clipLine(line, box)).map((line) => moved(line, shift)),
  ).filter((line) => line.length >= 2 && line.some(([x, y]) => x !== line[0]?.[0] || y !== line[0]?.[1]));
  return parts.length === 0 ? null : { type: 'MultiLineString', coordinates: parts };
}

/** Rings as areas, each cut at the antimeridian; null when nothing is left. */
export function areasGeometry(rings: readonly (readonly Place[])[]): ExportGeometry | null {
  const parts = TURNS.flatMap(({ box, shift }) =>
    rings.map((ring) => clipRing(ring, box)).map((ring) => moved(ring, shift)),
  ).filter((ring) => ring.length >= 3 && signedArea(ring) !== 0);
  return parts.length === 0 ? null : { type: 'MultiPolygon', coordinates: parts.map((ring) => [asOuterRing(ring)]) };
}

const boxGeometry = (box: Box): ExportGeometry | null =>
  areasGeometry(
    boxParts(box).map(({ min_lon, min_lat, max_lon, max_lat }): readonly Place[] => [
      [min_lon, min_lat],
      [max_lon, min_lat],
      [max_lon, max_lat],
      [min_lon, max_lat],
    ]),
  );

function geometryOf({ shape }: OverlayItem): ExportGeometry | null {
  switch (shape.type) {
    case 'point':
      return { type: 'Point', coordinates: [shape.lon, shape.lat] };
    case 'box':
      return boxGeometry(shape.box);
    case 'trace':
      return shape.closed ? areasGeometry(shape.lines) : linesGeometry(shape.lines);
    default:
      return shape satisfies never;
  }
}

/** The plain members of a record; what is nested stays in the bundle. */
const plainMembers = (record: JsonRecord): Record<string, PropertyValue> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): [string, PropertyValue][] =>
      typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
        ? [[key, value]]
        : [],
    ),
  );

function recordOf(item: OverlayItem, bundle: BundleInput): JsonRecord {
  const holder = bundle.items.find(({ provider, key }) => provider === item.provider && key === item.key);
  const records: readonly unknown[] = Array.isArray(holder?.value) ? holder.value : [];
  const record = records[item.recordIndex ?? -1];
  return isRecord(record) ? record : {};
}

/** The records of a bundle that have a place; those outside the queried area are marked `outside_bounds`. */
export function featuresOfBundle(bundle: BundleInput, overlay: Overlay): readonly ExportFeature[] {
  const outside = new Set(overlay.outOfBounds);
  return [...overlay.items, ...overlay.outOfBounds].filter(isFeature).flatMap((item) => {
    const geometry = geometryOf(item);
    if (geometry === null) return [];
    const away = outside.has(item) || item.nearby === true;
    const properties = {
      ...plainMembers(recordOf(item, bundle)),
      provider: item.provider ?? '',
      ...(away ? { outside_bounds: true } : {}),
    };
    return [{ id: item.id, name: item.label, geometry, properties }];
  });
}

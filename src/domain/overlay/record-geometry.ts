import type { LonLat } from '../geo/geodesic.ts';
import { type Box, unionBoxes } from '../geo/wrap.ts';
import type { Line, OverlayShape } from './item.ts';

/** A JSON object with unknown members. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** True for a JSON object, not for an array or null. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberOf = (value: unknown): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

const degrees = (value: unknown, limit: number): number | null => {
  const number = numberOf(value);
  return number >= -limit && number <= limit ? number : null;
};

/**
 * Reads a box given as an object with four keys or as a list of at least four numbers (west, south, east, north); numeric text
 * counts. Null for anything else: a malformed geometry is skipped, not an error (contract/mcp.md 11.1).
 */
export function readBox(value: unknown): Box | null {
  if (!Array.isArray(value) && !isRecord(value)) return null;
  const given: readonly unknown[] = Array.isArray(value) ? value : [value.min_lon, value.min_lat, value.max_lon, value.max_lat];
  const [west, south, east, north] = given;
  const crs = isRecord(value) && typeof value.crs === 'string' ? value.crs.trim().toUpperCase() : 'EPSG:4326';
  if (crs !== 'EPSG:4326' && crs !== 'OGC:CRS84') return null;
  const box = {
    min_lon: degrees(west, 180),
    min_lat: degrees(south, 90),
    max_lon: degrees(east, 180),
    max_lat: degrees(north, 90),
  };
  const { min_lon, min_lat, max_lon, max_lat } = box;
  if (min_lon === null || min_lat === null || max_lon === null || max_lat === null || min_lat > max_lat) return null;
  return { min_lon, min_lat, max_lon, max_lat };
}

function readPlace(value: unknown): LonLat | null {
  if (!Array.isArray(value)) return null;
  const [x, y]: readonly unknown[] = value;
  const lon = degrees(x, 360);
  const lat = degrees(y, 90);
  return lon === null || lat === null ? null : [lon, lat];
}

/** Adds or takes away whole turns so that no leg is longer than half of one: a line over the antimeridian stays in one piece. */
function unwrap(places: readonly LonLat[]): Line {
  let before = places[0]?.[0] ?? 0;
  return places.map(([lon, lat]) => {
    before = lon - 360 * Math.round((lon - before) / 360);
    return [before, lat] as const;
  });
}

function readLine(value: unknown): readonly Line[] {
  if (!Array.isArray(value)) return [];
  const places = value.map(readPlace).filter((place) => place !== null);
  return places.length >= 2 ? [unwrap(places)] : [];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

type Lines = { readonly lines: readonly Line[]; readonly closed: boolean };
const NOTHING: Lines = { lines: [], closed: false };

function readLines(geometry: JsonRecord, depth = 0): Lines {
  const coordinates = listOf(geometry.coordinates);
  switch (geometry.type) {
    case 'LineString':
      return { lines: readLine(coordinates), closed: false };
    case 'MultiLineString':
      return { lines: coordinates.flatMap(readLine), closed: false };
    case 'Polygon':
      return { lines: coordinates.flatMap(readLine), closed: true };
    case 'MultiPolygon':
      return { lines: coordinates.flatMap((rings) => listOf(rings).flatMap(readLine)), closed: true };
    case 'GeometryCollection': {
      if (depth > 3) return NOTHING;
      const members = listOf(geometry.geometries)
        .filter(isRecord)
        .map((member) => readLines(member, depth + 1));
      return {
        lines: members.flatMap((member) => member.lines),
        closed: members.length > 0 && members.every((member) => member.closed),
      };
    }
    default:
      return NOTHING;
  }
}

const extentOf = (line: Line): Box => {
  const lons = line.map(([lon]) => lon);
  const lats = line.map(([, lat]) => lat);
  const wrap = (lon: number): number => lon - 360 * Math.round(lon / 360);
  const [west, east] = [lons.reduce((a, b) => Math.min(a, b)), lons.reduce((a, b) => Math.max(a, b))];
  const inside = west >= -180 && east <= 180;
  return {
    min_lon: inside ? west : wrap(west),
    max_lon: inside ? east : wrap(east),
    min_lat: lats.reduce((a, b) => Math.min(a, b)),
    max_lat: lats.reduce((a, b) => Math.max(a, b)),
  };
};

function readPoint(record: JsonRecord): OverlayShape | null {
  const lon = degrees(record.longitude ?? record.lon, 180);
  const lat = degrees(record.latitude ?? record.lat, 90);
  return lon === null || lat === null ? null : { type: 'point', lon, lat };
}

/** A shape and the member of the record it was read from. */
export type FoundShape = { readonly shape: OverlayShape; readonly member: string };

/**
 * The geometry of one record: a GeoJSON line or area in `geometry` (with `geometry_bbox` as its box when there is one), else the
 * box, else the place in `longitude|lon` and `latitude|lat`, else a GeoJSON point. Null when none can be read.
 */
export function readShape(record: JsonRecord): FoundShape | null {
  const geometry = isRecord(record.geometry) ? record.geometry : {};
  const { lines, closed } = readLines(geometry);
  const stated = readBox(record.geometry_bbox);
  const box = stated ?? unionBoxes(lines.map(extentOf));
  if (box !== null) {
    const member = stated === null ? 'geometry' : 'geometry_bbox';
    return { member, shape: lines.length > 0 ? { type: 'trace', box, lines, closed } : { type: 'box', box } };
  }
  const point = readPoint(record);
  if (point !== null) return { member: 'longitude_latitude', shape: point };
  const place = geometry.type === 'Point' ? readPlace(geometry.coordinates) : null;
  return place === null ? null : { member: 'geometry', shape: { type: 'point', lon: place[0], lat: place[1] } };
}

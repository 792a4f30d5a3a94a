import type { LonLat } from '../geo/geodesic.ts';
import { type Box, unionBoxes } from '../geo/wrap.ts';
import type { FaultTrace } from './fault.ts';
import { isObject, type JsonObject, textOf } from './live/json-answer.ts';
import { splitAtAntimeridian } from './trace-clip.ts';

type Shapes = { readonly lines: readonly (readonly LonLat[])[]; readonly rings: readonly (readonly LonLat[])[] };
const NOTHING: Shapes = { lines: [], rings: [] };

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A position as `[lon, lat]`; heights are dropped, places that are none are skipped. */
function readPlaces(value: unknown): readonly LonLat[] {
  return listOf(value).flatMap((position): readonly LonLat[] => {
    const [lon, lat] = listOf(position);
    if (typeof lon !== 'number' || typeof lat !== 'number' || Math.abs(lon) > 360 || Math.abs(lat) > 90) return [];
    return [[lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon, lat]];
  });
}

const readLine = (value: unknown): readonly (readonly LonLat[])[] => {
  const places = readPlaces(value);
  return places.length === 0 ? [] : splitAtAntimeridian(places);
};

const join = (parts: readonly Shapes[]): Shapes => ({
  lines: parts.flatMap(({ lines }) => lines),
  rings: parts.flatMap(({ rings }) => rings),
});

/** A ring is an area and an outline; one that runs over the meridian of 180 counts as its outline only. */
function readPolygon(value: unknown): Shapes {
  const [outer] = listOf(value);
  const lines = listOf(value).flatMap(readLine);
  const ring = readPlaces(outer);
  return { lines, rings: readLine(outer).length === 1 ? [ring] : [] };
}

function readShapes(geometry: unknown, depth = 0): Shapes {
  if (!isObject(geometry) || depth > 3) return NOTHING;
  const { coordinates } = geometry;
  switch (geometry.type) {
    case 'Point':
      return { lines: readLine([coordinates]), rings: [] };
    case 'MultiPoint':
      return { lines: listOf(coordinates).flatMap((place) => readLine([place])), rings: [] };
    case 'LineString':
      return { lines: readLine(coordinates), rings: [] };
    case 'MultiLineString':
      return { lines: listOf(coordinates).flatMap(readLine), rings: [] };
    case 'Polygon':
      return readPolygon(coordinates);
    case 'MultiPolygon':
      return join(listOf(coordinates).map(readPolygon));
    case 'GeometryCollection':
      return join(listOf(geometry.geometries).map((member) => readShapes(member, depth + 1)));
    default:
      return NOTHING;
  }
}

/** Box of one line that does not run over the meridian of 180. */
export function lineBox(line: readonly LonLat[]): Box {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lon, lat] of line) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  return { min_lon: west, min_lat: south, max_lon: east, max_lat: north };
}

/** What names a fault (D30): `catalog_id`, then `ogc_fid`, then an id of the feature, then its geometry; never its name. */
export function faultKey(feature: JsonObject): string {
  const properties = isObject(feature.properties) ? feature.properties : {};
  const named: readonly (readonly [string, unknown])[] = [
    ['catalog_id', properties.catalog_id],
    ['ogc_fid', properties.ogc_fid],
    ['id', feature.id],
    ['id', properties.id],
    ['fid', properties.fid],
  ];
  for (const [field, value] of named) {
    const text = textOf(value);
    if (text !== null) return `${field}:${text}`;
  }
  return `geometry:${JSON.stringify(feature.geometry ?? null)}`;
}

/** Adds lines to those there are, leaving out exact repeats: a fault given twice is one fault, one given in pieces has them all. */
function mergeLines(own: FaultTrace['lines'], more: FaultTrace['lines']): FaultTrace['lines'] {
  const seen = new Set(own.map((line) => JSON.stringify(line)));
  return [...own, ...more.filter((line) => !seen.has(JSON.stringify(line)))];
}

/** Faults of GeoJSON features, one per identity, in order of first appearance; features without a usable geometry are skipped. */
export function readFaults(features: readonly unknown[]): readonly FaultTrace[] {
  const faults = new Map<string, FaultTrace>();
  for (const feature of features) {
    if (!isObject(feature)) continue;
    const { lines, rings } = readShapes(feature.geometry);
    const key = faultKey(feature);
    const known = faults.get(key);
    const all = known === undefined ? lines : mergeLines(known.lines, lines);
    const box = unionBoxes(all.map(lineBox));
    if (box === null) continue;
    const properties = isObject(feature.properties) ? feature.properties : {};
    faults.set(key, { key, properties, lines: all, rings: known === undefined ? rings : [...known.rings, ...rings], box });
  }
  return [...faults.values()];
}

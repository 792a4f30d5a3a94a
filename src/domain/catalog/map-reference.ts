import type { MapReference } from '../documents/shared.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import { isMapUri, parseMapUri } from './handles.ts';
import type { ArtifactRecord, GeorefRecord, MapRecord, RunRecord } from './records.ts';
import type { Store } from './store.ts';

/**
 * The map that a call names by `map_id` or by any URI below it; undefined when it names none. Throws `artifact_not_found`
 * when what it names is not registered.
 */
export function findReferencedMap(store: Pick<Store, 'findMap'>, reference: MapReference): MapRecord | undefined {
  if (reference.map_id === undefined && reference.map_uri === undefined) return undefined;
  if (reference.map_id !== undefined) return store.findMap(reference.map_id) ?? unknownMap(reference.map_id);
  const uri = reference.map_uri ?? '';
  if (!isMapUri(uri))
    throw new GeomapError(
      'artifact_not_found',
      'map_uri does not begin with geomap://maps/ and names no map. Use the map_uri that geomap_register_map gives.',
    );
  const mapId = parseMapUri(uri)?.mapId ?? '';
  return store.findMap(mapId) ?? unknownMap(mapId);
}

/** The same, for calls that need a map. */
export function requireMap(store: Pick<Store, 'findMap'>, reference: MapReference): MapRecord {
  const map = findReferencedMap(store, reference);
  if (map === undefined)
    throw new GeomapError(
      'artifact_not_found',
      'map_id or map_uri is required. Register the map with geomap_register_map and pass its map_id.',
    );
  return map;
}

/** `artifact_not_found` that repeats the ID, when it looks like one. */
export function unknownMap(mapId: string): never {
  const shown = /^[A-Za-z0-9_-]{1,64}$/.test(mapId) ? ` ${mapId}` : '';
  throw new GeomapError(
    'artifact_not_found',
    `No map is registered under the ID${shown}. Register it with geomap_register_map and use the map_id it gives.`,
  );
}

/** What a georeference remembers of the picture whose pixels its control points name (D14). */
export const rememberedSource = ({ sha256, width, height, orientation, page, pages }: MapRecord) => ({
  sha256,
  width,
  height,
  orientation,
  page,
  pages,
});

const REMEMBERED = ['width', 'height', 'orientation', 'page'] as const;

/** ` (width 1200, now 1300)`, or nothing when size, orientation and page are the same or unknown. */
const changesOf = ({ document: { source } }: GeorefRecord, map: MapRecord): string => {
  if (typeof source !== 'object' || source === null) return '';
  const then = new Map<string, unknown>(Object.entries(source));
  const changed = REMEMBERED.filter((key) => typeof then.get(key) === 'number' && then.get(key) !== map[key]);
  return changed.length === 0 ? '' : ` (${changed.map((key) => `${key} ${then.get(key)}, now ${map[key]}`).join('; ')})`;
};

/**
 * Warnings for products that were made from another state of the source (D14); empty when they fit. They stay until the map is
 * processed or georeferenced again.
 */
export function staleWarnings(
  map: MapRecord,
  made: { readonly run?: RunRecord | undefined; readonly georef?: GeorefRecord | undefined },
): string[] {
  const stale: string[] = [];
  if (made.run !== undefined && made.run.sourceSha256 !== map.sha256) stale.push('its processing result');
  if (made.georef !== undefined && made.georef.sourceSha256 !== map.sha256)
    stale.push(`its georeference revision ${made.georef.revision}${changesOf(made.georef, map)}`);
  if (stale.length === 0) return [];
  return [
    `source_changed: the source file is not the one that ${stale.join(' and ')} came from; process and georeference the map again before relying on them.`,
  ];
}

/** Warning for a fit of control points while the file is no longer the registered one; `now` comes from `watchSource`. */
export const unregisteredWarnings = (map: MapRecord, now: MapRecord): string[] =>
  map.sha256 === now.sha256
    ? []
    : [
        'source_changed: the source file is not the one that was registered, so size and pixels of the fit may be those of another picture; register it again and check the control points.',
      ];

/** Warning for the first use of a map whose file was replaced since it was registered, when nothing made from the old one is stale. */
export const firstUseWarnings = (registered: MapRecord, now: MapRecord): string[] =>
  registered.sha256 === now.sha256
    ? []
    : [
        `source_changed: the source file is not the one that was registered; this result is of the file as it is now, ${now.width} by ${now.height} px.`,
      ];

/** Warning for an artifact of an earlier run (D15), or none. */
export const supersededWarnings = (artifact: ArtifactRecord): string[] =>
  artifact.supersededBy === null
    ? []
    : [
        `stale_artifact: ${artifact.uri} comes from an earlier processing of this map and has been superseded; use an artifact of the current one.`,
      ];

/*
 * The geomap:// handles (contract 5.1). IDs are opaque; a stored product is found by its whole URI, so its suffix counts.
 */

const MAPS = 'geomap://maps/';

export type MapHandle =
  | { readonly kind: 'map' | 'source' | 'georef-current' | 'other'; readonly mapId: string }
  | { readonly kind: 'georef'; readonly mapId: string; readonly revision: number };

export const mapUri = (mapId: string): string => `${MAPS}${mapId}`;
export const sourceUri = (mapId: string): string => `${MAPS}${mapId}/source`;
/** The one moving alias (D15). */
export const currentGeorefUri = (mapId: string): string => `${MAPS}${mapId}/georef.json`;
export const georefUri = (mapId: string, revision: number): string => `${MAPS}${mapId}/georef/${revision}.json`;
export const bundleUri = (id: string): string => `geomap://bundles/${id}.json`;
/** `file` gives the suffix; without one the MIME type does. */
export const artifactUri = (id: string, file: string, mimeType: string): string =>
  `geomap://artifacts/${id}${extensionOf(file, mimeType)}`;
export const overlayUri = (id: string, file: string, mimeType: string): string =>
  `geomap://overlays/${id}${extensionOf(file, mimeType)}`;
/** The suffix is that of the file. */
export const exportUri = (id: string, file: string, mimeType: string): string =>
  `geomap://exports/${id}${extensionOf(file, mimeType)}`;

/** True for text that names a map or something below one. The scheme is case-sensitive. */
export const isMapUri = (text: string): boolean => text.startsWith(MAPS);

/**
 * Take a URI below `geomap://maps/` apart; undefined for any other text and for an empty ID. `other` is a tail that names
 * nothing, but still says which map is meant.
 */
export function parseMapUri(uri: string): MapHandle | undefined {
  if (!isMapUri(uri)) return undefined;
  const [mapId = '', ...tail] = uri.slice(MAPS.length).split('/');
  if (mapId === '') return undefined;
  const rest = tail.join('/');
  if (rest === '') return { kind: 'map', mapId };
  if (rest === 'source') return { kind: 'source', mapId };
  if (rest === 'georef.json') return { kind: 'georef-current', mapId };
  const revision = /^georef\/([1-9]\d{0,8})\.json$/.exec(rest)?.[1];
  return revision === undefined ? { kind: 'other', mapId } : { kind: 'georef', mapId, revision: Number(revision) };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/svg+xml': '.svg',
  'application/json': '.json',
};

function extensionOf(file: string, mimeType: string): string {
  const suffix = /[^/.]+(\.[A-Za-z0-9]{1,8})$/.exec(file)?.[1];
  return suffix?.toLowerCase() ?? EXTENSIONS[mimeType] ?? '';
}

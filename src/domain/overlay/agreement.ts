import type { BundleRecord, GeorefRecord } from '../catalog/records.ts';
import { type Box, boxesIntersect } from '../geo/wrap.ts';

/** What an overlay is drawn on: the map (null for none), the stored revision used (null for an inline georeference), its bounds. */
export type DrawnOn = { readonly mapId: string | null; readonly georef: GeorefRecord | null; readonly bounds: Box };

/** What is known of a bundle's origin: its record, when it was stored here, and the parts of its query. */
export type BundleOrigin = { readonly record: Pick<BundleRecord, 'mapId' | 'revision'> | null; readonly parts: readonly Box[] };

/**
 * Warnings when a bundle and a map do not belong together (D15, D36): `map_mismatch` for a bundle of another map or of an area
 * that does not touch this one, `georef_changed` for a bundle of another revision of the map's georeference.
 */
export function agreementWarnings({ record, parts }: BundleOrigin, { mapId, georef, bounds }: DrawnOn): readonly string[] {
  if (mapId !== null && record !== null && record.mapId !== null && record.mapId !== mapId) {
    return [
      'map_mismatch: this bundle was made for another map; query this map and draw the new bundle, or name the map the bundle belongs to.',
    ];
  }
  if (parts.length > 0 && !parts.some((part) => boxesIntersect(part, bounds))) {
    return [
      'map_mismatch: the area that was queried does not touch the area of the georeference, so nothing of it can be seen on the map; query the bounds of this map.',
    ];
  }
  const made = record?.revision ?? null;
  if (mapId === null || made === null || georef?.revision === made) return [];
  const now = georef === null ? 'an inline georeference' : `revision ${georef.revision}`;
  return [
    `georef_changed: this bundle was queried with georeference revision ${made} of the map and is drawn with ${now}; query the map again if its bounds have moved.`,
  ];
}

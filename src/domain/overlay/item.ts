import type { LonLat } from '../geo/geodesic.ts';
import type { Box } from '../geo/wrap.ts';
import type { Rgb } from './palette.ts';

/** A broken line, degrees, two or more places. */
export type Line = readonly LonLat[];

/** Boxes asked for, boxes looked in, and records with a box or a place. */
export type OverlayKind = 'query_bounds' | 'provider_bounds' | 'result_bbox' | 'result_point';

/** What is drawn. A `trace` knows its box too: that is what a peer is shown; the lines are what is drawn. Degrees throughout. */
export type OverlayShape =
  | { readonly type: 'point'; readonly lon: number; readonly lat: number }
  | { readonly type: 'box'; readonly box: Box }
  | { readonly type: 'trace'; readonly box: Box; readonly lines: readonly Line[]; readonly closed: boolean };

/** One thing to draw: a queried box, a box a provider looked in, or a record. */
export type OverlayItem = {
  /** `<kind>:<provider>:<index>`, or `query_bounds:part:<index>`. */
  readonly id: string;
  readonly kind: OverlayKind;
  readonly label: string;
  readonly color: Rgb;
  readonly shape: OverlayShape;
  /** Where in the bundle it was found, as a dotted name. */
  readonly source: string;
  readonly provider?: string;
  readonly key?: string;
  /** Position of the record in its item's `value`. */
  readonly recordIndex?: number;
  /** The provider found it in its search margin: outside the queried area, and no sign of a wrong CRS (KW-37). */
  readonly nearby?: true;
};

/** A bundle turned into things to draw. Degrees, EPSG:4326. */
export type Overlay = {
  /** Union of the queried parts, else the extent of the items, else null. May wrap (`min_lon > max_lon`). */
  readonly bounds: Box | null;
  /** Parts of the query, none of them crossing the antimeridian. */
  readonly parts: readonly Box[];
  readonly items: readonly OverlayItem[];
  /** Records that lie outside the area and are not drawn. */
  readonly outOfBounds: readonly OverlayItem[];
  readonly warnings: readonly string[];
};

/** True for what a record gave, false for queried and provider boxes (W-56). */
export const isFeature = (item: OverlayItem): boolean => item.kind === 'result_point' || item.kind === 'result_bbox';

/** Wire form of a box. */
export const boundsDocument = ({ min_lon, min_lat, max_lon, max_lat }: Box) => ({
  min_lon,
  min_lat,
  max_lon,
  max_lat,
  crs: 'EPSG:4326' as const,
});

/** Wire form of an item: `id, kind, label, color_rgb`, then what is set (contract/knowledge.md 9.1), then what is new here. */
export const itemDocument = (item: OverlayItem) => ({
  id: item.id,
  kind: item.kind,
  label: item.label,
  color_rgb: [...item.color],
  ...(item.provider === undefined ? {} : { provider: item.provider }),
  ...(item.key === undefined ? {} : { key: item.key }),
  ...(item.shape.type === 'point'
    ? { longitude: item.shape.lon, latitude: item.shape.lat }
    : { bounds: boundsDocument(item.shape.box) }),
  source: item.source,
  ...(item.recordIndex === undefined ? {} : { record_index: item.recordIndex }),
  ...(item.shape.type === 'trace' ? { drawn_as: 'trace' as const } : {}),
  ...(item.nearby ? { nearby: true as const } : {}),
});

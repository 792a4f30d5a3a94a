import type { LonLat } from '../geo/geodesic.ts';
import type { Box } from '../geo/wrap.ts';

/** One fault: everything that carries the same identity. */
export type FaultTrace = {
  /** `catalog_id:…`, `ogc_fid:…`, `id:…` or `geometry:…` (D30). */
  readonly key: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Lines of at least one place, degrees; none runs over the meridian of 180. */
  readonly lines: readonly (readonly LonLat[])[];
  /** Closed areas (some catalogues map projected fault planes): a box inside one meets the fault. */
  readonly rings: readonly (readonly LonLat[])[];
  readonly box: Box;
};

import type { CrsArea } from './definition.ts';

/** A two-dimensional CRS that coordinates can be projected with. */
export type ResolvedCrs = {
  /** Canonical text: `EPSG:<n>`, or the cleaned PROJ or WKT text when EPSG has no such CRS. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'projected' | 'geographic';
  /** Unit name of the axes. */
  readonly unit: string;
  readonly area: CrsArea | null;
  /** PROJ string without any datum part (`datum`, `towgs84`, `nadgrids`): shifts come from `datum-shifts.ts` only (D22). */
  readonly proj: string;
  /** EPSG code of the geographic CRS below, or null when unknown. */
  readonly baseCode: number | null;
  /** What was assumed while reading the text, as `key: sentence`. */
  readonly warnings: readonly string[];
};

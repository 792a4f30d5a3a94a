import type { Box } from '../geo/wrap.ts';

/** What a CRS can be used for here: only flat maps (`projected`) and longitude/latitude (`geographic`) can be fitted. */
export type CrsKind =
  | 'projected'
  | 'geographic'
  | 'geographic-3d'
  | 'geocentric'
  | 'vertical'
  | 'compound'
  | 'engineering'
  | 'derived';

/** Place a CRS was made for. */
export type CrsArea = { readonly name: string; readonly box: Box };

/** One entry of the EPSG dataset, as a definitions package has it. */
export type CrsDefinition = {
  readonly code: number;
  readonly name: string;
  readonly kind: CrsKind;
  /** PROJ string of the package. Its datum part is never used (D22). Null when the package has none. */
  readonly proj: string | null;
  /** Name of the unit of the first axis, e.g. `metre`, `degree`, `US survey foot`; `unknown` when there is none. */
  readonly unit: string;
  readonly area: CrsArea | null;
  /** EPSG code of the geographic CRS below it; its own code when geographic; null when the package does not say. */
  readonly baseCode: number | null;
};

/** Port to the EPSG definitions; `src/workers/adapters/epsg-definitions.ts` implements it over a package. Works offline. */
export type CrsDefinitions = {
  /** Definition of an EPSG code, or undefined. Reads one small record. */
  find(code: number): CrsDefinition | undefined;
  /** Codes by `crsNameKey(name)`, for projected and two-dimensional geographic CRSs only. Reads the whole index once. */
  byName(): ReadonlyMap<string, readonly number[]>;
};

/** Spelling-free key of a CRS name: lower case, letters and digits only. */
export const crsNameKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

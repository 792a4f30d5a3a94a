import { isGeomapError } from '../errors/geomap-error.ts';
import { crsFault } from './crs-fault.ts';
import { findDatumName } from './datum-names.ts';
import { type CrsDefinition, type CrsDefinitions, crsNameKey } from './definition.ts';
import type { ResolvedCrs } from './resolved-crs.ts';
import { sameProjection } from './same-projection.ts';
import { childOf, epsgCodeOf, parseWkt, textOf, type WktNode } from './wkt-node.ts';
import { axisUnit, geographicPart, projOfWkt } from './wkt-projection.ts';

const FLAT_KEYWORDS = new Set([
  'PROJCS',
  'PROJCRS',
  'PROJECTEDCRS',
  'GEOGCS',
  'GEOGCRS',
  'GEOGRAPHICCRS',
  'GEODCRS',
  'GEODETICCRS',
]);
const OTHER_KEYWORDS =
  /^\s*(?:GEOCCS|VERT_?CS|VERTCRS|VERTICALCRS|COMPD_CS|COMPOUNDCRS|LOCAL_CS|ENGCRS|ENGINEERINGCRS|BOUNDCRS|FITTED_CS|TIMECRS|DERIVEDPROJCRS)\s*[[(]/i;
const FLAT_FORM = /^\s*(?:PROJCS|PROJCRS|PROJECTEDCRS|GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|GEODETICCRS)\s*[[(]/i;

/** True for text that opens like WKT of a CRS. */
export const isWktText = (text: string): boolean => FLAT_FORM.test(text) || OTHER_KEYWORDS.test(text);

/** What the resolver lends to this reader. */
export type WktDeps = {
  readonly definitions: CrsDefinitions;
  readonly usable: (definition: CrsDefinition) => ResolvedCrs;
  readonly byText: (name: string) => ResolvedCrs;
};

/** Base geographic CRS: its own EPSG code, the code of a CRS of that name, or a known spelling of its datum. */
const baseCodeOf = (crs: WktNode, definitions: CrsDefinitions): number => {
  const geographic = geographicPart(crs);
  const own = epsgCodeOf(geographic);
  if (own !== undefined && definitions.find(own)?.kind === 'geographic') return own;
  const datum = childOf(geographic, 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  for (const raw of [textOf(geographic), textOf(datum)]) {
    const name = raw?.replace(/^(?:GCS|D)_/i, '').replaceAll('_', ' ');
    if (name === undefined) continue;
    const spelled = findDatumName(name)?.name ?? name;
    const code = definitions
      .byName()
      .get(crsNameKey(spelled))
      ?.find((entry) => definitions.find(entry)?.kind === 'geographic');
    if (code !== undefined) return code;
  }
  throw crsFault(
    'datum',
    'The WKT text names no datum that is known here; the datum is never guessed. Give the EPSG code of the CRS.',
  );
};

/** A CRS with the same name and the same parameters in the EPSG dataset, if there is one. */
const knownTwin = (crs: WktNode, proj: string, deps: WktDeps): ResolvedCrs | undefined => {
  const name = textOf(crs)?.replaceAll('_', ' ');
  if (name === undefined || name === '' || isWktText(name)) return undefined;
  try {
    const known = deps.byText(name);
    return sameProjection(known, proj) ? known : undefined;
  } catch (error) {
    if (isGeomapError(error)) return undefined;
    throw error;
  }
};

/** Resolves WKT 1 or WKT 2 of a geographic or projected CRS. Throws `invalid_bounds`. */
export const resolveWkt = (text: string, deps: WktDeps): ResolvedCrs => {
  const crs = parseWkt(text);
  if (!FLAT_KEYWORDS.has(crs.keyword)) {
    throw crsFault(
      'dimension',
      'Only two-dimensional geographic and projected CRSs can be used; give the horizontal part alone.',
    );
  }
  const code = epsgCodeOf(crs);
  const definition = code === undefined ? undefined : deps.definitions.find(code);
  if (definition) return deps.usable(definition);
  const proj = projOfWkt(crs);
  const twin = knownTwin(crs, proj, deps);
  if (twin) return { ...twin, warnings: [] };
  const baseCode = baseCodeOf(crs, deps.definitions);
  const projected = !proj.startsWith('+proj=longlat');
  const unit = textOf(axisUnit(crs)) ?? (projected ? 'metre' : 'degree');
  return {
    id: text.replace(/\s+/g, ' ').trim(),
    name: textOf(crs) ?? 'user-defined CRS',
    kind: projected ? 'projected' : 'geographic',
    unit: unit.toLowerCase() === 'meter' ? 'metre' : unit.toLowerCase() === 'degree' ? 'degree' : unit,
    area: deps.definitions.find(baseCode)?.area ?? null,
    proj,
    baseCode,
    warnings: [],
  };
};

import { projTokens, stripDatum } from './canonical-proj.ts';
import { crsFault } from './crs-fault.ts';
import { type CrsDefinition, type CrsDefinitions, crsNameKey } from './definition.ts';
import type { ResolvedCrs } from './resolved-crs.ts';
import { sameProjection } from './same-projection.ts';

/** Geographic CRS behind each datum name of PROJ. */
const DATUM_CODES: Readonly<Record<string, number>> = {
  WGS84: 4326,
  NAD83: 4269,
  NAD27: 4267,
  OSGB36: 4277,
  potsdam: 4314,
  nzgd49: 4272,
  ire65: 4299,
  GGRS87: 4121,
  carthage: 4223,
  hermannskogel: 4312,
};
const UNIT_NAMES: Readonly<Record<string, string>> = { m: 'metre', 'us-ft': 'US survey foot', ft: 'foot', km: 'kilometre' };
const FLAT_REFUSED = new Set(['geocent', 'cart', 'ob_tran', 'pipeline']);
const WGS84_SHAPES = new Set(['WGS84', 'GRS80', '']);

/** True for text that opens like a PROJ string. */
export const isProjText = (text: string): boolean => /^\s*\+?(?:proj|init)=/i.test(text);

/** What the resolver lends to this reader. */
export type ProjDeps = { readonly definitions: CrsDefinitions; readonly usable: (definition: CrsDefinition) => ResolvedCrs };

type Base = { readonly code: number; readonly warnings: readonly string[] };

const isZeroShift = (towgs84: string | undefined): boolean =>
  towgs84 === undefined || towgs84.split(',').every((value) => Number(value) === 0);

/** A datum grid that the text names is never installed here; the result says what stands in for it (field report 2.4). */
const gridWarnings = (grids: string | undefined): string[] =>
  grids === undefined || grids === '@null'
    ? []
    : [
        'datum_grid_missing: the PROJ text names a datum grid, which is not installed; the reviewed datum shift named in datum_operation was used instead.',
      ];

/** Datum of a PROJ string. An own `towgs84` or grid is refused: shifts come from the reviewed table, by the datum's name (D22). */
const baseOf = (tokens: ReadonlyMap<string, string>): Base => {
  const datum = tokens.get('datum');
  if (datum !== undefined) {
    const code = Object.entries(DATUM_CODES).find(([name]) => name.toLowerCase() === datum.toLowerCase())?.[1];
    if (code === undefined)
      throw crsFault('datum', 'The PROJ text names a datum that is not known here; give the EPSG code of the CRS.');
    return { code, warnings: gridWarnings(tokens.get('nadgrids')) };
  }
  const grids = tokens.get('nadgrids');
  if (!isZeroShift(tokens.get('towgs84')) || (grids !== undefined && grids !== '@null')) {
    throw crsFault(
      'datum',
      'A PROJ text with its own datum shift is not accepted; name the datum (+datum=NAD27) or give the EPSG code, and the shift is taken from the reviewed table.',
    );
  }
  const sphere = tokens.has('R') || (tokens.has('a') && tokens.get('a') === tokens.get('b'));
  if (!sphere && (tokens.has('a') || !WGS84_SHAPES.has(tokens.get('ellps') ?? ''))) {
    throw crsFault(
      'datum',
      'The PROJ text gives an ellipsoid but no datum; the datum is never guessed. Add +datum=... or give the EPSG code.',
    );
  }
  return { code: 4326, warnings: ['datum_assumed: the PROJ text names no datum, so WGS 84 was taken.'] };
};

/** The EPSG system that the text spells: longitude/latitude of its datum, or a UTM zone with the same coordinates. */
const knownTwin = (tokens: ReadonlyMap<string, string>, base: Base, deps: ProjDeps): ResolvedCrs | undefined => {
  const geographic = deps.definitions.find(base.code);
  if (!geographic) return undefined;
  const proj = stripDatum([...tokens].map(([key, value]) => (value === '' ? `+${key}` : `+${key}=${value}`)).join(' '));
  const names = [geographic.name, `${geographic.name} / UTM zone ${tokens.get('zone') ?? ''}${tokens.has('south') ? 'S' : 'N'}`];
  for (const name of names) {
    const code = deps.definitions.byName().get(crsNameKey(name))?.[0];
    const definition = code === undefined ? undefined : deps.definitions.find(code);
    if (!definition) continue;
    const known = deps.usable(definition);
    if (sameProjection(known, proj)) return known;
  }
  return undefined;
};

const unitOf = (tokens: ReadonlyMap<string, string>, geographic: boolean): string => {
  if (geographic) return 'degree';
  const units = tokens.get('units');
  if (units !== undefined) return UNIT_NAMES[units] ?? units;
  return tokens.has('to_meter') && Number(tokens.get('to_meter')) !== 1 ? 'unknown' : 'metre';
};

const checkTokens = (tokens: ReadonlyMap<string, string>): void => {
  const proj = tokens.get('proj') ?? '';
  if (proj === '' || FLAT_REFUSED.has(proj)) {
    throw crsFault(
      'dimension',
      'The PROJ text is no two-dimensional geographic or projected CRS; give the EPSG code of the map CRS.',
    );
  }
  const zone = tokens.get('zone');
  if (proj === 'utm' && !(zone !== undefined && /^\d{1,2}$/.test(zone) && Number(zone) >= 1 && Number(zone) <= 60)) {
    throw crsFault('utm_zone', 'The PROJ text needs +zone with a whole number from 1 to 60.');
  }
};

/** Resolves a PROJ string. Throws `invalid_bounds`. */
export const resolveProjText = (text: string, deps: ProjDeps): ResolvedCrs => {
  const tokens = projTokens(text);
  const init = /^epsg:(\d+)$/i.exec(tokens.get('init') ?? '');
  const initial = init ? deps.definitions.find(Number(init[1])) : undefined;
  if (initial) return deps.usable(initial);
  checkTokens(tokens);
  const base = baseOf(tokens);
  const twin = knownTwin(tokens, base, deps);
  if (twin) return { ...twin, warnings: base.warnings };
  const geographic = /^(?:longlat|latlong|lonlat|latlon)$/.test(tokens.get('proj') ?? '');
  return {
    id: text.replace(/\s+/g, ' ').trim(),
    name: 'user-defined CRS',
    kind: geographic ? 'geographic' : 'projected',
    unit: unitOf(tokens, geographic),
    area: null,
    proj: stripDatum(text),
    baseCode: base.code,
    warnings: base.warnings,
  };
};

import { stripDatum } from './canonical-proj.ts';
import { commonNameCode } from './common-names.ts';
import { crsFault, quoteCrs } from './crs-fault.ts';
import { type CrsDefinition, type CrsDefinitions, type CrsKind, crsNameKey } from './definition.ts';
import { parseEpsgText } from './epsg-text.ts';
import { mentionsGaussKruger, resolveGaussKruger } from './gauss-kruger-text.ts';
import { isProjText, resolveProjText } from './resolve-proj.ts';
import { isPrivateSystem, resolveStatePlane } from './resolve-state-plane.ts';
import { resolveUtm } from './resolve-utm.ts';
import { isWktText, resolveWkt } from './resolve-wkt.ts';
import type { ResolvedCrs } from './resolved-crs.ts';
import { mentionsUtm } from './utm-text.ts';

/** EPSG codes end here; higher numbers belong to other authorities. */
const LAST_EPSG_CODE = 32_767;
const LONGEST_TEXT = 10_000;

const REFUSED_KINDS: Readonly<Partial<Record<CrsKind, string>>> = {
  'geographic-3d': 'has three dimensions; use its two-dimensional counterpart',
  geocentric: 'is geocentric and has no map plane; use a geographic or projected CRS',
  vertical: 'holds heights only; use a geographic or projected CRS',
  compound: 'joins a map CRS with heights; use the horizontal part alone',
  engineering: 'is a local engineering system without a known place on Earth; use a geographic or projected CRS',
  derived: 'is a derived system that is not supported; use a geographic or projected CRS',
};

/** Codes whose definition in the package is wrong, found by comparing all of them with PROJ 9.5.1 (a spherical and a hyperbolic method). */
const WRONG_IN_PACKAGE = new Set([9311, 3139]);

/** Code that GeoTIFF keys use for a CRS that has none. */
const USER_DEFINED_CODE = 32_767;
/** Words that stand in a catalogue where the sheet prints nothing. */
const NOTHING_PRINTED = /^(?:null|none|n\/?a|unknown|not (?:stated|given|shown)|-+)$/i;
const PROJECTION_ALONE =
  /^(?:american )?(?:polyconic|(?:universal )?transverse mercator|lambert(?:'s)?(?: conformal)?(?: conic)?|albers(?:'s)?(?: equal[- ]area)?(?: conic)?|mercator|bonne|cassini(?:-soldner)?)(?: projection)?\.?$/i;

const AXIS_NOTE =
  'this CRS counts its axes west and south in the EPSG dataset; world_x is read as easting and world_y as northing, so printed westings and southings need their signs changed.';

/** A definition of the package as a CRS that can be used, or `invalid_bounds` when it is not two-dimensional. */
export const usableCrs = (definition: CrsDefinition, warnings: readonly string[] = []): ResolvedCrs => {
  const id = `EPSG:${definition.code}`;
  const { kind, proj, baseCode } = definition;
  if (kind !== 'projected' && kind !== 'geographic') {
    throw crsFault('dimension', `${id} (${definition.name}) ${REFUSED_KINDS[kind] ?? 'cannot be used for a map'}.`);
  }
  if (proj === null || proj.trim() === '' || WRONG_IN_PACKAGE.has(definition.code)) {
    throw crsFault(
      'projection',
      `${id} (${definition.name}) uses a projection method that is not supported; use another CRS of the same area.`,
    );
  }
  const axes = /\+axis=\w*[ws]/.test(proj) ? [`axis_direction: ${AXIS_NOTE}`] : [];
  const plain = stripDatum(proj).replace(/ \+axis=\w+/, '');
  return {
    id,
    name: definition.name,
    kind,
    unit: definition.unit,
    area: definition.area,
    proj: plain,
    baseCode,
    warnings: [...warnings, ...axes],
  };
};

const byCode = (code: number, definitions: CrsDefinitions, warnings: readonly string[] = []): ResolvedCrs => {
  if (code === USER_DEFINED_CODE) {
    throw crsFault(
      'user_defined',
      'Code 32767 stands for a user-defined CRS without an EPSG code; it is never taken for another one.',
      ['Give its definition as WKT or as a PROJ string, from the keys of the file it came with.'],
    );
  }
  const definition = code <= LAST_EPSG_CODE ? definitions.find(code) : undefined;
  if (!definition) {
    throw crsFault('unknown_code', `The EPSG dataset has no coordinate reference system ${code}; check the number.`, [
      'Name the system as printed on the sheet, for example "NAD27 UTM zone 15N", if the code is not known.',
    ]);
  }
  return usableCrs(definition, warnings);
};

const byName = (text: string, definitions: CrsDefinitions): number | undefined => {
  const codes = (definitions.byName().get(crsNameKey(text)) ?? []).filter((code) => code <= LAST_EPSG_CODE);
  if (codes.length > 1) {
    throw crsFault(
      'ambiguous_name',
      `${quoteCrs(text)} is the name of several systems (${codes.map((code) => `EPSG:${code}`).join(', ')}); give the code.`,
    );
  }
  return codes[0];
};

const resolveText = (text: string, definitions: CrsDefinitions): ResolvedCrs => {
  const code = parseEpsgText(text);
  if (code !== undefined) return byCode(code, definitions);
  if (isWktText(text))
    return resolveWkt(text, { definitions, usable: usableCrs, byText: (name) => resolveText(name, definitions) });
  if (isProjText(text)) return resolveProjText(text, { definitions, usable: usableCrs });
  const common = commonNameCode(text);
  if (common) return byCode(common.code, definitions, common.warnings);
  const named = byName(text, definitions);
  if (named !== undefined) return byCode(named, definitions);
  if (mentionsUtm(text)) {
    const utm = resolveUtm(text, definitions);
    return byCode(utm.code, definitions, utm.warnings);
  }
  if (mentionsGaussKruger(text)) {
    const zone = resolveGaussKruger(text, definitions);
    return byCode(zone.code, definitions, zone.warnings);
  }
  const statePlane = resolveStatePlane(text, definitions);
  if (statePlane) return byCode(statePlane.code, definitions, statePlane.warnings);
  if (isPrivateSystem(text)) {
    throw crsFault(
      'private_system',
      `${quoteCrs(text)} is a local system without an entry in the EPSG dataset; use another grid or graticule printed on the sheet.`,
    );
  }
  if (PROJECTION_ALONE.test(text)) {
    throw crsFault(
      'projection_only',
      `${quoteCrs(text)} names a projection without grid, zone and datum, which is no coordinate reference system.`,
      ['Use the graticule: give its datum as the CRS, for example crs="NAD27", and longitudes and latitudes as coordinates.'],
    );
  }
  throw crsFault('unrecognised', `${quoteCrs(text)} is not a coordinate reference system that is known here.`, [
    'Give an EPSG code (crs="EPSG:26915"), a UTM zone with its datum ("NAD27 UTM zone 15N"), the full EPSG name, WKT or a PROJ string.',
  ]);
};

/**
 * Reads a CRS as people write it: EPSG code in all spellings, UTM zone, common or full EPSG name, WKT 1 and 2, PROJ string (D21).
 * An unknown datum is an error, never WGS 84. Throws `invalid_bounds` with the reason in `details.reason`.
 */
export const resolveCrs = (input: string | number, definitions: CrsDefinitions): ResolvedCrs => {
  if (typeof input === 'number') {
    if (!Number.isSafeInteger(input) || input <= 0) throw crsFault('code', 'An EPSG code is a positive whole number.');
    return byCode(input, definitions);
  }
  if (input.trim() === '' || NOTHING_PRINTED.test(input.trim()))
    throw crsFault('blank', 'The CRS is blank; give an EPSG code or the name printed on the sheet.');
  if (input.length > LONGEST_TEXT)
    throw crsFault('length', `The CRS text is longer than ${LONGEST_TEXT} characters; give an EPSG code.`);
  return resolveText(input.trim(), definitions);
};

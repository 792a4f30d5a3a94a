const DATUM_KEYS = new Set(['datum', 'towgs84', 'nadgrids', 'type', 'no_defs', 'wktext', 'vunits', 'geoidgrids']);

/** Ellipsoid behind a PROJ datum name, for definitions that name only the datum (PROJ `datums`). */
export const DATUM_ELLIPSOIDS: Readonly<Record<string, string>> = {
  WGS84: 'WGS84',
  NAD83: 'GRS80',
  NAD27: 'clrk66',
  GGRS87: 'GRS80',
  potsdam: 'bessel',
  carthage: 'clrk80ign',
  hermannskogel: 'bessel',
  ire65: 'mod_airy',
  nzgd49: 'intl',
  OSGB36: 'airy',
};

/** Ellipsoids that proj4 does not know under their PROJ name; it would take WGS 84 in silence. Values of PROJ (`proj -le`). */
const SPELLED_ELLIPSOIDS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  WGS72: [
    ['a', '6378135'],
    ['rf', '298.26'],
  ],
  GSK2011: [
    ['a', '6378136.5'],
    ['rf', '298.2564151'],
  ],
  PZ90: [
    ['a', '6378136'],
    ['rf', '298.25784'],
  ],
};

/** `+key=value` pairs of a PROJ string; a flag has the value `''`. */
export const projTokens = (proj: string): ReadonlyMap<string, string> =>
  new Map(
    proj
      .trim()
      .split(/\s+/)
      .filter((token) => token !== '')
      .map((token) => {
        const [key = '', ...value] = token.replace(/^\+/, '').split('=');
        return [key, value.join('=')] as const;
      }),
  );

/** The projection part of a PROJ string: no datum, no grids, the ellipsoid said outright (D22). */
export const stripDatum = (proj: string): string => {
  const tokens = projTokens(proj);
  const kept = [...tokens].filter(([key]) => !DATUM_KEYS.has(key));
  const ellipsoid = DATUM_ELLIPSOIDS[tokens.get('datum') ?? ''];
  const hasShape = tokens.has('ellps') || tokens.has('a') || tokens.has('R');
  if (ellipsoid !== undefined && !hasShape) kept.push(['ellps', ellipsoid]);
  const spelled = kept.flatMap(([key, value]) =>
    key === 'ellps' ? (SPELLED_ELLIPSOIDS[value] ?? [[key, value] as const]) : [[key, value] as const],
  );
  return [...spelled.map(([key, value]) => (value === '' ? `+${key}` : `+${key}=${value}`)), '+no_defs'].join(' ');
};

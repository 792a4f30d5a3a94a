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
  return [...kept.map(([key, value]) => (value === '' ? `+${key}` : `+${key}=${value}`)), '+no_defs'].join(' ');
};

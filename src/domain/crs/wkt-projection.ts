import { crsFault } from './crs-fault.ts';
import { crsNameKey } from './definition.ts';
import { childOf, childrenOf, numberOf, textOf, type WktNode } from './wkt-node.ts';

/** PROJ names of projection methods by the key of their WKT 1, ESRI and WKT 2 names. */
const METHODS: Readonly<Record<string, string>> = {
  transversemercator: 'tmerc',
  gausskruger: 'tmerc',
  lambertconformalconic: 'lcc',
  lambertconformalconic1sp: 'lcc',
  lambertconformalconic2sp: 'lcc',
  lambertconicconformal1sp: 'lcc',
  lambertconicconformal2sp: 'lcc',
  albersconicequalarea: 'aea',
  albersequalarea: 'aea',
  albers: 'aea',
  mercator: 'merc',
  mercator1sp: 'merc',
  mercator2sp: 'merc',
  mercatorvarianta: 'merc',
  mercatorvariantb: 'merc',
  polyconic: 'poly',
  americanpolyconic: 'poly',
  cassinisoldner: 'cass',
  cassini: 'cass',
  equidistantconic: 'eqdc',
  lambertazimuthalequalarea: 'laea',
  obliquestereographic: 'sterea',
  doublestereographic: 'sterea',
  polarstereographic: 'stere',
  polarstereographicvarianta: 'stere',
  polarstereographicvariantb: 'stere',
};

/** PROJ keys of projection parameters by the key of their WKT names. Lengths are given in metres, angles in degrees. */
const PARAMETERS: Readonly<Record<string, readonly [string, 'angle' | 'length' | 'scale']>> = {
  latitudeoforigin: ['lat_0', 'angle'],
  latitudeofcenter: ['lat_0', 'angle'],
  latitudeofnaturalorigin: ['lat_0', 'angle'],
  latitudeoffalseorigin: ['lat_0', 'angle'],
  centralparallel: ['lat_0', 'angle'],
  centralmeridian: ['lon_0', 'angle'],
  longitudeofcenter: ['lon_0', 'angle'],
  longitudeoforigin: ['lon_0', 'angle'],
  longitudeofnaturalorigin: ['lon_0', 'angle'],
  longitudeoffalseorigin: ['lon_0', 'angle'],
  standardparallel1: ['lat_1', 'angle'],
  latitudeof1ststandardparallel: ['lat_1', 'angle'],
  standardparallel2: ['lat_2', 'angle'],
  latitudeof2ndstandardparallel: ['lat_2', 'angle'],
  latitudeofstandardparallel: ['lat_ts', 'angle'],
  scalefactor: ['k_0', 'scale'],
  scalefactoratnaturalorigin: ['k_0', 'scale'],
  falseeasting: ['x_0', 'length'],
  eastingatfalseorigin: ['x_0', 'length'],
  falsenorthing: ['y_0', 'length'],
  northingatfalseorigin: ['y_0', 'length'],
};

const UNIT_WORDS = ['UNIT', 'LENGTHUNIT', 'ANGLEUNIT', 'SCALEUNIT'] as const;

const unitOf = (node: WktNode | undefined): WktNode | undefined => childOf(node, ...UNIT_WORDS);

/** Unit of the CRS's own axes: a direct unit, or the one of its first axis (WKT 2). */
export const axisUnit = (crs: WktNode): WktNode | undefined => unitOf(crs) ?? unitOf(childOf(crs, 'AXIS'));

/** The GEOGCS, BASEGEOGCRS or the element itself when it is geographic. */
export const geographicPart = (crs: WktNode): WktNode => childOf(crs, 'GEOGCS', 'BASEGEOGCRS', 'BASEGEODCRS', 'BASEGCRS') ?? crs;

const shapeOf = (crs: WktNode): string => {
  const datum = childOf(geographicPart(crs), 'DATUM', 'GEODETICDATUM', 'TRF', 'ENSEMBLE');
  const ellipsoid = childOf(datum, 'SPHEROID', 'ELLIPSOID');
  const axis = numberOf(ellipsoid);
  if (axis === undefined) throw crsFault('wkt', 'The WKT text has no ellipsoid; paste it whole, or give the EPSG code.');
  const a = axis * (numberOf(unitOf(ellipsoid)) ?? 1);
  const flattening = numberOf(ellipsoid, 1) ?? 0;
  return flattening === 0 ? `+a=${a} +b=${a}` : `+a=${a} +rf=${flattening}`;
};

const meridianOf = (crs: WktNode): string => {
  const longitude = numberOf(childOf(geographicPart(crs), 'PRIMEM', 'PRIMEMERIDIAN')) ?? 0;
  return longitude === 0 ? '' : ` +pm=${longitude}`;
};

const parameterOf = (node: WktNode, factors: { readonly angle: number; readonly length: number }): string | undefined => {
  const known = PARAMETERS[crsNameKey(textOf(node) ?? '')];
  const value = numberOf(node);
  if (!known || value === undefined) return undefined;
  const [key, kind] = known;
  const own = numberOf(unitOf(node));
  if (kind === 'angle') return `+${key}=${Number((value * (((own ?? factors.angle) * 180) / Math.PI)).toPrecision(15))}`;
  return `+${key}=${kind === 'length' ? value * (own ?? factors.length) : value}`;
};

/** PROJ string, without a datum, of a geographic or projected WKT element. Throws `invalid_bounds` for an unknown method. */
export const projOfWkt = (crs: WktNode): string => {
  const shape = `${shapeOf(crs)}${meridianOf(crs)}`;
  const conversion = childOf(crs, 'CONVERSION') ?? crs;
  const method = textOf(childOf(crs, 'PROJECTION') ?? childOf(conversion, 'METHOD', 'PROJECTION'));
  if (method === undefined) return `+proj=longlat ${shape} +no_defs`;
  const proj = METHODS[crsNameKey(method)];
  if (proj === undefined)
    throw crsFault('projection', 'The projection method of this WKT text is not supported; give the EPSG code.');
  const angle = numberOf(unitOf(geographicPart(crs))) ?? Math.PI / 180;
  const length = numberOf(axisUnit(crs)) ?? 1;
  const parameters = childrenOf(conversion, 'PARAMETER').map((node) => parameterOf(node, { angle, length }));
  return [
    `+proj=${proj}`,
    ...parameters.filter((entry) => entry !== undefined),
    shape,
    ...(length === 1 ? [] : [`+to_meter=${length}`]),
    '+no_defs',
  ].join(' ');
};

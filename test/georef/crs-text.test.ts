import { describe, expect, it } from 'vitest';
import { resolveCrs } from '../../src/domain/crs/resolve-crs.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';

const definitions = createEpsgDefinitions();
const idOf = (text: string | number): string => resolveCrs(text, definitions).id;
const refusalOf = (text: string | number): unknown => {
  try {
    return `accepted as ${idOf(text)}`;
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    expect(error.code).toBe('invalid_bounds');
    return error.facts.details?.reason;
  }
};
const keysOf = (text: string): readonly string[] =>
  resolveCrs(text, definitions).warnings.map((warning) => warning.split(':')[0] ?? '');

const WKT1_NAD83_15N =
  'PROJCS["NAD83 / UTM zone 15N",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",-93],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1]]';
const ESRI_NAD27_13N =
  'PROJCS["NAD_1927_UTM_Zone_13N",GEOGCS["GCS_North_American_1927",DATUM["D_North_American_1927",SPHEROID["Clarke_1866",6378206.4,294.9786982]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-105.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const WKT2_FEET =
  'PROJCRS["County grid",BASEGEOGCRS["NAD83",DATUM["North American Datum 1983",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]]],CONVERSION["x",METHOD["Transverse Mercator"],PARAMETER["Latitude of natural origin",30,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of natural origin",-90,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Scale factor at natural origin",0.9999,SCALEUNIT["unity",1]],PARAMETER["False easting",2000000,LENGTHUNIT["US survey foot",0.304800609601219]],PARAMETER["False northing",0,LENGTHUNIT["US survey foot",0.304800609601219]]],CS[Cartesian,2],AXIS["easting (X)",east,ORDER[1]],AXIS["northing (Y)",north,ORDER[2]],LENGTHUNIT["US survey foot",0.304800609601219]]';

describe('CRS text', () => {
  it.each([
    [26915, 'EPSG:26915'],
    ['26915', 'EPSG:26915'],
    ['EPSG 26915', 'EPSG:26915'],
    ['epsg: 0026915', 'EPSG:26915'],
    ['urn:ogc:def:crs:EPSG::26915', 'EPSG:26915'],
    ['http://www.opengis.net/def/crs/EPSG/0/26915', 'EPSG:26915'],
    ['OGC:CRS84', 'EPSG:4326'],
    ['UTM N83 Zone 15', 'EPSG:26915'],
    ['NAD 83 / UTM Zone 11', 'EPSG:26911'],
    ['NAD_1983_UTM_Zone_17N', 'EPSG:26917'],
    ['Zone 15 UTM', 'EPSG:32615'],
    ['utm zone15', 'EPSG:32615'],
    ['UTM33N', 'EPSG:32633'],
    ['UTM Zone 33 South', 'EPSG:32733'],
    ['WGS 84 / UTM zone 15S', 'EPSG:32715'],
    ['WGS84 UTM 15U', 'EPSG:32615'],
    ['UTM 28T', 'EPSG:32628'],
    ['WGS84 UTM zone 19K', 'EPSG:32719'],
    ['NAD27 UTM 13S', 'EPSG:26713'],
    ['ED50 UTM zone 31', 'EPSG:23031'],
    ['SIRGAS 2000 / UTM zone 23S', 'EPSG:31983'],
    ['Arc 1960 UTM zone 37S', 'EPSG:21037'],
    ['Tokyo UTM zone 54N', 'EPSG:3095'],
    ['Provisional South American 1956 UTM zone 19 south', 'EPSG:24879'],
    ['UTM, zone 11, 1927 North American datum', 'EPSG:26711'],
    ['GDA94 / MGA zone 55', 'EPSG:28355'],
    ['South Porcupine sheet, WGS84 UTM zone 17N', 'EPSG:32617'],
    ['1,000-meter Universal Transverse Mercator ticks, zone 12', 'EPSG:32612'],
    ['NAD83', 'EPSG:4269'],
    ['WGS 84', 'EPSG:4326'],
    ['NAD83 / BC Albers', 'EPSG:3005'],
    ['British National Grid', 'EPSG:27700'],
    ['+proj=utm +zone=15 +datum=NAD83', 'EPSG:26915'],
    ['+proj=longlat +datum=NAD27 +no_defs', 'EPSG:4267'],
    ['+init=epsg:26915', 'EPSG:26915'],
    [WKT1_NAD83_15N, 'EPSG:26915'],
    [ESRI_NAD27_13N, 'EPSG:26713'],
  ])('reads %j as %s', (text, id) => {
    expect(idOf(text)).toBe(id);
  });

  it.each([
    ['', 'blank'],
    ['   ', 'blank'],
    ['banana republic', 'unrecognised'],
    ['ESRI:102008', 'unrecognised'],
    ['EPSG:99999', 'unknown_code'],
    [0, 'code'],
    [26915.5, 'code'],
    ['UTM zone 0', 'utm_zone'],
    ['UTM zone 61', 'utm_zone'],
    ['UTM zone 150', 'utm_zone'],
    ['UTM zone 155N', 'utm_zone'],
    ['UTM zone VI', 'utm_zone'],
    ['UTM zones 12 and 13', 'utm_zone'],
    ['UTM NAD83 Zone 29', 'utm_zone'],
    ['NAD27 UTM zone 30', 'utm_zone'],
    ['NAD83 UTM zone 15 south', 'hemisphere'],
    ['UTM 13S', 'hemisphere'],
    ['UTM 18S', 'hemisphere'],
    ['UTM zone 15N south', 'hemisphere'],
    ['Wobble 1903 UTM zone 15N', 'datum'],
    ['EPSG:4979', 'dimension'],
    ['EPSG:4978', 'dimension'],
    ['EPSG:5703', 'dimension'],
    ['+proj=geocent +datum=WGS84', 'dimension'],
    ['+proj=utm +zone=15 +ellps=clrk66', 'datum'],
    ['+proj=longlat +ellps=intl +towgs84=-87,-98,-121', 'datum'],
    ['+proj=utm +zone=15 +datum=Wobble', 'datum'],
    ['PROJCS["cut off",GEOGCS["NAD83"', 'wkt'],
  ])('refuses %j: %s', (text, reason) => {
    expect(refusalOf(text)).toBe(reason);
  });

  it.each([
    ['Utah coordinate system, south zone', 'EPSG:32044'],
    ['Utah coordinate system central zone', 'EPSG:32043'],
    ['Wyoming coordinate system, east-central zone', 'EPSG:32056'],
    ['Wyoming coordinate system, west central zone', 'EPSG:32057'],
    ['Kentucky coordinate system, south zone', 'EPSG:26780'],
    ['Colorado State Plane, NAD83, north zone', 'EPSG:26953'],
    ['Tennessee coordinate system', 'EPSG:2204'],
    ['California coordinate system, zone 5', 'EPSG:26745'],
    ['California coordinate system, zone V, NAD83', 'EPSG:26945'],
    ['West Virginia coordinate system, north zone', 'EPSG:32050'],
    ['NAD83 Utah South state plane (ftUS)', 'EPSG:3567'],
  ])('reads the state plane text %j as %s (state plane table)', (text, id) => {
    expect(idOf(text)).toBe(id);
  });

  it.each([
    ['Nevada coordinate system, central and east zones', 'several_zones'],
    ['Nebraska coordinate system, south and north zones', 'several_zones'],
    ['Nevada State coordinates', 'zone_missing'],
    ['Carter Coordinate System', 'private_system'],
  ])('refuses the printed text %j: %s', (text, reason) => {
    expect(refusalOf(text)).toBe(reason);
  });

  it('says what it assumed', () => {
    expect(keysOf('Utah coordinate system, south zone')).toEqual(['datum_assumed']);
    expect(keysOf('UTM 34')).toEqual(['datum_assumed', 'hemisphere_assumed']);
    expect(keysOf('UTM 15N')).toEqual(['datum_assumed']);
    expect(keysOf('NAD27 UTM zone 15')).toEqual([]);
    expect(keysOf('NAD83 UTM zone 15S')).toEqual(['hemisphere_assumed']);
  });

  it('does not trust the name of a WKT text over its parameters', () => {
    const shifted = WKT1_NAD83_15N.replace('PARAMETER["false_easting",500000]', 'PARAMETER["false_easting",400000]');
    const crs = resolveCrs(shifted, definitions);
    expect(crs.id).not.toBe('EPSG:26915');
    expect(crs.baseCode).toBe(4269);
    expect(resolveCrs(crs.id, definitions).proj).toBe(crs.proj);
  });

  it('reads units and parameters of WKT 2', () => {
    const crs = resolveCrs(WKT2_FEET, definitions);
    expect(crs).toMatchObject({ unit: 'US survey foot', baseCode: 4269, kind: 'projected' });
    expect(crs.proj).toContain('+to_meter=0.304800609601219');
    expect(crs.proj).toContain('+x_0=609601.219202438');
  });

  it('never repeats more than a short piece of what was written', () => {
    const long = `UTM ${'x'.repeat(500)}`;
    try {
      resolveCrs(long, definitions);
      expect.unreachable();
    } catch (error) {
      expect(isGeomapError(error) && error.message.length).toBeLessThan(250);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { readControlPoints } from '../../src/domain/coordinates/read-control-points.ts';
import { resolvePrintedCrs } from '../../src/domain/crs/printed-crs.ts';
import { parseProjectionShift } from '../../src/domain/crs/projection-shift-note.ts';
import { createProjector } from '../../src/domain/crs/projector.ts';
import { resolveCrs } from '../../src/domain/crs/resolve-crs.ts';
import { stateWarnings } from '../../src/domain/crs/state-area.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { geodesicMeters } from '../../src/domain/geo/geodesic.ts';
import { georeference } from '../../src/domain/georef/georeference.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { gcp } from './sample-points.ts';

const definitions = createEpsgDefinitions();
const crs = (text: string | number) => resolveCrs(text, definitions);
const project = (text: string | number, world: readonly [number, number]) => createProjector(crs(text), { world });
const reasonOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    return `${error.code} ${String(error.facts.details?.reason)}`;
  }
};

/** Field reports, section 2; the number of the row begins each name. 2.5, 2.9 and 2.18 are in control-point-files.test.ts. */
describe('coordinate systems of old maps', () => {
  it('2.1 puts an NAD27 place within ten metres of its grid value, and not where no shift would', () => {
    const place = project('NAD27', [-110.045977, 33.081801]).inverse([-110.045977, 33.081801]);
    expect(geodesicMeters(place, [-110.0466177, 33.0818596])).toBeLessThan(10);
    expect(geodesicMeters(place, [-110.046641, 33.081885])).toBeLessThan(10);
    expect(geodesicMeters(place, [-110.0466, 33.0798415])).toBeGreaterThan(200);
  });

  it('2.2 reads US survey feet on NAD27 in Texas', () => {
    const place = project(32038, [2674439.6, 200323.14]).inverse([2674439.6, 200323.14]);
    expect(geodesicMeters(place, [-95.319896, 32.198216])).toBeLessThan(0.1);
  });

  it('2.3 applies the shift into EPSG:26711, and flags a frame for which none is known', () => {
    const [x, y] = createProjector(crs(26711), { lonLat: [-117, 54] }).forward([-117, 54]);
    expect(Math.hypot(x - 500076.68, y - 5983298.01)).toBeLessThan(10);
    const square = [gcp(0, 0, 119.9, 31.1), gcp(100, 0, 120.1, 31.1), gcp(100, 100, 120.1, 30.9), gcp(0, 100, 119.9, 30.9)];
    const unshifted = georeference({ crs: 4610, gcps: square, extent: [0, 0, 100, 100] }, definitions);
    expect(unshifted.warnings.join()).toContain('datum_shift_missing');
  });

  it('2.4 says that a datum grid is missing and that the reviewed shift stands in', () => {
    expect(crs('+proj=longlat +datum=NAD27 +nadgrids=conus').warnings).toEqual([expect.stringContaining('datum_grid_missing')]);
  });

  it('2.6 leaves the zone of a Gauss-Krueger sheet to the map', () => {
    expect(crs('DHDN Gauss-Krueger zone 4').id).toBe('EPSG:31468');
    const [x, y] = createProjector(crs(31468), { lonLat: [13.72713, 51.031658] }).forward([13.72713, 51.031658]);
    expect(Math.floor(x / 1_000_000)).toBe(4);
    const back = project(31468, [x, y]).inverse([x, y]);
    expect(geodesicMeters(back, [13.72713, 51.031658])).toBeLessThan(0.01);
  });

  it('2.7 puts both spellings of a Xian 1980 zone at one place', () => {
    for (const [code, x] of [
      [2334, 20_500_000],
      [2345, 500_000],
    ] as const)
      expect(geodesicMeters(project(code, [x, 3_400_000]).inverse([x, 3_400_000]), [117, 30.7206032])).toBeLessThan(0.01);
  });

  it('2.8 turns the Belgian datum the right way', () => {
    expect(geodesicMeters(project(31370, [150000, 170000]).inverse([150000, 170000]), [4.3687522, 50.8404113])).toBeLessThan(
      0.01,
    );
  });

  it('2.10 asks back for 18S and 13S, reads S as a band on NAD27 and NAD83, and says so', () => {
    expect(reasonOf(() => crs('UTM 18S').id)).toBe('invalid_bounds hemisphere');
    expect(reasonOf(() => crs('UTM zone 13S').id)).toBe('invalid_bounds hemisphere');
    for (const [text, id] of [
      ['NAD27 UTM 13S', 'EPSG:26713'],
      ['NAD83 UTM zone 13S', 'EPSG:26913'],
    ] as const) {
      expect(crs(text).id).toBe(id);
      expect(crs(text).warnings.join()).toContain('hemisphere_assumed');
    }
  });

  it('2.11 accepts 28N and 28T', () => {
    expect([crs('UTM 28N').id, crs('UTM 28T').id]).toEqual(['EPSG:32628', 'EPSG:32628']);
  });

  it('2.12 reads 6N and 06N as zone 6 and refuses Roman zones', () => {
    expect([crs('UTM zone 6N').id, crs('UTM zone 06N').id]).toEqual(['EPSG:32606', 'EPSG:32606']);
    expect(reasonOf(() => crs('UTM zone VI'))).toBe('invalid_bounds utm_zone');
  });

  it('2.13 says that the hemisphere was assumed, with code and zone', () => {
    expect(crs('UTM 34').warnings.join()).toMatch(/hemisphere_assumed: .*zone 34 north \(EPSG:32634\)/);
  });

  it('2.14 counts EPSG:6570 in international feet', () => {
    expect(geodesicMeters(project(6570, [2_000_000, 500_000]).inverse([2_000_000, 500_000]), [-81, 33.2075716])).toBeLessThan(
      0.02,
    );
    expect(crs(6570).unit).toBe('foot');
  });

  it('2.15 warns when the map lies outside the state that the sheet prints', () => {
    const utah = { min_lon: -112, min_lat: 37.5, max_lon: -111.8, max_lat: 37.7, crs: 'EPSG:4326' as const };
    expect(stateWarnings('Utah', utah, definitions)).toEqual([]);
    expect(stateWarnings('Nebraska', utah, definitions)).toEqual([expect.stringContaining('outside_printed_state')]);
    expect(stateWarnings('Atlantis', utah, definitions)).toEqual([expect.stringContaining('state_not_checked')]);
    expect(stateWarnings(undefined, utah, definitions)).toEqual([]);
  });

  it('2.16 reads LENGTHUNIT of WKT 2 and UNIT of WKT 1', () => {
    const method =
      'PARAMETER["Latitude of natural origin",30],PARAMETER["Longitude of natural origin",-90],PARAMETER["Scale factor at natural origin",0.9999]';
    const wkt2 = `PROJCRS["County grid",BASEGEOGCRS["NAD83",DATUM["North American Datum 1983",ELLIPSOID["GRS 1980",6378137,298.257222101]]],CONVERSION["x",METHOD["Transverse Mercator"],${method},PARAMETER["False easting",2000000,LENGTHUNIT["US survey foot",0.304800609601219]],PARAMETER["False northing",0]],CS[Cartesian,2],AXIS["easting",east],AXIS["northing",north],LENGTHUNIT["US survey foot",0.304800609601219]]`;
    const wkt1 =
      'PROJCS["County grid",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",30],PARAMETER["central_meridian",-90],PARAMETER["scale_factor",0.9999],PARAMETER["false_easting",2000000],PARAMETER["false_northing",0],UNIT["US survey foot",0.304800609601219]]';
    for (const text of [wkt1, wkt2]) {
      expect(crs(text).unit).toBe('US survey foot');
      const [lon, lat] = project(text, [2_000_000, 0]).inverse([2_000_000, 0]);
      expect(lon).toBeCloseTo(-90, 8);
      expect(lat).toBeCloseTo(30, 8);
    }
  });

  it('2.17 calls code 32767 user-defined, never WGS 84', () => {
    expect(reasonOf(() => crs(32767))).toBe('invalid_bounds user_defined');
    expect(reasonOf(() => crs('EPSG:32767'))).toBe('invalid_bounds user_defined');
  });

  it('2.19 reads a printed note about the projection lines, and applies it', () => {
    const note = 'To place on the predicted North American Datum 1983 move the projection lines 690 feet south and 320 feet west';
    const shift = parseProjectionShift(note);
    expect(shift.eastMeters).toBeCloseTo(-97.5, 1);
    expect(shift.northMeters).toBeCloseTo(-210.3, 1);
    expect(shift.datum).toBe('NAD83');
    const read = readControlPoints(
      {
        crs: 'NAD83',
        points: [{ pixel_x: 0, pixel_y: 0, world_x: "152°30'W", world_y: "61°15'N", crs: 'NAD27' }],
        shift: { ...shift, targetBase: 4269 },
      },
      definitions,
    );
    // The printed line keeps its place on the ground and gets the label of a line 210.3 m north and 97.5 m east of it.
    const [point] = read.gcps;
    const place = [point?.world_x ?? 0, point?.world_y ?? 0] as const;
    expect(place[0]).toBeGreaterThan(-152.5);
    expect(geodesicMeters([-152.5, 61.25], place)).toBeCloseTo(Math.hypot(97.536, 210.312), 1);
    expect(read.transforms[0]?.datum_operation.name).toContain('printed note');
    expect(reasonOf(() => parseProjectionShift('see the legend'))).toBe('invalid_arguments shift_note');
    expect(reasonOf(() => parseProjectionShift('5 m north and 6 m south'))).toBe('invalid_arguments shift_note');
  });

  it('2.20 warns of a datum younger than the sheet, and of sheets before 1927', () => {
    const old = resolvePrintedCrs('WGS 84', { year: 1910 }, definitions).warnings.join();
    expect(old).toMatch(/sheet_older_than_datum: .*1910.*NAD27 on Clarke 1866 \(EPSG:4267\).*before 1927/);
    expect(resolvePrintedCrs('NAD27', { year: 1910 }, definitions).warnings.join()).toContain('nearest');
    expect(resolvePrintedCrs('NAD27', { year: 1956 }, definitions).warnings).toEqual([]);
    expect(resolvePrintedCrs('UTM zone 12', { year: 1910 }, definitions).id).toBe('EPSG:26712');
  });

  it('2.21 names the operation of EPSG:3068 and its accuracy', () => {
    const { datumOperation, inverse } = project(3068, [25_000, 21_000]);
    expect(datumOperation).toMatchObject({ code: expect.any(Number), name: expect.stringContaining('DHDN'), covers: true });
    expect(datumOperation.accuracyMeters).toBeGreaterThan(0);
    // The middle of Berlin, roughly.
    expect(geodesicMeters(inverse([25_000, 21_000]), [13.41, 52.52])).toBeLessThan(5_000);
  });

  it('2.22 says that EPSG:6512 is in metres', () => {
    expect(crs(6512).unit).toBe('metre');
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chooseDatumShift, datumShiftsOf } from '../../src/domain/crs/datum-shifts.ts';
import { createProjector } from '../../src/domain/crs/projector.ts';
import { resolveCrs } from '../../src/domain/crs/resolve-crs.ts';
import { geodesicMeters, type LonLat } from '../../src/domain/geo/geodesic.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { PROJ_VECTORS } from './proj-vectors.ts';
import { sharedData } from './shared-data.ts';

const definitions = createEpsgDefinitions();
const project = (crs: string | number, world: readonly [number, number]) => {
  const projector = createProjector(resolveCrs(crs, definitions), { world });
  return { lonLat: projector.inverse(world), operation: projector.datumOperation, projector };
};

describe('the table of datum shifts', () => {
  it.each(PROJ_VECTORS)('puts EPSG:%i at %d, %d where PROJ without grids puts it', (code, x, y, lon, lat) => {
    // DHDN and HD72 have several operations of one accuracy; both choices agree within a metre.
    const tolerance = code === 31467 || code === 23700 ? 1 : 0.01;
    expect(geodesicMeters(project(code, [x, y]).lonLat, [lon, lat])).toBeLessThan(tolerance);
  });

  it('takes -8, 159, 175 for NAD27 west of the Mississippi and -8, 160, 176 east of it', () => {
    expect(chooseDatumShift(4267, -110, 40)).toMatchObject({ covers: true, shift: { code: 1175, params: [-8, 159, 175] } });
    expect(chooseDatumShift(4267, -80, 38)).toMatchObject({ covers: true, shift: { code: 1173, params: [-8, 160, 176] } });
  });

  it('has complete rows: three or seven parameters, an accuracy, an area', () => {
    for (const base of [4267, 4230, 4284, 4301, 4248, 4202, 4314, 4277, 4269, 4258, 4807]) {
      const shifts = datumShiftsOf(base);
      expect(shifts.length).toBeGreaterThan(0);
      for (const { params, accuracyMeters, area } of shifts) {
        expect([3, 7]).toContain(params?.length);
        expect(params?.every(Number.isFinite)).toBe(true);
        expect(accuracyMeters).toBeGreaterThan(0);
        expect(area.box.min_lat).toBeLessThan(area.box.max_lat);
      }
    }
  });

  it('names the operation and its accuracy, and says when the place lies outside its area', () => {
    expect(project(26711, [440720, 3751320]).operation).toMatchObject({
      code: 1175,
      method: 'Helmert, 3 parameters',
      accuracyMeters: 7,
      covers: true,
    });
    expect(project(4214, [112, 30]).operation).toMatchObject({ covers: false });
    expect(project(4610, [120, 31]).operation).toMatchObject({ code: null, method: 'none', accuracyMeters: null });
  });

  it('gets the field reports on old datums right within ten metres', () => {
    // Values with the national grids: field reports 2.1, 2.2, 2.3 and 2.8.
    expect(geodesicMeters(project('NAD27', [-110.045977, 33.081801]).lonLat, [-110.0466177, 33.0818596])).toBeLessThan(10);
    expect(geodesicMeters(project(32038, [2674439.6, 200323.14]).lonLat, [-95.319896, 32.198216])).toBeLessThan(10);
    const zone11 = createProjector(resolveCrs(26711, definitions), { lonLat: [-117, 54] });
    const [x, y] = zone11.forward([-117, 54]);
    expect(Math.hypot(x - 500076.68, y - 5983298.01)).toBeLessThan(10);
    expect(geodesicMeters(project(31370, [150000, 170000]).lonLat, [4.3687522, 50.8404113])).toBeLessThan(0.1);
    expect(geodesicMeters(project(2334, [20500000, 3400000]).lonLat, [117, 30.7206032])).toBeLessThan(0.1);
    expect(geodesicMeters(project(6570, [2000000, 500000]).lonLat, [-81, 33.2075716])).toBeLessThan(0.02);
  });

  it('goes there and back within a millimetre on modern datums', () => {
    const { projector } = project(26915, [660000, 5400000]);
    const [x, y] = projector.forward(projector.inverse([660000, 5400000]));
    expect(Math.hypot(x - 660000, y - 5400000)).toBeLessThan(1e-3);
  });
});

const truth = sharedData('crs/crs-to-wgs84.json');
const truthSchema = z.object({
  cases: z.array(z.object({ crs: z.string(), xy: z.array(z.number()), wgs84_lonlat: z.array(z.number()) })),
});
/** Published truth is unshifted for these two datums; a named shift counts as right too (D22). */
const UNSETTLED = new Set(['EPSG:21460', 'EPSG:21420', 'EPSG:4214']);

/** NAD27, OSGB36, DHDN, NZGD49, AGD66, Pulkovo 1942 and PSAD56, whose truth needs grids. */
const WITHIN_TEN_METERS = new Set([4267, 4277, 4314, 4272, 4202, 4284, 4248]);
const baseOf = (crs: string): number => resolveCrs(crs, definitions).baseCode ?? 0;

describe.skipIf(!truth.present)(`published CRS truth${truth.label}`, () => {
  it('is met within 10 m where grids exist and 1 cm elsewhere', () => {
    for (const { crs, xy, wgs84_lonlat } of truthSchema.parse(JSON.parse(truth.read())).cases) {
      const [x = 0, y = 0] = xy;
      const [lon = 0, lat = 0] = wgs84_lonlat;
      const expected: LonLat = [lon, lat];
      const { lonLat, operation } = project(crs, [x, y]);
      const error = geodesicMeters(lonLat, expected);
      if (UNSETTLED.has(crs))
        expect([operation.covers, operation.name], crs).toEqual([false, expect.stringContaining('Beijing 1954 to WGS 84')]);
      else expect(error, crs).toBeLessThan(WITHIN_TEN_METERS.has(baseOf(crs)) ? 10 : 0.01);
    }
  });
});

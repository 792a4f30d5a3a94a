import { describe, expect, it } from 'vitest';
import { parseCoordinate } from '../../src/domain/coordinates/parse-coordinate.ts';
import { resolveCrs } from '../../src/domain/crs/resolve-crs.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';

const definitions = createEpsgDefinitions();
const NAD27 = resolveCrs('EPSG:4267', definitions);
const UTM = resolveCrs('EPSG:26915', definitions);
const FEET = resolveCrs('EPSG:32038', definitions);
const angle = (axis: 'x' | 'y', text: string): number => parseCoordinate(text, { place: { axis, index: 3 }, crs: NAD27 });
const grid = (axis: 'x' | 'y', text: string, crs = UTM): number => parseCoordinate(text, { place: { axis, index: 3 }, crs });
const faultOf = (run: () => number): readonly [string, unknown, string] => {
  try {
    throw new Error(`accepted as ${run()}`);
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    return [error.code, error.facts.details?.part, error.message];
  }
};

describe('degrees, minutes and seconds as people write them', () => {
  // Field reports, section 3; the values are the published ones.
  it.each([
    ['y', '-0 30', -0.5],
    ['x', "0° 15' W", -0.25],
    ['y', '0 30 S', -0.5],
    ['x', '89° 38\' 16" W', -89.6377778],
    ['y', 'N59:12.105', 59.20175],
    ['x', 'W02:15.66', -2.261],
    ['y', 'S 37', -37],
    ['x', '6°26\'55,7"', 6.4488056],
    ['y', '44°53\'0,2"', 44.8833889],
    ['y', '42\u00BA17\u203240\u2033 S', -42.2944444],
    ['y', '42\u00B017\u201940\u201D S', -42.2944444],
    ['y', "42\u02DA17'40'' S", -42.2944444],
    ['y', "37d45'N", 37.75],
    ['x', '122d22\'30"W', -122.375],
    ['x', '122D22M30S W', -122.375],
    ['y', '37 deg 45 min 30 sec north', 37.7583333],
    ['y', '\u221212\u00B030\u2032', -12.5],
    ['y', '37°45.5′ N', 37.7583333],
    ['x', '-93.5', -93.5],
    ['x', '93.5W', -93.5],
    ['x', '12,5', 12.5],
    ['x', '12,500°', 12.5],
    ['y', '-42° 17\' 40" S', -42.2944444],
  ] as const)('reads world_%s %j as %d', (axis, text, degrees) => {
    expect(angle(axis, text)).toBeCloseTo(degrees, 6);
  });

  it.each([
    ['y', '-42° 17\' 40" N', 'invalid_arguments', 'sign'],
    ['y', '48°60\'00"', 'invalid_bounds', 'minutes'],
    ['y', '48°12\'60"', 'invalid_bounds', 'seconds'],
    ['y', '91°N', 'invalid_bounds', 'degrees'],
    ['x', '181°E', 'invalid_bounds', 'degrees'],
    ['y', "12°-5'", 'invalid_arguments', 'minutes'],
    ['x', "12°5'N", 'invalid_arguments', 'letter'],
    ['y', "12°5'E", 'invalid_arguments', 'letter'],
    ['x', "12°5'O", 'invalid_arguments', 'letter'],
    ['y', "N 12°5'N", 'invalid_arguments', 'letter'],
    ['y', "12.5°30'", 'invalid_arguments', 'degrees'],
    ['y', "30'N", 'invalid_arguments', 'degrees'],
    ['y', "12°abc'", 'invalid_arguments', 'minutes'],
    ['y', '48.2, 16.3', 'invalid_arguments', 'coordinate'],
    ['y', "48°12' 16°20'", 'invalid_arguments', 'coordinate'],
    ['y', '1 2 3 4', 'invalid_arguments', 'coordinate'],
    ['y', 'NaN', 'invalid_arguments', 'coordinate'],
    ['y', 'Infinity', 'invalid_arguments', 'coordinate'],
  ] as const)('refuses world_%s %j with %s, naming the %s', (axis, text, code, part) => {
    const [found, named, message] = faultOf(() => angle(axis, text));
    expect([found, named]).toEqual([code, part]);
    expect(message).toContain(`world_${axis} of control point 3`);
  });
});

describe('grid coordinates as people write them', () => {
  it.each([
    ['x', '500000mE', 500_000],
    ['x', '500000 m E', 500_000],
    ['y', '5 400 000 m N', 5_400_000],
    ['y', '5\u202F400\u202F000', 5_400_000],
    ['y', '5,400,000mN', 5_400_000],
    ['y', '5.400.000,5', 5_400_000.5],
    ['x', '660000,125', 660_000.125],
    ['x', '1,234,567.89', 1_234_567.89],
    ['x', 'E 660000', 660_000],
    ['x', '-595758.053013', -595_758.053013],
    ['x', '6.6e5', 660_000],
  ] as const)('reads world_%s %j as %d', (axis, text, value) => {
    expect(grid(axis, text)).toBe(value);
  });

  it('reads feet where the CRS counts in feet, and refuses them where it does not', () => {
    expect(grid('x', '2,000,000 FEET', FEET)).toBe(2_000_000);
    expect(faultOf(() => grid('x', '2,000,000 FEET')).slice(0, 2)).toEqual(['invalid_arguments', 'unit']);
    expect(faultOf(() => grid('x', '500000mE', FEET)).slice(0, 2)).toEqual(['invalid_arguments', 'unit']);
  });

  it.each([
    ['x', '500000mN', 'letter'],
    ['y', '5400000mE', 'letter'],
    ['y', '5400000mS', 'letter'],
    ['x', '500,000', 'number'],
    ['x', '12abc34', 'number'],
    ['x', "122°22'W", 'crs'],
    ['y', 'N59:12.105', 'crs'],
  ] as const)('refuses world_%s %j, naming the %s', (axis, text, part) => {
    expect(faultOf(() => grid(axis, text)).slice(0, 2)).toEqual(['invalid_arguments', part]);
  });

  it('names the geographic system of the grid when a graticule tick is given in grid coordinates', () => {
    try {
      grid('x', "93°30'W");
      throw new Error('accepted');
    } catch (error) {
      if (!isGeomapError(error)) throw error;
      expect(error.facts.hints?.[0]).toContain('EPSG:4269');
    }
  });
});

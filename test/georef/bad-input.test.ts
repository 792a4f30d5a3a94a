import { describe, expect, it } from 'vitest';
import type { SourceFacts } from '../../src/domain/catalog/records.ts';
import type { GeoreferenceRequest, WrittenGcp } from '../../src/domain/documents/georef.ts';
import { georefPayloadSchema } from '../../src/domain/documents/georef.ts';
import { isGeomapError } from '../../src/domain/errors/geomap-error.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { georefFit } from '../../src/workers/handlers/georef-fit.ts';
import { workspace } from '../catalog/handler-context.ts';
import { gcp, SQUARE } from './sample-points.ts';

const handler = georefFit({ definitions: createEpsgDefinitions() });
const source: SourceFacts = {
  path: '/data/maps/one.png',
  mimeType: 'image/png',
  bytes: 10,
  mtimeMs: 1,
  sha256: 'a'.repeat(64),
  width: 1000,
  height: 1000,
  orientation: 1,
  pages: 1,
  page: 0,
};

/** Code and reason of a refusal with its message, or the warnings of a result. */
const outcome = async (more: Partial<GeoreferenceRequest>, onMap = false) => {
  const { context } = workspace();
  const map = onMap ? { map_id: context.store.registerMap(source).id } : {};
  const request = { crs: 'EPSG:26915', gcps: [...SQUARE], pixel_extent: [0, 0, 1000, 1000], ...map, ...more };
  try {
    const payload = georefPayloadSchema.parse((await handler(request, context)).payload);
    return { refused: null, message: '', warnings: payload.warnings.map((warning) => warning.split(':')[0]), payload };
  } catch (error) {
    if (!isGeomapError(error)) throw error;
    return { refused: `${error.code} ${String(error.facts.details?.reason)}`, message: error.message, warnings: [] };
  }
};
const withPoint = (index: number, change: Partial<WrittenGcp>): WrittenGcp[] =>
  SQUARE.map((point, at) => (at === index ? { ...point, ...change } : point));

describe('bad input', () => {
  it('is refused, each kind with a code and a reason of its own', async () => {
    const line = [0, 1, 2, 3].map((n) => gcp(n * 100, n * 100, 660000 + n * 3000, 5400000 - n * 3000));
    const cases: readonly (readonly [string, Partial<GeoreferenceRequest>, string])[] = [
      ['points on one line', { gcps: line }, 'invalid_bounds collinear'],
      [
        'points near one line',
        { gcps: line.map((point, at) => ({ ...point, pixel_y: point.pixel_y + (at % 2) * 1e-7 })) },
        'invalid_bounds collinear',
      ],
      ['one pixel at two places', { gcps: withPoint(1, { pixel_x: 0, pixel_y: 0 }) }, 'invalid_bounds conflict'],
      ['NaN as text', { gcps: withPoint(2, { world_x: 'NaN' }) }, 'invalid_arguments coordinate'],
      ['an unknown datum', { crs: 'Banana 1907 UTM zone 15N' }, 'invalid_bounds datum'],
      ['zone 155', { crs: 'UTM zone 155' }, 'invalid_bounds utm_zone'],
      ['13S without a datum', { crs: 'UTM 13S' }, 'invalid_bounds hemisphere'],
      ['a geocentric CRS', { crs: 'EPSG:4978' }, 'invalid_bounds dimension'],
      ['a vertical CRS', { crs: 'EPSG:5703' }, 'invalid_bounds dimension'],
      ['a user-defined code', { crs: 32767 }, 'invalid_bounds user_defined'],
      ['no points at all', { gcps: undefined }, 'invalid_arguments gcps_missing'],
      ['no CRS', { crs: undefined }, 'invalid_arguments crs_missing'],
    ];
    const messages = new Set<string>();
    for (const [name, request, expected] of cases) {
      const { refused, message } = await outcome(request);
      expect(refused, name).toBe(expected);
      expect(message.length, name).toBeGreaterThan(25);
      messages.add(message);
    }
    expect(messages.size).toBeGreaterThanOrEqual(cases.length - 1);
  });

  it('warns of duplicates, points beside the picture, and swapped axes, each by its own key', async () => {
    const [first = gcp(0, 0, 660000, 5400000)] = SQUARE;
    expect((await outcome({ gcps: [...SQUARE, first] })).warnings).toContain('duplicate_gcp');
    expect(
      (await outcome({ gcps: withPoint(2, { pixel_x: 4000, pixel_y: 4000, world_x: 780000, world_y: 5280000 }) }, true)).warnings,
    ).toContain('gcp_outside_image');
    const swapped = SQUARE.map((point) => ({ ...point, world_x: point.world_y, world_y: point.world_x }));
    expect(await outcome({ gcps: swapped })).toMatchObject({
      refused: null,
      warnings: expect.arrayContaining(['possible_axis_swap']),
    });
  });

  it('fits 10,000 points within its deadline', async () => {
    const gcps = Array.from({ length: 10_000 }, (_, at) => {
      const [x, y] = [(at % 100) * 10, Math.floor(at / 100) * 10];
      return gcp(x, y, 660000 + 30 * x, 5400000 - 30 * y);
    });
    const { payload } = await outcome({ gcps });
    expect(payload?.gcp_count).toBe(10_000);
    expect(payload?.residual).toBeLessThan(1e-6);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTiePoints } from '../../src/domain/gcp-files/geotiff-tie-points.ts';
import { createEpsgDefinitions } from '../../src/workers/adapters/epsg-definitions.ts';
import { sharpHeader } from '../../src/workers/adapters/sharp-header.ts';
import { georefFit } from '../../src/workers/handlers/georef-fit.ts';
import { mapRegister } from '../../src/workers/handlers/map-register.ts';
import { type Workspace, workspace } from '../catalog/handler-context.ts';
import { translatedTiff } from '../export/independent-reader.ts';

/** Pixel column and row, easting and northing: a sheet of 400 x 300 px at 10 m a pixel. */
const POINTS = [
  [0, 0, 500_000, 4_003_000],
  [400, 0, 504_000, 4_003_000],
  [400, 300, 504_000, 4_000_000],
  [0, 300, 500_000, 4_000_000],
  [200, 150, 502_000, 4_001_500],
  [100, 75, 501_000, 4_002_250],
] as const;
const GCPS = POINTS.flatMap((point) => ['-gcp', ...point.map(String)]);

let place: Workspace;
beforeEach(() => {
  place = workspace();
});

/** A scan that GDAL has written with these options. */
async function scan(options: readonly string[], name = 'scan.tif'): Promise<string> {
  const plain = join(place.root, 'plain.png');
  writeFileSync(
    plain,
    await sharp({ create: { width: 400, height: 300, channels: 3, background: '#aabbcc' } })
      .png()
      .toBuffer(),
  );
  const file = join(place.maps, name);
  writeFileSync(file, await translatedTiff(plain, options));
  return file;
}
const register = async (path: string) => (await mapRegister({ header: sharpHeader })({ path }, place.context)).payload;
const georeference = async (input: Parameters<ReturnType<typeof georefFit>>[0]) =>
  (await georefFit({ definitions: createEpsgDefinitions() })(input, place.context)).payload;
const tiePoints = (file: string, page = 0) => {
  const bytes = readFileSync(file);
  return readTiePoints({ bytes: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }, page);
};

describe('4.18 a GeoTIFF with control points instead of a transform', () => {
  it('says at registration how many it carries and in which CRS, and how they are fitted', async () => {
    const { warnings, source_uri } = await register(await scan([...GCPS, '-a_srs', 'EPSG:32612']));
    expect(warnings).toEqual([expect.stringMatching(/^control_points: .* 6 tie points in EPSG:32612.*geomap_georeference/)]);
    expect(warnings[0]).toContain(`"${source_uri}"`);
  });

  it('is fitted from them, by the handle of its source or by its path, to the metre', async () => {
    const file = await scan([...GCPS, '-a_srs', 'EPSG:32612']);
    const { map_id, source_uri } = await register(file);
    for (const gcps_uri of [source_uri, file]) {
      const payload = await georeference({ map_id, gcps_uri, pixel_extent: [0, 0, 400, 300] });
      expect(payload.crs).toBe('EPSG:32612');
      expect(payload.gcp_count).toBe(6);
      expect(payload.control_points).toMatchObject({ dialect: 'geotiff_tie_points', count_used: 6, crs_stated: 'EPSG:32612' });
      expect(payload.affine.a).toBeCloseTo(10, 6);
      expect(payload.affine.e).toBeCloseTo(-10, 6);
      expect(payload.affine.c).toBeCloseTo(500_000, 3);
      expect(payload.affine.f).toBeCloseTo(4_003_000, 3);
    }
  });

  it('without a CRS asks for one, and takes the one that is given', async () => {
    const { map_id, source_uri, warnings } = await register(await scan(GCPS));
    expect(warnings[0]).toContain('without a CRS code');
    await expect(georeference({ map_id, gcps_uri: source_uri })).rejects.toMatchObject({ code: 'invalid_arguments' });
    expect(
      (await georeference({ map_id, gcps_uri: source_uri, crs: 'EPSG:32612', pixel_extent: [0, 0, 400, 300] })).gcp_count,
    ).toBe(6);
  });

  it('whose raster is counted from the middle of pixels is shifted by half a pixel', async () => {
    const area = tiePoints(await scan([...GCPS, '-a_srs', 'EPSG:32612'], 'area.tif'));
    const point = tiePoints(await scan([...GCPS, '-a_srs', 'EPSG:32612', '-mo', 'AREA_OR_POINT=Point'], 'point.tif'));
    // GDAL writes the same places for both: what it stores for the second is half a pixel less.
    const places = (file: typeof area) =>
      file?.points.map(({ pixelX, pixelY, worldX, worldY }) => [pixelX, pixelY, worldX, worldY]);
    expect(places(area)).toEqual(POINTS.map((each) => [...each]));
    expect(places(point)).toEqual(POINTS.map((each) => [...each]));
  });

  it('is not mistaken for one that a transform places, nor for a plain scan', async () => {
    const placed = await scan(['-a_ullr', '500000', '4003000', '504000', '4000000', '-a_srs', 'EPSG:32612'], 'placed.tif');
    expect(tiePoints(placed)).toBeNull();
    const { map_id, source_uri, warnings } = await register(placed);
    expect(warnings).toEqual([]);
    await expect(georeference({ map_id, gcps_uri: source_uri, crs: 'EPSG:32612' })).rejects.toMatchObject({
      code: 'invalid_bounds',
      facts: { details: { reason: 'no_tie_points' } },
    });
    expect(tiePoints(await scan([], 'plain.tif'))).toBeNull();
    expect(tiePoints(placed, 3)).toBeNull();
  });
});

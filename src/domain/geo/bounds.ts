import { z } from 'zod';

const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);

/**
 * A longitude/latitude box in degrees (EPSG:4326, x east, y north), edges inclusive.
 * `min_lon > max_lon` means that the box crosses the antimeridian (D24). Wire form; closed (D12).
 */
export const boundsSchema = z.strictObject({
  min_lon: longitude,
  min_lat: latitude,
  max_lon: longitude,
  max_lat: latitude,
  crs: z.string().optional(),
});

export type BoundsInput = z.infer<typeof boundsSchema>;

/** A checked box: latitudes ordered, CRS settled, longitudes possibly wrapping. */
export type Bounds = {
  readonly min_lon: number;
  readonly min_lat: number;
  readonly max_lon: number;
  readonly max_lat: number;
  readonly crs: 'EPSG:4326';
};

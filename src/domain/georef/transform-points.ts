import { createProjector, type Projector, type WorldPoint } from '../crs/projector.ts';
import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import type { TransformedPoint } from '../documents/points.ts';
import type { LonLat } from '../geo/geodesic.ts';
import { normaliseLongitude } from '../geo/wrap.ts';
import type { Pixel, PixelProjection } from './pixel-projection.ts';

/** Brings single points between the frames of one map. */
export type PointTransformer = {
  /** CRS of the world positions, canonical. */
  readonly crs: Pick<Projector, 'id' | 'name' | 'units' | 'datumOperation'>;
  fromPixel(index: number, pixel: Pixel): TransformedPoint;
  fromWorld(index: number, world: WorldPoint): TransformedPoint;
};

export type PointFrames = {
  readonly projection: PixelProjection;
  /** Projector of the georeference's own CRS. */
  readonly own: Projector;
  /** CRS of the positions when it is another than the georeference's. */
  readonly asked: ResolvedCrs | undefined;
  /** Middle of the map in degrees, for the choice of a datum shift. */
  readonly middle: LonLat;
  /** Size of the picture, when a map is named. */
  readonly image: { readonly width: number; readonly height: number } | undefined;
};

const finite = (pair: readonly [number, number] | null): readonly [number, number] | null =>
  pair?.every(Number.isFinite) ? pair : null;

/** Longitude and latitude of positions outside a projection are nonsense; a latitude past the pole is none. */
const onGlobe = (pair: LonLat): LonLat | null =>
  finite(pair) && Math.abs(pair[1]) <= 90 + 1e-9 ? [normaliseLongitude(pair[0]), pair[1]] : null;

type Found = { readonly pixel: Pixel | null; readonly world: WorldPoint | null; readonly lonLat: LonLat | null };

const outside = ([px, py]: Pixel, image: PointFrames['image']): boolean =>
  image !== undefined && (px < 0 || py < 0 || px > image.width || py > image.height);

const row = (
  place: { readonly index: number; readonly from: 'pixel' | 'world' },
  found: Found,
  image: PointFrames['image'],
): TransformedPoint => {
  const { pixel, world, lonLat } = found;
  const missing = pixel === null || world === null;
  return {
    ...place,
    status: missing ? 'no_position' : outside(pixel, image) ? 'outside_image' : 'ok',
    pixel_x: pixel?.[0] ?? null,
    pixel_y: pixel?.[1] ?? null,
    world_x: world?.[0] ?? null,
    world_y: world?.[1] ?? null,
    lon: lonLat?.[0] ?? null,
    lat: lonLat?.[1] ?? null,
  };
};

/**
 * Points between pixels and a CRS. In the georeference's own CRS nothing but the transform is applied; to another CRS the way leads
 * over WGS 84 with the reviewed datum shifts (D22). Throws `invalid_bounds` for a CRS that cannot be projected.
 */
export const createPointTransformer = ({ projection, own, asked, middle, image }: PointFrames): PointTransformer => {
  const other = asked === undefined || asked.id === own.id ? undefined : createProjector(asked, { lonLat: middle });
  const fromPixel = (pixel: Pixel): Found => {
    const world = projection.toWorld(...pixel);
    const lonLat = world && onGlobe(own.inverse(world));
    return { pixel, lonLat, world: other === undefined ? world : lonLat && finite(other.forward(lonLat)) };
  };
  const fromWorld = (world: WorldPoint): Found => {
    const lonLat = onGlobe((other ?? own).inverse(world));
    const mapped = other === undefined ? world : lonLat && finite(own.forward(lonLat));
    return { world, lonLat, pixel: mapped && projection.fromWorld(...mapped) };
  };
  return {
    crs: other ?? own,
    fromPixel: (index, pixel) => row({ index, from: 'pixel' }, fromPixel(pixel), image),
    fromWorld: (index, world) => row({ index, from: 'world' }, fromWorld(world), image),
  };
};

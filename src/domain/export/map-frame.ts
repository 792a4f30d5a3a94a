import type { CrsDefinitions } from '../crs/definition.ts';
import { createProjector } from '../crs/projector.ts';
import { resolveCrs } from '../crs/resolve-crs.ts';
import type { ResolvedCrs } from '../crs/resolved-crs.ts';
import type { GeorefInput } from '../documents/georef.ts';
import type { Bounds } from '../geo/bounds.ts';
import { applyAffine } from '../georef/affine-map.ts';
import { affineOf, createPixelProjection, hintOf, type Pixel } from '../georef/pixel-projection.ts';
import { type GeoTransform, geoTransformOf, type RasterSize } from './geo-transform.ts';

/** A CRS as a file has to name it: by EPSG code, else by its PROJ text. */
export type ExportCrs = {
  readonly id: string;
  readonly epsg: number | null;
  readonly proj: string;
  readonly geographic: boolean;
};

/** Pixels of the source frame to world coordinates of one CRS and back. */
export type MapFrame = {
  readonly crs: ExportCrs;
  /** Name of the transform of the georeference. */
  readonly transform: string;
  /** The whole mapping when it is affine, else null: then the picture has to be warped. */
  readonly direct: GeoTransform | null;
  /** Null where the transform is not defined. */
  readonly toWorld: (px: number, py: number) => readonly [number, number] | null;
  readonly toPixel: (x: number, y: number) => Pixel | null;
  /** What was assumed about the target CRS. */
  readonly warnings: readonly string[];
};

/** Further off than this, px, a transform is not the affine that stands beside it. */
const SAME_PX = 0.01;

/** What a file has to say of a CRS. */
export const exportCrsOf = (crs: ResolvedCrs): ExportCrs => {
  const code = /^EPSG:(\d+)$/.exec(crs.id)?.[1];
  return { id: crs.id, epsg: code === undefined ? null : Number(code), proj: crs.proj, geographic: crs.kind === 'geographic' };
};

type Rule = Pick<MapFrame, 'toWorld' | 'toPixel'>;

/** Whether the mapping is that of the affine over the whole picture. */
function followsAffine(georef: GeorefInput, rule: Rule, { width, height }: RasterSize): boolean {
  const affine = affineOf(georef);
  const places = [0, 0.25, 0.5, 0.75, 1].flatMap((u) => [0, 0.25, 0.5, 0.75, 1].map((v) => [u * width, v * height] as const));
  return places.every(([px, py]) => {
    const back = rule.toPixel(...applyAffine(affine, px, py));
    return back !== null && Math.hypot(back[0] - px, back[1] - py) < SAME_PX;
  });
}

const middleOf = ({ min_lon, min_lat, max_lon, max_lat }: Bounds): readonly [number, number] => {
  const east = max_lon < min_lon ? max_lon + 360 : max_lon;
  const middle = (min_lon + east) / 2;
  return [middle > 180 ? middle - 360 : middle, (min_lat + max_lat) / 2];
};

/**
 * The mapping of a stored georeference into its own CRS, without any datum shift, or into `target`, with the shift of the reviewed
 * table (D22). Throws `invalid_bounds` for a CRS or a transform that cannot be used.
 */
export function createMapFrame(
  georef: GeorefInput & { readonly bounds: Bounds },
  on: { readonly size: RasterSize; readonly target: string | number | undefined },
  definitions: CrsDefinitions,
): MapFrame {
  const projection = createPixelProjection(georef, definitions);
  const own = resolveCrs(georef.crs, definitions);
  const target = on.target === undefined ? own : resolveCrs(on.target, definitions);
  const same = target.id === own.id;
  const hint = same ? hintOf(georef) : { lonLat: middleOf(georef.bounds) };
  const projector = createProjector(target, hint);
  const crs = exportCrsOf(target);
  const center = projection.toLonLat(on.size.width / 2, on.size.height / 2);
  const middle = center === null ? Number.NaN : projector.forward(center)[0];
  // A map over the antimeridian stays in one piece: longitudes are counted from its middle.
  const unwrap = (x: number): number =>
    crs.geographic && Number.isFinite(middle) ? x - 360 * Math.round((x - middle) / 360) : x;
  const rule: Rule = {
    toWorld: (px, py) => {
      const lonLat = projection.toLonLat(px, py);
      if (lonLat === null) return null;
      const [x, y] = projector.forward(lonLat);
      return Number.isFinite(x) && Number.isFinite(y) ? [unwrap(x), y] : null;
    },
    toPixel: (x, y) => {
      const [lon, lat] = projector.inverse([x, y]);
      return Number.isFinite(lon) && Number.isFinite(lat) ? projection.toPixel(lon, lat) : null;
    },
  };
  const transform = georef.transform?.type ?? 'affine';
  const affine = same && (georef.transform === undefined || transform === 'affine' || followsAffine(georef, rule, on.size));
  const direct = affine ? geoTransformOf(affineOf(georef)) : null;
  return { crs, transform, direct, ...rule, warnings: target === own ? [] : target.warnings };
}

import { transformFault } from './export-fault.ts';
import { cornersOf, type GeoTransform, type RasterSize } from './geo-transform.ts';
import type { MapFrame } from './map-frame.ts';

/** Size and place of a warped picture: square pixels, north up. */
export type OutputGrid = RasterSize & {
  readonly geotransform: GeoTransform;
  /** Pixels of the output per pixel of the source along one side; below 1 when the limit made it coarser. */
  readonly scale: number;
};

/** A warped picture has at most this many pixels, and at most four times those of its source. */
export const WARPED_MAX_PIXELS = 200_000_000;
const GROWTH = 4;
/** Coarser than one fourth of the source, the picture is no longer the map: some part of it was thrown far away. */
const COARSEST = 0.25;
const EDGE_POINTS = 64;
const INNER_POINTS = 9;

type Point = readonly [number, number];

const along = (from: Point, to: Point): readonly Point[] =>
  Array.from({ length: EDGE_POINTS }, (_, index): Point => {
    const share = index / EDGE_POINTS;
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
  });

const innerPoints = ({ width, height }: RasterSize): readonly Point[] =>
  Array.from(
    { length: INNER_POINTS ** 2 },
    (_, index): Point => [
      ((0.5 + (index % INNER_POINTS)) / INNER_POINTS) * width,
      ((0.5 + Math.floor(index / INNER_POINTS)) / INNER_POINTS) * height,
    ],
  );

/** World positions of places on the edges and inside. Throws when one of them has none. */
function worldPoints(size: RasterSize, frame: MapFrame): readonly Point[] {
  const corners = cornersOf(size);
  const edges = corners.flatMap((corner, index) => along(corner, corners[(index + 1) % corners.length] ?? corner));
  const found = [...edges, ...innerPoints(size)].map(([px, py]) => frame.toWorld(px, py));
  const missing = found.filter((point) => point === null).length;
  if (missing > 0) {
    throw transformFault(
      'not_finite',
      `The georeference gives no position for ${missing} of ${found.length} places of the picture, so it cannot be warped. Use a stiffer transform (affine, helmert), or export geotiff_gcps.`,
    );
  }
  return found.filter((point) => point !== null);
}

/** World units per source pixel: the median over the picture of the root of the area of one pixel. */
function pixelStep(size: RasterSize, frame: MapFrame): number {
  const steps = innerPoints(size).flatMap(([px, py]) => {
    const [west, east, north, south] = [
      frame.toWorld(px - 0.5, py),
      frame.toWorld(px + 0.5, py),
      frame.toWorld(px, py - 0.5),
      frame.toWorld(px, py + 0.5),
    ];
    if (west === null || east === null || north === null || south === null) return [];
    const area = (east[0] - west[0]) * (south[1] - north[1]) - (east[1] - west[1]) * (south[0] - north[0]);
    return [Math.sqrt(Math.abs(area))];
  });
  const sorted = steps.sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * The grid that holds the whole warped picture at the resolution of the source, made coarser until it keeps the limit. Throws
 * `invalid_bounds` when the transform is not defined everywhere, or spreads the picture so far that it would be lost in the grid.
 */
export function planOutputGrid(size: RasterSize, frame: MapFrame, maxPixels: number): OutputGrid {
  const points = worldPoints(size, frame);
  const [west, east] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
  const [south, north] = [Math.min(...points.map(([, y]) => y)), Math.max(...points.map(([, y]) => y))];
  const step = pixelStep(size, frame);
  const natural = ((east - west) / step) * ((north - south) / step);
  if (!Number.isFinite(natural) || natural <= 0) {
    throw transformFault('degenerate', 'The georeference brings the picture to a line or a point; georeference the map again.');
  }
  const limit = Math.min(maxPixels, WARPED_MAX_PIXELS, GROWTH * size.width * size.height);
  const scale = Math.min(1, Math.sqrt(limit / natural));
  if (scale < COARSEST) {
    throw transformFault(
      'too_large',
      `Warped, the picture would have ${Math.ceil(natural / 1e6)} megapixels: the georeference throws parts of it far away. Check the control points and their CRS, use a stiffer transform, or export geotiff_gcps.`,
    );
  }
  const pixel = step / scale;
  const width = Math.max(1, Math.ceil((east - west) / pixel - 1e-6));
  const height = Math.max(1, Math.ceil((north - south) / pixel - 1e-6));
  return { width, height, geotransform: [west, pixel, 0, north, 0, -pixel], scale };
}

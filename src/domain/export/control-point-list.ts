import type { GeorefInput } from '../documents/georef.ts';
import type { RasterGcp } from './geo-raster.ts';
import type { MapFrame } from './map-frame.ts';

/** Without points of its own, a document is stood for by the corners of its extent. */
function cornerPoints(frame: MapFrame, extent: readonly number[] | undefined): readonly RasterGcp[] {
  const [x0 = 0, y0 = 0, x1 = 1, y1 = 1] = extent ?? [];
  const corners = [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ] as const;
  return corners.flatMap(([column, row]) => {
    const world = frame.toWorld(column, row);
    return world === null ? [] : [{ column, row, x: world[0], y: world[1] }];
  });
}

/** The control points of a georeference in the CRS of the map, in their order. */
export function controlPointsOf(georef: Pick<GeorefInput, 'gcps' | 'pixel_extent'>, frame: MapFrame): readonly RasterGcp[] {
  const points = (georef.gcps ?? []).flatMap(({ pixel_x: column, pixel_y: row, world_x: x, world_y: y }) =>
    typeof x === 'number' && typeof y === 'number' ? [{ column, row, x, y }] : [],
  );
  return points.length > 0 ? points : cornerPoints(frame, georef.pixel_extent);
}

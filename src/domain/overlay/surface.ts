import type { PixelBox } from '../catalog/records.ts';
import { type Box, boxWidth } from '../geo/wrap.ts';
import { contains, grow, type Point } from './plane.ts';

/** Longitude and latitude (degrees) to a place in the drawing; null where the projection has no answer. */
export type Project = (lon: number, lat: number) => Point | null;

/**
 * What is drawn on. `west`..`east` is unwrapped (east may pass 180), so that a place has one turn of the globe at which it can
 * lie on the surface; `project` expects longitudes of that range.
 */
export type Surface = {
  /** Everything is clipped to this box, px. */
  readonly window: PixelBox;
  /** Degrees that cover the window with some room around it: nothing outside is ever projected. */
  readonly area: { readonly west: number; readonly east: number; readonly south: number; readonly north: number };
  readonly project: Project;
};

/** Share of the area's size added on each side: lines are cut in degrees there, well outside the window. */
const ROOM = 0.08;

function areaAround(box: Box): Surface['area'] {
  const [width, height] = [boxWidth(box), box.max_lat - box.min_lat];
  const [roomLon, roomLat] = [Math.max(1e-6, width * ROOM), Math.max(1e-6, height * ROOM)];
  const whole = width + 2 * roomLon >= 360;
  const west = whole ? (width >= 360 ? -180 : box.min_lon - (360 - width) / 2) : box.min_lon - roomLon;
  return {
    west,
    east: whole ? west + 360 : box.min_lon + width + roomLon,
    south: Math.max(-90, box.min_lat - roomLat),
    north: Math.min(90, box.max_lat + roomLat),
  };
}

/** Orders the corners of a box, then clamps them to the picture (W-66). The whole picture when less than a pixel is left. */
export function windowOf(
  extent: readonly number[] | undefined,
  size: { readonly width: number; readonly height: number },
): PixelBox {
  const whole: PixelBox = [0, 0, size.width, size.height];
  const [x0, y0, x1, y1] = extent ?? whole;
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined || ![x0, y0, x1, y1].every(Number.isFinite))
    return whole;
  const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(0, value));
  const box: PixelBox = [
    clamp(Math.min(x0, x1), size.width),
    clamp(Math.min(y0, y1), size.height),
    clamp(Math.max(x0, x1), size.width),
    clamp(Math.max(y0, y1), size.height),
  ];
  return box[2] - box[0] < 1 || box[3] - box[1] < 1 ? whole : box;
}

/** Share of the shorter side by which a neatline may bend away from its box of pixels: parallels are curves, corners are read by eye. */
const BEND = 0.004;

/** The window with room for what lies on the neatline itself, inside the picture still. */
export function withNeatline(window: PixelBox, size: { readonly width: number; readonly height: number }): PixelBox {
  const [x0, y0, x1, y1] = grow(window, BEND * Math.min(window[2] - window[0], window[3] - window[1]));
  return [Math.max(0, x0), Math.max(0, y0), Math.min(size.width, x1), Math.min(size.height, y1)];
}

/** The pixel space of a map: `bounds` is the box in degrees around `window`. */
export function mapSurface(window: PixelBox, bounds: Box, project: Project): Surface {
  const area = areaAround(bounds);
  const middle = [(area.west + area.east) / 2, (area.south + area.north) / 2] as const;
  const near = grow(window, Math.max(window[2] - window[0], window[3] - window[1]));
  const turn = [0, -360, 360].find((step) => {
    const at = project(middle[0] + step, middle[1]);
    return at !== null && contains(near, at);
  });
  return { window, area, project: (lon, lat) => project(lon + (turn ?? 0), lat) };
}

/** Plot area of a 1000 x 700 sheet (contract/knowledge.md 9.4), px. */
const PLOT = { left: 90, top: 80, width: 880, height: 550 } as const;

/** A box without width or height gets a hundredth of a degree on each side: it could not be drawn to scale otherwise. */
function widened(box: Box): Box {
  const [lon, lat] = [boxWidth(box) === 0 ? 0.01 : 0, box.max_lat === box.min_lat ? 0.01 : 0];
  return { min_lon: box.min_lon - lon, max_lon: box.max_lon + lon, min_lat: box.min_lat - lat, max_lat: box.max_lat + lat };
}

/** The geographic canvas: longitudes narrowed by the cosine of the middle latitude, the box centred in the plot area. */
export function canvasSurface(given: Box): Surface {
  const bounds = widened(given);
  const narrow = Math.max(Math.cos((((bounds.min_lat + bounds.max_lat) / 2) * Math.PI) / 180), 0.05);
  const width = Math.max(boxWidth(bounds) * narrow, 1e-9);
  const height = Math.max(bounds.max_lat - bounds.min_lat, 1e-9);
  const scale = Math.min(PLOT.width / width, PLOT.height / height);
  const left = PLOT.left + (PLOT.width - width * scale) / 2;
  const top = PLOT.top + (PLOT.height - height * scale) / 2;
  return {
    window: [left, top, left + width * scale, top + height * scale],
    area: areaAround(bounds),
    project: (lon, lat) => [left + (lon - bounds.min_lon) * narrow * scale, top + (bounds.max_lat - lat) * scale],
  };
}

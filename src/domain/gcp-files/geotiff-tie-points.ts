import type { PictureFile } from '../catalog/picture-facts.ts';
import { type Directory, openTiff, readDirectory } from '../catalog/tiff-directory.ts';
import type { ControlPointFile, FilePoint } from './control-point-file.ts';

/*
 * Control points inside a GeoTIFF (OGC 19-008r4): several tie points, and neither a pixel scale nor a transformation, which would make
 * it a raster that is georeferenced already.
 */
const TAG = {
  width: 256,
  height: 257,
  orientation: 274,
  pixelScale: 33550,
  tiePoints: 33922,
  transformation: 34264,
  geoKeys: 34735,
} as const;
const KEY = { rasterType: 1025, geographic: 2048, projected: 3072 } as const;
const PIXEL_IS_POINT = 2;
/** The value of a key whose CRS is spelt out in further keys. */
const USER_DEFINED = 32767;
const VALUES_PER_POINT = 6;

/** Keys whose value stands in the directory itself: ID, 0, 1, value. */
function shortKeys(directory: Directory): ReadonlyMap<number, number> {
  const values = directory.all(TAG.geoKeys) ?? [];
  const keys = new Map<number, number>();
  for (let at = 4; at + 3 < values.length; at += 4) {
    const [id = 0, place, , value = 0] = values.slice(at, at + 4);
    if (place === 0) keys.set(id, value);
  }
  return keys;
}

function crsOf(keys: ReadonlyMap<number, number>): Pick<ControlPointFile, 'crs' | 'warnings'> {
  const code = keys.get(KEY.projected) ?? keys.get(KEY.geographic);
  if (code !== undefined && code !== 0 && code !== USER_DEFINED) return { crs: `EPSG:${code}`, warnings: [] };
  const why = code === USER_DEFINED ? 'is user-defined and has no EPSG code' : 'is not stated';
  return { crs: null, warnings: [`geotiff_crs: the CRS of the tie points ${why}; pass the crs of their world coordinates.`] };
}

type Size = { readonly width: number; readonly height: number };

/** From the picture as stored to the picture as displayed (TIFF orientation 1 to 8). */
function displayed(
  x: number,
  y: number,
  { width, height, orientation }: Size & { readonly orientation: number },
): readonly [number, number] {
  switch (orientation) {
    case 2:
      return [width - x, y];
    case 3:
      return [width - x, height - y];
    case 4:
      return [x, height - y];
    case 5:
      return [y, x];
    case 6:
      return [height - y, x];
    case 7:
      return [height - y, width - x];
    case 8:
      return [y, width - x];
    default:
      return [x, y];
  }
}

/**
 * The tie points of one page as a control-point file, in pixels of the picture as displayed; null for a page that has none or is
 * georeferenced by a transformation. Throws `unsupported_media` for a damaged TIFF.
 */
export function readTiePoints(file: PictureFile, page: number): ControlPointFile | null {
  const directory = pageOf(file, page);
  const values = directory?.doubles(TAG.tiePoints) ?? [];
  const count = Math.floor(values.length / VALUES_PER_POINT);
  const transformed = directory?.doubles(TAG.pixelScale) ?? directory?.doubles(TAG.transformation);
  if (directory === undefined || count < 2 || transformed !== undefined) return null;
  const size = { width: directory.first(TAG.width) ?? 0, height: directory.first(TAG.height) ?? 0 };
  const frame = { ...size, orientation: directory.first(TAG.orientation) ?? 1 };
  const keys = shortKeys(directory);
  // Counted from the middle of the first pixel, half a pixel from the corner that this server counts from.
  const half = keys.get(KEY.rasterType) === PIXEL_IS_POINT ? 0.5 : 0;
  const points = Array.from({ length: count }, (_, index): FilePoint => {
    const [column = 0, row = 0, , worldX = 0, worldY = 0] = values.slice(
      index * VALUES_PER_POINT,
      (index + 1) * VALUES_PER_POINT,
    );
    const [pixelX, pixelY] = displayed(column + half, row + half, frame);
    return { pixelX, pixelY, worldX, worldY, enabled: true, crs: null, id: null };
  });
  return { dialect: 'geotiff_tie_points', yDirection: 'down', points, imageSize: null, ...crsOf(keys) };
}

function pageOf(file: PictureFile, page: number): Directory | undefined {
  const tiff = openTiff(file);
  let at = tiff.firstDirectory;
  for (let index = 0; at !== 0; index += 1) {
    const directory = readDirectory(tiff, at);
    if (index === page) return directory;
    at = directory.next;
  }
  return undefined;
}

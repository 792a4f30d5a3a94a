import type { RasterBand } from 'gdal-async';
import type { RasterSource } from '../../domain/documents/raster.ts';
import { fullRangeLevels, type Levels, unsignedLevels } from '../../domain/layout/sample-levels.ts';
import { type Gdal, loadGdal } from './gdal-binding.ts';

/** Rows that are in memory at once. */
const ROWS = 256;
const OPTIONS = ['TILED=YES', 'BLOCKXSIZE=256', 'BLOCKYSIZE=256', 'INTERLEAVE=PIXEL', 'PHOTOMETRIC=RGB', 'BIGTIFF=IF_SAFER'];

/** One page of a TIFF; GDAL counts pages from one. */
const nameOf = ({ path, page }: RasterSource): string => (page > 0 ? `GTIFF_DIR:${page + 1}:${path}` : path);

const levelsOf = (gdal: Gdal, bands: readonly RasterBand[]): Levels => {
  if (bands.every((band) => band.dataType === gdal.GDT_Byte)) return { low: 0, high: 255 };
  const stats = bands.map((band) => band.computeStatistics(false));
  const [min, max] = [Math.min(...stats.map((one) => one.min)), Math.max(...stats.map((one) => one.max))];
  const wide = { low: 0, high: 65_535 };
  return bands.every((band) => band.dataType === gdal.GDT_UInt16) ? (unsignedLevels(max) ?? wide) : rangeOf(min, max);
};

const rangeOf = (low: number, high: number): Levels => (high > low ? { low, high } : fullRangeLevels(low, high));

/**
 * Decode a TIFF that libvips refuses (ZSTD, LZMA, LERC, 64-bit samples, stacks of grey bands) into a plain 8-bit RGB TIFF, strip by
 * strip: the first three bands, or the first one as grey. Throws GDAL's own errors, and the loader's where the package is not there.
 */
export async function decodeByGdal(source: RasterSource, target: string): Promise<void> {
  const gdal = loadGdal();
  const from = await gdal.openAsync(nameOf(source), 'r', ['GTiff']);
  try {
    const { x: width, y: height } = from.rasterSize;
    if (width * height > source.maxPixels) throw new Error('exceeds pixel limit');
    const first = from.bands.get(1);
    const bands = from.bands.count() >= 3 ? [first, from.bands.get(2), from.bands.get(3)] : [first];
    const levels = levelsOf(gdal, bands);
    const factor = 255 / (levels.high - levels.low);
    const to = await gdal.drivers.get('GTiff').createAsync(target, width, height, 3, gdal.GDT_Byte, OPTIONS);
    for (let top = 0; top < height; top += ROWS) {
      const rows = Math.min(ROWS, height - top);
      for (const at of [0, 1, 2]) {
        const samples = await (bands[at] ?? first).pixels.readAsync(0, top, width, rows, undefined, { type: 'Float64' });
        const numbers = samples instanceof Float64Array ? samples : Float64Array.from(samples, Number);
        const plane = Uint8ClampedArray.from(numbers, (sample) => (sample - levels.low) * factor);
        await to.bands.get(at + 1).pixels.writeAsync(0, top, width, rows, new Uint8Array(plane.buffer));
      }
    }
    await to.flushAsync();
    to.close();
  } finally {
    from.close();
  }
}

/** Size of a page that libvips does not open. */
export async function sizeByGdal(path: string, page: number): Promise<{ readonly width: number; readonly height: number }> {
  const dataset = await loadGdal().openAsync(nameOf({ path, page, maxPixels: 0 }), 'r', ['GTiff']);
  try {
    return { width: dataset.rasterSize.x, height: dataset.rasterSize.y };
  } finally {
    dataset.close();
  }
}

import type { Dataset, RasterBand, SpatialReference } from 'gdal-async';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import type { GeoRasterPort, RasterFile, RasterGcp, RasterPlan, RasterTarget } from '../../domain/export/geo-raster.ts';
import type { GeoTransform } from '../../domain/export/geo-transform.ts';
import type { Planes } from '../../domain/export/resample.ts';
import type { Block } from '../../domain/export/warp-mesh.ts';
import { type Gdal, loadGdal, referenceOf } from './gdal-binding.ts';

const RGB = ['Red', 'Green', 'Blue', 'Alpha'] as const;

const bandsOf = (dataset: Dataset): readonly RasterBand[] =>
  Array.from({ length: dataset.bands.count() }, (_, at) => dataset.bands.get(at + 1));

const readBlock = async (bands: readonly RasterBand[], { left, top, width, height }: Block): Promise<Planes> => {
  const planes: Uint8Array[] = [];
  for (const band of bands) {
    const samples = await band.pixels.readAsync(left, top, width, height, undefined, { type: 'Byte' });
    planes.push(samples instanceof Uint8Array ? samples : Uint8Array.from(samples, Number));
  }
  return planes;
};

const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

const gcpOf = (value: unknown): RasterGcp => {
  const facts = typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  return {
    column: number(facts.dfGCPPixel),
    row: number(facts.dfGCPLine),
    x: number(facts.dfGCPX),
    y: number(facts.dfGCPY),
  };
};

const epsgOf = (reference: SpatialReference | null): number | null => {
  if (reference === null) return null;
  const name = reference.isProjected() ? 'PROJCS' : 'GEOGCS';
  const code = reference.getAuthorityName(name) === 'EPSG' ? reference.getAuthorityCode(name) : null;
  return code === null ? null : Number(code);
};

const sixOf = (values: readonly number[] | null): GeoTransform | null => {
  const [a, b, c, d, e, f] = values ?? [];
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) return null;
  return [a, b, c, d, e, f];
};

const gcpReference = (gdal: Gdal, dataset: Dataset): SpatialReference | null => {
  const text = dataset.getGCPProjection();
  return text ? gdal.SpatialReference.fromWKT(text) : null;
};

async function openRaster(path: string): Promise<RasterFile> {
  const gdal = loadGdal();
  const dataset = await gdal.openAsync(path, 'r', ['GTiff']);
  const bands = bandsOf(dataset);
  const gcps = dataset.getGCPs().map(gcpOf);
  const reference = gcps.length > 0 ? gcpReference(gdal, dataset) : dataset.srs;
  const { x: width, y: height } = dataset.rasterSize;
  return {
    width,
    height,
    bands: bands.length,
    alpha: bands.at(-1)?.colorInterpretation === 'Alpha',
    geotransform: gcps.length > 0 ? null : sixOf(dataset.geoTransform),
    epsg: epsgOf(reference),
    hasCrs: reference !== null,
    gcps,
    noData: bands[0]?.noDataValue ?? null,
    overviews: bands[0]?.overviews.count() ?? 0,
    read: (block) => readBlock(bands, block),
    close: () => dataset.close(),
  };
}

const OPTIONS = ['TILED=YES', 'INTERLEAVE=PIXEL', 'PHOTOMETRIC=RGB', 'BIGTIFF=IF_SAFER'];

const toGdalGcp = ({ column, row, x, y }: RasterGcp) => ({
  dfGCPPixel: column,
  dfGCPLine: row,
  dfGCPX: x,
  dfGCPY: y,
  dfGCPZ: 0,
});

async function createRaster(plan: RasterPlan): Promise<RasterTarget> {
  const gdal = loadGdal();
  const packed = plan.compressed ? ['COMPRESS=DEFLATE', 'PREDICTOR=2', 'ZLEVEL=6'] : [];
  const options = [...OPTIONS, ...packed, ...(plan.bands === 4 ? ['ALPHA=YES'] : [])];
  const { path, width, height, bands: count } = plan;
  const dataset = await gdal.drivers.get('GTiff').createAsync(path, width, height, count, gdal.GDT_Byte, options);
  const reference = referenceOf(gdal, plan.crs);
  if (plan.gcps.length > 0) {
    dataset.setGCPs(plan.gcps.map(toGdalGcp), reference.toWKT());
  } else if (plan.geotransform !== null) {
    dataset.srs = reference;
    dataset.geoTransform = [...plan.geotransform];
  }
  const bands = bandsOf(dataset);
  for (const [at, band] of bands.entries()) band.colorInterpretation = RGB[at] ?? 'Undefined';
  return {
    write: async ({ left, top, width: columns, height: rows }, planes) => {
      for (const [at, band] of bands.entries()) {
        const plane = planes[at];
        if (plane === undefined) throw new RangeError('a plane for every band');
        await band.pixels.writeAsync(left, top, columns, rows, plane);
      }
    },
    finish: async () => {
      await dataset.flushAsync();
      dataset.close();
    },
    close: () => dataset.close(),
  };
}

async function writeCog(from: string, to: string, progress: (share: number) => void): Promise<void> {
  const gdal = loadGdal();
  const source = await gdal.openAsync(from, 'r', ['GTiff']);
  try {
    const options = ['COMPRESS=DEFLATE', 'PREDICTOR=YES', 'BLOCKSIZE=512', 'OVERVIEW_RESAMPLING=AVERAGE', 'BIGTIFF=IF_SAFER'];
    const copy = await gdal.drivers
      .get('COG')
      .createCopyAsync(to, source, options, false, { progress_cb: (share: number) => progress(share) });
    copy.close();
  } finally {
    source.close();
  }
}

/** GDAL's own words name the reason and may hold a path: they are for the log. */
const guarded =
  <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
  async (...args: A): Promise<T> => {
    try {
      return await work(...args);
    } catch (error) {
      if (error instanceof GeomapError || !(error instanceof Error)) throw error;
      if (!/no space|write error|ENOSPC|permission denied|cannot create|failed to create|TIFFAppend/i.test(error.message))
        throw error;
      throw new GeomapError('storage_unavailable', {
        message:
          'The export could not be written to the cache folder of the server. The operator should check its free space and permissions.',
        logReason: error.message,
      });
    }
  };

/** The raster port over gdal-async, which is loaded at the first use. */
export const createGdalRaster = (): GeoRasterPort => ({
  open: guarded(openRaster),
  create: guarded(createRaster),
  writeCog: guarded(writeCog),
});

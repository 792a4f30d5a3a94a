import { rm } from 'node:fs/promises';
import type { RasterSource } from '../../domain/documents/raster.ts';
import { controlPointsOf } from '../../domain/export/control-point-list.ts';
import { notForFormat } from '../../domain/export/export-fault.ts';
import { EXPORT_FORMATS } from '../../domain/export/formats.ts';
import type { RasterFile, RasterGcp, RasterPlan } from '../../domain/export/geo-raster.ts';
import { createMapFrame, type MapFrame } from '../../domain/export/map-frame.ts';
import { type OutputGrid, planOutputGrid } from '../../domain/export/output-grid.ts';
import type { OpenMap } from '../catalog/source-check.ts';
import type { ExportCall, GeoreferencedMap, WrittenExport } from './export-call.ts';
import { openReferenced } from './georeferenced-map.ts';
import { copyBlocks, warpBlocks } from './picture-blocks.ts';
import { readPictureBack } from './picture-check.ts';

/** Where the pixels of the export lie: the source's own grid, or the grid it is warped to. */
export type PicturePlan = {
  readonly frame: MapFrame;
  readonly grid: OutputGrid | null;
  readonly gcps: readonly RasterGcp[];
};

function planPicture(found: GeoreferencedMap, call: ExportCall): PicturePlan {
  const { input, definitions, context, warnings } = call;
  const { map, georef } = found;
  const withPoints = input.format === 'geotiff_gcps';
  if (withPoints && input.target_crs !== undefined) {
    throw notForFormat('target_crs', input.format, 'Its picture is not warped; use geotiff or cog.');
  }
  const frame = createMapFrame(georef, { size: map, target: input.target_crs }, definitions);
  warnings.push(...frame.warnings);
  if (frame.crs.epsg === null) {
    warnings.push(
      'crs_without_code: the CRS has no EPSG code; the file holds its projection without a datum, and other programs may ask for the CRS.',
    );
  }
  if (withPoints) return { frame, grid: null, gcps: controlPointsOf(found.georef, frame) };
  if (frame.direct !== null) return { frame, grid: null, gcps: [] };
  const grid = planOutputGrid(map, frame, context.settings.limits.max_source_pixels);
  if (grid.scale < 0.999) {
    warnings.push(
      `export_scaled: the warped picture has ${(grid.scale * 100).toFixed(1)} % of the resolution of the source, to keep the limit of its size.`,
    );
  }
  return { frame, grid, gcps: [] };
}

const rasterPlan = (
  { frame, grid, gcps }: PicturePlan,
  size: { readonly width: number; readonly height: number },
  path: string,
) =>
  ({
    path,
    width: grid?.width ?? size.width,
    height: grid?.height ?? size.height,
    bands: grid === null ? 3 : 4,
    geotransform: grid?.geotransform ?? (gcps.length > 0 ? null : frame.direct),
    gcps,
    crs: frame.crs,
    compressed: true,
  }) satisfies RasterPlan;

/** Returns the largest error of the interpolated positions of a warp, px of the source; 0 for a copy. */
async function writePixels(
  plan: RasterPlan,
  picture: PicturePlan,
  on: { readonly source: RasterFile; readonly call: ExportCall },
): Promise<number> {
  const target = await on.call.geoRaster.create(plan);
  try {
    let error = 0;
    if (picture.grid === null) await copyBlocks(on.source, target, on.call);
    else error = await warpBlocks({ ...on, target }, picture.frame, picture.grid);
    await target.finish();
    return error;
  } catch (error) {
    target.close();
    throw error;
  }
}

/** The scan as the server shows it: orientation applied, 8-bit RGB. */
async function draftOf({ map, path: scan }: OpenMap, call: ExportCall): Promise<string> {
  const { limits } = call.context.settings;
  const source: RasterSource = { path: scan, page: map.page, maxPixels: limits.max_source_pixels };
  const path = `${call.stem}.draft.tif`;
  await call.raster.writePlainTiff(source, path);
  call.context.signal.throwIfAborted();
  return path;
}

/**
 * Writes a picture on its place and reads it back. Throws typed failures, also for a scan that changed meanwhile; the caller deletes
 * the files of a failed call.
 */
export async function exportPicture(georeferenced: GeoreferencedMap, call: ExportCall): Promise<WrittenExport> {
  const { found, scan } = await openReferenced(georeferenced, call);
  try {
    const written = await writePicture(found, scan, call);
    await scan.checkUnchanged();
    return written;
  } finally {
    await scan.close();
  }
}

async function writePicture(found: GeoreferencedMap, scan: OpenMap, call: ExportCall): Promise<WrittenExport> {
  const { context, geoRaster, input, stem } = call;
  const picture = planPicture(found, call);
  context.progress({ share: 0.05, message: 'Decoding the scan.' });
  const draft = await draftOf(scan, call);
  const source = await geoRaster.open(draft);
  try {
    const path = stem + EXPORT_FORMATS[input.format].extension;
    const cog = input.format === 'cog';
    const plan = rasterPlan(picture, found.map, cog ? `${stem}.plain.tif` : path);
    const positionError = await writePixels({ ...plan, compressed: !cog }, picture, { source, call });
    if (cog) {
      context.progress({ share: 0.75, message: 'Writing the cloud-optimized layout.' });
      await geoRaster.writeCog(plan.path, path, (share) =>
        context.progress({ share: 0.75 + 0.15 * share, message: 'Writing the cloud-optimized layout.' }),
      );
      await rm(plan.path, { force: true });
    }
    context.signal.throwIfAborted();
    context.progress({ share: 0.92, message: 'Reading the export back.' });
    const facts = await readPictureBack({ ...plan, path }, picture, { source, call, positionError });
    return { path, mimeType: EXPORT_FORMATS[input.format].mimeType, map: found.map, record: found.record, facts };
  } finally {
    source.close();
    await rm(draft, { force: true });
  }
}

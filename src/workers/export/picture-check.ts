import {
  type ColorFinding,
  type ComparedPlace,
  compareColors,
  LEAST_MATCH,
  ONE_COLOR,
  type Sample,
} from '../../domain/export/color-check.ts';
import { exportRefused } from '../../domain/export/export-fault.ts';
import type { RasterFile, RasterPlan } from '../../domain/export/geo-raster.ts';
import { cornerError, determinantOf, invertGeoTransform } from '../../domain/export/geo-transform.ts';
import type { Block } from '../../domain/export/warp-mesh.ts';
import type { ExportCall, WrittenExport } from './export-call.ts';
import type { PicturePlan } from './picture-export.ts';

/** Field report 1.12 and acceptance 6: corners lie within half a pixel. */
const HALF_PIXEL = 0.5;
/** Places compared along each side. */
const PLACES = 24;

type Compared = { readonly source: RasterFile; readonly found: RasterFile };

/** Column and row of the export that show a pixel of the source. */
type ToExport = (px: number, py: number) => readonly [number, number] | null;

const samplesOf = async (file: RasterFile, block: Block): Promise<readonly Sample[]> => {
  const planes = await file.read(block);
  return Array.from({ length: block.width * block.height }, (_, at) => planes.map((plane) => plane[at] ?? 0));
};

async function comparePlace({ source, found }: Compared, at: readonly [number, number], toExport: ToExport) {
  const shownAt = toExport(at[0] + 0.5, at[1] + 0.5);
  if (shownAt === null) return null;
  const [left, top] = [Math.floor(shownAt[0]), Math.floor(shownAt[1])];
  if (left < 0 || top < 0 || left >= found.width || top >= found.height) return null;
  const [x, y] = [Math.max(0, Math.min(source.width - 3, at[0] - 1)), Math.max(0, Math.min(source.height - 3, at[1] - 1))];
  const block = { left: x, top: y, width: Math.min(3, source.width), height: Math.min(3, source.height) };
  const [shown = []] = await samplesOf(found, { left, top, width: 1, height: 1 });
  return { source: await samplesOf(source, block), shown };
}

async function colorsOf(files: Compared, toExport: ToExport): Promise<ColorFinding> {
  const places: ComparedPlace[] = [];
  const { width, height } = files.source;
  for (let at = 0; at < PLACES ** 2; at += 1) {
    const px = Math.floor(((0.5 + (at % PLACES)) / PLACES) * width);
    const py = Math.floor(((0.5 + Math.floor(at / PLACES)) / PLACES) * height);
    const place = await comparePlace(files, [px, py], toExport);
    if (place !== null) places.push(place);
  }
  return compareColors(places);
}

function checkShape(found: RasterFile, plan: RasterPlan): void {
  const { width, height, bands, alpha, noData } = found;
  if (width !== plan.width || height !== plan.height) throw exportRefused('wrong_size', `${width} x ${height}`);
  // Field report 4.9: no fifth band, and no no-data value outside 0..255.
  if (bands !== plan.bands || alpha !== (plan.bands === 4)) throw exportRefused('wrong_bands', `${bands} bands, alpha ${alpha}`);
  if (noData !== null && (noData < 0 || noData > 255)) throw exportRefused('wrong_bands', `no-data value ${noData}`);
  if (!found.hasCrs || found.epsg !== plan.crs.epsg) throw exportRefused('wrong_crs', `EPSG ${found.epsg ?? 'none'}`);
}

/** Distance of the corners, or of the control points, from where they were put; px. */
function placeError(found: RasterFile, plan: RasterPlan): number {
  if (plan.geotransform !== null) {
    return found.geotransform === null ? Number.POSITIVE_INFINITY : cornerError(found.geotransform, plan.geotransform, plan);
  }
  if (found.gcps.length !== plan.gcps.length) return Number.POSITIVE_INFINITY;
  const distances = plan.gcps.map(({ column, row, x, y }, at) => {
    const gcp = found.gcps[at];
    if (gcp === undefined || Math.hypot(gcp.x - x, gcp.y - y) > 1e-9 * Math.hypot(x, y)) return Number.POSITIVE_INFINITY;
    return Math.hypot(gcp.column - column, gcp.row - row);
  });
  return Math.max(...distances);
}

function toExportOf(found: RasterFile, { frame, grid }: PicturePlan): ToExport {
  if (grid === null || found.geotransform === null) return (px, py) => [px, py];
  const invert = invertGeoTransform(found.geotransform);
  return (px, py) => {
    const world = frame.toWorld(px, py);
    return world === null ? null : invert(...world);
  };
}

function judgeColors(finding: ColorFinding, call: ExportCall): void {
  const figures = `match ${finding.match}, dominant ${finding.dominant} of ${finding.sourceDominant}`;
  if (finding.dominant > ONE_COLOR && finding.sourceDominant <= ONE_COLOR) throw exportRefused('one_color', figures);
  if (finding.match < LEAST_MATCH) throw exportRefused('wrong_colors', figures);
  if (finding.dominant > ONE_COLOR) {
    call.warnings.push(
      'one_color: more than 95 % of the picture has one colour, and so has the source; look at the scan before using the export.',
    );
  }
}

async function inspect(files: Compared, plan: RasterPlan, on: { readonly picture: PicturePlan; readonly call: ExportCall }) {
  const { found } = files;
  checkShape(found, plan);
  const error = placeError(found, plan);
  if (!(error <= HALF_PIXEL)) throw exportRefused('wrong_place', `corners off by ${error} px`);
  const wanted = plan.geotransform;
  const mirrored = found.geotransform === null || wanted === null ? null : determinantOf(found.geotransform) > 0;
  if (wanted !== null && mirrored !== determinantOf(wanted) > 0) throw exportRefused('mirrored', 'determinant of the other sign');
  const colors = await colorsOf(files, toExportOf(found, on.picture));
  judgeColors(colors, on.call);
  return { corner_error_px: error, color_match: colors.match, mirrored };
}

/**
 * Opens what was written and compares it with the plan and with the source (field report 9.6): size, bands, CRS, corners, mirroring
 * and colours. Throws `invalid_output` with the reason.
 */
export async function readPictureBack(
  plan: RasterPlan,
  picture: PicturePlan,
  on: { readonly source: RasterFile; readonly call: ExportCall; readonly positionError: number },
): Promise<WrittenExport['facts']> {
  const found = await on.call.geoRaster.open(plan.path).catch((error: unknown) => {
    throw exportRefused('unreadable', error instanceof Error ? error.message : 'unknown failure');
  });
  try {
    const checked = await inspect({ source: on.source, found }, plan, { picture, call: on.call });
    const { width, height, bands, geotransform, overviews } = found;
    const raster = {
      width,
      height,
      bands,
      warped: picture.grid !== null,
      geotransform: geotransform && [...geotransform],
      overviews,
      ...(picture.grid === null ? {} : { resampling: 'bilinear', position_error_px: on.positionError }),
    };
    const points = plan.gcps.length > 0 ? { control_point_count: plan.gcps.length } : {};
    return { crs: plan.crs.id, checked, raster, ...points };
  } finally {
    found.close();
  }
}

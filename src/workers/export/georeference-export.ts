import { sourceUri } from '../../domain/catalog/handles.ts';
import { createProjector } from '../../domain/crs/projector.ts';
import { resolveCrs } from '../../domain/crs/resolve-crs.ts';
import { controlPointsOf } from '../../domain/export/control-point-list.ts';
import { exportRefused, notForFormat } from '../../domain/export/export-fault.ts';
import { EXPORT_FORMATS } from '../../domain/export/formats.ts';
import { writeGdalScript } from '../../domain/export/gdal-script.ts';
import type { RasterGcp } from '../../domain/export/geo-raster.ts';
import { cornerError, determinantOf, type GeoTransform } from '../../domain/export/geo-transform.ts';
import { writeIiifDocument } from '../../domain/export/iiif-document.ts';
import { createMapFrame, type MapFrame } from '../../domain/export/map-frame.ts';
import { readWorldFile, worldFileSuffix, writeWorldFile } from '../../domain/export/world-file.ts';
import type { ControlPointFile } from '../../domain/gcp-files/control-point-file.ts';
import { parseControlPoints } from '../../domain/gcp-files/parse-control-points.ts';
import { writeControlPoints } from '../../domain/gcp-files/write-control-points.ts';
import { hintOf } from '../../domain/georef/pixel-projection.ts';
import { writeCacheFile } from '../overlay/write-cache-file.ts';
import { type ExportCall, type GeoreferencedMap, NOT_COMPARED, type WrittenExport } from './export-call.ts';
import { georeferencedMap } from './georeferenced-map.ts';

type PointFormat = 'qgis_points' | 'gdal_script' | 'iiif_annotation';

function worldFile({ map }: GeoreferencedMap, frame: MapFrame, call: ExportCall) {
  const { direct } = frame;
  if (direct === null) {
    throw notForFormat(
      `the transform ${frame.transform}`,
      'world_file',
      'A world file holds an affine only. Use geotiff or cog, which are warped, or geotiff_gcps, or fit the map with transform affine.',
    );
  }
  const path = call.stem + worldFileSuffix(map.mimeType);
  const text = writeWorldFile(direct);
  const back = readWorldFile(text);
  const error = back === null ? Number.POSITIVE_INFINITY : cornerError(back, direct, map);
  if (!(error <= 0.5)) throw exportRefused('wrong_place', `corners off by ${error} px`);
  writeCacheFile(path, text);
  call.warnings.push(
    `crs_not_in_file: a world file says nothing of the CRS; set ${frame.crs.id} in the program that reads it, and name the file like the scan.`,
  );
  return { path, checked: { corner_error_px: error, color_match: null, mirrored: isMirrored(direct) } };
}

/** These files lie beside the scan, and other programs may see another picture in it than this server does. */
function frameWarnings({ map }: GeoreferencedMap): readonly string[] {
  return [
    ...(map.orientation === 1
      ? []
      : [
          'orientation_tag: the scan is turned by its EXIF tag, and pixels are counted as it is displayed; a program that ignores the tag needs a turned copy.',
        ]),
    ...(map.page === 0 ? [] : [`page: the georeference is that of page ${map.page} of the scan, counted from zero.`]),
  ];
}

const isMirrored = (direct: GeoTransform): boolean => determinantOf(direct) > 0;

/** The points as a file of the dialect; those of an annotation in degrees. */
function pointFile(found: GeoreferencedMap, format: PointFormat, on: { readonly frame: MapFrame; readonly call: ExportCall }) {
  const { map, georef } = found;
  const list = controlPointsOf(georef, on.frame);
  const degrees = format === 'iiif_annotation';
  const { definitions } = on.call;
  const projector = degrees ? createProjector(resolveCrs(georef.crs, definitions), hintOf(georef)) : null;
  const worldOf = ({ x, y }: RasterGcp): readonly [number, number] => projector?.inverse([x, y]) ?? [x, y];
  return {
    dialect: format === 'gdal_script' ? 'gdal_command' : format,
    yDirection: format === 'qgis_points' ? 'up' : 'down',
    crs: degrees ? 'EPSG:4326' : on.frame.crs.id,
    imageSize: { width: map.width, height: map.height },
    warnings: [],
    points: list.map((gcp) => {
      const [worldX, worldY] = worldOf(gcp);
      return { pixelX: gcp.column, pixelY: gcp.row, worldX, worldY, enabled: true, crs: null, id: null };
    }),
  } satisfies ControlPointFile;
}

function textOf(file: ControlPointFile, found: GeoreferencedMap, on: { readonly format: PointFormat; readonly frame: MapFrame }) {
  const { map } = found;
  switch (on.format) {
    case 'qgis_points':
      return writeControlPoints(file);
    case 'gdal_script':
      return writeGdalScript(file, { transform: on.frame.transform, width: map.width, height: map.height });
    case 'iiif_annotation':
      return writeIiifDocument(file, { sourceUri: sourceUri(map.id), transform: on.frame.transform });
    default:
      return on.format satisfies never;
  }
}

/** Largest distance of a point that was read back from the one that was written: px, and relative to the world coordinate. */
function checkPoints(text: string, file: ControlPointFile): void {
  const back = parseControlPoints(text, file.imageSize?.height).points;
  if (back.length !== file.points.length) throw exportRefused('wrong_count', `${back.length} of ${file.points.length} points`);
  for (const [at, wanted] of file.points.entries()) {
    const found = back[at];
    const moved = Math.hypot(Number(found?.pixelX) - wanted.pixelX, Number(found?.pixelY) - wanted.pixelY);
    const world = Math.hypot(Number(found?.worldX) - Number(wanted.worldX), Number(found?.worldY) - Number(wanted.worldY));
    const size = Math.hypot(Number(wanted.worldX), Number(wanted.worldY));
    if (!(moved < 1e-6 && world <= 1e-12 * size)) throw exportRefused('wrong_place', `control point ${at} differs`);
  }
}

/** Writes the georeference alone, as text, and reads it back. The picture is not opened and no package is needed. */
export function exportGeoreference(call: ExportCall): WrittenExport {
  const { input, definitions } = call;
  if (input.target_crs !== undefined) {
    throw notForFormat('target_crs', input.format, 'Only geotiff and cog are warped.');
  }
  const found = georeferencedMap(call);
  call.warnings.push(...frameWarnings(found));
  const frame = createMapFrame(found.georef, { size: found.map, target: undefined }, definitions);
  const { mimeType } = EXPORT_FORMATS[input.format];
  const shared = { mimeType, map: found.map, record: found.record };
  if (input.format === 'world_file') {
    const { path, checked } = worldFile(found, frame, call);
    return { ...shared, path, facts: { crs: frame.crs.id, checked } };
  }
  const format = pointFormat(input.format);
  const file = pointFile(found, format, { frame, call });
  const text = textOf(file, found, { format, frame });
  checkPoints(text, file);
  const path = call.stem + EXPORT_FORMATS[format].extension;
  writeCacheFile(path, text);
  const facts = { crs: file.crs, checked: NOT_COMPARED, control_point_count: file.points.length };
  return { ...shared, path, facts };
}

const pointFormat = (format: string): PointFormat =>
  format === 'gdal_script' || format === 'iiif_annotation' ? format : 'qgis_points';

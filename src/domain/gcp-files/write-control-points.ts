import type { ControlPointFile, FilePoint, YDirection } from './control-point-file.ts';
import { iiifAnnotation } from './iiif-annotation.ts';

/** Shortest text that reads back as the same number; never `1.23457e+06`. */
const plain = (value: number | string): string => (typeof value === 'string' ? value : String(value + 0));

const quoted = (text: string): string => (/[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const sourceY = (pixelY: number, direction: YDirection, height: number | undefined): number => {
  if (direction === 'up') return 0 - pixelY;
  return direction === 'up_from_bottom' && height !== undefined ? height - pixelY : pixelY;
};

const row = (file: ControlPointFile, point: FilePoint): readonly [string, string, string, string] => [
  plain(point.pixelX),
  plain(sourceY(point.pixelY, file.yDirection, file.imageSize?.height)),
  plain(point.worldX),
  plain(point.worldY),
];

const lines = (rows: readonly string[]): string => `${rows.join('\n')}\n`;

/** QGIS: eight columns with the enable flag; a ninth for points with a CRS of their own. */
const qgisPoints = (file: ControlPointFile): string => {
  const own = file.points.some(({ crs }) => crs !== null);
  return lines([
    ...(file.crs === null ? [] : [`#CRS: ${file.crs.replace(/\s+/g, ' ')}`]),
    `mapX,mapY,sourceX,sourceY,enable,dX,dY,residual${own ? ',crs' : ''}`,
    ...file.points.map((point) => {
      const [x, y, mapX, mapY] = row(file, point);
      const cells = [quoted(mapX), quoted(mapY), x, y, point.enabled ? '1' : '0', '0', '0', '0'];
      return [...cells, ...(own ? [quoted(point.crs ?? '')] : [])].join(',');
    }),
  ]);
};

const csv = (file: ControlPointFile): string =>
  lines([
    ...(file.crs === null ? [] : [`#CRS: ${file.crs.replace(/\s+/g, ' ')}`]),
    'id,pixel_x,pixel_y,world_x,world_y,enable,crs',
    ...file.points.map((point, at) =>
      [point.id ?? String(at + 1), ...row(file, point), point.enabled ? '1' : '0', point.crs ?? ''].map(quoted).join(','),
    ),
  ]);

const used = (file: ControlPointFile): readonly FilePoint[] => file.points.filter(({ enabled }) => enabled);

const gdalCommand = (file: ControlPointFile): string =>
  lines([
    [
      ...(file.crs === null ? [] : [`-a_srs '${file.crs.replaceAll("'", '')}'`]),
      ...used(file).map((point) => `-gcp ${row(file, point).join(' ')}`),
    ].join(' '),
  ]);

/**
 * Text of a control-point file in its own dialect; reading it again gives the same points (points that are off are kept only by QGIS and
 * CSV, a CRS only where the dialect has a place for one). A georeference of this server and the tie points
 * of a GeoTIFF are written as CSV.
 */
export const writeControlPoints = (file: ControlPointFile): string => {
  switch (file.dialect) {
    case 'qgis_points':
      return qgisPoints(file);
    case 'arcgis_links_tsv':
      return lines(used(file).map((point) => row(file, point).join('\t')));
    case 'arcgis_links_csv':
      return lines(used(file).map((point, at) => [point.id ?? String(at + 1), ...row(file, point)].join(',')));
    case 'gdal_columns':
      return lines(used(file).map((point) => row(file, point).join(' ')));
    case 'gdal_command':
      return gdalCommand(file);
    case 'iiif_annotation':
      return `${JSON.stringify(iiifAnnotation(file), null, 2)}\n`;
    case 'csv':
    case 'geotiff_tie_points':
    case 'georef_revision':
      return csv(file);
    default:
      return file.dialect satisfies never;
  }
};

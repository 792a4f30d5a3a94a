import { type Dialect, gcpFileFault } from './control-point-file.ts';
import type { Row, Table } from './table-text.ts';

/** What a column holds; positions count from zero. */
export type Columns = {
  readonly dialect: Dialect;
  readonly sourceX: number;
  readonly sourceY: number;
  readonly worldX: number;
  readonly worldY: number;
  readonly enabled?: number | undefined;
  readonly crs?: number | undefined;
  readonly id?: number | undefined;
};

/** Names of columns, in small letters without blanks and marks, as programs and people write them. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  sourceX: ['pixelx', 'px', 'xpixel', 'sourcex', 'xsource', 'imagex', 'resourcex', 'rasterx', 'column', 'col', 'pixel', 'sample'],
  sourceY: ['pixely', 'py', 'ypixel', 'sourcey', 'ysource', 'imagey', 'resourcey', 'rastery', 'row', 'line'],
  worldX: ['mapx', 'worldx', 'xmap', 'longitude', 'lon', 'long', 'lng', 'easting', 'east', 'geox', 'xworld', 'x'],
  worldY: ['mapy', 'worldy', 'ymap', 'latitude', 'lat', 'northing', 'north', 'geoy', 'yworld', 'y'],
  enabled: ['enable', 'enabled', 'active'],
  crs: ['crs', 'epsg', 'srs', 'destinationcrs', 'destcrs', 'mapcrs', 'worldcrs'],
  id: ['id', 'name', 'label', 'fid', 'link', 'gcpid'],
};

const keyOf = (cell: string): string => cell.toLowerCase().replace(/[^a-z0-9]/g, '');
const isNumber = (cell: string | undefined): boolean => cell !== undefined && /^[+-]?[\d.,]*\d[\d.,]*(?:e[+-]?\d+)?$/i.test(cell);

const columnOf = (header: readonly string[], what: string): number | undefined => {
  const keys = header.map(keyOf);
  for (const name of NAMES[what] ?? []) {
    const at = keys.indexOf(name);
    if (at >= 0) return at;
  }
  return undefined;
};

const fromHeader = (header: readonly string[]): Columns => {
  const find = (what: string): number => {
    const at = columnOf(header, what);
    if (at === undefined) {
      throw gcpFileFault(
        'columns',
        'The header line does not name the four columns that are needed; call them pixel_x, pixel_y, world_x and world_y.',
      );
    }
    return at;
  };
  const keys = header.map(keyOf);
  const qgis = keys.includes('mapx') && (keys.includes('sourcex') || keys.includes('pixelx'));
  return {
    dialect: qgis ? 'qgis_points' : 'csv',
    sourceX: find('sourceX'),
    sourceY: find('sourceY'),
    worldX: find('worldX'),
    worldY: find('worldY'),
    enabled: columnOf(header, 'enabled'),
    crs: columnOf(header, 'crs') ?? (qgis && header.length === 9 ? 8 : undefined),
    id: columnOf(header, 'id'),
  };
};

/** mapX, mapY, sourceX, sourceY, enable, dX, dY, residual, CRS: QGIS files without their header line. */
const QGIS: Columns = { dialect: 'qgis_points', worldX: 0, worldY: 1, sourceX: 2, sourceY: 3, enabled: 4 };

const isFlag = (cell: string | undefined): boolean => cell === '0' || cell === '1';

/** Five numbers: QGIS ends with the enable flag, ArcGIS begins with a running number. */
const fiveColumns = (rows: readonly Row[]): Columns =>
  rows.every(({ cells }) => isFlag(cells[4])) && !rows.every(({ cells }, at) => cells[0] === String(at + 1))
    ? QGIS
    : { dialect: 'arcgis_links_csv', id: 0, sourceX: 1, sourceY: 2, worldX: 3, worldY: 4 };

const byCount = ({ rows, separator }: Table): Columns => {
  const count = rows[0]?.cells.length ?? 0;
  const first = { sourceX: 0, sourceY: 1, worldX: 2, worldY: 3 };
  if (count === 4 && separator === 'blank') return { dialect: 'gdal_columns', ...first };
  if (count === 4 && separator === 'tab') return { dialect: 'arcgis_links_tsv', ...first };
  if (count === 5 && separator !== 'blank')
    return { ...fiveColumns(rows), ...(separator === 'tab' ? { dialect: 'arcgis_links_tsv' } : {}) };
  const flagged = separator === 'comma' && rows.every(({ cells }) => isFlag(cells[4]));
  if (count === 8 && flagged) return QGIS;
  if (count === 9 && flagged) return { ...QGIS, crs: 8 };
  throw gcpFileFault(
    'columns',
    `The file has ${count} columns and no header line, so their order is not known; put a header line above them that names pixel_x, pixel_y, world_x and world_y. A comma inside numbers needs ; or a tab between the columns.`,
  );
};

/** Settles which column is which, and the rows that hold points. Throws `invalid_bounds` when they cannot be told. */
export const settleColumns = (table: Table): { readonly columns: Columns; readonly rows: readonly Row[] } => {
  const [first, ...rest] = table.rows;
  if (!first) return { columns: QGIS, rows: [] };
  const named = first.cells.filter((cell) => /[a-z]/i.test(cell) && !isNumber(cell)).length >= 3;
  if (named) return { columns: fromHeader(first.cells), rows: rest };
  return { columns: byCount(table), rows: table.rows };
};

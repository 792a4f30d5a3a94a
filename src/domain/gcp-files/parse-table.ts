import { type ControlPointFile, gcpFieldFault, gcpFileFault, shownField } from './control-point-file.ts';
import { type Columns, settleColumns } from './table-columns.ts';
import { type Row, readTable, type Separator } from './table-text.ts';
import { type RawPoint, settleRows } from './y-direction.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/** Longer cells are no coordinate. */
const LONGEST_TEXT = 100;
const COMMA_NUMBER = /^[+-]?\d+,\d+$/;

type Cells = { readonly row: Row; readonly separator: Separator };

/** A decimal comma counts only where `;` or a tab separates the columns (field report 1.7). */
const numberOf = (cell: string, separator: Separator): number | undefined => {
  if (NUMBER.test(cell)) return Number(cell);
  if (COMMA_NUMBER.test(cell) && (separator === 'semicolon' || separator === 'tab')) return Number(cell.replace(',', '.'));
  return undefined;
};

const cellAt = ({ row, separator }: Cells, at: number): string => {
  const cell = row.cells[at];
  if (cell !== undefined && cell !== '') return cell;
  throw gcpFileFault(
    'columns',
    `Line ${row.line} of the control-point file has ${row.cells.length} columns${separator === 'comma' ? '' : ` (separated by ${separator}s)`}, fewer than its header or first line.`,
    { line: row.line },
  );
};

const pixelAt = (cells: Cells, at: number, column: string): number => {
  const cell = cellAt(cells, at);
  const value = numberOf(cell, cells.separator);
  if (value !== undefined && Number.isFinite(value)) return value;
  const comma = /\d,\d/.test(cell) ? ' A decimal comma is accepted only when ; or a tab separates the columns.' : '';
  throw gcpFieldFault(
    { line: cells.row.line, column },
    `Line ${cells.row.line} of the control-point file has ${shownField(cell)} as ${column}, which is no finite number.${comma}`,
  );
};

/** A number, or the text as it stands: angles are read later, in the CRS of the point. */
const worldAt = (cells: Cells, at: number, column: string): number | string => {
  const cell = cellAt(cells, at);
  const value = numberOf(cell, cells.separator);
  if (value !== undefined) return pixelAt(cells, at, column);
  if (cell.length <= LONGEST_TEXT && /\d/.test(cell) && /[°º′″'":\sA-Za-z]/.test(cell)) return cell;
  return pixelAt(cells, at, column);
};

const checkWidth = (rows: readonly Row[]): void => {
  const width = rows[0]?.cells.length ?? 0;
  const odd = rows.find(({ cells }) => cells.length !== width);
  if (odd) {
    throw gcpFileFault(
      'columns',
      `Line ${odd.line} of the control-point file has ${odd.cells.length} columns, the first point has ${width}. A decimal comma is accepted only when ; or a tab separates the columns.`,
      { line: odd.line },
    );
  }
};

const rawPoint = (cells: Cells, columns: Columns): RawPoint => ({
  sourceX: pixelAt(cells, columns.sourceX, 'pixel x'),
  sourceY: pixelAt(cells, columns.sourceY, 'pixel y'),
  worldX: worldAt(cells, columns.worldX, 'world x'),
  worldY: worldAt(cells, columns.worldY, 'world y'),
});

const optional = (row: Row, at: number | undefined): string | null => (at === undefined ? null : row.cells[at] || null);

/**
 * Reads the table dialects: QGIS points (4, 5, 8 and 9 columns), ArcGIS links, GDAL columns, CSV with header names. `imageHeight` (px)
 * settles y that counts from the bottom edge. Throws `invalid_bounds` for columns that cannot be told, `invalid_arguments` for fields
 * that are no numbers.
 */
export const parseTable = (text: string, imageHeight: number | undefined): ControlPointFile => {
  const table = readTable(text);
  const { columns, rows } = settleColumns(table);
  checkWidth(rows);
  const raw = rows.map((row) => rawPoint({ row, separator: table.separator }, columns));
  const settled = settleRows(raw, { dialect: columns.dialect, imageHeight });
  return {
    dialect: columns.dialect,
    yDirection: settled.direction,
    crs: table.crs,
    imageSize: null,
    warnings: settled.warnings,
    points: raw.map(({ sourceX, worldX, worldY }, at) => {
      const row = rows[at] ?? { line: 0, cells: [] };
      const enabled = optional(row, columns.enabled)?.toLowerCase();
      return {
        pixelX: sourceX + 0,
        pixelY: settled.pixelY[at] ?? 0,
        worldX,
        worldY,
        enabled: enabled !== '0' && enabled !== 'false',
        crs: optional(row, columns.crs),
        id: optional(row, columns.id),
      };
    }),
  };
};

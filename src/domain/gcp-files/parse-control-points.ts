import { type ControlPointFile, gcpFileFault, noPoints } from './control-point-file.ts';
import { isGdalCommand, parseGdalCommand } from './gdal-command.ts';
import { isAnnotation, parseIiifAnnotation } from './iiif-annotation.ts';
import { parseGeorefDocument } from './parse-georef-document.ts';
import { parseTable } from './parse-table.ts';

/** No sheet needs more; a fit of all of them still ends well before its deadline. */
const MAX_POINTS = 10_000;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw gcpFileFault('json', 'The control-point file begins like JSON and is none; export it again.');
  }
};

const parseText = (text: string, imageHeight: number | undefined): ControlPointFile => {
  if (/^[{[]/.test(text)) {
    const value = parseJson(text);
    return isAnnotation(value) ? parseIiifAnnotation(value) : parseGeorefDocument(value);
  }
  return isGdalCommand(text) ? parseGdalCommand(text) : parseTable(text, imageHeight);
};

/**
 * Reads a control-point file of any dialect; the dialect is told from the content, never from the name. `imageHeight` is the height in
 * px of the picture, when it is known. Throws `invalid_bounds` (no points, unknown columns, other content) and `invalid_arguments`
 * (a field that is no number).
 */
export const parseControlPoints = (text: string, imageHeight?: number): ControlPointFile => {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw noPoints();
  const file = parseText(trimmed, imageHeight);
  const count = file.points.length;
  if (count === 0) throw noPoints();
  if (count > MAX_POINTS) {
    throw gcpFileFault(
      'too_many',
      `The file holds ${count} control points, more than the limit of ${MAX_POINTS}; thin it to the points that lie well spread.`,
      { count, limit: MAX_POINTS },
    );
  }
  return file;
};

import { GeomapError } from '../errors/geomap-error.ts';
import { type ImportFailure, importCause, packageRequirement } from '../errors/routes.ts';
import { type ExportFormat, formatsWith } from './formats.ts';

/** How the operator gets the package; said wherever it is missing. */
export const GDAL_REMEDY =
  'The server operator gets it with STRATIGRAPHIC_SETUP_GDAL=try npm run setup in the folder of the server; it needs the system library GDAL (Debian: libgdal-dev, Homebrew: gdal).';

/** `missing_extra`: this format needs gdal-async, which did not load (D26). The other formats are named. */
export function gdalMissing(format: ExportFormat, failure: ImportFailure): GeomapError {
  const requirement = packageRequirement(failure);
  const others = formatsWith(false);
  const cause = importCause(failure);
  return new GeomapError('missing_extra', {
    message: `The format ${format} needs the optional npm package gdal-async on the server (${requirement.text}). ${GDAL_REMEDY} Without it these formats work: ${others.join(', ')}.`,
    details: { format, missing_requirements: [requirement.text], formats_ready: [...others] },
    hints: [
      'Use one of the formats that work without it, or report the requirement to the server operator; no tool here can install it.',
    ],
    ...(cause ? { cause } : {}),
  });
}

/** What the check of a written file found. */
export type ExportFault =
  | 'unreadable'
  | 'wrong_place'
  | 'mirrored'
  | 'one_color'
  | 'wrong_colors'
  | 'wrong_bands'
  | 'wrong_size'
  | 'wrong_crs'
  | 'wrong_count';

const FAULT_WORDS: Readonly<Record<ExportFault, string>> = {
  unreadable: 'it cannot be read back',
  wrong_place: 'its corners are not where the georeference puts them',
  mirrored: 'it is mirrored',
  one_color: 'nearly all of it has one colour and the source has not',
  wrong_colors: 'its colours are not those of the source',
  wrong_bands: 'its bands are not the three or four that were written',
  wrong_size: 'its size is not the one that was planned',
  wrong_crs: 'its CRS is not the one that was written',
  wrong_count: 'it does not hold what was put into it',
};

/** `invalid_output` with a reason: the file was written, looked at, found wrong, and deleted. */
export const exportRefused = (fault: ExportFault, logReason: string): GeomapError =>
  new GeomapError('invalid_output', {
    message: `The export was written and read back, and ${FAULT_WORDS[fault]}; it was deleted. Try another format, and report the trace ID to the server operator.`,
    details: { reason: fault },
    logReason,
  });

/** `invalid_arguments`: an argument that this format has no use for. */
export const notForFormat = (argument: string, format: ExportFormat, remedy: string): GeomapError =>
  new GeomapError('invalid_arguments', {
    message: `${argument} cannot be used with the format ${format}. ${remedy}`,
    details: { argument, format },
  });

/** `invalid_bounds`: a transform that cannot be followed over the whole picture. */
export const transformFault = (reason: string, message: string): GeomapError =>
  new GeomapError('invalid_bounds', { message, details: { reason } });

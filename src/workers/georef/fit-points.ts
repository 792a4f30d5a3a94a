import type { MapRecord } from '../../domain/catalog/records.ts';
import { type ReadPoints, readControlPoints } from '../../domain/coordinates/read-control-points.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import type { GeoreferenceRequest, GeorefPayload, WrittenGcp } from '../../domain/documents/georef.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { type ControlPointFile, DIALECTS, type FilePoint, gcpFileFault } from '../../domain/gcp-files/control-point-file.ts';
import { fitToPicture } from '../../domain/gcp-files/fit-to-picture.ts';
import { parseControlPoints } from '../../domain/gcp-files/parse-control-points.ts';
import type { HandlerContext } from '../handler.ts';
import { type ControlPointText, readControlPointText } from './control-point-text.ts';
import { printedShift, settleCrs } from './sheet-print.ts';

/** What a fit starts from, and what its result says about it. */
export type FitPoints = {
  readonly crs: string | number;
  readonly gcps: ReadPoints['gcps'];
  readonly warnings: readonly string[];
  /** Fields of the payload. */
  readonly facts: Pick<GeorefPayload, 'control_points' | 'gcps_as_given' | 'gcp_transforms'>;
};

export type FitPointsDeps = { readonly definitions: CrsDefinitions; readonly context: HandlerContext };

const missing = (reason: string, message: string): GeomapError =>
  new GeomapError('invalid_arguments', { message, details: { argument: reason === 'crs_missing' ? 'crs' : 'gcps', reason } });

const writtenGcp = ({ pixelX, pixelY, worldX, worldY, crs }: FilePoint): WrittenGcp => ({
  pixel_x: pixelX,
  pixel_y: pixelY,
  world_x: worldX,
  world_y: worldY,
  ...(crs === null ? {} : { crs }),
});

const finish = (read: ReadPoints, crs: string | number): Pick<FitPoints, 'crs' | 'gcps' | 'facts'> => ({
  crs,
  gcps: read.gcps,
  facts: {
    ...(read.asGiven.length > 0 ? { gcps_as_given: [...read.asGiven] } : {}),
    ...(read.transforms.length > 0 ? { gcp_transforms: [...read.transforms] } : {}),
  },
});

const fromCaller = ({ crs, gcps, sheet }: GeoreferenceRequest, definitions: CrsDefinitions): FitPoints => {
  if (gcps === undefined) {
    throw missing('gcps_missing', 'Give gcps with the crs of their world coordinates, gcps_uri, or restore_revision with a map.');
  }
  if (crs === undefined) throw missing('crs_missing', 'Give the crs of the world coordinates of gcps.');
  const settled = settleCrs(crs, sheet, definitions);
  const read = readControlPoints({ crs: settled.crs, points: gcps, shift: printedShift(sheet, definitions) }, definitions);
  return { ...finish(read, settled.crs), warnings: [...settled.warnings, ...read.warnings] };
};

/** CRS of the fit: the caller's, else the file's, else the one that all its points name. */
const crsOf = ({ crs }: GeoreferenceRequest, file: ControlPointFile, used: readonly FilePoint[]): string | number => {
  const own = new Set(used.map((point) => point.crs));
  const [only] = own;
  const stated = crs ?? file.crs ?? (own.size === 1 ? only : undefined);
  if (stated === undefined || stated === null)
    throw missing('crs_missing', 'The control-point file states no CRS; pass the crs of its world coordinates.');
  return stated;
};

const sourceWarnings = ({ mapId }: ControlPointText, map: MapRecord | undefined): string[] =>
  mapId !== null && map !== undefined && mapId !== map.id
    ? ['gcps_of_other_map: the control points were made on another map; they fit only when both scans are the same picture.']
    : [];

const fromFile = async (
  input: GeoreferenceRequest & { readonly gcps_uri: string },
  map: MapRecord | undefined,
  { definitions, context }: FitPointsDeps,
): Promise<FitPoints> => {
  const content = await readControlPointText(input.gcps_uri, context);
  const points = typeof content.content === 'string' ? parseControlPoints(content.content, map?.height) : content.content;
  const file = fitToPicture(points, map);
  const used = file.points.filter(({ enabled }) => enabled);
  if (used.length < 2) {
    throw gcpFileFault(
      'too_few',
      `The file holds ${file.points.length} control points of which ${used.length} are switched on; at least 2 are needed.`,
    );
  }
  const text = crsOf(input, file, used);
  const settled = settleCrs(text, input.sheet, definitions);
  const pointCrs = file.crs === text ? settled.crs : (file.crs ?? settled.crs);
  const shift = printedShift(input.sheet, definitions);
  const read = readControlPoints({ crs: settled.crs, pointCrs, points: used.map(writtenGcp), shift }, definitions);
  const done = finish(read, settled.crs);
  const control_points = {
    source: content.source,
    dialect: file.dialect,
    dialect_name: DIALECTS[file.dialect],
    y_direction: file.yDirection,
    crs_stated: file.crs,
    count_read: file.points.length,
    count_used: used.length,
    count_disabled: file.points.length - used.length,
  };
  return {
    ...done,
    facts: { ...done.facts, control_points },
    warnings: [...sourceWarnings(content, map), ...settled.warnings, ...file.warnings, ...read.warnings],
  };
};

/**
 * Control points of a call in numbers, in the CRS of the fit: given inline or read from `gcps_uri`. Throws as `readControlPointText`,
 * `parseControlPoints` and `readControlPoints` do, and `invalid_arguments` when points or their CRS are missing.
 */
export const readFitPoints = (
  input: GeoreferenceRequest,
  map: MapRecord | undefined,
  deps: FitPointsDeps,
): Promise<FitPoints> | FitPoints => {
  const { gcps_uri } = input;
  return gcps_uri === undefined ? fromCaller(input, deps.definitions) : fromFile({ ...input, gcps_uri }, map, deps);
};

import type { SampleGrid } from '../sample-grid.ts';

/** Sentences about the records of Macrostrat. */
export const sampled = ({ rows, columns, points }: SampleGrid): string =>
  points.length === 1
    ? 'Asked at one point: records are those at this point, not those around it.'
    : `Asked at ${points.length} points, the middles of ${rows} by ${columns} equal cells: units between the points are not seen, and counts are of records, not of areas.`;
export const pointsFailed = (what: string, of: { readonly failed: number; readonly asked: number }, cause: string): string =>
  `partial: Macrostrat gave no ${what} at ${of.failed} of ${of.asked} points, so what lies there is left out. ${cause}`;
export const nothingThere = (noun: string): string =>
  `Macrostrat has no ${noun} at any of the points asked about. That depends on its coverage and is no evidence that there is none.`;
export const columnsCut = (shown: number, all: number): string =>
  `The units of ${shown} of ${all} columns were fetched; ask for a smaller area for the others.`;
export const unitsMissing = (cause: string): string => `partial: the units of the columns are missing. ${cause}`;
export const citationsMissing = (cause: string): string => `partial: the citations of the maps are missing. ${cause}`;
export const needsArea = (): string =>
  'This map has no georeference with bounds; georeference it with geomap_georeference, or give bounds or a point.';

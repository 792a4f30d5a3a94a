import type { CrsDefinitions } from '../crs/definition.ts';
import { type Gcp, gcpSchema } from '../documents/georef.ts';
import { GeomapError } from '../errors/geomap-error.ts';
import { type Bounds, boundsSchema } from '../geo/bounds.ts';
import { checkBounds } from '../geo/check-bounds.ts';
import { georeference } from '../georef/georeference.ts';
import { isObject } from './live/json-answer.ts';

const fault = (problem: string): GeomapError =>
  new GeomapError(
    'invalid_arguments',
    `metadata.georef ${problem}. Pass a result of geomap_georeference, or crs with gcps as objects or as [pixel_x, pixel_y, world_x, world_y].`,
  );

function readGcp(value: unknown): Gcp {
  const given: unknown =
    Array.isArray(value) && value.length === 4
      ? { pixel_x: value[0], pixel_y: value[1], world_x: value[2], world_y: value[3] }
      : value;
  const parsed = gcpSchema.safeParse(given);
  if (!parsed.success) throw fault('has a control point that is none');
  return parsed.data;
}

/** The pixel box to compute bounds for: the one given, else the one around the control points. */
function readExtent(value: unknown, gcps: readonly Gcp[]): readonly [number, number, number, number] {
  const numbers: readonly unknown[] = Array.isArray(value) ? value : [];
  const [x0, y0, x1, y1] = numbers;
  if (typeof x0 === 'number' && typeof y0 === 'number' && typeof x1 === 'number' && typeof y1 === 'number') {
    return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
  }
  const [xs, ys] = [gcps.map(({ pixel_x }) => pixel_x), gcps.map(({ pixel_y }) => pixel_y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/**
 * Bounds of an inline georeference (W-43): those it states, else those of the fit of its control points. Throws
 * `invalid_arguments` for another shape and `invalid_bounds` for what cannot be fitted.
 */
export function boundsOfGeoref(georef: Readonly<Record<string, unknown>>, definitions: CrsDefinitions): Bounds {
  if (georef.bounds !== undefined && georef.bounds !== null) {
    const stated = boundsSchema.safeParse(georef.bounds);
    if (!stated.success) throw fault('has bounds that are none');
    return checkBounds(stated.data);
  }
  const { crs } = georef;
  if ((typeof crs !== 'string' || crs === '') && typeof crs !== 'number') throw fault('needs a crs');
  if (!Array.isArray(georef.gcps) || georef.gcps.length < 2) throw fault('needs bounds or at least two control points');
  const gcps = georef.gcps.map(readGcp);
  const { bounds } = georeference({ crs, gcps, extent: readExtent(georef.pixel_extent, gcps) }, definitions);
  return checkBounds(boundsSchema.parse(isObject(bounds) ? bounds : {}));
}

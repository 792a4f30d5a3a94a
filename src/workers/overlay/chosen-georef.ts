import { parseMapUri } from '../../domain/catalog/handles.ts';
import type { GeorefRecord, MapRecord } from '../../domain/catalog/records.ts';
import type { Store } from '../../domain/catalog/store.ts';
import { type GeorefInput, georefInputSchema } from '../../domain/documents/georef.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import type { Bounds } from '../../domain/geo/bounds.ts';
import { checkBounds } from '../../domain/geo/check-bounds.ts';
import { affineOf } from '../../domain/georef/pixel-projection.ts';

/** The georeference an overlay is drawn with; `record` when it is a stored revision. */
export type ChosenGeoref = { readonly document: GeorefInput; readonly bounds: Bounds; readonly record: GeorefRecord | null };

const sameNumbers = (a: GeorefInput, b: GeorefInput): boolean =>
  a.crs === b.crs && JSON.stringify(Object.values(affineOf(a))) === JSON.stringify(Object.values(affineOf(b)));

/** The stored revision that an inline georeference is a copy of, or null: a result pasted back names it. */
function copiedRevision(inline: GeorefInput, store: Store): GeorefRecord | null {
  const handle = typeof inline.georef_uri === 'string' ? parseMapUri(inline.georef_uri) : undefined;
  if (handle?.kind !== 'georef') return null;
  const record = store.findGeoref(handle.mapId, handle.revision);
  const stored = record === undefined ? undefined : georefInputSchema.safeParse(record.document);
  return record !== undefined && stored?.success && sameNumbers(inline, stored.data) ? record : null;
}

/**
 * An inline georeference wins over the current one of the map. Throws `georef_required` when there is neither,
 * `invalid_arguments` for an incomplete affine, `invalid_bounds` for bounds that are none.
 */
export function chooseGeoref(inline: GeorefInput | undefined, map: MapRecord | undefined, store: Store): ChosenGeoref {
  if (inline !== undefined) {
    const { affine } = inline;
    const complete =
      affine.coefficients !== undefined ||
      [affine.a, affine.b, affine.c, affine.d, affine.e, affine.f].every((value) => value !== undefined);
    if (!complete) {
      throw new GeomapError('invalid_arguments', 'The affine of georef needs six coefficients, or all of a, b, c, d, e and f.');
    }
    return { document: inline, bounds: checkBounds(inline.bounds), record: copiedRevision(inline, store) };
  }
  const record = map === undefined ? undefined : store.findGeoref(map.id);
  if (record === undefined) {
    throw new GeomapError(
      'georef_required',
      'An overlay needs a georeference: fit the map with geomap_georeference first, or pass one as georef.',
    );
  }
  const document = georefInputSchema.parse(record.document);
  return { document, bounds: checkBounds(document.bounds), record };
}

import { parseMapUri } from '../../domain/catalog/handles.ts';
import type { GeorefRecord, MapRecord } from '../../domain/catalog/records.ts';
import type { Store } from '../../domain/catalog/store.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import { type GeorefInput, georefInputSchema } from '../../domain/documents/georef.ts';
import type { RenderRequest } from '../../domain/documents/overlay.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import type { Bounds } from '../../domain/geo/bounds.ts';
import { checkBounds } from '../../domain/geo/check-bounds.ts';
import { parseGeorefInput } from '../../domain/georef/parse-georef-input.ts';
import { affineOf } from '../../domain/georef/pixel-projection.ts';

/** The georeference an overlay is drawn with; `record` when it is a stored revision. */
export type ChosenGeoref = {
  readonly document: GeorefInput;
  readonly bounds: Bounds;
  readonly record: GeorefRecord | null;
  readonly warnings: readonly string[];
};

const sameNumbers = (a: GeorefInput, b: GeorefInput): boolean =>
  a.crs === b.crs &&
  JSON.stringify(Object.values(affineOf(a))) === JSON.stringify(Object.values(affineOf(b))) &&
  JSON.stringify(a.transform) === JSON.stringify(b.transform);

/** The stored revision that an inline georeference is a copy of, or null: a result pasted back names it. */
function copiedRevision(inline: GeorefInput, store: Store): GeorefRecord | null {
  const handle = typeof inline.georef_uri === 'string' ? parseMapUri(inline.georef_uri) : undefined;
  if (handle?.kind !== 'georef') return null;
  const record = store.findGeoref(handle.mapId, handle.revision);
  const stored = record === undefined ? undefined : georefInputSchema.safeParse(record.document);
  return record !== undefined && stored?.success && sameNumbers(inline, stored.data) ? record : null;
}

function checkAffine({ affine }: GeorefInput): void {
  const named = [affine.a, affine.b, affine.c, affine.d, affine.e, affine.f];
  if (affine.coefficients === undefined && named.includes(undefined)) {
    throw new GeomapError('invalid_arguments', 'The affine of georef needs six coefficients, or all of a, b, c, d, e and f.');
  }
}

/** The revision that `map_uri` names, when it names one (W-52), else the current one. */
function storedGeoref(map: MapRecord, uri: string | undefined, store: Store): GeorefRecord | undefined {
  const handle = uri === undefined ? undefined : parseMapUri(uri);
  if (handle?.kind !== 'georef') return store.findGeoref(map.id);
  const record = store.findGeoref(map.id, handle.revision);
  if (record !== undefined) return record;
  throw new GeomapError(
    'artifact_not_found',
    `The map has no georeference revision ${handle.revision}; name the map by its map_uri to use the current one.`,
  );
}

/**
 * An inline georeference wins over that of the map: the revision `map_uri` names, else the current one. Throws `georef_required`
 * when there is none, `invalid_arguments` for an incomplete affine, `invalid_bounds` for bounds that are none or lie elsewhere
 * than CRS and affine put the map (W-90).
 */
export function chooseGeoref(
  input: Pick<RenderRequest, 'georef' | 'map_uri'>,
  map: MapRecord | undefined,
  { store, definitions }: { readonly store: Store; readonly definitions: CrsDefinitions },
): ChosenGeoref {
  const { georef: inline } = input;
  if (inline !== undefined) {
    checkAffine(inline);
    const { bounds, warnings } = parseGeorefInput(inline, definitions);
    return { document: inline, bounds, record: copiedRevision(inline, store), warnings };
  }
  const record = map === undefined ? undefined : storedGeoref(map, input.map_uri, store);
  if (record === undefined) {
    throw new GeomapError(
      'georef_required',
      'An overlay needs a georeference: fit the map with geomap_georeference first, or pass one as georef.',
    );
  }
  const document = georefInputSchema.parse(record.document);
  return { document, bounds: checkBounds(document.bounds), record, warnings: [] };
}

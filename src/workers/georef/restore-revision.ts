import { requireMap } from '../../domain/catalog/map-reference.ts';
import type { GeorefRecord, MapRecord } from '../../domain/catalog/records.ts';
import { type GeoreferenceRequest, type GeorefPayload, georefPayloadSchema } from '../../domain/documents/georef.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import type { HandlerContext } from '../handler.ts';

export type RestoredRevision = { readonly map: MapRecord; readonly document: GeorefPayload; readonly from: GeorefRecord };

/** A revision of a map. Throws `artifact_not_found` that names the revisions there are. */
export const requireRevision = (map: MapRecord, revision: number, { store }: Pick<HandlerContext, 'store'>): GeorefRecord => {
  const found = store.findGeoref(map.id, revision);
  if (found) return found;
  const newest = map.revision;
  const known =
    newest === null
      ? 'it has none yet; fit one with geomap_georeference.'
      : `it has 1 to ${newest}; the current one is ${newest}.`;
  throw new GeomapError('artifact_not_found', {
    message: `The map has no georeference revision ${revision}: ${known}`,
    details: { argument: 'revision', revision },
  });
};

/**
 * The document of an earlier revision, to be stored as the next one (D42). Numbers and warnings are those of the earlier fit; only the
 * trace and `restored_from` are new, so the earlier file stays as it is and both draw alike.
 */
export const restoreRevision = (
  input: GeoreferenceRequest & { readonly restore_revision: number },
  context: HandlerContext,
): RestoredRevision => {
  const map = requireMap(context.store, input);
  const from = requireRevision(map, input.restore_revision, context);
  const document = { ...georefPayloadSchema.parse(from.document), trace_id: context.traceId, restored_from: from.revision };
  return { map, document, from };
};

import { findReferencedMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { GeorefRecord, MapRecord } from '../../domain/catalog/records.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import type { GeorefPayload } from '../../domain/documents/georef.ts';
import type { ResourceLink } from '../../domain/documents/shared.ts';
import { georeference } from '../../domain/georef/georeference.ts';
import { findPixelExtent } from '../../domain/georef/pixel-extent.ts';
import type { Handler, HandlerContext } from '../handler.ts';

export type GeorefFitDeps = { readonly definitions: CrsDefinitions };

const store = (map: MapRecord, document: GeorefPayload, context: HandlerContext): GeorefRecord =>
  context.store.addGeoref(map.id, () => ({ sourceSha256: map.sha256, document }));

const linkTo = (georef: GeorefRecord): ResourceLink => ({
  uri: georef.uri,
  name: `georeference revision ${georef.revision}`,
  mimeType: 'application/json',
  size: georef.bytes,
});

/** `georef.fit`: fit control points; with a map named, the result becomes its next revision. The picture is never opened. */
export const georefFit =
  (deps: GeorefFitDeps): Handler<'georef.fit'> =>
  (input, context) => {
    const map = findReferencedMap(context.store, input);
    const extent = findPixelExtent(input, map, context.store);
    const fitted = georeference({ crs: input.crs, gcps: input.gcps, extent: extent.box, image: map }, deps.definitions);
    const stale = map ? staleWarnings(map, { run: extent.run }) : [];
    const document: GeorefPayload = {
      ...fitted,
      pixel_extent_source: extent.source,
      warnings: [...fitted.warnings, ...extent.warnings, ...stale],
      trace_id: context.traceId,
    };
    if (!map) return { payload: document, links: [], preview_file: null };
    const georef = store(map, document, context);
    return { payload: { ...document, georef_uri: georef.uri }, links: [linkTo(georef)], preview_file: null };
  };

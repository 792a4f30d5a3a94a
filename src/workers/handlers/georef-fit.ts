import { findReferencedMap, rememberedSource, staleWarnings, unregisteredWarnings } from '../../domain/catalog/map-reference.ts';
import type { GeorefRecord, MapRecord } from '../../domain/catalog/records.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import { stateWarnings } from '../../domain/crs/state-area.ts';
import type { GeoreferenceRequest, GeorefPayload } from '../../domain/documents/georef.ts';
import type { ResourceLink } from '../../domain/documents/shared.ts';
import { georeference } from '../../domain/georef/georeference.ts';
import { findPixelExtent } from '../../domain/georef/pixel-extent.ts';
import { watchSource } from '../catalog/source-watch.ts';
import { readFitPoints } from '../georef/fit-points.ts';
import { restoreRevision } from '../georef/restore-revision.ts';
import type { Handler, HandlerContext } from '../handler.ts';

export type GeorefFitDeps = { readonly definitions: CrsDefinitions };

const linkTo = (georef: GeorefRecord): ResourceLink => ({
  uri: georef.uri,
  name: `georeference revision ${georef.revision}`,
  mimeType: 'application/json',
  size: georef.bytes,
});

const fitted = async (
  input: GeoreferenceRequest,
  map: MapRecord | undefined,
  call: { deps: GeorefFitDeps; context: HandlerContext },
) => {
  const { deps, context } = call;
  const points = await readFitPoints(input, map, { definitions: deps.definitions, context });
  const extent = findPixelExtent(input, map, context.store);
  const fit = georeference(
    { crs: points.crs, gcps: points.gcps, extent: extent.box, image: map, transform: input.transform },
    deps.definitions,
  );
  const now = map && (await watchSource(map, context));
  const stale = map && now ? [...staleWarnings(now, { run: extent.run }), ...unregisteredWarnings(map, now)] : [];
  const document: GeorefPayload = {
    ...fit,
    ...points.facts,
    pixel_extent_source: extent.source,
    ...(map ? { source: rememberedSource(map) } : {}),
    warnings: [
      ...fit.warnings,
      ...points.warnings,
      ...stateWarnings(input.sheet?.state, fit.bounds, deps.definitions),
      ...extent.warnings,
      ...stale,
    ],
    trace_id: context.traceId,
  };
  return document;
};

/** `georef.fit`: fit control points; with a map named, the result becomes its next revision. The picture is never opened. */
export const georefFit =
  (deps: GeorefFitDeps): Handler<'georef.fit'> =>
  async (input, context) => {
    const { restore_revision } = input;
    if (restore_revision !== undefined) {
      const { map, document, from } = restoreRevision({ ...input, restore_revision }, context);
      const georef = context.store.addGeoref(map.id, () => ({ sourceSha256: from.sourceSha256, document }));
      const warnings = [...document.warnings, ...staleWarnings(await watchSource(map, context), { georef })];
      return { payload: { ...document, warnings, georef_uri: georef.uri }, links: [linkTo(georef)], preview_file: null };
    }
    const map = findReferencedMap(context.store, input);
    const document = await fitted(input, map, { deps, context });
    if (!map) return { payload: document, links: [], preview_file: null };
    const georef = context.store.addGeoref(map.id, () => ({ sourceSha256: map.sha256, document }));
    return { payload: { ...document, georef_uri: georef.uri }, links: [linkTo(georef)], preview_file: null };
  };

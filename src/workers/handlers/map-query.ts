import { findReferencedMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { GeorefRecord, MapRecord, RunRecord } from '../../domain/catalog/records.ts';
import type { Store } from '../../domain/catalog/store.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import type { QueryMapRequest } from '../../domain/documents/knowledge.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { type Bounds, boundsSchema } from '../../domain/geo/bounds.ts';
import { checkBounds } from '../../domain/geo/check-bounds.ts';
import * as say from '../../domain/knowledge/messages.ts';
import { boundsOfGeoref } from '../../domain/knowledge/metadata-georef.ts';
import { metadataLabels, storedLabels } from '../../domain/knowledge/metadata-labels.ts';
import type { LegendLabel } from '../../domain/knowledge/request.ts';
import { watchSource } from '../catalog/source-watch.ts';
import type { Handler } from '../handler.ts';
import { type KnowledgeDeps, runQuery, toRequest } from '../knowledge/run-query.ts';

export type MapQueryDeps = KnowledgeDeps & { readonly definitions: CrsDefinitions };

type Place = { readonly bounds: Bounds | null; readonly georef: GeorefRecord | undefined };
type Legend = { readonly labels: readonly LegendLabel[]; readonly run: RunRecord | undefined };

/** Argument, then metadata (bounds, then georeference), then the current revision of the map. */
function resolveBounds(
  input: QueryMapRequest,
  map: MapRecord | undefined,
  { store, definitions }: { store: Store; definitions: CrsDefinitions },
): Place {
  const given = input.bounds ?? input.metadata?.bounds ?? null;
  if (given !== null) return { bounds: checkBounds(given), georef: undefined };
  const inline = input.metadata?.georef ?? null;
  if (inline !== null) return { bounds: boundsOfGeoref(inline, definitions), georef: undefined };
  const georef = map === undefined ? undefined : store.findGeoref(map.id);
  const stored = boundsSchema.safeParse(georef?.document.bounds);
  return { bounds: stored.success ? checkBounds(stored.data) : null, georef };
}

/** Argument, then metadata, then the legend of the current processing run of the map. */
function resolveLabels(input: QueryMapRequest, map: MapRecord | undefined, store: Store): Legend {
  const given = input.legend_labels ?? metadataLabels(input.metadata ?? {});
  if (given.length > 0) return { labels: given.map((text) => ({ text, headings: [] })), run: undefined };
  const run = map?.runId ? store.findRun(map.runId) : undefined;
  return { labels: storedLabels(run?.payload.legend), run };
}

/** `map.query`: ask the providers for the area and the legend of a map (contract/knowledge.md 11.2). */
export const mapQuery =
  (deps: MapQueryDeps): Handler<'map.query'> =>
  async (input, context) => {
    const { store } = context;
    const map = findReferencedMap(store, input);
    const place = resolveBounds(input, map, { store, definitions: deps.definitions });
    const legend = resolveLabels(input, map, store);
    if (place.bounds === null && legend.labels.length === 0) throw new GeomapError('georef_required', say.queryMapEmpty());
    const queryText = input.query_text ?? input.question ?? null;
    const request = toRequest(input, { bounds: place.bounds, labels: legend.labels, queryText });
    const now = map && (await watchSource(map, context));
    const warnings = now === undefined ? [] : staleWarnings(now, { run: legend.run, georef: place.georef });
    const origin = { request: input, mapId: map?.id ?? null, revision: place.georef?.revision ?? null, warnings };
    return runQuery(request, origin, { deps, context });
  };

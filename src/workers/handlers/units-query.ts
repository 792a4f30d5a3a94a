import { findReferencedMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { GeologicUnitsPayload, GeologicUnitsRequest } from '../../domain/documents/geologic-units.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { boundsSchema } from '../../domain/geo/bounds.ts';
import { checkBounds } from '../../domain/geo/check-bounds.ts';
import { findGeologicUnits } from '../../domain/knowledge/geologic-units.ts';
import { MACROSTRAT } from '../../domain/knowledge/live/macrostrat.ts';
import * as say from '../../domain/knowledge/live/unit-messages.ts';
import { type SampleGrid, sampleGrid } from '../../domain/knowledge/sample-grid.ts';
import { type UnitAnswer, unitsBundle, unitsPayload } from '../../domain/knowledge/units-document.ts';
import { createScrubber, rootsOf } from '../../domain/text-safety/scrub.ts';
import { watchSource } from '../catalog/source-watch.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import type { HttpClient } from '../knowledge/http-client.ts';

export type UnitsQueryDeps = { readonly client: Pick<HttpClient, 'session'>; readonly now?: () => Date };

const DEFAULT_POINTS = 16;
const DEFAULT_RECORDS = 50;

type Place = Pick<UnitAnswer, 'bounds' | 'point' | 'mapId' | 'revision'> & {
  readonly grid: SampleGrid;
  readonly warnings: readonly string[];
};

/** The point, the bounds, or the georeference of the map that is named. Throws `georef_required`, `artifact_not_found`, `invalid_bounds`. */
async function placeOf(input: GeologicUnitsRequest, context: HandlerContext): Promise<Place> {
  const { point } = input;
  const none = { mapId: null, revision: null, warnings: [] };
  if (point !== undefined) return { ...none, bounds: null, point, grid: { rows: 1, columns: 1, points: [point] } };
  const maxPoints = input.max_points ?? DEFAULT_POINTS;
  if (input.bounds !== undefined) {
    const bounds = checkBounds(input.bounds);
    return { ...none, bounds, point: null, grid: sampleGrid(bounds, maxPoints) };
  }
  const map = findReferencedMap(context.store, input);
  const georef = map === undefined ? undefined : context.store.findGeoref(map.id);
  const stored = boundsSchema.safeParse(georef?.document.bounds);
  if (map === undefined || georef === undefined || !stored.success) throw new GeomapError('georef_required', say.needsArea());
  const bounds = checkBounds(stored.data);
  const warnings = staleWarnings(await watchSource(map, context), { georef });
  return { bounds, point: null, mapId: map.id, revision: georef.revision, warnings, grid: sampleGrid(bounds, maxPoints) };
}

/** `units.query`: map units and columns of Macrostrat (D41), kept as a bundle. */
export const unitsQuery =
  ({ client, now = () => new Date() }: UnitsQueryDeps): Handler<'units.query'> =>
  async (input, context) => {
    const { grid, warnings, ...place } = await placeOf(input, context);
    context.progress({ share: 0.1, message: 'Asking Macrostrat.' });
    const url = context.settings.knowledge.macrostrat_url;
    const deps = { http: client.session(), url, signal: context.signal };
    const findings = await findGeologicUnits(grid, input.include ?? ['map_units', 'columns'], deps);
    context.progress({ share: 0.9, message: 'Storing the bundle.' });
    const answer: UnitAnswer = {
      ...place,
      findings: { ...findings, warnings: [...warnings, ...findings.warnings] },
      limit: input.max_records ?? DEFAULT_RECORDS,
      sourceUrl: url,
      retrievedAt: now().toISOString(),
      traceId: context.traceId,
    };
    const build = (uri: string): GeologicUnitsPayload => unitsPayload(answer, uri);
    const scrub = createScrubber({ roots: rootsOf(context.settings) });
    const record = context.store.addBundle({ mapId: place.mapId, revision: place.revision }, (uri) =>
      scrub.value({ ...unitsBundle(answer, uri), request: input, map_id: place.mapId, georef_revision: place.revision }),
    );
    const link = { uri: record.uri, name: `${MACROSTRAT.label} units`, mimeType: 'application/json', size: record.bytes };
    return { payload: build(record.uri), links: [link], preview_file: null };
  };

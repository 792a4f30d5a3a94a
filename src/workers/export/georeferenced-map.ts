import { parseMapUri } from '../../domain/catalog/handles.ts';
import { requireMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { GeorefRecord, MapRecord } from '../../domain/catalog/records.ts';
import type { Store } from '../../domain/catalog/store.ts';
import type { ExportRequest } from '../../domain/documents/export.ts';
import { georefInputSchema } from '../../domain/documents/georef.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { checkBounds } from '../../domain/geo/check-bounds.ts';
import { type OpenMap, openMap } from '../catalog/source-check.ts';
import type { ExportCall, GeoreferencedMap } from './export-call.ts';

/** The number in `revision`, else the one that `map_uri` names, else the current one. */
function findRevision(map: MapRecord, input: ExportRequest, store: Store): GeorefRecord {
  const handle = input.map_uri === undefined ? undefined : parseMapUri(input.map_uri);
  const wanted = input.revision ?? (handle?.kind === 'georef' ? handle.revision : undefined);
  const record = store.findGeoref(map.id, wanted);
  if (record !== undefined) return record;
  if (wanted !== undefined) {
    throw new GeomapError(
      'artifact_not_found',
      `The map has no georeference revision ${wanted}; leave revision out to use the current one.`,
    );
  }
  throw new GeomapError(
    'georef_required',
    'An export needs a georeference of the map: fit one with geomap_georeference and the map_id first.',
  );
}

/** The map of a call with its georeference. The picture is not opened. Throws `artifact_not_found`, `georef_required`. */
export function georeferencedMap({ input, context, warnings }: ExportCall): GeoreferencedMap {
  const map = requireMap(context.store, input);
  const record = findRevision(map, input, context.store);
  const georef = georefInputSchema.parse(record.document);
  warnings.push(...staleWarnings(map, { georef: record }));
  return { map, record, georef: { ...georef, bounds: checkBounds(georef.bounds) } };
}

/** The same, with the file of the map looked at again (D14, D17) and held: the caller closes it. Throws what `openMap` throws. */
export async function openReferenced(
  found: GeoreferencedMap,
  call: ExportCall,
): Promise<{ readonly found: GeoreferencedMap; readonly scan: OpenMap }> {
  const scan = await openMap(found.map, call.context, call.header);
  const stale = [...staleWarnings(scan.map, { georef: found.record }), ...scan.warnings];
  for (const warning of stale) if (!call.warnings.includes(warning)) call.warnings.push(warning);
  return { found: { ...found, map: scan.map }, scan };
}

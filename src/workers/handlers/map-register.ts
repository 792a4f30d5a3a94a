import { isMapUri, mapUri, sourceUri } from '../../domain/catalog/handles.ts';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { requireMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { markedName, unreadableNote } from '../../domain/catalog/source-limits.ts';
import type { ResourceLink } from '../../domain/documents/shared.ts';
import { readTiePoints } from '../../domain/gcp-files/geotiff-tie-points.ts';
import { openSource, resolveSource } from '../../platform/files/source-path.ts';
import { inspectSource, pictureFile, sourcePolicy } from '../catalog/inspect-source.ts';
import type { Handler, HandlerContext } from '../handler.ts';

export type MapRegisterDeps = {
  readonly header: ImageHeaderPort;
};

/** `map.register`: check a source and give it a map ID; the same file always gets the same one. */
export const mapRegister =
  (deps: MapRegisterDeps): Handler<'map.register'> =>
  async (input, context) => {
    if (isMapUri(input.path)) return answer(requireMap(context.store, { map_uri: input.path }), context);
    const { settings, signal, store } = context;
    const path = await resolveSource(input.path, sourcePolicy(settings), settings.launch);
    const facts = await inspectSource({ path, page: input.page, settings, signal }, deps.header);
    const known = store.registerMap(facts);
    const touched = known.bytes !== facts.bytes || known.mtimeMs !== facts.mtimeMs || known.sha256 !== facts.sha256;
    const map = touched ? store.updateSource(known.id, facts) : known;
    return answer(map, context, await tiePointNotice(map, settings));
  };

/** Control points that a GeoTIFF carries are said, with the way to use them (field report 4.18). */
async function tiePointNotice(map: MapRecord, settings: HandlerContext['settings']): Promise<readonly string[]> {
  if (map.mimeType !== 'image/tiff') return [];
  const handle = await openSource(map.path, sourcePolicy(settings));
  try {
    const found = readTiePoints(pictureFile(handle, map.bytes), map.page);
    if (found === null) return [];
    const crs = found.crs === null ? 'without a CRS code' : `in ${found.crs}`;
    return [
      `control_points: this GeoTIFF carries ${found.points.length} tie points ${crs}; pass gcps_uri "${sourceUri(map.id)}" to geomap_georeference to fit them.`,
    ];
  } finally {
    await handle.close();
  }
}

function answer(map: MapRecord, context: HandlerContext, notices: readonly string[] = []) {
  const { store, settings } = context;
  const run = map.runId === null ? undefined : store.findRun(map.runId);
  const warnings = staleWarnings(map, { run, georef: store.findGeoref(map.id) });
  const payload = {
    map_id: map.id,
    map_uri: mapUri(map.id),
    source_uri: sourceUri(map.id),
    mime_type: map.mimeType,
    source_path_redacted: true as const,
    size: { width: map.width, height: map.height },
    orientation: map.orientation,
    pages: map.pages,
    page: map.page,
    warnings: [...warnings, ...pageWarnings(map), ...notices],
  };
  return { payload, links: [sourceLink(map, settings.limits.max_resource_read_bytes)], preview_file: null };
}

/** The number of pages is said, so that another one can be chosen (field report 4.13). */
const pageWarnings = (map: MapRecord): string[] =>
  map.pages > 1
    ? [
        `multi_page: page ${map.page} of the ${map.pages} pages (counted from 0) is used; register the file with page to choose another.`,
      ]
    : [];

function sourceLink(map: MapRecord, limit: number): ResourceLink {
  const link = {
    uri: sourceUri(map.id),
    name: markedName('source map image', map.bytes, limit),
    mimeType: map.mimeType,
    size: map.bytes,
  };
  return map.bytes > limit ? { ...link, description: unreadableNote(map.bytes, limit) } : link;
}

import { stat } from 'node:fs/promises';
import { mapUri, parseMapUri, sourceUri } from '../../domain/catalog/handles.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { tooLargeToRead } from '../../domain/catalog/source-limits.ts';
import type { Store } from '../../domain/catalog/store.ts';
import { GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';
import { resolveSource } from '../../platform/files/source-path.ts';
import { sourcePolicy } from '../catalog/inspect-source.ts';
import { productRoots } from '../catalog/product-roots.ts';
import type { Handler, HandlerContext } from '../handler.ts';

/**
 * `resource.resolve`: from a URI to a file that has just been checked (existence, roots, links, size). Only the map's own
 * entry is answered as text; it is made from memory and no file is written (W-98).
 */
export const resourceResolve = (): Handler<'resource.resolve'> => async (input, context) => {
  const found = lookUp(input.uri, context.store);
  if (found === undefined) throw unknownResource();
  if (found.kind === 'map') {
    const text = `${JSON.stringify(publicMap(found.map), null, 2)}\n`;
    return { mime_type: 'application/json', bytes: Buffer.byteLength(text), text, file: null };
  }
  const file = await checkedFile(found, context);
  const { size } = await stat(file).catch(() => missing());
  const limit = context.settings.limits.max_resource_read_bytes;
  if (size > limit) throw tooLargeToRead(size, limit);
  return { mime_type: found.mimeType, bytes: size, text: null, file };
};

type Found =
  | { readonly kind: 'map'; readonly map: MapRecord }
  | { readonly kind: 'source' | 'product'; readonly path: string; readonly mimeType: string };

/** A URI is matched as a whole; undefined for one that names nothing. */
function lookUp(uri: string, store: Store): Found | undefined {
  const handle = parseMapUri(uri);
  if (handle === undefined) return lookUpProduct(uri, store);
  const map = store.findMap(handle.mapId);
  if (map === undefined) return undefined;
  switch (handle.kind) {
    case 'map':
      return { kind: 'map', map };
    case 'source':
      return { kind: 'source', path: map.path, mimeType: map.mimeType };
    case 'georef-current':
      return jsonProduct(store.findGeoref(map.id));
    case 'georef':
      return jsonProduct(store.findGeoref(map.id, handle.revision));
    case 'other':
      return undefined;
    default:
      return handle satisfies never;
  }
}

function lookUpProduct(uri: string, store: Store): Found | undefined {
  const picture = uri.startsWith('geomap://artifacts/')
    ? store.findArtifact(uri)
    : uri.startsWith('geomap://overlays/')
      ? store.findOverlay(uri)
      : uri.startsWith('geomap://exports/')
        ? store.findExport(uri)
        : undefined;
  if (picture !== undefined) return { kind: 'product', path: picture.path, mimeType: picture.mimeType };
  return uri.startsWith('geomap://bundles/') ? jsonProduct(store.findBundle(uri)) : undefined;
}

const jsonProduct = (record: { readonly path: string } | undefined): Found | undefined =>
  record === undefined ? undefined : { kind: 'product', path: record.path, mimeType: 'application/json' };

async function checkedFile(found: Exclude<Found, { kind: 'map' }>, context: HandlerContext): Promise<string> {
  const policy =
    found.kind === 'source'
      ? sourcePolicy(context.settings)
      : ({ roots: productRoots(context), origin: 'generated_artifact' } as const);
  try {
    return await resolveSource(found.path, policy, { home: '/', folder: '/' });
  } catch (error) {
    if (isGeomapError(error) && error.code === 'artifact_not_found') missing();
    throw error;
  }
}

function missing(): never {
  throw new GeomapError('artifact_not_found', 'Resource backing file is missing.');
}

const unknownResource = (): GeomapError =>
  new GeomapError(
    'artifact_not_found',
    'No resource of this server has this URI. List the resources, or use the URIs that the tools give, letter by letter.',
  );

/** Public record of a map (contract 5.5), with the frame that boxes and control points refer to. */
const publicMap = (map: MapRecord) => ({
  map_id: map.id,
  map_uri: mapUri(map.id),
  source_uri: sourceUri(map.id),
  mime_type: map.mimeType,
  source_path_redacted: true,
  size: { width: map.width, height: map.height },
  pages: map.pages,
  page: map.page,
});

import { isMapUri } from '../../domain/catalog/handles.ts';
import { findReferencedMap } from '../../domain/catalog/map-reference.ts';
import type { BundleRecord } from '../../domain/catalog/records.ts';
import { tooLargeToRead } from '../../domain/catalog/source-limits.ts';
import type { Store } from '../../domain/catalog/store.ts';
import { type BundleInput, bundleInputSchema } from '../../domain/documents/knowledge.ts';
import type { RenderRequest } from '../../domain/documents/overlay.ts';
import { GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';
import { openSource } from '../../platform/files/source-path.ts';
import type { HandlerContext } from '../handler.ts';

const BUNDLES = 'geomap://bundles/';

/** A bundle and its record in the catalogue, when it has one. */
export type LoadedBundle = { readonly bundle: BundleInput; readonly record: BundleRecord | null };

const notJson = (logReason: string): GeomapError =>
  new GeomapError('unsupported_media', {
    message: 'Bundle resource must be JSON text.',
    hints: ['Give the bundle_uri of a geomap_query_map or geomap_query_knowledge result; it begins with geomap://bundles/.'],
    logReason,
  });

/** Only a bundle may be drawn (D36): a known resource of another kind is `unsupported_media`, an unknown one not found. */
function refuse(uri: string, store: Store): never {
  const known = isMapUri(uri) ? findReferencedMap(store, { map_uri: uri }) : (store.findArtifact(uri) ?? store.findOverlay(uri));
  if (known !== undefined) throw notJson('bundle_uri names a resource of another kind');
  throw new GeomapError('artifact_not_found', {
    message: 'bundle_uri names no stored bundle. Give the bundle_uri of a query result, or pass the bundle itself as bundle.',
  });
}

/** The same checks as for reading a resource: known, there, inside the server's folders, not too large. */
async function readBundleFile(record: BundleRecord, context: HandlerContext): Promise<string> {
  const { settings, store } = context;
  const roots = [store.stateRoot, settings.cache_root, ...settings.allowed_roots];
  try {
    const handle = await openSource(record.path, { roots, origin: 'generated_artifact' });
    try {
      const { size } = await handle.stat();
      if (size > settings.limits.max_resource_read_bytes) throw tooLargeToRead(size, settings.limits.max_resource_read_bytes);
      return await handle.readFile('utf8');
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isGeomapError(error) && error.code === 'artifact_not_found') {
      throw new GeomapError('artifact_not_found', 'Resource backing file is missing.');
    }
    throw error;
  }
}

function parseBundle(text: string): BundleInput {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw notJson('the stored bundle is not JSON');
  }
  const parsed = bundleInputSchema.safeParse(document);
  if (!parsed.success) throw notJson('the stored bundle is not a knowledge/v2 document');
  return parsed.data;
}

/**
 * The bundle of a call. An inline one that is a query result pasted back is looked up by the `bundle_uri` it carries, so that
 * its origin is known too. Throws `invalid_arguments`, `artifact_not_found`, `unsupported_media`, `oversize_image`.
 */
export async function loadBundle(input: RenderRequest, context: HandlerContext): Promise<LoadedBundle> {
  const { bundle, bundle_uri: uri } = input;
  if ((bundle === undefined) === (uri === undefined)) {
    const message =
      bundle === undefined
        ? 'bundle_uri or inline bundle is required.'
        : 'Give either bundle_uri or bundle, not both: one overlay draws one bundle.';
    throw new GeomapError('invalid_arguments', message);
  }
  if (bundle !== undefined) {
    const own = typeof bundle.bundle_uri === 'string' ? context.store.findBundle(bundle.bundle_uri) : undefined;
    return { bundle, record: own ?? null };
  }
  const record = uri?.startsWith(BUNDLES) ? context.store.findBundle(uri) : undefined;
  if (record === undefined) return refuse(uri ?? '', context.store);
  return { bundle: parseBundle(await readBundleFile(record, context)), record };
}

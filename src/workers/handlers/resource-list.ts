import { type ListEntry, listEntry } from '../../domain/catalog/list-entry.ts';
import type { StoredResource } from '../../domain/catalog/store.ts';
import { createSizeLookup, type SizeOf } from '../../platform/files/stored-size.ts';
import { productRoots } from '../catalog/product-roots.ts';
import type { Handler, HandlerContext } from '../handler.ts';

/** Entries on a page: one page of 2,000 artifacts has to take under 20 ms. */
const PAGE_SIZE = 200;

/** `resource.list`: one page; what has gone or lies outside the roots is left out, so that a page may be short. */
export const resourceList = (): Handler<'resource.list'> => (input, context) => {
  const page = context.store.listResources(input.cursor, PAGE_SIZE);
  const sizeOf = createSizeLookup();
  const resources = page.entries.flatMap((resource) => entryOf(resource, context, sizeOf));
  return { resources: resources.map((entry) => ({ ...entry })), next_cursor: page.nextCursor };
};

function entryOf(resource: StoredResource, context: HandlerContext, sizeOf: SizeOf): ListEntry[] {
  const limit = context.settings.limits.max_resource_read_bytes;
  if (resource.kind === 'map') return [listEntry(resource, undefined, limit)];
  const place = placeOf(resource, context);
  const size = place === undefined ? undefined : sizeOf(place.path, place.roots);
  return size === undefined ? [] : [listEntry(resource, size, limit)];
}

function placeOf(
  resource: Exclude<StoredResource, { kind: 'map' }>,
  context: HandlerContext,
): { readonly path: string; readonly roots: readonly string[] } | undefined {
  const roots = productRoots(context);
  switch (resource.kind) {
    case 'source':
      return { path: resource.map.path, roots: context.settings.allowed_roots };
    case 'georef-current':
    case 'georef':
      return resource.georef === undefined ? undefined : { path: resource.georef.path, roots };
    case 'artifact':
      return { path: resource.artifact.path, roots };
    case 'bundle':
      return { path: resource.bundle.path, roots };
    case 'overlay':
      return { path: resource.overlay.path, roots };
    case 'export':
      return { path: resource.exported.path, roots };
    default:
      return undefined;
  }
}

import { mapUri, sourceUri } from '../../domain/catalog/handles.ts';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { requireMap, supersededWarnings } from '../../domain/catalog/map-reference.ts';
import type { ArtifactRecord, OverlayRecord, PixelBox } from '../../domain/catalog/records.ts';
import type { RasterSource } from '../../domain/documents/raster.ts';
import type { ReadRegionRequest } from '../../domain/documents/region.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { holdSource } from '../../platform/files/held-source.ts';
import { resolveSource } from '../../platform/files/source-path.ts';
import type { HandlerContext } from '../handler.ts';
import { productRoots } from './product-roots.ts';
import { openMap } from './source-check.ts';

/** A picture that a call names, held open: the source of a map, or a picture that the server made. */
export type OpenPicture = {
  readonly kind: 'source' | 'artifact';
  readonly uri: string;
  /** What the result says of it. */
  readonly handles: Readonly<Record<string, string>>;
  readonly raster: RasterSource;
  readonly width: number;
  readonly height: number;
  /** Box of the whole picture in the source frame of its map; null where that is not known. */
  readonly place: PixelBox | null;
  readonly warnings: readonly string[];
  readonly checkUnchanged: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** No picture that the server writes has more, whatever the operator allows for sources. */
const PRODUCT_MAX_PIXELS = 120_000_000;

/**
 * Open what `map_id`, `map_uri` or `artifact_uri` names, with the checks of every other use of it. The caller closes it. Throws
 * `artifact_not_found`, `unsupported_media` for what is no PNG or JPEG, and what `openMap` throws.
 */
export const openPicture = (
  request: ReadRegionRequest,
  context: HandlerContext,
  header: ImageHeaderPort,
): Promise<OpenPicture> =>
  request.artifact_uri === undefined
    ? openSourceOf(request, context, header)
    : openProduct(request.artifact_uri, context, header);

async function openSourceOf(request: ReadRegionRequest, context: HandlerContext, header: ImageHeaderPort): Promise<OpenPicture> {
  const { map, warnings, path, checkUnchanged, close } = await openMap(requireMap(context.store, request), context, header);
  const uri = sourceUri(map.id);
  return {
    kind: 'source',
    uri,
    handles: { map_id: map.id, map_uri: mapUri(map.id), source_uri: uri },
    raster: { path, page: map.page, maxPixels: context.settings.limits.max_source_pixels },
    width: map.width,
    height: map.height,
    place: null,
    warnings,
    checkUnchanged,
    close,
  };
}

type Product = ArtifactRecord | OverlayRecord;

function findProduct(uri: string, { store }: HandlerContext): Product {
  const found = store.findArtifact(uri) ?? store.findOverlay(uri);
  if (found === undefined) {
    throw new GeomapError(
      'artifact_not_found',
      'artifact_uri names no picture of this server. Use the artifact_uri of a region, the URI of an artifact or of an overlay PNG letter by letter; the source of a map is named by map_id.',
    );
  }
  if (found.mimeType !== 'image/png' && found.mimeType !== 'image/jpeg') {
    throw new GeomapError('unsupported_media', {
      message:
        'artifact_uri names a drawing that is no PNG or JPEG. Name the PNG of the same overlay, or read the resource as it is.',
      details: { media_type: found.mimeType, reason: 'not_a_picture' },
    });
  }
  return found;
}

async function openProduct(uri: string, context: HandlerContext, header: ImageHeaderPort): Promise<OpenPicture> {
  const product = findProduct(uri, context);
  const policy = { roots: productRoots(context), origin: 'generated_artifact' } as const;
  const held = await holdSource(await resolveSource(product.path, policy, { home: '/', folder: '/' }), policy);
  try {
    const { width, height } = await header.readHeader(held.path, 0);
    const { mapId } = product;
    return {
      kind: 'artifact',
      uri,
      handles: { ...(mapId === null ? {} : { map_id: mapId, map_uri: mapUri(mapId) }), artifact_uri: uri },
      raster: { path: held.path, page: 0, maxPixels: PRODUCT_MAX_PIXELS },
      width,
      height,
      place: placeOf(product, { width, height }, context),
      warnings: 'runId' in product ? supersededWarnings(product) : [],
      checkUnchanged: held.checkUnchanged,
      close: held.close,
    };
  } catch (error) {
    await held.close();
    throw error;
  }
}

/** Crops know their box; overlays show the whole sheet, which has then to be of the same proportions. */
function placeOf(product: Product, size: { readonly width: number; readonly height: number }, context: HandlerContext) {
  if ('runId' in product && product.role !== 'detection_overlay') return product.role === 'component_crop' ? product.bbox : null;
  const map = product.mapId === null ? undefined : context.store.findMap(product.mapId);
  if (map === undefined) return null;
  const alike = Math.abs(size.width * map.height - size.height * map.width) <= map.width + map.height;
  return alike ? ([0, 0, map.width, map.height] as const) : null;
}

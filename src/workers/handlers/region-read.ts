import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { mappingTo, placed, type RegionWindow, regionWindow } from '../../domain/catalog/region-window.ts';
import { type RasterPort, VIEW_SIDE, type WrittenRaster } from '../../domain/documents/raster.ts';
import type { ReadRegionPayload } from '../../domain/documents/region.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { type OpenPicture, openPicture } from '../catalog/open-picture.ts';
import type { Handler } from '../handler.ts';
import { newId, stored } from '../processing/artifact-files.ts';

export type RegionReadDeps = { readonly raster: RasterPort; readonly header: ImageHeaderPort };

/**
 * `region.read`: a part of a source or of an artifact as a picture within the limits of a preview, with the exact mapping of its
 * frame. The picture travels in the answer; nothing is kept in the catalogue.
 */
export const regionRead =
  ({ raster, header }: RegionReadDeps): Handler<'region.read'> =>
  async (input, context) => {
    const picture = await openPicture(input, context, header);
    try {
      const window = regionWindow(input, picture);
      const folder = join(context.settings.cache_root, 'mcp', 'v1', 'previews');
      await stored(async () => makeFolder(folder));
      const file = join(folder, newId());
      context.progress({ share: 0.1, message: 'Reading the part' });
      try {
        const view = { box: window.box, maxSide: input.max_side ?? VIEW_SIDE };
        const written = await raster.writePart(picture.raster, view, file);
        context.signal.throwIfAborted();
        await picture.checkUnchanged();
        return { payload: payloadOf(picture, window, written), links: [], preview_file: file };
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    } catch (error) {
      // A file that is being written to breaks off while it is decoded: that is the better reason.
      if (isGeomapError(error) && error.code === 'unsupported_media') await picture.checkUnchanged();
      throw error;
    } finally {
      await picture.close();
    }
  };

function payloadOf(picture: OpenPicture, { box, tile, warnings }: RegionWindow, written: WrittenRaster): ReadRegionPayload {
  const { width, height, bytes, mimeType } = written;
  const size = { width, height };
  const inSource = picture.place === null ? null : placed(box, picture, picture.place);
  const [x0, y0, x1, y1] = box;
  return {
    schema_version: 'map-region/v1',
    read_uri: picture.uri,
    ...picture.handles,
    picture_size: { width: picture.width, height: picture.height },
    bbox: [...box],
    ...(tile ? { tile } : {}),
    size,
    coordinate_frame: 'region',
    mapping: mappingTo(picture.kind, box, size),
    ...(inSource ? { source_mapping: mappingTo('source', inSource, size), source_bbox: [...inSource] } : {}),
    warnings: [...picture.warnings, ...warnings],
    preview: {
      artifact_uri: picture.uri,
      mime_type: mimeType,
      source_width: x1 - x0,
      source_height: y1 - y0,
      width,
      height,
      downsampled: width < x1 - x0 || height < y1 - y0,
      encoded_bytes: bytes,
      coordinate_frame: 'preview',
    },
  };
}

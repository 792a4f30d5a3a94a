import type { MapRecord } from '../../domain/catalog/records.ts';
import type { RasterSource } from '../../domain/documents/raster.ts';
import type { Placement } from '../../domain/overlay/annotation.ts';
import { embedPicture } from './backdrop.ts';
import { placeOnCanvas, renderSvg } from './map-drawing.ts';
import { type RenderCall, warnOfFailure } from './render-call.ts';
import { writeCacheFile } from './write-cache-file.ts';

export type SvgJob = {
  readonly map: MapRecord | undefined;
  /** Undefined when the scan cannot be used: the drawing needs no pixels, only its backdrop does. */
  readonly source: RasterSource | undefined;
  /** On the map; null draws the geographic canvas. */
  readonly placement: Placement | null;
  readonly remarks: readonly string[];
};

/** A file written below the cache root, not yet in the catalogue. */
export type WrittenFile = { readonly path: string; readonly bytes: number; readonly mimeType: string };

export type SvgFile = WrittenFile & { readonly placement: Placement | null };

async function pictureOrWarning(source: RasterSource, call: RenderCall) {
  try {
    const picture = await embedPicture(call.raster, source, `${call.stem}.draft.jpg`);
    if (picture === null) {
      call.warnings.push('backdrop unavailable: the picture does not fit into the SVG at any useful size; read the PNG instead.');
    }
    return picture;
  } catch (error) {
    warnOfFailure('backdrop unavailable', error, call);
    return null;
  }
}

/** Writes the standalone SVG: always, whatever becomes of the PNG. Throws `storage_unavailable`. */
export async function writeSvg(job: SvgJob, call: RenderCall): Promise<SvgFile> {
  const { map, source } = job;
  const onMap = map !== undefined && job.placement !== null;
  const placement = onMap ? job.placement : placeOnCanvas(call.overlay);
  const picture = onMap && source !== undefined ? await pictureOrWarning(source, call) : null;
  const said =
    picture === null || map === undefined
      ? []
      : [`Picture embedded as JPEG of ${picture.width} × ${picture.height} px; the source has ${map.width} × ${map.height} px.`];
  const options = { map: onMap ? map : undefined, backdrop: picture, remarks: [...job.remarks, ...said] };
  call.context.signal.throwIfAborted();
  const path = `${call.stem}.svg`;
  const bytes = writeCacheFile(path, renderSvg({ overlay: call.overlay, placement }, options, call.glyphs));
  return { path, bytes, mimeType: 'image/svg+xml', placement };
}

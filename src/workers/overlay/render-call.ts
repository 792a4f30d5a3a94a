import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import type { RasterPort } from '../../domain/documents/raster.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import type { Overlay } from '../../domain/overlay/item.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import type { HandlerContext } from '../handler.ts';
import type { ChosenGeoref } from './chosen-georef.ts';

export type OverlayRenderDeps = {
  readonly header: ImageHeaderPort;
  readonly raster: RasterPort;
  readonly glyphs: GlyphSource;
  readonly definitions: CrsDefinitions;
};

/** Everything one call draws with. */
export type RenderCall = OverlayRenderDeps & {
  readonly context: HandlerContext;
  readonly overlay: Overlay;
  readonly georef: ChosenGeoref;
  /** Path of the files to write, without an extension. */
  readonly stem: string;
  /** Grows while the parts are drawn. */
  readonly warnings: string[];
};

/**
 * Turns the failure of one part of the drawing into a warning that begins with `part`; the rest goes on. The cause is for the
 * log, the warning has only what a peer may see. A cancelled call is not gone on with.
 */
export function warnOfFailure(part: string, error: unknown, { context, warnings }: RenderCall): void {
  context.signal.throwIfAborted();
  const known = isGeomapError(error);
  context.log.warning('overlay_part_failed', {
    trace_id: context.traceId,
    part,
    code: known ? error.code : 'internal_error',
    reason: known ? (error.facts.logReason ?? error.message) : error instanceof Error ? error.stack : String(error),
  });
  warnings.push(
    `${part}: ${known ? error.message : 'an unexpected failure; the operator finds it in the log under the trace ID.'}`,
  );
}

export const PNG_PART = 'annotated PNG unavailable';

import type { MapRecord } from '../../domain/catalog/records.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import { createPixelProjection } from '../../domain/georef/pixel-projection.ts';
import { type Placement, placeOverlay } from '../../domain/overlay/annotation.ts';
import { renderCanvasSheet } from '../../domain/overlay/canvas-sheet.ts';
import type { Overlay } from '../../domain/overlay/item.ts';
import { textLettering } from '../../domain/overlay/lettering.ts';
import { type Backdrop, renderMapSheet } from '../../domain/overlay/map-sheet.ts';
import { canvasSurface, mapSurface, windowOf, withNeatline } from '../../domain/overlay/surface.ts';
import { boundsOfWindow } from '../../domain/overlay/window-bounds.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import type { ChosenGeoref } from './chosen-georef.ts';

/** Puts an overlay into the pixel space of a map. Throws `invalid_bounds` for a CRS or an affine that cannot be used. */
export function placeOnMap(
  overlay: Overlay,
  on: { readonly map: MapRecord; readonly georef: ChosenGeoref },
  definitions: CrsDefinitions,
): Placement {
  const { document, bounds } = on.georef;
  const projection = createPixelProjection(document, definitions);
  const window = withNeatline(windowOf(document.pixel_extent, on.map), on.map);
  const { toPixel, toLonLat } = projection;
  const area = boundsOfWindow(window, { toPixel, toLonLat }) ?? bounds;
  return placeOverlay(overlay, mapSurface(window, area, toPixel));
}

export type SvgOptions = {
  readonly map: MapRecord | undefined;
  readonly backdrop: Backdrop | null;
  readonly remarks: readonly string[];
};

/** The standalone SVG: over the map when the overlay is placed on one, else on the geographic canvas. */
export function renderSvg(
  drawing: { readonly overlay: Overlay; readonly placement: Placement | null },
  options: SvgOptions,
  glyphs: GlyphSource,
): string {
  const { overlay, placement } = drawing;
  const lettering = textLettering(glyphs);
  const { map, backdrop, remarks } = options;
  if (map === undefined || placement === null) return renderCanvasSheet({ overlay, placement, remarks }, lettering);
  return renderMapSheet({ overlay, placement, size: { width: map.width, height: map.height }, backdrop, remarks }, lettering);
}

/** The overlay on the geographic canvas; null when it has nothing to show. */
export const placeOnCanvas = (overlay: Overlay): Placement | null =>
  overlay.bounds === null ? null : placeOverlay(overlay, canvasSurface(overlay.bounds));

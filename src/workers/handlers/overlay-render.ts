import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { findReferencedMap } from '../../domain/catalog/map-reference.ts';
import type { MapRecord, OverlayRecord } from '../../domain/catalog/records.ts';
import type { CrsDefinitions } from '../../domain/crs/definition.ts';
import type { RenderRequest } from '../../domain/documents/overlay.ts';
import type { RasterPort, RasterSource } from '../../domain/documents/raster.ts';
import { GeomapError, isGeomapError } from '../../domain/errors/geomap-error.ts';
import { agreementWarnings } from '../../domain/overlay/agreement.ts';
import { renderAnnotatedLayer } from '../../domain/overlay/annotated-layer.ts';
import type { Placement } from '../../domain/overlay/annotation.ts';
import { extractOverlay } from '../../domain/overlay/extract.ts';
import type { Overlay } from '../../domain/overlay/item.ts';
import { outlineLettering } from '../../domain/overlay/lettering.ts';
import { scrubOverlay } from '../../domain/overlay/scrub-overlay.ts';
import { placelessSummaries } from '../../domain/overlay/sheet-text.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import { createScrubber, rootsOf } from '../../domain/text-safety/scrub.ts';
import { checkSource } from '../catalog/source-check.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { embedPicture } from '../overlay/backdrop.ts';
import { loadBundle } from '../overlay/bundle-source.ts';
import { type ChosenGeoref, chooseGeoref } from '../overlay/chosen-georef.ts';
import { placeOnCanvas, placeOnMap, renderSvg } from '../overlay/map-drawing.ts';
import { overlayOutput, type PngProduct } from '../overlay/overlay-output.ts';
import { makeCacheFolder, writeCacheFile } from '../overlay/write-cache-file.ts';

export type OverlayRenderDeps = {
  readonly header: ImageHeaderPort;
  readonly raster: RasterPort;
  readonly glyphs: GlyphSource;
  readonly definitions: CrsDefinitions;
};

/** Everything one call draws with. */
type Call = OverlayRenderDeps & {
  readonly context: HandlerContext;
  readonly overlay: Overlay;
  readonly georef: ChosenGeoref;
  /** Path of the files to write, without an extension. */
  readonly stem: string;
  readonly warnings: string[];
};

const newId = (): string => randomBytes(16).toString('hex');

/** `overlay.render`: draw a bundle as SVG, and over the scan as PNG when a map is named (contract/mcp.md 4.10, D35, D36). */
export const overlayRender =
  (deps: OverlayRenderDeps): Handler<'overlay.render'> =>
  async (input, context) => {
    const map = referencedMap(input, context);
    const { bundle, record } = await loadBundle(input, context);
    const georef = chooseGeoref(input.georef, map, context.store);
    const scrubber = createScrubber({ roots: rootsOf(context.settings) });
    const overlay = scrubOverlay(extractOverlay(bundle, georef.bounds), scrubber.text);
    const drawnOn = { mapId: map?.id ?? null, georef: georef.record, bounds: georef.bounds };
    const warnings = [...overlay.warnings, ...agreementWarnings({ record, parts: overlay.parts }, drawnOn)];
    const folder = join(context.settings.cache_root, 'mcp', 'v1', 'overlays');
    makeCacheFolder(folder);
    const stem = join(folder, newId());
    const call: Call = { ...deps, context, overlay, georef, stem, warnings };
    context.progress({ share: 0.1, message: 'Placing the annotations.' });
    const placement = map === undefined ? null : placed(map, call);
    const current = map === undefined ? undefined : await currentMap(map, call);
    const remarks = placelessSummaries(bundle, overlay).map(scrubber.text);
    const svg = await writeSvg({ map: current?.map ?? map, source: current?.source, placement, remarks }, call);
    context.progress({ share: 0.5, message: 'Drawing on the map.' });
    const png = current === undefined || placement === null ? null : await pngOrWarning({ ...current, placement }, call);
    return overlayOutput(
      {
        input,
        overlay,
        placement: placement ?? svg.placement,
        onMap: placement !== null,
        georef,
        map,
        svg: svg.record,
        png,
        warnings,
      },
      context,
    );
  };

function referencedMap(input: RenderRequest, context: HandlerContext): MapRecord | undefined {
  if (input.map_id !== undefined && input.map_uri !== undefined) {
    throw new GeomapError('invalid_arguments', 'Give either map_id or map_uri, not both.');
  }
  if (input.map_id === undefined && input.map_uri === undefined && input.georef === undefined) {
    throw new GeomapError('invalid_arguments', 'Name the map with map_id or map_uri, or pass a georef.');
  }
  return findReferencedMap(context.store, input);
}

/** What the operator may know of a failure, and what a peer may. */
function failed(step: string, error: unknown, { context, warnings }: Call): void {
  context.signal.throwIfAborted();
  const known = isGeomapError(error);
  context.log.warning('overlay_step_failed', {
    trace_id: context.traceId,
    step,
    code: known ? error.code : 'internal_error',
    reason: known ? error.facts.logReason : error instanceof Error ? error.stack : String(error),
  });
  warnings.push(
    `${step}: ${known ? error.message : 'an unexpected failure; the operator finds it in the log under the trace ID.'}`,
  );
}

function placed(map: MapRecord, call: Call): Placement | null {
  try {
    return placeOnMap(call.overlay, { map, georef: call.georef }, call.definitions);
  } catch (error) {
    failed('annotated PNG unavailable', error, call);
    return null;
  }
}

type CurrentMap = { readonly map: MapRecord; readonly source: RasterSource };

/** The map with its file checked again at this use (D14, D17); undefined when the file cannot be used: the SVG needs no pixels. */
async function currentMap(map: MapRecord, call: Call): Promise<CurrentMap | undefined> {
  const { context, header, warnings } = call;
  try {
    const checked = await checkSource(map, context, header);
    warnings.push(...checked.warnings);
    const { path, page } = checked.map;
    return { map: checked.map, source: { path, page, maxPixels: context.settings.limits.max_source_pixels } };
  } catch (error) {
    failed('annotated PNG unavailable', error, call);
    return undefined;
  }
}

type SvgJob = {
  readonly map: MapRecord | undefined;
  readonly source: RasterSource | undefined;
  readonly placement: Placement | null;
  readonly remarks: readonly string[];
};

async function writeSvg(
  job: SvgJob,
  call: Call,
): Promise<{ readonly record: OverlayRecord; readonly placement: Placement | null }> {
  const { overlay, glyphs, stem, context } = call;
  const onMap = job.map !== undefined && job.placement !== null;
  const placement = onMap ? job.placement : placeOnCanvas(overlay);
  const picture = onMap && job.source !== undefined ? await pictureOrWarning(job.source, call) : null;
  const said =
    picture === null
      ? []
      : [
          `Picture embedded as JPEG of ${picture.width} × ${picture.height} px; the source has ${job.map?.width} × ${job.map?.height} px.`,
        ];
  const options = { map: onMap ? job.map : undefined, backdrop: picture, remarks: [...job.remarks, ...said] };
  context.signal.throwIfAborted();
  const path = `${stem}.svg`;
  const bytes = writeCacheFile(path, renderSvg({ overlay, placement }, options, glyphs));
  const link = { mapId: job.map?.id ?? null, revision: call.georef.record?.revision ?? null };
  return { placement, record: context.store.addOverlay({ id: newId(), path, mimeType: 'image/svg+xml', bytes, ...link }) };
}

async function pictureOrWarning(source: RasterSource, call: Call) {
  try {
    const picture = await embedPicture(call.raster, source, `${call.stem}.draft.jpg`);
    if (picture === null)
      call.warnings.push('backdrop unavailable: the picture does not fit into the SVG at any useful size; read the PNG instead.');
    return picture;
  } catch (error) {
    failed('backdrop unavailable', error, call);
    return null;
  }
}

async function pngOrWarning(on: CurrentMap & { readonly placement: Placement }, call: Call): Promise<PngProduct | null> {
  try {
    return await writePng(on, call);
  } catch (error) {
    await rm(`${call.stem}.png`, { force: true });
    failed('annotated PNG unavailable', error, call);
    return null;
  }
}

async function writePng(
  { map, source, placement }: CurrentMap & { readonly placement: Placement },
  call: Call,
): Promise<PngProduct> {
  const { raster, glyphs, stem, context, warnings, georef } = call;
  const lettering = outlineLettering(glyphs);
  const layer = renderAnnotatedLayer(placement, { width: map.width, height: map.height }, lettering);
  const path = `${stem}.png`;
  const written = await raster.writeAnnotated(source, layer, path);
  context.signal.throwIfAborted();
  if (lettering.missing.size > 0) {
    const shown = [...lettering.missing].slice(0, 12).join(' ');
    warnings.push(
      `missing_glyphs: the built-in font lacks ${lettering.missing.size} character(s) of the labels (${shown}); in the PNG they depend on the fonts of the server. The SVG and the data have them.`,
    );
  }
  if (written.scale < 1)
    warnings.push(
      `png_scaled: the PNG is drawn at ${(written.scale * 100).toFixed(1)} % of the source, which is too large for one picture.`,
    );
  const preview = await previewOrWarning(path, call);
  const link = { mapId: map.id, revision: georef.record?.revision ?? null };
  return {
    record: context.store.addOverlay({ id: newId(), path, mimeType: 'image/png', bytes: written.bytes, ...link }),
    preview,
  };
}

async function previewOrWarning(png: string, call: Call): Promise<PngProduct['preview']> {
  try {
    return await call.raster.writePreview(png, `${call.stem}.preview`);
  } catch (error) {
    failed('preview unavailable', error, call);
    return null;
  }
}

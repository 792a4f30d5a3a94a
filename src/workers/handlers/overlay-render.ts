import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findReferencedMap, staleWarnings } from '../../domain/catalog/map-reference.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import type { RenderRequest } from '../../domain/documents/overlay.ts';
import type { RasterSource } from '../../domain/documents/raster.ts';
import { GeomapError } from '../../domain/errors/geomap-error.ts';
import { agreementWarnings } from '../../domain/overlay/agreement.ts';
import type { Placement } from '../../domain/overlay/annotation.ts';
import { extractOverlay } from '../../domain/overlay/extract.ts';
import { scrubOverlay } from '../../domain/overlay/scrub-overlay.ts';
import { placelessSummaries } from '../../domain/overlay/sheet-text.ts';
import { createScrubber, rootsOf } from '../../domain/text-safety/scrub.ts';
import { type OpenMap, openMap } from '../catalog/source-check.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { loadBundle } from '../overlay/bundle-source.ts';
import { chooseGeoref } from '../overlay/chosen-georef.ts';
import { placeOnMap } from '../overlay/map-drawing.ts';
import { overlayOutput } from '../overlay/overlay-output.ts';
import { type PngFile, writePng } from '../overlay/png-file.ts';
import { type OverlayRenderDeps, PNG_PART, type RenderCall, warnOfFailure } from '../overlay/render-call.ts';
import { type SvgFile, type WrittenFile, writeSvg } from '../overlay/svg-file.ts';
import { makeCacheFolder } from '../overlay/write-cache-file.ts';

const newId = (): string => randomBytes(16).toString('hex');

/** `overlay.render`: draw a bundle as SVG, and over the scan as PNG when a map is named (contract/mcp.md 4.10, D35, D36). */
export const overlayRender =
  (deps: OverlayRenderDeps): Handler<'overlay.render'> =>
  async (input, context) => {
    const map = referencedMap(input, context);
    const { bundle, record } = await loadBundle(input, context);
    const georef = chooseGeoref(input, map, { store: context.store, definitions: deps.definitions });
    const scrub = createScrubber({ roots: rootsOf(context.settings) }).text;
    const overlay = scrubOverlay(extractOverlay(bundle, georef.bounds), scrub);
    const drawnOn = { mapId: map?.id ?? null, georef: georef.record, bounds: georef.bounds };
    const warnings = [...georef.warnings, ...overlay.warnings, ...agreementWarnings({ record, parts: overlay.parts }, drawnOn)];
    const folder = join(context.settings.cache_root, 'mcp', 'v1', 'overlays');
    makeCacheFolder(folder);
    const call: RenderCall = { ...deps, context, overlay, georef, stem: join(folder, newId()), warnings };
    const remarks = placelessSummaries(bundle, overlay).map(scrub);
    const { svg, png, placement } = await drawFiles(map, remarks, call);
    const register = ({ path, bytes, mimeType }: WrittenFile) =>
      context.store.addOverlay({
        id: newId(),
        path,
        bytes,
        mimeType,
        mapId: map?.id ?? null,
        revision: georef.record?.revision ?? null,
      });
    const records = { svg: register(svg), png: png === null ? null : { record: register(png), preview: png.preview } };
    return overlayOutput(
      { input, overlay, placement: placement ?? svg.placement, onMap: placement !== null, georef, map, ...records, warnings },
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

type DrawnFiles = { readonly svg: SvgFile; readonly png: PngFile | null; readonly placement: Placement | null };

/** Both files, none of them in the catalogue yet; a call that fails or is cancelled, or whose scan changes meanwhile, leaves none behind. */
async function drawFiles(map: MapRecord | undefined, remarks: readonly string[], call: RenderCall): Promise<DrawnFiles> {
  const { progress } = call.context;
  let open: OpenMap | undefined;
  try {
    progress({ share: 0.1, message: 'Placing the annotations.' });
    open = map === undefined ? undefined : await openOrWarning(map, call);
    const current = open && { map: open.map, source: rasterSource(open, call) };
    const drawn = current?.map ?? map;
    const placement = drawn === undefined ? null : placedOrWarning(drawn, call);
    progress({ share: 0.2, message: 'Drawing the SVG.' });
    const svg = await writeSvg({ map: drawn, source: current?.source, placement, remarks }, call);
    progress({ share: 0.5, message: 'Drawing on the scan.' });
    const png = current === undefined || placement === null ? null : await writePng({ ...current, placement }, call);
    await open?.checkUnchanged();
    return { svg, png, placement };
  } catch (error) {
    for (const suffix of ['.svg', '.png', '.preview']) await rm(call.stem + suffix, { force: true });
    throw error;
  } finally {
    await open?.close();
  }
}

function placedOrWarning(map: MapRecord, call: RenderCall): Placement | null {
  try {
    return placeOnMap(call.overlay, { map, georef: call.georef }, call.definitions);
  } catch (error) {
    warnOfFailure(PNG_PART, error, call);
    return null;
  }
}

const rasterSource = ({ map, path }: OpenMap, { context: { settings } }: RenderCall): RasterSource => ({
  path,
  page: map.page,
  maxPixels: settings.limits.max_source_pixels,
  maxBytes: settings.limits.max_resource_read_bytes,
});

/** The map with its file checked again at this use (D14, D17) and held; undefined when the file cannot be used. */
async function openOrWarning(given: MapRecord, call: RenderCall): Promise<OpenMap | undefined> {
  const { context, header } = call;
  try {
    const open = await openMap(given, context, header);
    // The revision drawn on may be an older one than the current, which `openMap` looks at.
    const { record } = call.georef;
    const older = record !== null && record.revision !== open.map.revision ? staleWarnings(open.map, { georef: record }) : [];
    call.warnings.push(...open.warnings, ...older);
    return open;
  } catch (error) {
    warnOfFailure(PNG_PART, error, call);
    return undefined;
  }
}

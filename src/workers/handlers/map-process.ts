import { join } from 'node:path';
import type { ImageHeaderPort } from '../../domain/catalog/image-header.ts';
import { requireMap } from '../../domain/catalog/map-reference.ts';
import type { MapRecord, RunRecord } from '../../domain/catalog/records.ts';
import { type GivenRegion, type ProcessingPayload, processingPayloadSchema } from '../../domain/documents/processing.ts';
import type { RasterPort } from '../../domain/documents/raster.ts';
import { isGeomapError } from '../../domain/errors/geomap-error.ts';
import { type GivenRegions, settleGiven } from '../../domain/layout/given-regions.ts';
import type { LayoutDetector } from '../../domain/layout/layout-detector.ts';
import { inkNotice } from '../../domain/layout/processing-notices.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import type { TextReaderChoice, TextReaders } from '../../domain/text/text-reader.ts';
import { writeAtomic } from '../../platform/files/atomic-write.ts';
import { openMap } from '../catalog/source-check.ts';
import type { Handler, HandlerContext } from '../handler.ts';
import { createPeaceSource, type PeaceSource } from '../peace/peace-source.ts';
import { stored } from '../processing/artifact-files.ts';
import { chooseDetector, type DetectorChoice } from '../processing/detector-choice.ts';
import { findKeptRun } from '../processing/kept-run.ts';
import { lendPreview } from '../processing/overlay-preview.ts';
import { artifactLinks, exportFolder, metadataExport } from '../processing/processing-document.ts';
import { processMap, type RunTools, runKey } from '../processing/processing-run.ts';

export type MapProcessDeps = {
  readonly raster: RasterPort;
  readonly header: ImageHeaderPort;
  readonly glyphs: GlyphSource;
  /** The detector that needs no download. */
  readonly builtin: LayoutDetector;
  /** What reads text; left out: nothing does. */
  readonly readers?: TextReaders;
  /** PEACE's networks. Default: those below the model root of each call. */
  readonly peace?: PeaceSource;
  /** Default: the system clock. */
  readonly now?: () => Date;
};

const NO_READER: TextReaderChoice = { reader: null, reason: 'This process has no reader of texts.' };

/** `map.process`: detect layout and legend of one map, or answer from the kept result of the same content (contract 7.3, D28). */
export const mapProcess = (deps: MapProcessDeps): Handler<'map.process'> => {
  const detectors = { builtin: deps.builtin, peace: deps.peace ?? createPeaceSource() };
  return async (input, context) => {
    const named = requireMap(context.store, input);
    const choice = await chooseDetector(context.settings, detectors, context.signal);
    const text = (await deps.readers?.choose(context.settings.ocr)) ?? NO_READER;
    const { raster, glyphs, now = () => new Date() } = deps;
    const tools = { raster, glyphs, detector: choice.detector, text, now };
    const { map, warnings, kept, run } = await keptOrNew(
      named,
      { tools, header: deps.header, regions: input.regions ?? [] },
      context,
    );
    const payload = answerOf(run, choice, { context, warnings, kept: kept !== undefined });
    if (kept === undefined) await exportMetadata(payload, map.id, context);
    context.progress({ share: 1, message: 'Done' });
    return {
      payload,
      links: [...artifactLinks(payload, context.settings.limits.max_resource_read_bytes)],
      preview_file: await previewOf(run, payload, context),
    };
  };
};

type Processing = {
  readonly tools: Omit<RunTools, 'source' | 'given'>;
  readonly header: ImageHeaderPort;
  readonly regions: readonly GivenRegion[];
};

/** The source is held open until the run is kept. */
async function keptOrNew(named: MapRecord, { tools, header, regions }: Processing, context: HandlerContext) {
  const { map, warnings, close, ...source } = await openMap(named, context, header);
  try {
    const given: GivenRegions = settleGiven(regions, map);
    const kept = await findKeptRun(map, runKey({ ...tools, given }, map), context.store);
    const { inks } = await header.readHeader(source.path, map.page);
    return {
      map,
      warnings: [...warnings, ...inkNotice(inks)],
      kept,
      run: kept ?? (await processMap(map, { ...tools, given, source }, context)),
    };
  } catch (error) {
    // A file that is being written to breaks off while it is decoded: that is the better reason.
    if (isGeomapError(error) && error.code === 'unsupported_media') await source.checkUnchanged();
    throw error;
  } finally {
    await close();
  }
}

type Answering = { readonly context: HandlerContext; readonly warnings: readonly string[]; readonly kept: boolean };

/** The stored result with what depends on this call: dataset name, choice of detector, notices about the source. */
function answerOf(run: RunRecord, choice: DetectorChoice, { context, warnings, kept }: Answering): ProcessingPayload {
  const stored = processingPayloadSchema.omit({ source: true }).parse(run.payload);
  const { detector, settings } = { detector: choice.detector, settings: context.settings };
  const note = settings.detector === 'auto' ? [`detector: ${choice.note}`] : [];
  return {
    ...stored,
    source: settings.dataset_source,
    detector: { ...stored.detector, id: detector.id, requested: settings.detector, note: choice.note },
    run_id: run.id,
    cached: kept,
    warnings: [...warnings, ...stored.warnings, ...note],
  };
}

/** The PEACE-compatible export, for people who read files; its failure is logged and does not take the result away. */
async function exportMetadata(payload: ProcessingPayload, mapId: string, context: HandlerContext): Promise<void> {
  try {
    await stored(async () => writeAtomic(join(exportFolder(context.settings, mapId), 'metadata.json'), metadataExport(payload)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.log.warning('metadata_export_failed', { trace_id: context.traceId, reason });
  }
}

async function previewOf(run: RunRecord, payload: ProcessingPayload, context: HandlerContext): Promise<string | null> {
  const { preview } = payload;
  if (!preview) return null;
  const overlay = context.store.artifactsOfRun(run.id).find((artifact) => artifact.role === 'detection_overlay');
  return overlay ? lendPreview(overlay, preview, context.settings.cache_root) : null;
}

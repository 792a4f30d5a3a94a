import type { MapRecord, RunRecord } from '../../domain/catalog/records.ts';
import type { RasterPort, RasterSource } from '../../domain/documents/raster.ts';
import { drawDetections } from '../../domain/layout/detection-drawing.ts';
import type { LayoutDetector } from '../../domain/layout/layout-detector.ts';
import { singleColorShare } from '../../domain/layout/picture-parts.ts';
import {
  blankNotice,
  legendNotDetected,
  mainMapNotices,
  NO_LABELS,
  scaleNotice,
  unpairedNotice,
} from '../../domain/layout/processing-notices.ts';
import { type Region, settleDetections } from '../../domain/layout/regions.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import type { HandlerContext } from '../handler.ts';
import { type ArtifactFiles, newId, openArtifactFiles } from './artifact-files.ts';
import { type ReadLegend, readLegend } from './legend-reading.ts';
import { makePreview } from './overlay-preview.ts';
import { type CroppedRegion, processingDocument } from './processing-document.ts';
import { type CroppedArtifact, type CropTools, cropRegion } from './region-crops.ts';
import { openSheet, type SheetPicture } from './sheet-picture.ts';

export type RunTools = {
  readonly raster: RasterPort;
  readonly glyphs: GlyphSource;
  readonly detector: LayoutDetector;
  readonly now: () => Date;
  /** The held file: the path by which it is decoded, and a check that throws when it was replaced or written to meanwhile. */
  readonly source: { readonly path: string; readonly checkUnchanged: () => Promise<void> };
};

/** What a kept result is valid for, besides the source's digest: the detector and the page (D28). */
export const runKey = (detector: LayoutDetector, map: MapRecord): string => `${detector.digest}/page${map.page}`;

/** Give other work of this process a turn, so that a cancel that has arrived is seen; then stop if it has. */
async function stage(context: HandlerContext, share: number, message: string): Promise<void> {
  context.progress({ share, message });
  await new Promise((resolve) => setImmediate(resolve));
  context.signal.throwIfAborted();
}

type Cropped = {
  readonly regions: ReadonlyMap<string, readonly CroppedRegion[]>;
  readonly artifacts: readonly CroppedArtifact[];
};

async function cropAll(
  regions: ReadonlyMap<string, readonly Region[]>,
  tools: CropTools,
  context: HandlerContext,
): Promise<Cropped> {
  const artifacts: CroppedArtifact[] = [];
  const cropped = new Map<string, readonly CroppedRegion[]>();
  const total = Math.max(1, [...regions.values()].flat().length);
  let done = 0;
  for (const [label, list] of regions) {
    const own: CroppedRegion[] = [];
    for (const [index, region] of list.entries()) {
      await stage(context, 0.35 + (0.3 * done) / total, `Cutting out ${label.replaceAll('_', ' ')}`);
      const made = await cropRegion(region, index, tools);
      artifacts.push(...made);
      own.push({ region, uri: made[0]?.made.uri ?? '' });
      done += 1;
    }
    cropped.set(label, own);
  }
  return { regions: cropped, artifacts };
}

async function drawOverlay(
  regions: readonly Region[],
  legend: ReadLegend,
  tools: RunTools & { readonly files: ArtifactFiles; readonly sheet: SheetPicture },
) {
  const { width, height } = tools.sheet.frame;
  const svg = drawDetections({ width, height, regions, entries: legend.entries }, tools.glyphs);
  let scale = 1;
  const made = await tools.files.add({ role: 'detection_overlay', label: null, bbox: null }, async (target) => {
    const written = await tools.raster.writeAnnotated(tools.sheet.source, svg, target);
    scale = written.scale;
    return written;
  });
  return { made, facts: scale < 1 ? { scale } : {} };
}

function notices(cropped: Cropped, legend: ReadLegend, image: SheetPicture['image']): readonly string[] {
  const list = (label: string): readonly CroppedRegion[] => cropped.regions.get(label) ?? [];
  const others = list('others');
  const unpaired = legend.entries.filter((entry) => entry.text === null).length;
  return [
    ...(legend.entries.length > 0 ? [NO_LABELS] : []),
    ...(list('legend').length === 0 && others.length > 0
      ? [
          legendNotDetected(
            others.length,
            others.map((other) => other.uri),
          ),
        ]
      : []),
    ...mainMapNotices(list('main_map').map(({ region }) => region)),
    ...unpairedNotice(unpaired, legend.loneTexts),
    ...blankNotice(singleColorShare(image)),
  ];
}

/**
 * One run over one map (contract 7.3): read, detect, crop, read the legend, draw, publish. Nothing is published unless all of it
 * succeeded and the source is still the one that was read; files of a failed or cancelled run are removed.
 */
export async function processMap(map: MapRecord, tools: RunTools, context: HandlerContext): Promise<RunRecord> {
  const { settings, signal, store } = context;
  await stage(context, 0.02, 'Reading the picture');
  const source: RasterSource = {
    path: tools.source.path,
    page: map.page,
    maxPixels: settings.limits.max_source_pixels,
    maxBytes: settings.limits.max_resource_read_bytes,
  };
  const sheet = await openSheet(map, { source, workingSide: tools.detector.workingSide }, tools.raster);
  await stage(context, 0.15, 'Looking for map, legend and title');
  const layout = await tools.detector.detect(sheet.image, signal);
  const settled = settleDetections(layout.detections, sheet.frame);
  const files = await openArtifactFiles(settings.cache_root, map.id);
  try {
    const cropped = await cropAll(settled.regions, { raster: tools.raster, glyphs: tools.glyphs, files, sheet }, context);
    await stage(context, 0.7, 'Reading the legend colours');
    const legend = await readLegend(layout.legend, settled.regions.get('main_map')?.[0]?.box, { sheet, raster: tools.raster });
    await stage(context, 0.78, 'Drawing what was found');
    const overlay = await drawOverlay([...settled.regions.values()].flat(), legend, { ...tools, files, sheet });
    await stage(context, 0.9, 'Making a preview');
    const preview = await makePreview(overlay.made, tools.raster, context);
    await stage(context, 0.97, 'Keeping the result');
    const artifacts = [...cropped.artifacts, overlay];
    const document = processingDocument({
      map,
      at: tools.now(),
      regions: cropped.regions,
      entries: legend.entries,
      artifacts,
      detector: { id: tools.detector.id, digest: tools.detector.digest },
      warnings: [
        ...settled.warnings,
        ...notices(cropped, legend, sheet.image),
        ...artifacts.flatMap(({ made, facts }) =>
          typeof facts.scale === 'number'
            ? scaleNotice(made.label ? `crop of ${made.label.replaceAll('_', ' ')}` : 'detection overlay', facts.scale)
            : [],
        ),
      ],
    });
    const payload = preview ? { ...document, preview } : document;
    const run = { id: newId(), mapId: map.id, sourceSha256: map.sha256, detectorId: runKey(tools.detector, map), payload };
    await tools.source.checkUnchanged();
    return store.publishRun(
      run,
      artifacts.map(({ made: { uri: _, width: __, height: ___, ...artifact } }) => artifact),
    ).run;
  } catch (error) {
    await files.discard();
    throw error;
  }
}

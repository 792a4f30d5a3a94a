import { createHash } from 'node:crypto';
import type { MapRecord, RunRecord } from '../../domain/catalog/records.ts';
import type { RasterPort, RasterSource } from '../../domain/documents/raster.ts';
import { scaled } from '../../domain/layout/boxes.ts';
import { drawDetections } from '../../domain/layout/detection-drawing.ts';
import { type GivenRegions, withGiven } from '../../domain/layout/given-regions.ts';
import type { Layout, LayoutDetector, LegendBoxes } from '../../domain/layout/layout-detector.ts';
import { readLegendIn } from '../../domain/layout/legend-in-box.ts';
import { singleColorShare } from '../../domain/layout/picture-parts.ts';
import {
  blankNotice,
  emptyLegendNotice,
  legendNotDetected,
  mainMapNotices,
  noLabels,
  scaleNotice,
  someLabels,
  unpairedNotice,
  unsureLabels,
} from '../../domain/layout/processing-notices.ts';
import { type Region, settleDetections } from '../../domain/layout/regions.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import type { TextReaderChoice } from '../../domain/text/text-reader.ts';
import type { HandlerContext } from '../handler.ts';
import { type ArtifactFiles, newId, openArtifactFiles } from './artifact-files.ts';
import { type ReadLegend, readLegend } from './legend-reading.ts';
import { makePreview } from './overlay-preview.ts';
import { type CroppedRegion, processingDocument } from './processing-document.ts';
import { type CroppedArtifact, type CropTools, cropRegion } from './region-crops.ts';
import { openSheet, type SheetPicture, sheetsFolder } from './sheet-picture.ts';
import { readSheetTexts, type SheetTexts } from './text-reading.ts';

export type RunTools = {
  readonly raster: RasterPort;
  readonly glyphs: GlyphSource;
  readonly detector: LayoutDetector;
  /** Regions that the caller has outlined; they win over detected ones of their class. */
  readonly given: GivenRegions;
  /** What reads text, or why nothing does. */
  readonly text: TextReaderChoice;
  readonly now: () => Date;
  /** The held file: the path by which it is decoded, and a check that throws when it was replaced or written to meanwhile. */
  readonly source: { readonly path: string; readonly checkUnchanged: () => Promise<void> };
};

/** What decides about a result besides the source: detector, regions of the caller, and the reader of texts. */
type Deciding = Pick<RunTools, 'detector' | 'given' | 'text'>;

/** What a kept result is valid for, besides the source's digest (D28): all that decides about it, and the page. */
export function runKey({ detector, given, text }: Deciding, map: MapRecord): string {
  const boxes = [...given.regions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, list]) => [label, ...list.map(({ box }) => box)]);
  const own = boxes.length === 0 ? '' : `/given${createHash('sha256').update(JSON.stringify(boxes)).digest('hex').slice(0, 32)}`;
  return `${detector.digest}/page${map.page}${own}/${text.reader ? `${text.reader.id}-${text.reader.digest}` : 'no-ocr'}`;
}

/** The legend as the detector saw it, or, where the caller outlined one, what lies inside those boxes. */
async function legendOf(layout: Layout, tools: Pick<RunTools, 'detector' | 'given'>, sheet: SheetPicture): Promise<LegendBoxes> {
  const given = tools.given.regions.get('legend') ?? [];
  if (given.length === 0) return layout.legend;
  const boxes = given.map(({ box }) => scaled(box, 1 / sheet.frame.factorX, 1 / sheet.frame.factorY));
  return (tools.detector.readLegend ?? readLegendIn)(sheet.image, boxes);
}

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
      await stage(context, 0.3 + (0.2 * done) / total, `Cutting out ${label.replaceAll('_', ' ')}`);
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

type Found = { readonly cropped: Cropped; readonly legend: ReadLegend; readonly texts: SheetTexts };

/** What is to be said about the labels: none were read and why, or some are missing or unsure. */
function labelNotices({ entries }: SheetTexts, text: TextReaderChoice): readonly string[] {
  const missing = entries.filter(({ label }) => label.label === null).length;
  if (missing > 0 && text.reader === null) return [noLabels(text.reason)];
  const confidences = entries.flatMap(({ label }) => (label.confidence === null ? [] : [label.confidence]));
  return [...someLabels(missing, entries.length), ...unsureLabels(confidences)];
}

function notices({ cropped, legend, texts }: Found, bench: Bench): readonly string[] {
  const list = (label: string): readonly CroppedRegion[] => cropped.regions.get(label) ?? [];
  const others = list('others');
  const unpaired = legend.entries.filter((entry) => entry.text === null).length;
  return [
    ...labelNotices(texts, bench.text),
    ...(list('legend').length === 0 && others.length > 0
      ? [
          legendNotDetected(
            others.length,
            others.map((other) => other.uri),
          ),
        ]
      : []),
    ...mainMapNotices(list('main_map').map(({ region }) => region)),
    ...unpairedNotice(unpaired, legend.loneTexts.length),
    ...blankNotice(singleColorShare(bench.sheet.image)),
  ];
}

/** What a run works with once its picture is open. */
type Bench = RunTools & { readonly files: ArtifactFiles; readonly sheet: SheetPicture };

const reducedNotices = (artifacts: readonly CroppedArtifact[]): readonly string[] =>
  artifacts.flatMap(({ made, facts }) =>
    typeof facts.scale === 'number'
      ? scaleNotice(made.label ? `crop of ${made.label.replaceAll('_', ' ')}` : 'detection overlay', facts.scale)
      : [],
  );

/** Detect, crop, read the legend, draw: the payload of the run and the artifacts to be published with it. */
async function examine(map: MapRecord, bench: Bench, context: HandlerContext) {
  const { sheet, raster, detector, given } = bench;
  await stage(context, 0.15, 'Looking for map, legend and title');
  const { width, height } = sheet.frame;
  const layout = await detector.detect(sheet.image, context.signal, { width, height, part: sheet.part });
  const settled = withGiven(settleDetections(layout.detections, sheet.frame), given, detector.id);
  const cropped = await cropAll(settled.regions, bench, context);
  await stage(context, 0.5, 'Reading the legend colours');
  const boxes = await legendOf(layout, bench, sheet);
  const body = settled.regions.get('main_map')?.[0]?.box;
  const covered = (settled.regions.get('legend') ?? []).map(({ box }) => box);
  const legend = await readLegend(boxes, body ? { box: body, covered } : null, { sheet, raster });
  const step = (share: number, message: string): Promise<void> => stage(context, 0.52 + 0.33 * share, message);
  const scene = { legend, boxes, regions: settled.regions };
  const texts = await readSheetTexts(scene, { text: bench.text, sheet, raster, context, step });
  await stage(context, 0.86, 'Drawing what was found');
  const overlay = await drawOverlay([...settled.regions.values()].flat(), legend, bench);
  await stage(context, 0.9, 'Making a preview');
  const preview = await makePreview(overlay.made, raster, context);
  const artifacts = [...cropped.artifacts, overlay];
  const document = processingDocument({
    map,
    at: bench.now(),
    regions: cropped.regions,
    entries: legend.entries,
    texts,
    artifacts,
    detector: { id: detector.id, digest: detector.digest },
    warnings: [
      ...settled.warnings,
      ...notices({ cropped, legend, texts }, bench),
      ...emptyLegendNotice({ legend: given.regions.has('legend'), entries: legend.entries.length }),
      ...reducedNotices(artifacts),
    ],
  });
  return { payload: preview ? { ...document, preview } : document, artifacts, complete: texts.complete };
}

/**
 * One run over one map (contract 7.3): read, detect, crop, read the legend, draw, publish. Nothing is published unless all of it
 * succeeded and the source is still the one that was read; files of a failed or cancelled run are removed.
 */
export async function processMap(map: MapRecord, tools: RunTools, context: HandlerContext): Promise<RunRecord> {
  const { settings, store } = context;
  await stage(context, 0.02, 'Reading the picture');
  const source: RasterSource = {
    path: tools.source.path,
    page: map.page,
    maxPixels: settings.limits.max_source_pixels,
    maxBytes: settings.limits.max_resource_read_bytes,
  };
  const request = { source, workingSide: tools.detector.workingSide, folder: sheetsFolder(settings.cache_root) };
  const sheet = await openSheet(map, request, tools.raster);
  let files: ArtifactFiles | undefined;
  try {
    files = await openArtifactFiles(settings.cache_root, map.id);
    tools.text.reader?.warm?.();
    const { payload, artifacts, complete } = await examine(map, { ...tools, files, sheet }, context);
    await stage(context, 0.97, 'Keeping the result');
    // A result in which the recogniser broke is shown, but the next call tries again.
    const detectorId = `${runKey(tools, map)}${complete ? '' : '/incomplete'}`;
    const run = { id: newId(), mapId: map.id, sourceSha256: map.sha256, detectorId, payload };
    await tools.source.checkUnchanged();
    return store.publishRun(
      run,
      artifacts.map(({ made: { uri: _, width: __, height: ___, ...artifact } }) => artifact),
    ).run;
  } catch (error) {
    await files?.discard();
    throw error;
  } finally {
    await sheet.close();
  }
}

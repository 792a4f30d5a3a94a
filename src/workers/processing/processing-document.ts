import { basename, extname, join } from 'node:path';
import { mapUri, sourceUri } from '../../domain/catalog/handles.ts';
import type { MapRecord } from '../../domain/catalog/records.ts';
import { markedName, unreadableNote } from '../../domain/catalog/source-limits.ts';
import type { ProcessingPayload } from '../../domain/documents/processing.ts';
import type { ResourceLink } from '../../domain/documents/shared.ts';
import { LOW_CONFIDENCE, type Region } from '../../domain/layout/regions.ts';
import type { Settings } from '../../domain/settings/settings.ts';
import type { EntryText, LegendTexts, SettledSymbol } from './label-reading.ts';
import type { SettledEntry } from './legend-reading.ts';
import type { CroppedArtifact } from './region-crops.ts';

/** A region with the URI of its crop. */
export type CroppedRegion = { readonly region: Region; readonly uri: string };

export type ProcessingFacts = {
  readonly map: MapRecord;
  readonly at: Date;
  readonly regions: ReadonlyMap<string, readonly CroppedRegion[]>;
  readonly entries: readonly SettledEntry[];
  /** What was read for each entry, in their order, and for the rows of line and point symbols. */
  readonly texts: LegendTexts & { readonly information: ProcessingPayload['information'] };
  readonly artifacts: readonly CroppedArtifact[];
  readonly detector: { readonly id: string; readonly digest: string };
  readonly warnings: readonly string[];
};

/** Version of the result's content, constant in the reference (contract 4.3). */
const CONTENT_VERSION = 'v1.0';

const regionDocument = ({ region, uri }: CroppedRegion, detectorId: string) => ({
  label: region.label,
  bbox: [...region.box],
  ...(region.confidence === null ? {} : { confidence: region.confidence, low_confidence: region.confidence < LOW_CONFIDENCE }),
  detector: region.detector ?? detectorId,
  artifact_uri: uri,
});

/** Label, headings and symbol of an entry (contract 4.3, D27a). */
function entryTextDocument(text: EntryText | undefined) {
  const { label, context, symbol } = text ?? { label: null, context: [], symbol: null };
  const headings = context.length > 0 ? { label_context: [...context] } : {};
  const printed = symbol ? { symbol: symbol.symbol, symbol_confidence: symbol.confidence } : { symbol: null };
  if (label === null || label.label === null) {
    const reason = label === null ? {} : { label_reason: label.reason };
    return { label: null, label_extraction: 'not_available' as const, ...reason, ...headings, ...printed };
  }
  const read = { label: label.label, label_extraction: 'extracted' as const, label_confidence: label.confidence };
  return { ...read, ...headings, ...printed };
}

const entryDocument = (entry: SettledEntry, text: EntryText | undefined) => ({
  id: entry.id,
  color_bbox: [...entry.swatch],
  text_bbox: entry.text ? [...entry.text] : null,
  color_rgb: [...entry.rgb],
  color_hex: entry.hex,
  color_name: entry.name,
  pattern: entry.pattern,
  area_fraction: entry.fraction,
  area_fraction_uncertainty: entry.uncertainty,
  ...entryTextDocument(text),
});

const symbolDocument = ({ box, textBox, text }: SettledSymbol) => ({
  bbox: [...box],
  text_bbox: textBox ? [...textBox] : null,
  text: text?.text ?? null,
  ...(text ? { text_confidence: text.confidence } : {}),
});

const artifactDocument = ({ made, facts }: CroppedArtifact, mapId: string) => ({
  uri: made.uri,
  role: made.role,
  stage: made.stage,
  mime_type: made.mimeType,
  source_path_redacted: true as const,
  ...(made.bbox ? { bbox: [...made.bbox] } : {}),
  ...(made.label === null ? {} : { label: made.label }),
  map_id: mapId,
  size: made.bytes,
  artifact_id: made.id,
  ...facts,
});

/** The `map-processing/v1` payload of one run; `source` and the detector's note are added per call. */
export function processingDocument(facts: ProcessingFacts): Omit<ProcessingPayload, 'source' | 'preview'> {
  const { map, at, detector } = facts;
  const instant = at.toISOString();
  return {
    schema_version: 'map-processing/v1',
    date: instant.slice(0, 10).replaceAll('-', ''),
    processed_at: instant,
    name: basename(map.path, extname(map.path)),
    version: CONTENT_VERSION,
    map_id: map.id,
    source_uri: sourceUri(map.id),
    map_uri: mapUri(map.id),
    size: { width: map.width, height: map.height },
    orientation: map.orientation,
    page: map.page,
    coordinate_frame: 'source',
    regions: Object.fromEntries(
      [...facts.regions].map(([label, list]) => [label, list.map((region) => regionDocument(region, detector.id))]),
    ),
    legend: facts.entries.map((entry, index) => entryDocument(entry, facts.texts.entries[index])),
    legend_symbols: facts.texts.symbols.map(symbolDocument),
    artifacts: facts.artifacts.map((artifact) => artifactDocument(artifact, map.id)),
    information: facts.texts.information,
    faults: null,
    source_path_redacted: true,
    detector,
    warnings: [...facts.warnings],
  };
}

/** One link per artifact, in their order, with size and, over the read limit, the UNREADABLE mark (D16). */
export function artifactLinks(payload: Pick<ProcessingPayload, 'artifacts'>, limit: number): readonly ResourceLink[] {
  return payload.artifacts.map((artifact) => {
    const bytes = artifact.size ?? 0;
    const link = { uri: artifact.uri, name: markedName(artifact.role, bytes, limit), mimeType: artifact.mime_type, size: bytes };
    return bytes > limit ? { ...link, description: unreadableNote(bytes, limit) } : link;
  });
}

/** Folder of a map's export below the cache (contract 7.1). */
export const exportFolder = (settings: Settings, mapId: string): string =>
  join(settings.cache_root, settings.dataset_source, 'map_processing', 'maps', mapId);

/** The PEACE-compatible `metadata.json` (contract 7.8), two-space indent. */
export function metadataExport(payload: ProcessingPayload): string {
  const regions = Object.fromEntries(
    Object.entries(payload.regions).map(([label, list]) => [label, list.map((region) => region.bbox)]),
  );
  const legend = Object.fromEntries(
    payload.legend.map((entry) => [
      String(entry.id),
      {
        color_bndbox: entry.color_bbox,
        text_bndbox: entry.text_bbox,
        color: entry.color_rgb,
        color_name: entry.color_name,
        text: entry.label ?? '',
        area: entry.area_fraction,
        color_hex: entry.color_hex,
      },
    ]),
  );
  const { date, name, version, source, size, information, faults } = payload;
  return `${JSON.stringify({ date, name, version, source, size, regions, legend, information, faults }, null, 2)}\n`;
}

import { mapUri } from '../../domain/catalog/handles.ts';
import type { MapRecord, OverlayRecord } from '../../domain/catalog/records.ts';
import { markedName, unreadableNote } from '../../domain/catalog/source-limits.ts';
import type { RenderRequest } from '../../domain/documents/overlay.ts';
import type { Preview, ResourceLink } from '../../domain/documents/shared.ts';
import type { Placement } from '../../domain/overlay/annotation.ts';
import { boundsDocument, itemDocument, type Overlay } from '../../domain/overlay/item.ts';
import { tallyDocument } from '../../domain/overlay/tally.ts';
import type { HandlerContext } from '../handler.ts';
import type { ChosenGeoref } from './chosen-georef.ts';
import type { WrittenPreview } from './png-file.ts';

/** The annotated picture in the catalogue and its preview, null when only the preview failed. */
type PngProduct = { readonly record: OverlayRecord; readonly preview: WrittenPreview | null };

export type Drawn = {
  readonly input: RenderRequest;
  readonly overlay: Overlay;
  readonly placement: Placement | null;
  readonly georef: ChosenGeoref;
  readonly map: MapRecord | undefined;
  /** Whether the SVG is in the pixel space of the map. */
  readonly onMap: boolean;
  readonly svg: OverlayRecord;
  readonly png: PngProduct | null;
  readonly warnings: readonly string[];
};

const resourceDocument = ({ id, uri, mimeType, mapId, bytes }: OverlayRecord) => ({
  id,
  uri,
  mime_type: mimeType,
  source_path_redacted: true as const,
  ...(mapId === null ? {} : { map_id: mapId }),
  size: bytes,
});

function linkOf({ uri, mimeType, bytes }: OverlayRecord, limit: number): ResourceLink {
  const link = { uri, name: markedName('knowledge overlay', bytes, limit), mimeType, size: bytes };
  return bytes > limit ? { ...link, description: unreadableNote(bytes, limit) } : link;
}

const previewDocument = ({ record, preview }: PngProduct): Preview | undefined =>
  preview === null
    ? undefined
    : {
        artifact_uri: record.uri,
        mime_type: preview.mimeType,
        source_width: preview.sourceWidth,
        source_height: preview.sourceHeight,
        width: preview.width,
        height: preview.height,
        downsampled: preview.width < preview.sourceWidth || preview.height < preview.sourceHeight,
        encoded_bytes: preview.bytes,
        coordinate_frame: 'preview',
      };

/** Frame of an overlay: degrees always; `source` says what the SVG is drawn on. Items in the order of the overlay. */
function frameDocument({ overlay, onMap, placement }: Drawn) {
  const seen = new Set((placement?.placed ?? []).map(({ item }) => item));
  return {
    source: onMap ? 'map_pixels' : 'geographic_canvas',
    crs: 'EPSG:4326',
    bounds: overlay.bounds === null ? null : boundsDocument(overlay.bounds),
    bounds_parts: overlay.parts.map(boundsDocument),
    item_ids: overlay.items.filter((item) => seen.has(item)).map(({ id }) => id),
  };
}

/** The georeference drawn on (D15): revision and URI when it is a stored one. */
const georefDocument = ({ record, document }: ChosenGeoref) => ({
  ...(record === null ? {} : { georef_uri: record.uri }),
  drawn_on: {
    georef: record === null ? ('inline' as const) : ('stored' as const),
    revision: record?.revision ?? null,
    crs: document.crs,
  },
});

/** Output of the job: payload, links and preview file. */
export function overlayOutput(drawn: Drawn, { settings }: HandlerContext) {
  const { overlay, placement, map, png, warnings, input, georef } = drawn;
  const records = png === null ? [drawn.svg] : [drawn.svg, png.record];
  const preview = png === null ? undefined : previewDocument(png);
  const payload = {
    ...(map === undefined ? {} : { map_id: map.id, map_uri: mapUri(map.id) }),
    ...georefDocument(georef),
    ...(input.bundle_uri === undefined ? {} : { bundle_uri: input.bundle_uri }),
    overlay: {
      frame: frameDocument(drawn),
      items: overlay.items.map(itemDocument),
      out_of_bounds: overlay.outOfBounds.map(itemDocument),
      warnings: [...overlay.warnings],
    },
    annotations: tallyDocument(overlay, placement),
    resources: records.map(resourceDocument),
    warnings: [...warnings],
    ...(preview === undefined ? {} : { preview }),
  };
  return {
    payload,
    links: records.map((record) => linkOf(record, settings.limits.max_resource_read_bytes)),
    preview_file: png?.preview?.path ?? null,
  };
}

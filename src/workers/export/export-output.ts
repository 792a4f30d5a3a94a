import { mapUri } from '../../domain/catalog/handles.ts';
import type { ExportRecord } from '../../domain/catalog/records.ts';
import { markedName, unreadableNote } from '../../domain/catalog/source-limits.ts';
import type { ExportPayload } from '../../domain/documents/export.ts';
import { georefInputSchema } from '../../domain/documents/georef.ts';
import type { ResourceLink } from '../../domain/documents/shared.ts';
import { EXPORT_FORMATS } from '../../domain/export/formats.ts';
import type { ExportCall, WrittenExport } from './export-call.ts';

function linkOf({ uri, mimeType, bytes }: ExportRecord, words: string, limit: number): ResourceLink {
  const link = { uri, name: markedName(words, bytes, limit), mimeType, size: bytes };
  return bytes > limit ? { ...link, description: unreadableNote(bytes, limit) } : link;
}

/** The georeference that an export was made by. */
const georefDocument = ({ record }: WrittenExport) =>
  record === null
    ? {}
    : {
        georef_uri: record.uri,
        georef: {
          revision: record.revision,
          georef_uri: record.uri,
          transform: georefInputSchema.safeParse(record.document).data?.transform?.type ?? 'affine',
        },
      };

/** Output of the job: payload and one link. */
export function exportOutput(record: ExportRecord, written: WrittenExport, { input, context, warnings }: ExportCall) {
  const { id, uri, mimeType, bytes, mapId } = record;
  const limit = context.settings.limits.max_resource_read_bytes;
  const payload: ExportPayload = {
    ...(mapId === null ? {} : { map_id: mapId, map_uri: mapUri(mapId) }),
    ...(input.bundle_uri === undefined ? {} : { bundle_uri: input.bundle_uri }),
    ...georefDocument(written),
    format: input.format,
    export_uri: uri,
    mime_type: mimeType,
    bytes,
    ...written.facts,
    resources: [
      {
        id,
        uri,
        mime_type: mimeType,
        source_path_redacted: true,
        size: bytes,
        ...(mapId === null ? {} : { map_id: mapId }),
        ...(bytes > limit ? { readable: false } : {}),
      },
    ],
    warnings: [...warnings],
  };
  return { payload, links: [linkOf(record, EXPORT_FORMATS[input.format].words, limit)], preview_file: null };
}

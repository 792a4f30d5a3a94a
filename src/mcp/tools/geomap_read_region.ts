import type { ReadRegionPayload, RegionMapping } from '../../domain/documents/region.ts';
import { regionRead } from '../../queue/jobs/region-read.ts';
import { exactlyOneOf } from '../constraints.ts';
import { formatFloat } from '../digest-format.ts';
import { defineTool } from '../tool.ts';

const formula = ({ to, scale_x, scale_y, offset_x, offset_y }: RegionMapping): string =>
  `${to} x = ${formatFloat(offset_x)} + ${formatFloat(scale_x)} * u, ${to} y = ${formatFloat(offset_y)} + ${formatFloat(scale_y)} * v`;

function summary(payload: ReadRegionPayload): string {
  const { bbox, mapping, picture_size, preview, read_uri, size, source_mapping, tile } = payload;
  const part = tile ? `tile ${tile.index} (row ${tile.row}, column ${tile.column} of ${tile.rows}x${tile.columns}), ` : '';
  const whose = mapping.to === 'source' ? 'source' : 'artifact';
  return [
    `Read ${part}px [${bbox.map(formatFloat).join(', ')}] of the ${picture_size.width}x${picture_size.height} ${whose} ${read_uri} as ${size.width}x${size.height} px.`,
    preview
      ? 'The picture is a different coordinate frame: bring what you measure on it back with the mapping.'
      : 'The picture is gone; ask again.',
    `With u, v in px from its left and top edge: ${formula(mapping)}${source_mapping ? `; ${formula(source_mapping)}` : ''}.`,
  ].join(' ');
}

export const geomapReadRegion = defineTool({
  name: 'geomap_read_region',
  title: 'Look closely at a part of a map',
  description:
    'Show one part of the source of a registered map, or of an artifact (crop, detection overlay, overlay PNG), as a picture of at most 1536 px, with the exact mapping of its pixels to the frame of the source. Name the part by bbox, by a tile of a rows x columns grid, or both. Use it to read coordinates, labels and control points without loading the sheet. Nothing is kept.',
  job: regionRead,
  constraints: [exactlyOneOf('map_id', 'map_uri', 'artifact_uri')],
  annotations: { readOnlyHint: true, idempotentHint: true },
  summary,
});

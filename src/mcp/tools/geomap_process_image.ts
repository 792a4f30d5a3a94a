import type { ProcessingPayload } from '../../domain/documents/processing.ts';
import { mapProcess } from '../../queue/jobs/map-process.ts';
import { exactlyOne } from '../constraints.ts';
import { previewSentence } from '../preview.ts';
import { defineTool } from '../tool.ts';

function summary(payload: ProcessingPayload): string {
  const { regions, legend, size } = payload;
  const found = Object.values(regions).reduce((sum, boxes) => sum + boxes.length, 0);
  const unlabeled = legend.filter((entry) => entry.label === null).length;
  const ocr =
    unlabeled > 0
      ? [
          `${unlabeled} of ${legend.length} candidates have no label, because their text was not read: report them as unlabeled and do not infer lithology names from the image.`,
        ]
      : [];
  const own = Object.values(regions).flatMap((boxes) => boxes.filter((region) => region.detector === 'caller')).length;
  const outlined = own > 0 ? [`${own} of the regions ${own === 1 ? 'is' : 'are'} as outlined by the caller.`] : [];
  return [
    `Processed ${payload.map_uri} with the ${payload.detector.id} detector: ${found} region${found === 1 ? '' : 's'}.`,
    ...outlined,
    `Legend region: ${(regions.legend ?? []).length > 0 ? 'detected' : 'not detected'}.`,
    `Legend extracted candidates: ${legend.length} (not a verified map-unit count).`,
    `All boxes are in the ${size.width}x${size.height} source frame.`,
    ...ocr,
    ...(payload.preview ? [previewSentence(payload.preview)] : []),
  ].join(' ');
}

export const geomapProcessImage = defineTool({
  name: 'geomap_process_image',
  title: 'Process a map image',
  description:
    'Detect the layout of one registered map (title, main map, legend, scale, index map and more) and extract its legend swatches. Needs the capability map_processing to be ready. Crops and the result are kept under new artifact URIs each time; read them to see details. Boxes are pixels of the full-resolution source. Where the detector missed or misjudged a region, outline it in regions.',
  job: mapProcess,
  constraints: [exactlyOne('map_id', 'map_uri')],
  annotations: { readOnlyHint: false, idempotentHint: false },
  summary,
});

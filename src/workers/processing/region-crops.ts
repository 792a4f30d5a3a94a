import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort } from '../../domain/documents/raster.ts';
import { boxArea } from '../../domain/layout/boxes.ts';
import { cornerBoxes, cornerMosaic } from '../../domain/layout/corner-mosaic.ts';
import { COMPASS_MARGIN, drawCompass } from '../../domain/layout/detection-drawing.ts';
import { padded } from '../../domain/layout/picture-parts.ts';
import type { Region } from '../../domain/layout/regions.ts';
import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import type { ArtifactFiles, MadeArtifact } from './artifact-files.ts';
import { newId } from './artifact-files.ts';
import type { SheetPicture } from './sheet-picture.ts';

/** An index map is small; a caller may outline a whole sheet as one, which is then drawn smaller, because it is held in memory. */
const COMPASS_MAX_PIXELS = 12_000_000;

/** Facts of an artifact that only the result shows: the tiles of a mosaic in the source frame, or the scale of a crop. */
export type ArtifactFacts = Readonly<Record<string, unknown>>;
export type CroppedArtifact = { readonly made: MadeArtifact; readonly facts: ArtifactFacts };
export type CropTools = {
  readonly raster: RasterPort;
  readonly glyphs: GlyphSource;
  readonly files: ArtifactFiles;
  readonly sheet: SheetPicture;
};

/** The crop of one region, and what belongs to it: the corner mosaic of a main map, the compass of an index map. */
export async function cropRegion(region: Region, index: number, tools: CropTools): Promise<readonly CroppedArtifact[]> {
  const { files, sheet } = tools;
  const draft = { role: 'component_crop', label: region.label, bbox: region.box } as const;
  const made = await files.add(draft, (target) => sheet.writePart(region.box, target));
  const scale = made.width / (region.box[2] - region.box[0]);
  const crop = { made, facts: scale < 1 ? { scale } : {} };
  if (region.label === 'main_map') return [crop, await cropCorners(region.box, index, tools)];
  if (region.label === 'index_map') return [crop, await annotateIndexMap(region, tools)];
  return [crop];
}

/** Two by two corner tiles, where coordinates are usually printed; their four source boxes are recorded (W-101). */
async function cropCorners(box: PixelBox, index: number, { raster, files, sheet }: CropTools): Promise<CroppedArtifact> {
  const boxes = cornerBoxes(box);
  const [first, second, third, fourth] = boxes;
  const mosaic = cornerMosaic([
    await sheet.part(first),
    await sheet.part(second),
    await sheet.part(third),
    await sheet.part(fourth),
  ]);
  const draft = { role: 'lonlat_corner_crop', label: 'lonlat', bbox: null } as const;
  const made = await files.add(draft, (target) => raster.writeRgb(mosaic, target));
  return {
    made,
    facts: {
      of: { label: 'main_map', index },
      layout: ['top_left', 'top_right', 'bottom_left', 'bottom_right'],
      source_boxes: boxes,
    },
  };
}

/** The index map on white with the eight directions around it: an artifact of its own, so that the crop keeps its pixels (W-79). */
async function annotateIndexMap(region: Region, { raster, glyphs, files, sheet }: CropTools): Promise<CroppedArtifact> {
  const area = boxArea(region.box);
  const longer = Math.max(region.box[2] - region.box[0], region.box[3] - region.box[1]);
  const maxSide = Math.floor(longer * Math.sqrt(COMPASS_MAX_PIXELS / area));
  const part =
    area > COMPASS_MAX_PIXELS ? await raster.readRgb(sheet.source, { box: region.box, maxSide }) : await sheet.part(region.box);
  const picture = padded(part, COMPASS_MARGIN);
  const svg = drawCompass(picture.width - 2 * COMPASS_MARGIN, picture.height - 2 * COMPASS_MARGIN, glyphs);
  const plain = join(files.folder, `.${newId()}.plain.png`);
  try {
    await raster.writeRgb(picture, plain);
    const draft = { role: 'index_map_annotated', label: region.label, bbox: null } as const;
    const source = { path: plain, page: 0, maxPixels: picture.width * picture.height };
    const made = await files.add(draft, (target) => raster.writeAnnotated(source, svg, target));
    const scale = part.width / (region.box[2] - region.box[0]);
    return { made, facts: { margin_px: COMPASS_MARGIN, ...(scale < 1 ? { scale } : {}) } };
  } finally {
    await rm(plain, { force: true });
  }
}

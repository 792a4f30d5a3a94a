import { join } from 'node:path';
import type { MapRecord, PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort, RasterSource, RgbImage, WrittenRaster } from '../../domain/documents/raster.ts';
import { boxArea } from '../../domain/layout/boxes.ts';
import { cutOut } from '../../domain/layout/picture-parts.ts';
import type { Frame } from '../../domain/layout/regions.ts';
import { openScratchFile } from '../../platform/files/scratch-file.ts';
import { newId, stored } from './artifact-files.ts';

/** A source opened for one run: its picture as the detector sees it, and parts of it at full resolution. */
export type SheetPicture = {
  /** What parts are read from: the source itself, or a plain copy of the whole sheet, in which every part is found at once. */
  readonly source: RasterSource;
  readonly image: RgbImage;
  readonly frame: Frame;
  /** A part at full resolution, in milliseconds whatever the size of the sheet. */
  readonly part: (box: PixelBox) => Promise<RgbImage>;
  readonly writePart: (box: PixelBox, target: string) => Promise<WrittenRaster>;
  /** Removes the plain copy. */
  readonly close: () => Promise<void>;
};

export type SheetRequest = {
  readonly source: RasterSource;
  /** Longest side in px that the detector wants, or null for full resolution. */
  readonly workingSide: number | null;
  /** Folder for the plain copy of a large sheet. */
  readonly folder: string;
};

/** A detector that wants full resolution gets it up to this size, 300 MB in memory, and a reduced picture above. */
const WHOLE_MAX_PIXELS = 100_000_000;
/** A plain copy with its tiles of 256 px and its header. */
const plainBytes = ({ width, height }: MapRecord): number =>
  Math.ceil(width / 256) * Math.ceil(height / 256) * 256 * 256 * 3 + 4_000_000;

/** Folder for plain copies below the cache. */
export const sheetsFolder = (cacheRoot: string): string => join(cacheRoot, 'mcp', 'v1', 'sheets');

function workingSideOf({ width, height }: MapRecord, wanted: number | null): number {
  const longer = Math.max(width, height);
  if (wanted !== null) return Math.min(longer, wanted);
  return width * height <= WHOLE_MAX_PIXELS ? longer : Math.floor(longer * Math.sqrt(WHOLE_MAX_PIXELS / (width * height)));
}

/**
 * Read the picture of a map as its detector wants it. When that is the whole resolution, later parts are cut out of memory. A
 * larger source is decoded once into a plain temporary file, from which everything else is read, so that it is neither held whole nor
 * decoded again for each part. The caller closes it. Throws `storage_unavailable` when the disk cannot take the copy.
 */
export async function openSheet(map: MapRecord, request: SheetRequest, raster: RasterPort): Promise<SheetPicture> {
  const maxSide = workingSideOf(map, request.workingSide);
  const whole = maxSide >= Math.max(map.width, map.height);
  const { source, close } = whole
    ? { source: request.source, close: async () => undefined }
    : await plainCopy(map, request, raster);
  try {
    const image = await raster.readRgb(source, whole ? {} : { maxSide });
    const maxBytes = source.maxBytes ?? Number.POSITIVE_INFINITY;
    // Without packing three bytes per pixel: only a picture that cannot be over the limit takes the short way.
    const fits = (box: PixelBox): boolean => 3.1 * boxArea(box) < maxBytes;
    return {
      source,
      image,
      frame: { width: map.width, height: map.height, factorX: map.width / image.width, factorY: map.height / image.height },
      part: async (box) => (whole ? cutOut(image, box) : raster.readRgb(source, { box })),
      writePart: (box, target) =>
        whole && fits(box) ? raster.writeRgb(cutOut(image, box), target) : raster.writeCrop(source, box, target),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function plainCopy(map: MapRecord, { source, folder }: SheetRequest, raster: RasterPort) {
  const file = await stored(() => openScratchFile(folder, { bytes: plainBytes(map), name: newId() }));
  try {
    await raster.writePlainTiff(source, file.path);
    const plain: RasterSource = { ...source, path: file.path, page: 0 };
    return { source: plain, close: file.close };
  } catch (error) {
    await file.close();
    throw error;
  }
}

import type { MapRecord, PixelBox } from '../../domain/catalog/records.ts';
import type { RasterPort, RasterSource, RgbImage, WrittenRaster } from '../../domain/documents/raster.ts';
import { boxArea } from '../../domain/layout/boxes.ts';
import { cutOut } from '../../domain/layout/picture-parts.ts';
import type { Frame } from '../../domain/layout/regions.ts';

/** A source opened for one run: its picture as the detector sees it, and parts of it at full resolution. */
export type SheetPicture = {
  readonly source: RasterSource;
  readonly image: RgbImage;
  readonly frame: Frame;
  readonly part: (box: PixelBox) => Promise<RgbImage>;
  readonly writePart: (box: PixelBox, target: string) => Promise<WrittenRaster>;
};

/**
 * Read the picture of a map at most `workingSide` px long. When that is the whole resolution, later parts are cut out of memory;
 * a larger source is decoded again for each part, so that it is never held whole.
 */
export async function openSheet(
  map: MapRecord,
  { source, workingSide }: { readonly source: RasterSource; readonly workingSide: number | null },
  raster: RasterPort,
): Promise<SheetPicture> {
  const maxBytes = source.maxBytes ?? Number.POSITIVE_INFINITY;
  const image = await raster.readRgb(source, workingSide === null ? {} : { maxSide: workingSide });
  const frame = { width: map.width, height: map.height, factorX: map.width / image.width, factorY: map.height / image.height };
  // Without packing three bytes per pixel: only a picture that cannot be over the limit takes the short way.
  const fits = (box: PixelBox): boolean => 3.1 * boxArea(box) < maxBytes;
  const whole = frame.factorX === 1 && frame.factorY === 1;
  return {
    source,
    image,
    frame,
    part: async (box) => (whole ? cutOut(image, box) : raster.readRgb(source, { box })),
    writePart: (box, target) =>
      whole && fits(box) ? raster.writeRgb(cutOut(image, box), target) : raster.writeCrop(source, box, target),
  };
}

import { type ControlPointFile, type FilePoint, gcpFileFault } from './control-point-file.ts';

export type PictureSize = { readonly width: number; readonly height: number };

/** Points may lie a little beside the picture; more than this share of its size, and at least these pixels, is another unit. */
const MARGIN_SHARE = 0.01;
const MARGIN_PIXELS = 2;
/** No scan is that large; used when the picture is not known. */
const LARGEST_PIXEL = 1_000_000;
/** Shares by which two pictures of one aspect ratio may differ through rounding. */
const SAME_RATIO = 0.005;

const beside = (value: number, size: number | undefined): boolean => {
  const margin = size === undefined ? 0 : Math.max(MARGIN_PIXELS, MARGIN_SHARE * size);
  const limit = size ?? LARGEST_PIXEL;
  return value < -(size === undefined ? limit : margin) || value > limit + margin;
};

const checkUnits = (points: readonly FilePoint[], picture: PictureSize | undefined): void => {
  const bad = points.flatMap(({ pixelX, pixelY }, at) =>
    beside(pixelX, picture?.width) || beside(pixelY, picture?.height) ? [at] : [],
  );
  if (bad.length === 0) return;
  const size = picture ? `the picture of ${picture.width} x ${picture.height} px` : 'any picture';
  throw gcpFileFault(
    'pixel_units',
    `The source coordinates of ${bad.length} of ${points.length} control points lie outside ${size}. They look like map units of a raster that was already georeferenced, or belong to another scan; give pixels of the full source, counted from its top left corner.`,
    { gcp_indices: bad.slice(0, 20) },
  );
};

/** Points made on a smaller or larger copy of the same picture, in pixels of the picture itself. */
const rescaled = (file: ControlPointFile, picture: PictureSize | undefined): ControlPointFile => {
  const { imageSize } = file;
  if (!imageSize || !picture || (imageSize.width === picture.width && imageSize.height === picture.height)) return file;
  const [sx, sy] = [picture.width / imageSize.width, picture.height / imageSize.height];
  const from = `${imageSize.width} x ${imageSize.height} px`;
  if (Math.abs(sx / sy - 1) > SAME_RATIO) {
    throw gcpFileFault(
      'other_picture',
      `The control points were made on a picture of ${from}, which has another shape than this map of ${picture.width} x ${picture.height} px; use those of this scan.`,
    );
  }
  return {
    ...file,
    imageSize: picture,
    points: file.points.map((point) => ({ ...point, pixelX: point.pixelX * sx, pixelY: point.pixelY * sy })),
    warnings: [...file.warnings, `gcp_rescaled: the control points were made on a copy of ${from} and scaled to this picture.`],
  };
};

/**
 * Makes sure that the source coordinates of a file are pixels of the picture: points on a copy of another size are scaled, coordinates
 * larger than the picture are refused with `invalid_bounds` (field report 1.4).
 */
export const fitToPicture = (file: ControlPointFile, picture: PictureSize | undefined): ControlPointFile => {
  const scaled = rescaled(file, picture);
  checkUnits(scaled.points, picture);
  return scaled;
};

import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';

/** One found region. `bbox` is in px of the picture handed in; `confidence` is 0..1, or null when the detector gives none. */
export type Detection = { readonly label: string; readonly bbox: PixelBox; readonly confidence: number | null };

/** A legend row of a line or point symbol, px of the picture handed in; `text` is null when none stands beside it. */
export type SymbolRow = { readonly symbol: PixelBox; readonly text: PixelBox | null };

/** What a detector found in the legend, in px of the picture handed in, in reading order. Not paired yet. */
export type LegendBoxes = {
  readonly swatches: readonly PixelBox[];
  /** Whole labels, of one or several lines. */
  readonly texts: readonly PixelBox[];
  /** Headings inside the legend, such as the name of an era. */
  readonly headings?: readonly PixelBox[];
  /** Rows that explain line and point symbols (D27a). */
  readonly symbols?: readonly SymbolRow[];
};

/** Everything one detector has to say about one picture. */
export type Layout = { readonly detections: readonly Detection[]; readonly legend: LegendBoxes };

/** The sheet at full resolution, for a detector whose picture may be a reduced one. Boxes are whole px inside the sheet. */
export type FullPicture = {
  readonly width: number;
  readonly height: number;
  readonly part: (box: PixelBox) => Promise<RgbImage>;
};

/**
 * The detector port: the built-in detector, PEACE's networks and regions drawn by the caller give the same kind of result.
 * Boxes may be degenerate or reach beyond the picture; `settleDetections` puts that right.
 */
export type LayoutDetector = {
  readonly id: string;
  /** Identifies algorithm, version and parameters (or weights): part of the key a result is kept under (D28). */
  readonly digest: string;
  /** Longest side in px that the detector wants to be given; null asks for full resolution. */
  readonly workingSide: number | null;
  /**
   * Throws the signal's reason when it is aborted between two stages. `full` is the same sheet at full resolution; the result is in
   * px of `image` all the same.
   */
  readonly detect: (image: RgbImage, signal?: AbortSignal, full?: FullPicture) => Promise<Layout>;
  /** Swatches and texts inside boxes that are known to be legends, px of `image`; those of the built-in detector when left out. */
  readonly readLegend?: (image: RgbImage, boxes: readonly PixelBox[], signal?: AbortSignal) => Promise<LegendBoxes>;
};

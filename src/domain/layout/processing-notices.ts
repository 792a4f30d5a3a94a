import type { Inks } from '../catalog/image-header.ts';
import { LOW_CONFIDENCE, type Region } from './regions.ts';

const DO_NOT_INFER =
  'Entries without a label carry no transcribed text: do not infer one from the image; ask the user, or read the crops with a separate OCR or vision model.';

/** Labels were not read at all, for the reason given: said whenever an entry has none (contract 4.3). */
export const noLabels = (reason: string): string =>
  `label_extraction_not_available: legend labels were not extracted, because no text in images was read (no OCR). ${reason} ${DO_NOT_INFER}`;

/** Some labels could not be read; none gives no notice. */
export const someLabels = (missing: number, entries: number): readonly string[] =>
  missing > 0
    ? [
        `label_extraction_incomplete: ${missing} of ${entries} candidates have no label; each says why in label_reason. ${DO_NOT_INFER}`,
      ]
    : [];

/** Labels come from a recogniser: those below this confidence should be checked. */
const CHECK_BELOW = 0.75;

/** Labels that were read, but not surely; `confidences` are those of the labels. */
export function unsureLabels(confidences: readonly number[]): readonly string[] {
  const unsure = confidences.filter((confidence) => confidence < CHECK_BELOW).length;
  return unsure > 0
    ? [`label_low_confidence: ${unsure} label(s) were read with a confidence below ${CHECK_BELOW}; check them against the crops.`]
    : [];
}

/** No legend region, but other figures that might be one; `uris` are those of their crops. */
export const legendNotDetected = (candidates: number, uris: readonly string[]): string =>
  `legend_not_detected: no legend region was found. ${candidates} 'others' candidate${candidates === 1 ? '' : 's'} with a crop may be one: ${uris.length > 0 ? uris.join(', ') : 'none is readable'}.`;

/** What an agent has to know about the main map. */
export function mainMapNotices(maps: readonly Region[]): readonly string[] {
  const best = maps[0];
  if (!best)
    return [
      'main_map_not_detected: no map body was found; give geomap_georeference a pixel_extent, for example the neatline as read on the picture.',
    ];
  if (best.confidence !== null && best.confidence < LOW_CONFIDENCE)
    return ['low_confidence: the evidence for the main map is weak; check its box against the picture before measuring in it.'];
  return [];
}

/** Swatches without a text and texts without a swatch (W-77). */
export const unpairedNotice = (swatches: number, texts: number): readonly string[] =>
  swatches + texts > 0
    ? [
        `unpaired_legend: ${swatches} swatch(es) have no text beside them and ${texts} text(s) have no swatch; the latter are left out of the legend.`,
      ]
    : [];

/** A legend that the caller outlined and in which no swatch was found. */
export const emptyLegendNotice = (given: { readonly legend: boolean; readonly entries: number }): readonly string[] =>
  given.legend && given.entries === 0
    ? [
        'legend_empty: no colour swatch was found in the legend that the caller outlined; check its box, or read its crop with a vision model.',
      ]
    : [];

/** Share of one colour from which a picture is called blank (field report 4.19). */
const BLANK_SHARE = 0.95;

export const blankNotice = (share: number): readonly string[] =>
  share > BLANK_SHARE
    ? [
        `nearly_blank: ${Math.floor(share * 100)} % of the picture has one colour; check that the scan is the right one and not damaged.`,
      ]
    : [];

/** CMYK says nothing of colours until a profile does (field report 4.5). */
export const inkNotice = (inks: Inks): readonly string[] =>
  inks === 'default_profile'
    ? [
        'cmyk_without_profile: the picture is CMYK and names no colour profile; its colours were converted with the default CMYK profile of libvips and may differ from the print.',
      ]
    : [];

/** A picture written smaller than the source, because of its size. */
export const scaleNotice = (what: string, scale: number): readonly string[] =>
  scale < 1
    ? [`reduced_scale: the ${what} is written at ${scale.toFixed(4)} of the source's size, because the picture is very large.`]
    : [];

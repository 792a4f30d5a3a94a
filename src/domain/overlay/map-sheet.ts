import { drawLabels, drawMarks, type Placement, scaleFor } from './annotation.ts';
import { drawFooter } from './footer.ts';
import type { Overlay } from './item.ts';
import type { Lettering } from './lettering.ts';
import { drawnPhrase, sheetText } from './sheet-text.ts';
import { attributes } from './xml.ts';

/** A picture to embed: any size, stretched over the picture's place; `dataUri` holds only base64. */
export type Backdrop = { readonly dataUri: string };

/** What the drawing over a map shows. */
export type MapSheet = {
  readonly overlay: Overlay;
  readonly placement: Placement;
  /** Size of the source picture, px: the user units of the drawing are its pixels. */
  readonly size: { readonly width: number; readonly height: number };
  readonly backdrop: Backdrop | null;
  readonly remarks: readonly string[];
};

const LABEL_CAP = 60;
const NUMBER_CAP = 80;

/**
 * The standalone SVG over a map: the picture as it is, everything drawn at its source pixels through the georeference, and a
 * footer below the picture with the legend, the notes and the numbered list (D35). `lettering` must write `<text>`.
 */
export function renderMapSheet(sheet: MapSheet, lettering: Lettering): string {
  const { width, height } = sheet.size;
  const scale = scaleFor(Math.min(width, height));
  const labels = drawLabels(
    sheet.placement,
    { scale, lettering },
    { cap: LABEL_CAP, numbers: NUMBER_CAP, room: sheet.placement.surface.window },
  );
  const sheetWidth = Math.max(width, scale.font * 36);
  const pad = scale.font;
  const place = { x: pad, y: height + pad / 2, width: sheetWidth - 2 * pad, font: scale.font };
  const text = { ...sheetText({ ...sheet, labels }), title: `Knowledge overlay · ${drawnPhrase(sheet.placement)}` };
  const footer = drawFooter(place, text, lettering);
  const whole = { width: Math.ceil(sheetWidth), height: Math.ceil(height + footer.height + pad) };
  const title = 'Knowledge overlay';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ ...whole, viewBox: `0 0 ${whole.width} ${whole.height}`, role: 'img', 'aria-label': title })}>`,
    `<title>${title}</title>`,
    `<rect${attributes({ ...whole, fill: '#F8FAFC' })}/>`,
    sheet.backdrop === null
      ? `<rect${attributes({ width, height, fill: '#FFFFFF', stroke: '#CBD5E1' })}/>`
      : `<image${attributes({ width, height, preserveAspectRatio: 'none', href: sheet.backdrop.dataUri })}/>`,
    ...drawMarks(sheet.placement, scale, 'map-window'),
    ...labels.elements,
    ...footer.elements,
    '</svg>',
  ].join('\n');
}

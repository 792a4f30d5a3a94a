import { fitText, type Lettering } from './lettering.ts';
import { hexOf, type Rgb } from './palette.ts';
import { attributes } from './xml.ts';

/** What is written below a drawing. */
export type FooterText = {
  /** Empty for none. */
  readonly title: string;
  readonly legend: readonly { readonly label: string; readonly color: Rgb }[];
  /** Sentences: what is not drawn, how large the picture is. */
  readonly notes: readonly string[];
  /** Texts of the numbers on the drawing, from 1. */
  readonly numbered: readonly string[];
};

/** Top left corner, width and em size, px. */
export type FooterPlace = { readonly x: number; readonly y: number; readonly width: number; readonly font: number };

const INK = '#0F172A';
const QUIET = '#475569';

/** Breaks a sentence into lines of at most `room` px. */
function wrapText(text: string, font: number, fit: { readonly room: number; readonly lettering: Lettering }): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && fit.lettering.widthOf(longer, font) > fit.room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].filter((entry) => entry !== '').map((entry) => fitText(entry, font, fit));
}

type Pen = { readonly place: FooterPlace; readonly lettering: Lettering; readonly step: number; readonly elements: string[] };

function drawLines({ place, lettering, step, elements }: Pen, top: number, lines: readonly string[]): number {
  lines.forEach((line, i) => {
    const setting = { x: place.x, y: top + i * step, size: place.font };
    elements.push(lettering.draw(line, setting, { fill: QUIET }));
  });
  return top + lines.length * step;
}

/** Chips with words, one after the other, broken where the row is full. */
function drawLegend({ place, lettering, step, elements }: Pen, top: number, legend: FooterText['legend']): number {
  const { x, width, font } = place;
  let [left, y] = [x, top];
  for (const { label, color } of legend) {
    const words = fitText(label, font, { room: width - font * 1.5, lettering });
    const room = font * 3 + lettering.widthOf(words, font);
    if (left > x && left + room > x + width) [left, y] = [x, y + step];
    elements.push(
      `<rect${attributes({ x: left, y: y - font * 0.8, width: font * 0.9, height: font * 0.9, fill: hexOf(color) })}/>`,
    );
    elements.push(lettering.draw(words, { x: left + font * 1.3, y, size: font }, { fill: INK }));
    left += room;
  }
  return legend.length > 0 ? y + step : y;
}

/** The list behind the numbers, in columns read downwards. */
function drawNumbered({ place, lettering, step, elements }: Pen, top: number, numbered: readonly string[]): number {
  const { x, width, font } = place;
  const columns = Math.max(1, Math.min(numbered.length, Math.floor(width / (font * 18))));
  const rows = Math.ceil(numbered.length / columns);
  numbered.forEach((label, i) => {
    const words = fitText(`${i + 1}. ${label}`, font, { room: width / columns - font, lettering });
    const column = Math.floor(i / Math.max(1, rows));
    elements.push(
      lettering.draw(words, { x: x + (column * width) / columns, y: top + (i % rows) * step, size: font }, { fill: INK }),
    );
  });
  return top + rows * step;
}

/** Writes the footer. Returns its elements and the height it took, px. */
export function drawFooter(
  place: FooterPlace,
  text: FooterText,
  lettering: Lettering,
): { readonly elements: readonly string[]; readonly height: number } {
  const step = place.font * 1.5;
  const pen: Pen = { place, lettering, step, elements: [] };
  const fit = { room: place.width, lettering };
  let y = place.y + step;
  if (text.title !== '') {
    const title = fitText(text.title, place.font, { room: place.width * 0.95, lettering });
    pen.elements.push(lettering.draw(title, { x: place.x, y, size: place.font, weight: 'bold' }, { fill: INK }));
    y += step;
  }
  y = drawLegend(pen, y, text.legend);
  y = drawLines(
    pen,
    y,
    text.notes.flatMap((note) => wrapText(note, place.font, fit)),
  );
  y = drawNumbered(pen, y, text.numbered);
  return { elements: pen.elements, height: y - place.y };
}

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

/** Writes the footer. Returns its elements and the height it took, px. */
export function drawFooter(
  place: FooterPlace,
  text: FooterText,
  lettering: Lettering,
): { readonly elements: readonly string[]; readonly height: number } {
  const { x, width, font } = place;
  const step = font * 1.5;
  const elements: string[] = [];
  let y = place.y + step;
  const write = (
    words: string,
    at: { readonly x: number; readonly fill: string },
    weight: 'regular' | 'bold' = 'regular',
  ): void => {
    elements.push(lettering.draw(words, { x: at.x, y, size: font, weight }, { fill: at.fill }));
  };
  for (const line of wrapText(text.title, font, { room: width * 0.95, lettering })) {
    write(line, { x, fill: INK }, 'bold');
    y += step;
  }
  let left = x;
  for (const { label, color } of text.legend) {
    const words = fitText(label, font, { room: width - font * 1.5, lettering });
    const room = font * 3 + lettering.widthOf(words, font);
    if (left > x && left + room > x + width) {
      left = x;
      y += step;
    }
    elements.push(
      `<rect${attributes({ x: left, y: y - font * 0.8, width: font * 0.9, height: font * 0.9, fill: hexOf(color) })}/>`,
    );
    write(words, { x: left + font * 1.3, fill: INK });
    left += room;
  }
  if (text.legend.length > 0) y += step;
  for (const line of text.notes.flatMap((note) => wrapText(note, font, { room: width, lettering }))) {
    write(line, { x, fill: QUIET });
    y += step;
  }
  const columns = Math.max(1, Math.min(text.numbered.length, Math.floor(width / (font * 18))));
  const rows = Math.ceil(text.numbered.length / columns);
  text.numbered.forEach((label, i) => {
    const column = Math.floor(i / Math.max(1, rows));
    const words = fitText(`${i + 1}. ${label}`, font, { room: width / columns - font, lettering });
    const at = { x: x + (column * width) / columns, y: y + (i % rows) * step, size: font };
    elements.push(lettering.draw(words, at, { fill: INK }));
  });
  return { elements, height: y + rows * step - place.y };
}

import type { Box } from '../sheet-plan.ts';
import { INK, number } from '../svg-marks.ts';
import type { Pen } from './sheet-pen.ts';

/** Draws a line or point symbol into a box of a legend row. */
type SymbolDrawing = (pen: Pen, box: Box) => Box;
type LineMarks = (x0: number, x1: number, y: number) => string;

/** A line of some width across the box, with marks that reach `above` and `below` it, px. */
const lineAcross =
  (
    width: number,
    dashes: string,
    marks?: { readonly draw: LineMarks; readonly above: number; readonly below: number },
  ): SymbolDrawing =>
  (pen, [x0, y0, x1, y1]) => {
    const y = (y0 + y1) / 2;
    const style = `stroke="${INK}" stroke-width="${width}"${dashes === '' ? '' : ` stroke-dasharray="${dashes}"`}`;
    pen.raw(`<path d="M${number(x0)} ${number(y)}H${number(x1)}" fill="none" ${style}/>${marks?.draw(x0, x1, y) ?? ''}`);
    return [x0, y - Math.max(width / 2, marks?.above ?? 0), x1, y + Math.max(width / 2, marks?.below ?? 0)];
  };

const teeth = (x0: number, x1: number, y: number): string =>
  [0.2, 0.5, 0.8]
    .map((share) => x0 + (x1 - x0) * share)
    .map(
      (x) =>
        `<path d="M${number(x - 9)} ${number(y)}L${number(x)} ${number(y - 15)}L${number(x + 9)} ${number(y)}Z" fill="${INK}"/>`,
    )
    .join('');

const arrows = (x0: number, x1: number, y: number): string => {
  const x = (x0 + x1) / 2;
  return `<path d="M${number(x)} ${number(y - 18)}V${number(y + 18)}M${number(x - 6)} ${number(y - 10)}L${number(x)} ${number(y - 18)}L${number(x + 6)} ${number(y - 10)}M${number(x - 6)} ${number(y + 10)}L${number(x)} ${number(y + 18)}L${number(x + 6)} ${number(y + 10)}" fill="none" stroke="${INK}" stroke-width="2.4"/>`;
};

const strikeAndDip: SymbolDrawing = (pen, [x0, y0, x1, y1]) => {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  pen.raw(
    `<path d="M${number(x - 22)} ${number(y - 6)}L${number(x + 22)} ${number(y + 6)}M${number(x)} ${number(y)}L${number(x - 4)} ${number(y + 13)}" stroke="${INK}" stroke-width="2.6"/>`,
  );
  const dip = pen.text('24', { x: x + 6, y: y + 24, size: 18 });
  return [x - 22, y - 8, Math.max(x + 22, dip[2]), dip[3]];
};

const crossedHammers: SymbolDrawing = (pen, [x0, y0, x1, y1]) => {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  pen.raw(
    `<path d="M${number(x - 14)} ${number(y - 14)}L${number(x + 14)} ${number(y + 14)}M${number(x + 14)} ${number(y - 14)}L${number(x - 14)} ${number(y + 14)}" stroke="${INK}" stroke-width="3"/><path d="M${number(x - 18)} ${number(y - 8)}L${number(x - 8)} ${number(y - 18)}M${number(x + 8)} ${number(y - 18)}L${number(x + 18)} ${number(y - 8)}" stroke="${INK}" stroke-width="5"/>`,
  );
  return [x - 19, y - 20, x + 19, y + 15];
};

/** Symbols of a geologic map that stand for no unit, with their explanations. */
export const SYMBOL_ROWS: readonly { readonly label: string; readonly draw: SymbolDrawing }[] = [
  { label: 'Contact, dashed where inferred', draw: lineAcross(2, '60 8 14 8 14 8') },
  { label: 'Fault, dotted where concealed', draw: lineAcross(5, '') },
  { label: 'Thrust fault, teeth on upper plate', draw: lineAcross(4, '', { draw: teeth, above: 15, below: 2 }) },
  { label: 'Anticline, showing crest line', draw: lineAcross(2.4, '', { draw: arrows, above: 19, below: 19 }) },
  { label: 'Strike and dip of beds', draw: strikeAndDip },
  { label: 'Mine or quarry', draw: crossedHammers },
];

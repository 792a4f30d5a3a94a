import { type RandomSource, wanderingCurve } from '../random-source.ts';
import type { Box, Point } from '../sheet-plan.ts';
import { INK, number } from '../svg-marks.ts';
import { paintOf } from './fill-patterns.ts';
import { around, type Pen } from './sheet-pen.ts';
import type { FilledUnit } from './unit-book.ts';

export type FigureSpace = { readonly box: Box; readonly units: readonly FilledUnit[]; readonly paper: string };
/** Draws into a space; returns the box around all of it. */
type FigureDrawing = (pen: Pen, random: RandomSource, space: FigureSpace) => Box;

/** A small outline of a state or a sheet grid with the mapped quadrangle filled in. */
export const drawIndexMap: FigureDrawing = (pen, random, { box: [x0, y0, x1, y1] }) => {
  const caption = random.between(0, 1) < 0.5 ? 'INDEX MAP' : 'MAP LOCATION';
  const side = Math.min(x1 - x0, y1 - y0 - 50);
  const frame: Box = [x0, y0, x0 + side, y0 + side * random.between(0.75, 1)];
  const [width, height] = [frame[2] - frame[0], frame[3] - frame[1]];
  if (random.between(0, 1) < 0.5) {
    pen.rect(frame, `fill="none" stroke="${INK}" stroke-width="2.5"`);
    const share = (x: number, y: number): Point => [frame[0] + width * x, frame[1] + height * y];
    const coast = wanderingCurve(random, 0.03, 0.5);
    const east = Array.from({ length: 30 }, (_, index) => share(0.85 + coast(index / 30), 0.1 + (0.75 * index) / 29));
    pen.path(
      [share(0.12, 0.1), ...east, share(0.4, 0.9), share(0.12, 0.7)],
      `fill="none" stroke="${INK}" stroke-width="2"`,
      'closed',
    );
    const [qx, qy] = share(random.between(0.25, 0.55), random.between(0.25, 0.55));
    pen.rect([qx, qy, qx + width * 0.13, qy + height * 0.15], `fill="${INK}"`);
  } else {
    const cells = random.whole(3, 5);
    for (let cell = 0; cell < cells * cells; cell += 1) {
      const [column, row] = [cell % cells, Math.floor(cell / cells)];
      const at: Box = [
        frame[0] + (width * column) / cells,
        frame[1] + (height * row) / cells,
        frame[0] + (width * (column + 1)) / cells,
        frame[1] + (height * (row + 1)) / cells,
      ];
      const own = row === Math.floor(cells / 2) && column === Math.floor(cells / 2);
      pen.rect(at, `fill="${own ? '#b9b3a8' : 'none'}" stroke="${INK}" stroke-width="2"`);
    }
  }
  const text = pen.text(caption, { x: frame[0] + width / 2, y: frame[3] + 38, size: 24, anchor: 'middle', weight: 'bold' });
  return around([frame, text]);
};

/** Folded layers under a line of hills, with elevation scales at both ends. */
export const drawCrossSection: FigureDrawing = (pen, random, { box: [x0, y0, x1, y1], units, paper }) => {
  const letter = ['A', 'B', 'C'][random.whole(0, 2)] ?? 'A';
  const [left, right, top, base] = [x0 + 70, x1 - 70, y0 + 70, y1 - 46];
  const hills = wanderingCurve(random, (base - top) * 0.14, (right - left) / 2.6);
  const fold = wanderingCurve(random, (base - top) * 0.25, (right - left) / 1.7);
  const steps = Array.from({ length: 160 }, (_, index) => left + ((right - left) * index) / 159);
  const relief = (x: number) => top + (base - top) * 0.24 + hills(x);
  const ground = steps.map((x): Point => [x, relief(x)]);
  const outline: readonly Point[] = [...ground, [right, base], [left, base]];
  const id = `section-${Math.round(x0)}`;
  pen.raw(
    `<clipPath id="${id}"><path d="${outline.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`).join('')}Z"/></clipPath><g clip-path="url(#${id})">`,
  );
  const layers = units.slice(0, -1);
  layers.forEach((unit, index) => {
    const level = top + ((base - top) * (index - 0.6)) / Math.max(3, layers.length * 0.7);
    const ring: readonly Point[] = [...steps.map((x): Point => [x, level + fold(x)]), [right, base], [left, base]];
    pen.path(ring, `fill="${paper}"`, 'closed');
    pen.path(ring, `fill="${paintOf(unit)}" stroke="${INK}" stroke-width="1.5"`, 'closed');
  });
  pen.raw('</g>');
  pen.path(outline, `fill="none" stroke="${INK}" stroke-width="2.5"`, 'closed');
  const marks = [0, 1, 2].flatMap((step) => {
    const y = base - ((base - top) * step) / 2.6;
    const meters = String(step * 1000);
    return [
      pen.text(meters, { x: left - 12, y: y + 7, size: 20, anchor: 'end' }),
      pen.text(meters, { x: right + 12, y: y + 7, size: 20 }),
    ];
  });
  const ends = [
    pen.text(letter, { x: left, y: y0 + 34, size: 32, anchor: 'middle', weight: 'bold' }),
    pen.text(`${letter}′`, { x: right, y: y0 + 34, size: 32, anchor: 'middle', weight: 'bold' }),
    pen.text(`SECTION ${letter}–${letter}′`, { x: (left + right) / 2, y: y0 + 34, size: 26, anchor: 'middle', weight: 'bold' }),
  ];
  return around([[left, top, right, base], ...marks, ...ends]);
};

/** Boxes of the units by age, joined by lines, with the ages at the right. */
export const drawCorrelation: FigureDrawing = (pen, random, { box: [x0, y0, x1, y1], units }) => {
  const title = pen.text('CORRELATION OF MAP UNITS', {
    x: (x0 + x1) / 2,
    y: y0 + 26,
    size: 26,
    anchor: 'middle',
    weight: 'bold',
  });
  const shown = units.slice(0, Math.max(4, Math.min(units.length, Math.floor((y1 - y0 - 60) / 44) * 2)));
  const rows = Math.ceil(shown.length / 2);
  const pitch = Math.min(82, (y1 - y0 - 60) / rows);
  const width = (x1 - x0 - 190) / 2.6;
  const boxes = shown.flatMap((unit, index) => {
    const row = Math.floor(index / 2);
    const x = x0 + (index % 2 === 0 ? random.between(0, 20) : width * 1.35 + random.between(0, 24));
    const y = y0 + 60 + row * pitch;
    const box: Box = [x, y, x + width, y + pitch * 0.62];
    pen.rect(box, `fill="${paintOf(unit)}" stroke="${INK}" stroke-width="2"`);
    pen.text(unit.symbol, { x: x + width / 2, y: y + pitch * 0.31 + 8, size: 22, anchor: 'middle' });
    if (index >= 2)
      pen.path(
        [
          [x + width / 2, y - pitch * 0.38],
          [x + width / 2, y],
        ],
        `stroke="${INK}" stroke-width="1.6"`,
      );
    if (index % 2 === 0) return [box];
    const age = unit.label.match(/\(([^)]*)\)/)?.[1] ?? '';
    return [box, pen.text(age.split(' ').at(-1) ?? '', { x: x0 + width * 2.6 + 20, y: y + pitch * 0.31 + 8, size: 20 })];
  });
  return around([title, ...boxes]);
};

/** One column of layers of drawn thickness, each with symbol and thickness at its side. */
export const drawColumn: FigureDrawing = (pen, random, { box: [x0, y0, x1, y1], units }) => {
  const title = pen.text('STRATIGRAPHIC COLUMN', { x: x0, y: y0 + 26, size: 26, weight: 'bold' });
  const layers = units.slice(0, -1);
  const shares = layers.map(() => random.between(0.6, 1.6));
  const sum = shares.reduce((total, share) => total + share, 0);
  const [left, right] = [x0 + 40, x0 + 40 + Math.min(170, (x1 - x0) * 0.35)];
  let y = y0 + 56;
  const boxes = layers.flatMap((unit, index) => {
    const height = ((y1 - y0 - 60) * (shares[index] ?? 1)) / sum;
    const box: Box = [left, y, right, y + height];
    pen.rect(box, `fill="${paintOf(unit)}" stroke="${INK}" stroke-width="2"`);
    const name = pen.text(`${unit.symbol}  ${random.whole(1, 40) * 10} m`, { x: right + 18, y: y + height / 2 + 7, size: 20 });
    y += height;
    return [box, name];
  });
  return around([title, ...boxes]);
};

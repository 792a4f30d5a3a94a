import { type RandomSource, wanderingCurve } from '../random-source.ts';
import { drawFault } from '../sheet-drawing.ts';
import { planGeology, type RockSet } from '../sheet-geology.ts';
import type { Box, Point } from '../sheet-plan.ts';
import { INK, number, pathData } from '../svg-marks.ts';
import { paintOf } from './fill-patterns.ts';
import { around, type Pen } from './sheet-pen.ts';
import type { FilledUnit } from './unit-book.ts';
import type { SheetWish } from './varied-wish.ts';

const PLACES = ['Harlow', 'Dry Mesa', 'Three Springs', 'Oxbow', 'Fort Lyle', 'Saltgrass', 'Mill Bend', 'Pine Gap'] as const;

/** A land with bays and points that fills most of the box. */
const coastRing = (random: RandomSource, [x0, y0, x1, y1]: Box): readonly Point[] => {
  const rough = wanderingCurve(random, 0.09, 1.7);
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return Array.from({ length: 240 }, (_, index): Point => {
    const angle = (index / 240) * 2 * Math.PI;
    const fade = Math.sin(angle / 2) ** 0.3;
    const squared = 1 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))) ** 0.7;
    const radius = Math.min(0.98, (0.72 + rough(angle) * fade) * squared);
    return [cx + ((x1 - x0) / 2) * radius * Math.cos(angle), cy + ((y1 - y0) / 2) * radius * Math.sin(angle)];
  });
};

/** A county: straight surveyed sides with steps, and a river for one side. */
const countyRing = (random: RandomSource, [x0, y0, x1, y1]: Box): readonly Point[] => {
  const [width, height] = [x1 - x0, y1 - y0];
  const step = (low: number, high: number) => random.between(low, high);
  const [a, b] = [x0 + width * step(0.1, 0.3), y0 + height * step(0.08, 0.2)];
  const [c, d] = [x1 - width * step(0.12, 0.35), y1 - height * step(0.1, 0.25)];
  const bank = wanderingCurve(random, width * 0.03, height / 2.2);
  const side = Array.from({ length: 60 }, (_, index) => y0 + ((d - y0) * index) / 59).map(
    (y): Point => [x1 - width * 0.05 + bank(y), y],
  );
  return [[a, y0], ...side, [c, d], [c, y1], [x0, y1], [x0, b], [a, b]];
};

/** Units of the sheet as beds, the last (an intrusive one) as the stock, the youngest as valley fill. */
const rocksOf = (units: readonly FilledUnit[]): RockSet | null => {
  const [fill, ...rest] = units;
  const intrusion = rest.at(-1);
  return fill && intrusion ? { fill, bedded: rest.slice(0, -1), intrusion } : null;
};

/** One map on a sheet: `box` is its neatline, or what its body fills when there is none. */
export type MapPanel = { readonly box: Box; readonly units: readonly FilledUnit[]; readonly paper: string };

const drawRocks = (pen: Pen, random: RandomSource, { box, units, paper }: MapPanel): void => {
  const rocks = rocksOf(units);
  if (!rocks) return;
  const paint = new Map(units.map((unit) => [unit.symbol, paintOf(unit)]));
  const { areas, traces, river, contours, symbols } = planGeology(random, box, rocks);
  for (const { unit, ring } of areas) {
    pen.path(ring, `fill="${paper}"`, 'closed');
    pen.path(ring, `fill="${paint.get(unit.symbol) ?? 'none'}" stroke="${INK}" stroke-width="1.6"`, 'closed');
  }
  for (const line of contours) pen.path(line, 'stroke="#8a5a2b" stroke-width="1.2" stroke-opacity="0.55"');
  pen.path(river, 'stroke="#2f6fb3" stroke-width="4"');
  for (const [index, trace] of traces.entries()) pen.raw(drawFault({ trace, ticks: index === 0 ? 'left' : 'right' }));
  for (const { text, at, size } of symbols) pen.text(text, { x: at[0], y: at[1], size, anchor: 'middle' });
};

/** Roads and places that print over the rocks. */
const drawCulture = (pen: Pen, random: RandomSource, [x0, y0, x1, y1]: Box): void => {
  for (let road = 0; road < 3; road += 1) {
    const bend = wanderingCurve(random, 60, 800);
    const level = y0 + (y1 - y0) * random.between(0.15, 0.85);
    const points = Array.from({ length: 60 }, (_, index): Point => {
      const x = x0 + ((x1 - x0) * index) / 59;
      return [x, level + bend(x)];
    });
    pen.path(points, 'stroke="#b03a2e" stroke-width="3"');
  }
  for (let place = 0; place < 4; place += 1) {
    const [x, y] = [x0 + (x1 - x0) * random.between(0.15, 0.8), y0 + (y1 - y0) * random.between(0.15, 0.85)];
    pen.raw(`<circle cx="${number(x)}" cy="${number(y)}" r="6" fill="${INK}"/>`);
    pen.text(PLACES[random.whole(0, PLACES.length - 1)] ?? '', { x: x + 14, y: y + 8, size: 26, weight: 'bold' });
  }
};

/** Grid ticks and their labels outside a neatline. */
const drawGraticule = (pen: Pen, random: RandomSource, [x0, y0, x1, y1]: Box): void => {
  const [lon, lat] = [random.whole(95, 118), random.whole(32, 47)];
  for (let step = 0; step <= 3; step += 1) {
    const [x, y] = [x0 + ((x1 - x0) * step) / 3, y0 + ((y1 - y0) * step) / 3];
    const minutes = String(step * 5).padStart(2, '0');
    pen.raw(
      `<path d="M${number(x)} ${number(y0)}v-18M${number(x)} ${number(y1)}v18M${number(x0)} ${number(y)}h-18M${number(x1)} ${number(y)}h18" stroke="${INK}" stroke-width="2"/>`,
    );
    pen.text(`${lon}°${minutes}′`, { x, y: y0 - 26, size: 22, anchor: 'middle' });
    if (step > 0 && step < 3) pen.text(`${lat}°${minutes}′`, { x: x0 - 22, y: y + 8, size: 22, anchor: 'end' });
  }
};

const bodyRing = (random: RandomSource, box: Box, body: SheetWish['body']): readonly Point[] => {
  const [x0, y0, x1, y1] = box;
  if (body === 'coast') return coastRing(random, box);
  if (body === 'county') return countyRing(random, box);
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
};

/** Draws a map and returns the box a person would outline: the outer edge of its neatline, else of its body. */
export const drawMapBody = (pen: Pen, random: RandomSource, panel: MapPanel & Pick<SheetWish, 'body' | 'neatline'>): Box => {
  const { box, body, neatline } = panel;
  const ring = bodyRing(random, box, body);
  const id = `body-${Math.round(box[0])}-${Math.round(box[1])}`;
  const sea = neatline && body === 'coast' && random.between(0, 1) < 0.6;
  if (sea) pen.rect(box, 'fill="#d3e8f3"');
  pen.raw(`<clipPath id="${id}"><path d="${pathData(ring)}Z"/></clipPath><g clip-path="url(#${id})">`);
  drawRocks(pen, random, panel);
  drawCulture(pen, random, box);
  pen.raw('</g>');
  if (body !== 'rectangle') pen.path(ring, `fill="none" stroke="${INK}" stroke-width="3"`, 'closed');
  if (!neatline) return around([around(ring.map(([x, y]): Box => [x, y, x, y]))]);
  const line = random.between(2, 5);
  pen.rect(box, `fill="none" stroke="${INK}" stroke-width="${number(line)}"`);
  drawGraticule(pen, random, box);
  return [box[0] - line / 2, box[1] - line / 2, box[2] + line / 2, box[3] + line / 2];
};

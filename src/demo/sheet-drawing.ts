import type { GlyphSource } from '../domain/text/glyph-source.ts';
import type { Box, Point, SheetFault, SheetPlan, SheetText } from './sheet-plan.ts';
import { INK, pathData as line, number, rectMark as rect } from './svg-marks.ts';

const TICK = 26;

const stroke = (points: readonly Point[], style: string): string => `<path d="${line(points)}" fill="none" ${style}/>`;

const drawText = (glyphs: GlyphSource, { text, at: [x, y], size, anchor, weight }: SheetText): string =>
  `<path d="${glyphs.textPath(text, { x, y, size, anchor, weight }).d}" fill="${INK}"/>`;

/** A heavy line with short ticks on the downthrown side. */
export const drawFault = ({ trace, ticks }: Pick<SheetFault, 'trace' | 'ticks'>): string => {
  const side = ticks === 'left' ? -1 : 1;
  const marks = trace.flatMap(([x, y], index) => {
    const before = trace[index - 1];
    if (before === undefined || index % 5 !== 2) return [];
    const [dx, dy] = [x - before[0], y - before[1]];
    const length = Math.hypot(dx, dy);
    return [
      stroke(
        [
          [x, y],
          [x - (side * dy * 20) / length, y + (side * dx * 20) / length],
        ],
        `stroke="${INK}" stroke-width="4"`,
      ),
    ];
  });
  return stroke(trace, `stroke="${INK}" stroke-width="6" stroke-linecap="round"`) + marks.join('');
};

const drawMap = (plan: SheetPlan, glyphs: GlyphSource): string => {
  const areas = plan.areas.map(
    ({ unit, ring }) => `<path d="${line(ring)}Z" fill="${unit.color}" stroke="${INK}" stroke-width="1.6"/>`,
  );
  const contours = plan.contours.map((points) => stroke(points, 'stroke="#8a5a2b" stroke-width="1.2" stroke-opacity="0.55"'));
  const crosses = plan.ticks.map(
    ({ pixel: [x, y] }) =>
      `<path d="M${number(x - 12)} ${number(y)}h24M${number(x)} ${number(y - 12)}v24" stroke="${INK}" stroke-width="2"/>`,
  );
  return [
    `<g clip-path="url(#frame)">`,
    ...areas,
    ...contours,
    stroke(plan.river, 'stroke="#2f6fb3" stroke-width="4"'),
    ...plan.faults.map(drawFault),
    ...plan.symbols.map((symbol) => drawText(glyphs, symbol)),
    ...crosses,
    '</g>',
  ].join('\n');
};

/** Neatline, and ticks that stand outside it where a grid line meets it. */
const drawFrame = (plan: SheetPlan, glyphs: GlyphSource): string => {
  const [x0, y0, x1, y1] = plan.frame.box;
  const ticks = plan.ticks.flatMap(({ pixel: [x, y] }) => [
    ...(Math.abs(y - y0) < 1 ? [`M${number(x)} ${number(y0)}v-${TICK}`] : []),
    ...(Math.abs(y - y1) < 1 ? [`M${number(x)} ${number(y1)}v${TICK}`] : []),
    ...(Math.abs(x - x0) < 1 ? [`M${number(x0)} ${number(y)}h-${TICK}`] : []),
    ...(Math.abs(x - x1) < 1 ? [`M${number(x1)} ${number(y)}h${TICK}`] : []),
  ]);
  const labels = plan.tickLabels.map((label) => drawText(glyphs, label));
  return [
    rect(plan.frame.box, `fill="none" stroke="${INK}" stroke-width="4"`),
    `<path d="${ticks.join('')}" stroke="${INK}" stroke-width="2.5"/>`,
    ...labels,
  ].join('\n');
};

const drawLegend = ({ legend }: SheetPlan, glyphs: GlyphSource): string => {
  const rows = legend.rows.flatMap(({ unit, swatch, text }) => {
    const at: Point = [(swatch[0] + swatch[2]) / 2, swatch[3] - 22];
    const symbol: SheetText = { text: unit.symbol, at, size: 26, anchor: 'middle', weight: 'regular' };
    return [
      rect(swatch, `fill="${unit.color}" stroke="${INK}" stroke-width="2.5"`),
      drawText(glyphs, symbol),
      drawText(glyphs, text),
    ];
  });
  return [drawText(glyphs, legend.heading), ...rows].join('\n');
};

const drawScaleBar = ({ scaleBar: { box, parts, texts } }: SheetPlan, glyphs: GlyphSource): string => {
  const width = (box[2] - box[0]) / parts;
  const fields = Array.from({ length: parts }, (_, index) => {
    const field: Box = [box[0] + index * width, box[1], box[0] + (index + 1) * width, box[3]];
    return rect(field, `fill="${index % 2 === 0 ? INK : 'none'}" stroke="${INK}" stroke-width="2"`);
  });
  return [...fields, ...texts.map((text) => drawText(glyphs, text))].join('\n');
};

/** The sheet as SVG text in px; every letter is an outline, so that no system font is needed. */
export const drawSheet = (plan: SheetPlan, glyphs: GlyphSource): string => {
  const { width, height } = plan;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs><clipPath id="frame">${rect(plan.frame.box, '')}</clipPath></defs>`,
    rect([0, 0, width, height], `fill="${plan.paper}"`),
    drawMap(plan, glyphs),
    drawFrame(plan, glyphs),
    ...plan.title.map((text) => drawText(glyphs, text)),
    drawLegend(plan, glyphs),
    drawScaleBar(plan, glyphs),
    '</svg>',
    '',
  ].join('\n');
};

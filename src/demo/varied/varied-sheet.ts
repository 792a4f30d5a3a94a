import type { GlyphSource } from '../../domain/text/glyph-source.ts';
import { createRandomSource, type RandomSource } from '../random-source.ts';
import type { Box, Point } from '../sheet-plan.ts';
import { INK, number, rectMark } from '../svg-marks.ts';
import { patternDefs } from './fill-patterns.ts';
import { drawMapBody } from './map-body.ts';
import { drawNorth, drawNotes, drawScale, drawTitle } from './margin-texts.ts';
import { createPen, type Pen } from './sheet-pen.ts';
import { placesOf, type SheetPlaces } from './sheet-places.ts';
import { drawColumn, drawCorrelation, drawCrossSection, drawIndexMap } from './side-figures.ts';
import { chooseUnits, type FilledUnit, fillUnits } from './unit-book.ts';
import { type DrawnLegend, drawLegend } from './unit-legend.ts';
import { movedTruth, type SheetTruth } from './varied-truth.ts';
import type { SheetWish, SideFigure } from './varied-wish.ts';

/** A sheet as SVG text of `width` x `height` px, every letter an outline, and what is on it. */
export type VariedSheet = { readonly svg: string; readonly width: number; readonly height: number; readonly truth: SheetTruth };

type Region = SheetTruth['regions'][number];
type Scene = {
  readonly pen: Pen;
  readonly glyphs: GlyphSource;
  readonly random: RandomSource;
  readonly wish: SheetWish;
  readonly places: SheetPlaces;
  readonly units: readonly FilledUnit[];
  readonly paper: string;
};

const PAPERS = ['#ffffff', '#fdfcf6', '#fbf8ee', '#f7f3e6'] as const;
const FIGURES = {
  index_map: { draw: drawIndexMap, label: 'index_map' },
  cross_section: { draw: drawCrossSection, label: 'cross_section' },
  correlation: { draw: drawCorrelation, label: 'stratigraphic_column' },
  column: { draw: drawColumn, label: 'stratigraphic_column' },
} as const satisfies Record<SideFigure, unknown>;

const panelBoxes = ([x0, y0, x1, y1]: Box, panels: SheetWish['panels']): readonly Box[] => {
  if (panels === 1) return [[x0, y0, x1, y1]];
  if (x1 - x0 > y1 - y0) {
    const middle = (x0 + x1) / 2;
    return [
      [x0, y0, middle - 70, y1],
      [middle + 70, y0, x1, y1],
    ];
  }
  const middle = (y0 + y1) / 2;
  return [
    [x0, y0, x1, middle - 60],
    [x0, middle + 60, x1, y1],
  ];
};

const drawMaps = ({ pen, random, wish, places, units, paper }: Scene): readonly Region[] =>
  panelBoxes(places.map, wish.panels).map((box) => {
    const { body, neatline } = wish;
    return { label: 'main_map', box: drawMapBody(pen, random, { box, units, paper, body, neatline }) };
  });

/** A legend inside the frame lies on a field of paper that hides the map; about half of these fields have a line around them. */
const drawLegendPart = ({ pen, glyphs, random, wish, places, units, paper }: Scene): DrawnLegend | null => {
  if (places.legend === null) return null;
  const own = createPen(glyphs);
  const legend = drawLegend(own, random, { box: places.legend, units, wish });
  if (wish.legend === 'inside') {
    const [x0, y0, x1, y1] = legend.box;
    const line = random.between(0, 1) < 0.6 ? `stroke="${INK}" stroke-width="2.5"` : '';
    pen.rect([x0 - 30, y0 - 26, x1 + 30, y1 + 26], `fill="${paper}" ${line}`);
  }
  pen.raw(own.svg());
  return legend;
};

const drawFigures = ({ pen, random, places, units, paper }: Scene): readonly Region[] =>
  places.figures.map(({ figure, box }) => {
    const { draw, label } = FIGURES[figure];
    return { label, box: draw(pen, random, { box, units, paper }) };
  });

const drawParts = (scene: Scene): SheetTruth => {
  const { pen, random, places } = scene;
  const maps = drawMaps(scene);
  const legend = drawLegendPart(scene);
  const figures = drawFigures(scene);
  const title = drawTitle(pen, random, places.title);
  const [x0, y0, x1, y1] = places.foot;
  const scale = drawScale(pen, random, places.foot);
  if (x1 - x0 > 1500) drawNotes(pen, [x0, y0, x0 + 480, y1]);
  drawNorth(pen, [x1 - 60, y0]);
  return {
    regions: [
      { label: 'title', box: title.box },
      ...maps,
      ...(legend ? [{ label: 'legend' as const, box: legend.box }] : []),
      { label: 'scale', box: scale.box },
      ...figures,
    ],
    units: legend?.units ?? [],
    headings: legend?.headings ?? [],
    symbolRows: legend?.symbolRows ?? [],
    title: title.text,
    scale: scale.denominator,
  };
};

/** Where a point of the straight sheet lies after a turn about the middle, degrees clockwise. */
const turned = ({ width, height }: SheetPlaces, degrees: number) => {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [cx, cy] = [width / 2, height / 2];
  return ([x, y]: Point): Point => [cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos];
};

/** Draws the sheet of a wish, with exact truth. The same wish gives the same sheet on every machine. */
export const drawVariedSheet = (wish: SheetWish, glyphs: GlyphSource): VariedSheet => {
  const random = createRandomSource(wish.seed);
  const places = placesOf(wish, random.whole(2400, 3200));
  const paper = PAPERS[random.whole(0, PAPERS.length - 1)] ?? '#ffffff';
  const units = fillUnits(random, chooseUnits(random, wish.units), wish.fills);
  const pen = createPen(glyphs);
  const truth = drawParts({ pen, glyphs, random, wish, places, units, paper });
  const { width, height } = places;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs>${patternDefs(units, wish.fills === 'line_drawn' ? 'bare' : 'tinted')}</defs>`,
    rectMark([0, 0, width, height], `fill="${paper}"`),
    `<g transform="rotate(${number(wish.turn)} ${number(width / 2)} ${number(height / 2)})">`,
    pen.svg(),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
  return { svg, width, height, truth: wish.turn === 0 ? truth : movedTruth(truth, turned(places, wish.turn)) };
};

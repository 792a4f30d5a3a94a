import { boxWidth } from '../geo/wrap.ts';
import { drawLabels, drawMarks, type Placement, type Scale } from './annotation.ts';
import { drawFooter } from './footer.ts';
import type { Overlay } from './item.ts';
import type { Lettering } from './lettering.ts';
import { drawnPhrase, sheetText } from './sheet-text.ts';
import { attributes, coordinate } from './xml.ts';

const WIDTH = 1000;
const HEIGHT = 700;
const SCALE: Scale = { line: 2, radius: 5, ring: 1.5, font: 12 };
const QUIET = '#475569';
const FAINT = '#64748B';
const GRID = '#E2E8F0';
/** px between the panel and the footer: room for degrees and axis names. */
const FOOTER = 32;
const LABEL_CAP = 120;
const NUMBER_CAP = 90;

/** What a geographic canvas shows. */
export type CanvasSheet = {
  readonly overlay: Overlay;
  /** Null when there is nothing to draw. */
  readonly placement: Placement | null;
  readonly remarks: readonly string[];
};

const open = (height: number): readonly string[] => [
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes({ width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': 'Knowledge lookup overlay' })}>`,
  '<title>Knowledge lookup overlay</title>',
  `<rect${attributes({ width: WIDTH, height, fill: '#F8FAFC' })}/>`,
];

/** A longitude past 180 is written as the western one it is. */
const turned = (lon: number): number => (lon > 180 ? lon - 360 : lon);

/** Panel, five lines each way and their degrees (contract/knowledge.md 9.4). */
function drawGrid({ bounds }: Overlay, placement: Placement, lettering: Lettering): readonly string[] {
  if (bounds === null) return [];
  const [x0, y0, x1, y1] = placement.surface.window;
  const quarters = (range: number): readonly number[] => (range === 0 ? [0.5] : [0, 0.25, 0.5, 0.75, 1]);
  const axis = { fill: FAINT };
  const columns = quarters(boxWidth(bounds)).flatMap((share) => {
    const x = x0 + share * (x1 - x0);
    const words = turned(bounds.min_lon + (boxWidth(bounds) === 0 ? 0 : share * boxWidth(bounds))).toFixed(2);
    return [
      `<path${attributes({ d: `M${coordinate(x)} ${coordinate(y0)}V${coordinate(y1)}`, stroke: GRID, 'stroke-width': 1 })}/>`,
      lettering.draw(words, { x, y: y1 + 20, size: 11, anchor: 'middle' }, axis),
    ];
  });
  const tall = bounds.max_lat - bounds.min_lat;
  const rows = quarters(tall).flatMap((share) => {
    const y = y1 - share * (y1 - y0);
    const words = (bounds.min_lat + (tall === 0 ? 0 : share * tall)).toFixed(2);
    return [
      `<path${attributes({ d: `M${coordinate(x0)} ${coordinate(y)}H${coordinate(x1)}`, stroke: GRID, 'stroke-width': 1 })}/>`,
      lettering.draw(words, { x: x0 - 8, y: y + 4, size: 11, anchor: 'end' }, axis),
    ];
  });
  return [
    `<rect${attributes({ x: x0, y: y0, width: x1 - x0, height: y1 - y0, fill: '#FFFFFF', stroke: '#CBD5E1' })}/>`,
    ...columns,
    ...rows,
    lettering.draw('longitude', { x: x0, y: y1 + 38, size: 11 }, axis),
    lettering.draw('latitude', { x: x0 - 8, y: Math.max(72, y0 - 12), size: 11, anchor: 'end' }, axis),
  ];
}

const emptySheet = (lettering: Lettering, remarks: readonly string[]): string =>
  [
    ...open(HEIGHT),
    lettering.draw('Knowledge lookup overlay', { x: 24, y: 34, size: 22, weight: 'bold' }, { fill: '#0F172A' }),
    lettering.draw(
      'No geospatial items were found in this bundle: there is nothing to plot.',
      { x: 24, y: 64, size: 12 },
      { fill: QUIET },
    ),
    ...remarks.map((remark, i) => lettering.draw(remark, { x: 24, y: 88 + 18 * i, size: 12 }, { fill: QUIET })),
    '</svg>',
  ].join('\n');

/** The standalone SVG without a map: a plain longitude/latitude sheet of 1000 x 700 px, longer when a numbered list is needed. */
export function renderCanvasSheet(sheet: CanvasSheet, lettering: Lettering): string {
  const { overlay, placement } = sheet;
  if (placement === null || overlay.bounds === null) return emptySheet(lettering, sheet.remarks);
  const labels = drawLabels(
    placement,
    { scale: SCALE, lettering },
    { cap: LABEL_CAP, numbers: NUMBER_CAP, room: placement.surface.window },
  );
  const text = sheetText({ ...sheet, placement, labels });
  const [, , , bottom] = placement.surface.window;
  const footer = drawFooter({ x: 90, y: Math.max(bottom, 600) + FOOTER, width: 880, font: 12 }, text, lettering);
  const height = Math.max(HEIGHT, Math.ceil(Math.max(bottom, 600) + FOOTER + footer.height));
  const { min_lon, max_lon, min_lat, max_lat } = overlay.bounds;
  const range = (from: number, to: number): string => `[${from.toFixed(4)}, ${to.toFixed(4)}]`;
  const frame = `Frame: lon ${range(min_lon, max_lon)}, lat ${range(min_lat, max_lat)} · EPSG:4326 · ${drawnPhrase(placement)}`;
  return [
    ...open(height),
    lettering.draw('Knowledge lookup overlay', { x: 24, y: 34, size: 22, weight: 'bold' }, { fill: '#0F172A' }),
    lettering.draw(frame, { x: 24, y: 54, size: 12 }, { fill: QUIET }),
    ...drawGrid(overlay, placement, lettering),
    ...drawMarks(placement, SCALE, 'plot-window'),
    ...labels.elements,
    ...footer.elements,
    '</svg>',
  ].join('\n');
}

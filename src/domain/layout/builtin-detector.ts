import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import { boxArea, grown, shareInside } from './boxes.ts';
import { findComponents } from './connected-components.ts';
import type { FramedBox } from './frame-sides.ts';
import type { Detection, Layout, LayoutDetector } from './layout-detector.ts';
import { type FoundLegend, findInsetScene, type LegendScene, readScene, settleLegend } from './legend-search.ts';
import { colouredBodies, lineDrawnBodies } from './map-bodies.ts';
import { evidenceOf, mapConfidence } from './map-evidence.ts';
import { findColumns, findIndexMaps, findSections, type MarginScene } from './margin-figures.ts';
import { withEvenPaper } from './paper-shade.ts';
import { classifyPixels, INK, type PixelClasses, paperColor } from './pixel-classes.ts';
import { findScale, findScaleText } from './scale-bar.ts';
import { levelled, skewDegrees } from './skew.ts';
import { findTextLines } from './text-lines.ts';
import { findTitle } from './title.ts';

/** Raised with every change of the algorithm, so that kept results of an older one are not served. */
const VERSION = 6;
const WORKING_SIDE = 4096;
/** Below this side in px nothing can be told apart. */
const MIN_SIDE = 48;
const MAP_FLOOR = 0.3;
/** Coloured figures smaller than this share of the best map body are other figures, not further map bodies. */
const ALTERNATIVE_SHARE = 0.35;
/** Ticks and slanting neatlines reach this far out of a map's box, as a share of the sheet's longer side. */
const MAP_MARGIN = 0.004;
const MIN_PIXELS = 5;
const OTHER_FLOOR = 0.006;
const OTHER_CONFIDENCE = 0.15;
const EMPTY: Layout = { detections: [], legend: { swatches: [], texts: [] } };

type Body = FramedBox & { readonly drawn: boolean };

function findBodies(classes: PixelClasses): readonly Body[] {
  const coloured = colouredBodies(classes);
  if (coloured.length > 0) return coloured.map((body) => ({ ...body, drawn: false }));
  return lineDrawnBodies(classes).map((body) => ({ ...body, drawn: true }));
}

/** Main map candidates and other figures, by the evidence for each; one or more legend rows on the sheet speak for a map too. */
function judgeBodies(image: RgbImage, bodies: readonly Body[], rows: number): readonly Detection[] {
  const sheet = image.width * image.height;
  const largest = Math.max(0, ...bodies.map((body) => boxArea(body.box)));
  return bodies.flatMap((body): Detection[] => {
    const evidence = evidenceOf(image, body);
    const confidence = mapConfidence(body.drawn ? { ...evidence, flatColours: 0.5 } : evidence, rows);
    if (boxArea(body.box) >= ALTERNATIVE_SHARE * largest) {
      return confidence >= MAP_FLOOR ? [{ label: 'main_map', bbox: body.box, confidence }] : [];
    }
    const lesser = Math.round(0.6 * confidence * 1000) / 1000;
    return boxArea(body.box) >= OTHER_FLOOR * sheet && lesser >= OTHER_CONFIDENCE
      ? [{ label: 'others', bbox: body.box, confidence: lesser }]
      : [];
  });
}

const legendDetections = (legend: FoundLegend): readonly Detection[] =>
  legend.regions.map(({ box, rows, texts }) => ({
    label: 'legend',
    bbox: box,
    confidence: Math.round(Math.min(0.99, 0.45 + 0.05 * texts) * (texts / rows) * 1000) / 1000,
  }));

const rounded = ([x0, y0, x1, y1]: PixelBox): PixelBox => [Math.floor(x0), Math.floor(y0), Math.ceil(x1), Math.ceil(y1)];

/** Drawings and texts outside the map bodies that have a frame's distance from them. */
function readMargin(classes: PixelClasses, bodies: readonly PixelBox[]): MarginScene {
  const side = Math.max(classes.width, classes.height);
  const window: PixelBox = [0, 0, classes.width, classes.height];
  const without = bodies.map((box) => rounded(grown(box, MAP_MARGIN * side)));
  const parts = findComponents(classes, { bit: INK, window, without, minPixels: MIN_PIXELS });
  return { classes, parts, lines: findTextLines(parts, side) };
}

/** Everything found on a sheet that lies straight. */
function readSheet(image: RgbImage, classes: PixelClasses, signal?: AbortSignal): Layout {
  const bodies = findBodies(classes);
  signal?.throwIfAborted();
  const first = bodies[0]?.box;
  const large = bodies.map(({ box }) => box).filter((box) => first && boxArea(box) >= ALTERNATIVE_SHARE * boxArea(first));
  const margin = readMargin(classes, large);
  const columns = findColumns(margin);
  signal?.throwIfAborted();
  const sheet: PixelBox = [0, 0, image.width, image.height];
  const apart = [...(first ? [first] : []), ...columns.map(({ bbox }) => rounded(bbox))];
  const around: LegendScene = readScene(classes, sheet, apart);
  const inset = around.columns.length === 0 && first ? findInsetScene(classes, first) : undefined;
  signal?.throwIfAborted();
  const legend = settleLegend(inset ?? around, first ? [first] : []);
  const maps = judgeBodies(image, bodies, legend.swatches.length);
  const main = maps.filter(({ label }) => label === 'main_map').map(({ bbox }) => bbox);
  const legends = legend.regions.map((region) => region.box);
  const sections = findSections(margin, [...main, ...legends, ...columns.map(({ bbox }) => bbox)]);
  const named = [...columns, ...sections];
  const figures = [...named, ...findIndexMaps(margin, [...main, ...legends, ...named.map(({ bbox }) => bbox)])];
  const isNamed = (bbox: PixelBox): boolean =>
    legends.some((box) => shareInside(bbox, box) > 0.7) || figures.some((figure) => shareInside(bbox, figure.bbox) > 0.6);
  const bodyFound = maps
    .filter(({ label, bbox }) => label === 'main_map' || !isNamed(bbox))
    .filter(({ bbox }) => !legends.some((box) => shareInside(bbox, box) > 0.7));
  const taken = [...bodyFound.map(({ bbox }) => bbox), ...figures.map(({ bbox }) => bbox), ...legends];
  const side = Math.max(image.width, image.height);
  const title = findTitle(around.lines, taken, side);
  const scale =
    findScale(around, taken, side) ?? (first && main.length > 0 ? findScaleText(around.lines, first, side) : undefined);
  const detections = [
    ...(title ? [title] : []),
    ...bodyFound,
    ...figures,
    ...legendDetections(legend),
    ...(scale ? [scale] : []),
  ];
  return {
    detections,
    legend: { swatches: legend.swatches, texts: legend.labels, headings: legend.headings, symbols: legend.symbols },
  };
}

/** The layout of a picture that was turned back by its skew, in the picture as it was. */
function turnedLayout(layout: Layout, toSource: (box: PixelBox) => PixelBox): Layout {
  const { swatches, texts, headings = [], symbols = [] } = layout.legend;
  return {
    detections: layout.detections.map((found) => ({ ...found, bbox: toSource(found.bbox) })),
    legend: {
      swatches: swatches.map(toSource),
      texts: texts.map(toSource),
      headings: headings.map(toSource),
      symbols: symbols.map(({ symbol, text }) => ({ symbol: toSource(symbol), text: text && toSource(text) })),
    },
  };
}

async function detect(picture: RgbImage, signal?: AbortSignal): Promise<Layout> {
  const paper = paperColor(picture);
  if (!paper || Math.min(picture.width, picture.height) < MIN_SIDE) return EMPTY;
  const image = withEvenPaper(picture, paper);
  signal?.throwIfAborted();
  const classes = classifyPixels(image, paper);
  signal?.throwIfAborted();
  const skew = skewDegrees(classes);
  if (skew === 0) return readSheet(image, classes, signal);
  const straight = levelled(image, skew, paper);
  signal?.throwIfAborted();
  return turnedLayout(readSheet(straight.image, classifyPixels(straight.image, paper), signal), straight.toSource);
}

/**
 * The detector that needs no download: paper and ink, blocks of colour, frame lines, swatch columns with text (design text, part
 * E). It reports only regions that it has evidence for; confidence grows with that evidence and is no probability.
 */
export const builtinDetector: LayoutDetector = {
  id: 'builtin',
  digest: `builtin-${VERSION}-side${WORKING_SIDE}`,
  workingSide: WORKING_SIDE,
  detect,
};

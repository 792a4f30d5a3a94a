import type { z } from 'zod';
import type { PixelBox } from '../../domain/catalog/records.ts';
import type { informationSchema } from '../../domain/documents/processing.ts';
import { boxArea, boxHeight, grown, holds, intersection, midX, midY, scaled } from '../../domain/layout/boxes.ts';
import { type Region, toSourceBox } from '../../domain/layout/regions.ts';
import type { TextLine } from '../../domain/layout/text-lines.ts';
import { type Axis, agreedGraticule, type Corner, type CornerReading, type Graticule } from '../../domain/text/corner-values.ts';
import { speaksOfCrs } from '../../domain/text/crs-lines.ts';
import { joinedText, tidyLine } from '../../domain/text/joined-lines.ts';
import { blocksBeside, marginLines, textBlocks } from '../../domain/text/margin-lines.ts';
import { printedScale } from '../../domain/text/printed-scale.ts';
import { withQuadrangleMarks } from '../../domain/text/quadrangle-title.ts';
import type { ReadLine } from '../../domain/text/text-reader.ts';
import { type CarefulReader, twoAtATime } from './careful-reader.ts';
import type { SheetPicture } from './sheet-picture.ts';
import { openPatch } from './text-patches.ts';
import type { TextTools } from './text-reading.ts';

export type Information = z.infer<typeof informationSchema>;

type Regions = ReadonlyMap<string, readonly Region[]>;
type Tools = Pick<TextTools, 'sheet' | 'raster' | 'step'> & { readonly reader: CarefulReader };

/** Least confidence of what is reported of the margin. */
const FLOOR = 0.5;
/** Blocks beside the map that are read, how far from it they may be as a share of the sheet's longer side, and how high. */
const MOST_BLOCKS = 8;
const REACH = 0.12;
const HIGHEST = 0.05;
/** `1:24000` has so many glyphs. */
const SCALE_GLYPHS = 5;

/** Most confidence of a title in which a mark was put right. */
const MENDED_CONFIDENCE = 0.85;

const round2 = (value: number): number => Math.round(value * 100) / 100;

type Place = { readonly box: PixelBox; readonly inScale: boolean };

/** What is read beside the map, source px: the lines of the scale, and paragraphs near the map that are not in `taken`. */
function placesBeside(sheet: SheetPicture, regions: Regions): readonly Place[] {
  const { frame, image } = sheet;
  const seen = (box: PixelBox): PixelBox => scaled(box, 1 / frame.factorX, 1 / frame.factorY);
  const boxes = (label: string): readonly PixelBox[] => (regions.get(label) ?? []).map(({ box }) => seen(box));
  const [body, scale] = [boxes('main_map')[0], boxes('scale')[0]];
  const side = Math.max(image.width, image.height);
  const taken = [...regions.keys()].filter((label) => label !== 'others' && label !== 'scale').flatMap(boxes);
  const lines = marginLines(image, taken);
  const around = scale ? grown(scale, 0.006 * side) : undefined;
  const inScale = lines.filter(({ box }) => around && holds(around, midX(box), midY(box)));
  const within = ({ box }: TextLine, of: PixelBox): boolean => boxArea(intersection(grown(of, REACH * side), box)) > 0;
  const near = body ? lines.filter((line) => within(line, body) && !inScale.includes(line)) : [];
  const blocks = textBlocks(near).filter(({ box }) => boxHeight(box) <= HIGHEST * side);
  const places = [
    ...inScale.filter(({ glyphs }) => glyphs >= SCALE_GLYPHS).map(({ box }) => ({ box, inScale: true })),
    ...(body ? blocksBeside(body, blocks, MOST_BLOCKS) : []).map(({ box }) => ({ box, inScale: false })),
  ];
  return places.flatMap(({ box, ...place }) => {
    const source = toSourceBox(box, frame);
    return source ? [{ ...place, box: source }] : [];
  });
}

/** Strips beside a corner in which its values are printed: two sizes, because neighbours disturb the reading. Source px. */
function cornerStrips(
  map: PixelBox,
  side: number,
): readonly { readonly corner: Corner; readonly axis: Axis; readonly box: PixelBox }[] {
  const corners = [
    ['north_west', map[0], map[1], -1, -1],
    ['north_east', map[2], map[1], 1, -1],
    ['south_west', map[0], map[3], -1, 1],
    ['south_east', map[2], map[3], 1, 1],
  ] as const;
  return corners.flatMap(([corner, x, y, right, down]) =>
    [0.008, 0.012].flatMap((share) => {
      const [wide, high] = [1.5 * share * side, 0.7 * share * side];
      const gap = 0.0004 * side;
      const above: PixelBox = down < 0 ? [x - wide, y - high, x + wide, y - gap] : [x - wide, y + gap, x + wide, y + high];
      const beside: PixelBox =
        right < 0 ? [x - wide, y - 0.5 * high, x, y + 0.5 * high] : [x, y - 0.5 * high, x + wide, y + 0.5 * high];
      return [
        { corner, axis: 'longitude' as const, box: above },
        { corner, axis: 'latitude' as const, box: beside },
      ];
    }),
  );
}

async function readGraticule(map: PixelBox, { sheet, raster, reader }: Tools): Promise<Graticule | null> {
  const strips = cornerStrips(map, Math.max(sheet.frame.width, sheet.frame.height));
  const tasks = strips.flatMap((strip) => [strip, { ...strip, alphabet: "0123456789°'" }]);
  const readings = await twoAtATime(tasks, async ({ corner, axis, box, ...how }): Promise<CornerReading> => {
    const patch = await openPatch([box], { sheet, raster });
    const lines = patch ? await reader.read(box, { shape: 'block', patch, margin: 0, ...how }) : null;
    return { corner, axis, lines: lines ?? [] };
  });
  return agreedGraticule(readings, map);
}

const sideDocument = (value: NonNullable<Graticule['west']>) => ({
  degrees: value.degrees,
  confidence: value.confidence,
  corners: value.corners.map(({ corner, text, bbox }) => ({ corner, text, bbox: [...bbox] })),
});

const graticuleDocument = (graticule: Graticule) => ({
  ...Object.fromEntries(Object.entries(graticule).map(([side, value]) => [side, sideDocument(value)])),
  note: 'Degrees as printed, without a sign: north and south, east and west are not told apart.',
});

type Line = { readonly line: ReadLine; readonly text: string; readonly inScale: boolean };

const textDocument = ({ line, text }: Line) => ({ text, confidence: round2(line.confidence), bbox: [...line.bbox] });

/** The best scale: named as one, then beside the scale bar, then the surest. */
function scaleOf(lines: readonly Line[]): Information['scale'] {
  const found = lines.flatMap((line) => {
    const scale = printedScale(line.text);
    return scale && scale.denominator !== null ? [{ line, scale }] : [];
  });
  const rank = ({ line, scale }: (typeof found)[number]): number =>
    (scale.named ? 2 : 0) + (line.inScale ? 1 : 0) + line.line.confidence / 2;
  const best = found.sort((a, b) => rank(b) - rank(a))[0];
  return best ? { ...textDocument(best.line), denominator: best.scale.denominator } : undefined;
}

async function readTitle(region: Region | undefined, { sheet, raster, reader }: Tools): Promise<Information['title']> {
  const patch = region ? await openPatch([region.box], { sheet, raster }) : null;
  if (!region || !patch) return undefined;
  const margin = Math.round(0.1 * boxHeight(region.box)) + 2;
  const joined = joinedText((await reader.read(region.box, { shape: 'block', patch, margin })) ?? []);
  if (!joined || joined.confidence < FLOOR) return undefined;
  const { text, changed } = withQuadrangleMarks(joined.text);
  const confidence = changed ? Math.min(joined.confidence, MENDED_CONFIDENCE) : joined.confidence;
  return { ...joined, text, confidence, bbox: [...region.box] };
}

async function readLines(places: readonly Place[], tools: Tools): Promise<readonly Line[]> {
  const read = await twoAtATime(places, async ({ box, inScale }) => {
    const patch = await openPatch([box], tools);
    const lines = patch ? await tools.reader.read(box, { shape: inScale ? 'line' : 'block', patch, margin: 3 }) : null;
    return (lines ?? []).map((line): Line => ({ line, text: tidyLine(line.text), inScale }));
  });
  return read.flat().filter(({ line, text }) => text !== '' && line.confidence >= FLOOR);
}

/** Title, scale, lines about the reference system, and corner values on which two corners agree. */
export async function readMargin(regions: Regions, tools: Tools): Promise<Information> {
  const [title, map] = ['title', 'main_map'].map((label) => regions.get(label)?.[0]);
  await tools.step(0, 'Reading the title');
  const titleText = await readTitle(title, tools);
  await tools.step(0.2, 'Reading scale and notes beside the map');
  const lines = await readLines(placesBeside(tools.sheet, regions), tools);
  await tools.step(0.7, 'Reading the coordinates at the corners');
  const graticule = map ? await readGraticule(map.box, tools) : null;
  const printed = scaleOf(lines);
  const about = lines.filter(({ text }) => speaksOfCrs(text)).map(textDocument);
  return {
    ...(titleText && { title: titleText }),
    ...(printed && { scale: printed }),
    ...(about.length > 0 && { crs_text: about }),
    ...(graticule && { graticule: graticuleDocument(graticule) }),
  };
}

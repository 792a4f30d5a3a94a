import type { RandomSource } from '../random-source.ts';
import type { Box, Point } from '../sheet-plan.ts';
import { INK } from '../svg-marks.ts';
import { around, type Pen, wrapWords } from './sheet-pen.ts';

const NAMES = ['DRY MESA', 'LONE BUTTE', 'SALTGRASS CREEK', 'NORTH HARLOW', 'FORT LYLE', 'OXBOW BASIN', 'RED POINT'] as const;
const AREAS = ['QUADRANGLE', 'AREA', 'MINING DISTRICT', 'COUNTY'] as const;
const NOTES = [
  'Base from surveys of an invented region. Polyconic projection. Geology mapped on foot in the dry season and compiled from aerial photographs.',
  'Contour interval 20 meters. Elevations above mean sea level. Roads and place names were revised from field notes.',
  'Printed for the demonstration of a reader of geologic maps. No such rocks crop out anywhere.',
] as const;
const DENOMINATORS = [24_000, 48_000, 50_000, 62_500, 100_000, 250_000] as const;

/** A title of one or two lines, with a smaller line about the authors that belongs to it no more. */
export const drawTitle = (pen: Pen, random: RandomSource, [x0, y0, x1]: Box): { readonly box: Box; readonly text: string } => {
  const name = NAMES[random.whole(0, NAMES.length - 1)] ?? '';
  const area = AREAS[random.whole(0, AREAS.length - 1)] ?? '';
  const wanted = random.between(50, 68);
  const centred = random.between(0, 1) < 0.75;
  const setting = {
    x: centred ? (x0 + x1) / 2 : x0,
    anchor: centred ? ('middle' as const) : ('start' as const),
    weight: 'bold' as const,
  };
  const words = `GEOLOGIC MAP OF THE ${name} ${area}`;
  const lines = random.between(0, 1) < 0.3 ? [`GEOLOGIC MAP OF THE`, `${name} ${area}`] : [words];
  // Bold letters are about a tenth wider than the regular ones that `width` measures.
  const widest = Math.max(...lines.map((line) => pen.width(line, wanted) * 1.12));
  const size = wanted * Math.min(1, (x1 - x0) / widest);
  const boxes = lines.map((line, index) => pen.text(line, { ...setting, y: y0 + size + index * size * 1.15, size }));
  pen.text('By A. Mapper and the class of the field school', {
    ...setting,
    weight: 'regular',
    y: y0 + size * (0.35 + lines.length * 1.15) + 34,
    size: 26,
  });
  return { box: around(boxes), text: lines.join(' ') };
};

/** A scale as words, as a bar, or both, at the top middle of a space. */
export const drawScale = (
  pen: Pen,
  random: RandomSource,
  [x0, y, x1]: Box,
): { readonly box: Box; readonly denominator: number | null } => {
  const x = (x0 + x1) / 2;
  const denominator = DENOMINATORS[random.whole(0, DENOMINATORS.length - 1)] ?? 50_000;
  const kind = random.between(0, 1);
  const digits =
    kind < 0.5 ? String(denominator).replace(/\B(?=(\d{3})+$)/g, ' ') : String(denominator).replace(/\B(?=(\d{3})+$)/g, ',');
  const words = kind > 0.15 ? [pen.text(`SCALE 1:${digits}`, { x, y: y + 28, size: 28, anchor: 'middle' })] : [];
  if (kind > 0.9) return { box: around(words), denominator };
  const [parts, width] = [random.whole(3, 5), Math.min(random.between(420, 640), 0.5 * (x1 - x0))];
  const bar: Box = [x - width / 2, y + 82, x + width / 2, y + 82 + random.between(8, 18)];
  for (let part = 0; part < parts; part += 1) {
    const field: Box = [bar[0] + (width * part) / parts, bar[1], bar[0] + (width * (part + 1)) / parts, bar[3]];
    pen.rect(field, `fill="${part % 2 === 0 ? INK : 'none'}" stroke="${INK}" stroke-width="2"`);
  }
  const numbers = Array.from({ length: parts + 1 }, (_, mark) =>
    pen.text(mark === parts ? `${mark} KILOMETERS` : String(mark), {
      x: bar[0] + (width * mark) / parts,
      y: bar[1] - 12,
      size: 22,
      anchor: mark === parts ? 'start' : 'middle',
    }),
  );
  return { box: around([...words, bar, ...numbers]), denominator: kind > 0.15 ? denominator : null };
};

/** Small print of the margin, in lines of the width of the space. */
export const drawNotes = (pen: Pen, [x0, y0, x1, y1]: Box): void => {
  const size = 19;
  let y = y0 + size;
  for (const note of NOTES) {
    for (const line of wrapWords(pen, note, { size, width: x1 - x0 })) {
      if (y > y1) return;
      pen.text(line, { x: x0, y, size });
      y += size * 1.3;
    }
    y += size * 0.5;
  }
};

/** Arrow to the north with its letter. */
export const drawNorth = (pen: Pen, [x, y]: Point): void => {
  pen.path(
    [
      [x, y + 110],
      [x, y + 40],
    ],
    `stroke="${INK}" stroke-width="3"`,
  );
  pen.path(
    [
      [x - 10, y + 58],
      [x, y + 30],
      [x + 10, y + 58],
    ],
    `fill="${INK}"`,
    'closed',
  );
  pen.text('N', { x, y: y + 22, size: 26, anchor: 'middle', weight: 'bold' });
};

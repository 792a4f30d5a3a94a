import { type ControlPointFile, type FilePoint, gcpFieldFault, noPoints, shownField } from './control-point-file.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** True for text that holds `-gcp` arguments of the GDAL tools. */
export const isGdalCommand = (text: string): boolean => /(?:^|\s)-gcp\s/.test(text);

type Word = { readonly line: number; readonly text: string };

/** Words of a shell line; quotes are taken off, a backslash at the end of a line goes on. */
const wordsOf = (text: string): readonly Word[] =>
  text.split(/\r\n|\n|\r/).flatMap((content, at) =>
    [...content.replace(/[\\^]\s*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((found) => ({
      line: at + 1,
      text: found[1] ?? found[2] ?? found[3] ?? '',
    })),
  );

const COLUMNS = ['pixel', 'line', 'easting', 'northing'] as const;

const pointAt = (words: readonly Word[], start: number): FilePoint => {
  const numbers = COLUMNS.map((column, offset) => {
    const word = words[start + offset];
    const value = word && NUMBER.test(word.text) ? Number(word.text) : Number.NaN;
    if (Number.isFinite(value)) return value;
    const line = (word ?? words[start - 1])?.line ?? 0;
    throw gcpFieldFault(
      { line, column },
      `Line ${line} of the control-point file: -gcp needs four numbers (pixel line easting northing), and ${column} is ${word ? shownField(word.text) : 'missing'}.`,
    );
  });
  const [pixelX = 0, pixelY = 0, worldX = 0, worldY = 0] = numbers;
  return { pixelX, pixelY, worldX, worldY, enabled: true, crs: null, id: null };
};

/** Reads the `-gcp pixel line easting northing [elevation]` arguments of a GDAL command, and the CRS of `-a_srs` or `-s_srs`. */
export const parseGdalCommand = (text: string): ControlPointFile => {
  const words = wordsOf(text);
  const points = words.flatMap(({ text: word }, at) => (word === '-gcp' ? [pointAt(words, at + 1)] : []));
  if (points.length === 0) throw noPoints();
  const after = (flag: string): string | undefined => words[words.findIndex(({ text: word }) => word === flag) + 1]?.text;
  const has = (flag: string): boolean => words.some(({ text: word }) => word === flag);
  const flag = ['-a_srs', '-s_srs'].find(has);
  return {
    dialect: 'gdal_command',
    yDirection: 'down',
    crs: (flag === undefined ? undefined : after(flag)) ?? null,
    points,
    imageSize: null,
    warnings: [],
  };
};

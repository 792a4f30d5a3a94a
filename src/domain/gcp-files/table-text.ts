import { gcpFileFault } from './control-point-file.ts';

export type Separator = 'tab' | 'semicolon' | 'comma' | 'blank';

/** One line of a table; `line` counts from one in the file. */
export type Row = { readonly line: number; readonly cells: readonly string[] };

export type Table = {
  readonly separator: Separator;
  readonly rows: readonly Row[];
  /** Text behind `#CRS:`, or null. */
  readonly crs: string | null;
};

const MARKS: Readonly<Record<Separator, RegExp>> = { tab: /\t/, semicolon: /;/, comma: /,/, blank: /\s+/ };

/** Cells in quotes may hold separators; a quote inside a cell (seconds of an angle) is kept. */
const splitQuoted = (text: string, mark: string): string[] => {
  const cells: string[] = [];
  let rest = text;
  for (;;) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*(?=[,;\t]|$)/.exec(rest);
    const end = quoted ? quoted[0].length : rest.indexOf(mark);
    const cell = quoted ? (quoted[1] ?? '').replaceAll('""', '"') : end < 0 ? rest : rest.slice(0, end);
    cells.push(cell.trim());
    const next = quoted ? end : end < 0 ? rest.length : end;
    if (rest[next] !== mark) return cells;
    rest = rest.slice(next + 1);
  }
};

const splitLine = (text: string, separator: Separator): readonly string[] => {
  if (separator === 'blank') return text.trim().split(MARKS.blank);
  return splitQuoted(text, separator === 'tab' ? '\t' : separator === 'semicolon' ? ';' : ',');
};

/** The separator that the lines use: the first of tab, semicolon, comma that stands in every one of them, else blanks. */
const separatorOf = (lines: readonly string[]): Separator => {
  for (const separator of ['tab', 'semicolon', 'comma'] as const) {
    if (lines.every((line) => MARKS[separator].test(line))) return separator;
  }
  return 'blank';
};

/** Control characters other than tab and line ends: no text at all. */
const isBinary = (text: string): boolean => /[^\P{Cc}\t\n\r\f\v]/u.test(text) || text.includes('\uFFFD');

/** Splits a table of control points into cells. Comment lines start with `#`; `#CRS:` is kept. Throws `invalid_bounds` for binary content. */
export const readTable = (text: string): Table => {
  if (isBinary(text)) throw gcpFileFault('not_text', 'The control-point file is no text in UTF-8; export it as text.');
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((content, at) => ({ line: at + 1, content }))
    .filter(({ content }) => content.trim() !== '');
  const comments = lines.filter(({ content }) => content.trimStart().startsWith('#'));
  const stated = comments
    .map(({ content }) => /^\s*#\s*CRS\s*:\s*(.+?)\s*$/i.exec(content)?.[1])
    .find((crs) => crs !== undefined);
  const kept = lines.filter(({ content }) => !content.trimStart().startsWith('#'));
  const separator = separatorOf(kept.map(({ content }) => content));
  return {
    separator,
    rows: kept.map(({ line, content }) => ({ line, cells: splitLine(content, separator) })),
    crs: stated ?? null,
  };
};

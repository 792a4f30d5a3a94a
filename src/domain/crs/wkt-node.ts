import { crsFault } from './crs-fault.ts';

/** One element of WKT: `KEYWORD["text", number, CHILD[...]]`; both bracket styles, WKT 1 and WKT 2 alike. */
export type WktNode = {
  readonly keyword: string;
  readonly values: readonly (string | number)[];
  readonly children: readonly WktNode[];
};

const KEYWORD = /\s*([A-Za-z_][A-Za-z0-9_]*)\s*/y;
const QUOTED = /\s*"((?:[^"]|"")*)"\s*/y;
const NUMBER = /\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*/y;
const DEEPEST = 20;

const fault = () => crsFault('wkt', 'The WKT text is damaged or cut off; paste it whole, or give the EPSG code.');

type Cursor = { readonly text: string; at: number };

const take = (cursor: Cursor, pattern: RegExp): string | undefined => {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text);
  if (!found) return undefined;
  cursor.at = pattern.lastIndex;
  return found[1];
};

/** An element, or a bare word such as `EAST`. */
const readElement = (cursor: Cursor, depth: number): WktNode | string => {
  if (depth > DEEPEST) throw fault();
  const keyword = take(cursor, KEYWORD);
  if (keyword === undefined) throw fault();
  const open = cursor.text[cursor.at];
  if (open !== '[' && open !== '(') return keyword;
  const close = open === '[' ? ']' : ')';
  const values: (string | number)[] = [];
  const children: WktNode[] = [];
  do {
    cursor.at += 1;
    readValue(cursor, depth, { values, children });
  } while (cursor.text[cursor.at] === ',');
  if (cursor.text[cursor.at] !== close) throw fault();
  cursor.at += 1;
  while (/\s/.test(cursor.text[cursor.at] ?? '')) cursor.at += 1;
  return { keyword: keyword.toUpperCase(), values, children };
};

const readValue = (
  cursor: Cursor,
  depth: number,
  into: { readonly values: (string | number)[]; readonly children: WktNode[] },
): void => {
  const quoted = take(cursor, QUOTED);
  if (quoted !== undefined) {
    into.values.push(quoted.replaceAll('""', '"'));
    return;
  }
  const number = take(cursor, NUMBER);
  if (number !== undefined) {
    into.values.push(Number(number));
    return;
  }
  const element = readElement(cursor, depth + 1);
  if (typeof element === 'string') into.values.push(element);
  else into.children.push(element);
};

/** Parses one WKT element. Throws `invalid_bounds` when the text is not whole. */
export const parseWkt = (text: string): WktNode => {
  const cursor: Cursor = { text, at: 0 };
  const root = readElement(cursor, 0);
  if (typeof root === 'string' || cursor.at < text.length) throw fault();
  return root;
};

/** First direct child with one of the keywords. */
export const childOf = (node: WktNode | undefined, ...keywords: readonly string[]): WktNode | undefined =>
  node?.children.find(({ keyword }) => keywords.includes(keyword));

export const childrenOf = (node: WktNode, ...keywords: readonly string[]): readonly WktNode[] =>
  node.children.filter(({ keyword }) => keywords.includes(keyword));

/** The n-th text of an element, or undefined. */
export const textOf = (node: WktNode | undefined, index = 0): string | undefined => {
  const value = node?.values.filter((entry) => typeof entry === 'string')[index];
  return typeof value === 'string' ? value : undefined;
};

/** The n-th number of an element, or undefined. */
export const numberOf = (node: WktNode | undefined, index = 0): number | undefined => {
  const value = node?.values.filter((entry) => typeof entry === 'number')[index];
  return typeof value === 'number' ? value : undefined;
};

/** EPSG code that an element gives itself (`AUTHORITY["EPSG","26915"]` or `ID["EPSG",26915]`), not one of its parts. */
export const epsgCodeOf = (node: WktNode | undefined): number | undefined => {
  const id = childOf(node, 'AUTHORITY', 'ID');
  if (id === undefined || String(id.values[0]).toUpperCase() !== 'EPSG') return undefined;
  const code = Number(id.values[1]);
  return Number.isSafeInteger(code) && code > 0 ? code : undefined;
};

import type { Box, Point } from './sheet-plan.ts';

/** Colour of printed lines and letters. */
export const INK = '#231f20';

export const number = (value: number): string => String(Math.round(value * 100) / 100);

/** Path data through the points, open. */
export const pathData = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`).join('');

export const rectMark = ([x0, y0, x1, y1]: Box, style: string): string =>
  `<rect x="${number(x0)}" y="${number(y0)}" width="${number(x1 - x0)}" height="${number(y1 - y0)}" ${style}/>`;

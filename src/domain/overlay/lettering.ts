import type { GlyphSource, TextSetting } from '../text/glyph-source.ts';
import { attributes, coordinate, escapeXml } from './xml.ts';

/** Colour and edge of letters. */
export type Ink = {
  /** CSS colour. */
  readonly fill: string;
  /** Width of a white edge around the letters, px. */
  readonly halo?: number;
};

/** How text gets into a drawing. Widths come from the built-in font either way, so both drawings are laid out alike. */
export type Lettering = {
  readonly widthOf: (text: string, size: number) => number;
  readonly draw: (text: string, setting: TextSetting, ink: Ink) => string;
  /** Characters drawn so far that the built-in font lacks. */
  readonly missing: ReadonlySet<string>;
};

const inkAttributes = ({ fill, halo }: Ink): string =>
  attributes({
    fill,
    ...(halo === undefined
      ? {}
      : { stroke: '#FFFFFF', 'stroke-width': halo, 'stroke-linejoin': 'round', 'paint-order': 'stroke' }),
  });

const asText = (text: string, { x, y, size, anchor, weight }: TextSetting, ink: Ink): string =>
  `<text${attributes({
    x,
    y,
    'font-family': 'sans-serif',
    'font-size': size,
    'font-weight': weight === 'bold' ? 'bold' : undefined,
    'text-anchor': anchor === undefined || anchor === 'start' ? undefined : anchor,
  })}${inkAttributes(ink)}>${escapeXml(text)}</text>`;

const widthOf = (glyphs: GlyphSource) => {
  const known = new Map<string, number>();
  return (text: string, size: number): number => {
    const width = known.get(text) ?? glyphs.textPath(text, { x: 0, y: 0, size: 1 }).width;
    known.set(text, width);
    return width * size;
  };
};

/** `<text>` elements: searchable, drawn with the viewer's own font. */
export const textLettering = (glyphs: GlyphSource): Lettering => ({
  widthOf: widthOf(glyphs),
  draw: asText,
  missing: new Set(),
});

/**
 * Outlines, the same on every machine. A text with a character the built-in font lacks is left whole to the fonts of the
 * machine (D35), and the character is remembered.
 */
export function outlineLettering(glyphs: GlyphSource): Lettering {
  const missing = new Set<string>();
  return {
    widthOf: widthOf(glyphs),
    missing,
    draw: (text, setting, ink) => {
      const path = glyphs.textPath(text, setting);
      for (const char of path.missing) missing.add(char);
      if (path.missing.length > 0) return asText(text, setting, ink);
      return path.d === '' ? '' : `<path d="${path.d}"${inkAttributes(ink)}/>`;
    },
  };
}

/** The text, or as much of it as fits into `room` px, with an ellipsis. */
export function fitText(text: string, size: number, fit: { readonly room: number; readonly lettering: Lettering }): string {
  const clean = text.replace(/\s+/g, ' ').trim();
  if (fit.lettering.widthOf(clean, size) <= fit.room) return clean;
  const chars = [...clean.slice(0, 400)];
  let [low, high] = [0, chars.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fit.lettering.widthOf(`${chars.slice(0, middle).join('')}…`, size) <= fit.room) low = middle;
    else high = middle - 1;
  }
  return `${chars.slice(0, low).join('').trimEnd()}…`;
}

/** Path data of a broken line; closed ones end with `Z`. */
export const pathData = (line: readonly (readonly [number, number])[], closed: boolean): string =>
  `${line.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${coordinate(x)} ${coordinate(y)}`).join('')}${closed ? 'Z' : ''}`;

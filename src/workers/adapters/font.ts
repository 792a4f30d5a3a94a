import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js';
import type { GlyphSource, TextPath, TextSetting } from '../../domain/text/glyph-source.ts';

const require = createRequire(import.meta.url);

/** Noto Sans, SIL Open Font Licence 1.1: Latin, Greek and Cyrillic. */
const FILES = {
  regular: () => require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: () => require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
} as const;

type Weight = keyof typeof FILES;

/** One glyph at 1 em = 1 px, y downwards: points as numbers, so that setting a text is arithmetic only. */
type Outline = {
  readonly commands: readonly (readonly [string, readonly number[]])[];
  readonly advance: number;
  readonly glyph: Glyph;
};

type Face = { readonly font: Font; readonly outlines: Map<string, Outline>; readonly kerns: Map<string, number> };

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;

/** Scripts whose letters stand one beside the other. Others need shaping, which setting glyph by glyph does not do. */
const PLAIN_SCRIPT = /\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Common}|\p{Script=Inherited}/u;

const faces = new Map<Weight, Face>();

/** Fonts are parsed at the first text of their weight and kept for the life of the process. */
function loadFace(weight: Weight): Face {
  const known = faces.get(weight);
  if (known !== undefined) return known;
  const file = readFileSync(FILES[weight]());
  const face = {
    font: opentype.parse(new Uint8Array(file).buffer),
    outlines: new Map<string, Outline>(),
    kerns: new Map<string, number>(),
  };
  faces.set(weight, face);
  return face;
}

function pointsOf(command: PathCommand): readonly number[] {
  switch (command.type) {
    case 'M':
    case 'L':
      return [command.x, command.y];
    case 'Q':
      return [command.x1, command.y1, command.x, command.y];
    case 'C':
      return [command.x1, command.y1, command.x2, command.y2, command.x, command.y];
    default:
      return [];
  }
}

function outlineOf(face: Face, char: string): Outline {
  const known = face.outlines.get(char);
  if (known !== undefined) return known;
  const glyph = face.font.charToGlyph(char);
  const { unitsPerEm } = face.font;
  const commands = glyph
    .getPath(0, 0, unitsPerEm)
    .commands.map((command) => [command.type, pointsOf(command).map((value) => value / unitsPerEm)] as const);
  const outline = { commands, advance: (glyph.advanceWidth ?? 0) / unitsPerEm, glyph };
  face.outlines.set(char, outline);
  return outline;
}

/** Kerning between two characters in em. */
function kernOf(face: Face, pair: string, outlines: readonly [Outline, Outline]): number {
  const known = face.kerns.get(pair);
  if (known !== undefined) return known;
  const kern = face.font.getKerningValue(outlines[0].glyph, outlines[1].glyph) / face.font.unitsPerEm;
  face.kerns.set(pair, kern);
  return kern;
}

type Placed = { readonly outline: Outline; readonly offset: number };

/** Places one glyph after the other; offsets and width in em. */
function layOut(
  face: Face,
  text: string,
): { readonly placed: readonly Placed[]; readonly width: number; readonly missing: readonly string[] } {
  const placed: Placed[] = [];
  const missing = new Set<string>();
  let pen = 0;
  let before: { readonly char: string; readonly outline: Outline } | undefined;
  for (const char of text.normalize('NFC').replace(INVISIBLE, '')) {
    const outline = outlineOf(face, char);
    if (outline.glyph.index === 0 || !PLAIN_SCRIPT.test(char)) missing.add(char);
    if (before !== undefined) pen += kernOf(face, before.char + char, [before.outline, outline]);
    placed.push({ outline, offset: pen });
    pen += outline.advance;
    before = { char, outline };
  }
  return { placed, width: pen, missing: [...missing] };
}

const shorten = (value: number): string => String(Math.round(value * 100) / 100);

function textPath(text: string, setting: TextSetting): TextPath {
  const { placed, width, missing } = layOut(loadFace(setting.weight ?? 'regular'), text);
  const share = { start: 0, middle: 0.5, end: 1 }[setting.anchor ?? 'start'];
  const parts: string[] = [];
  for (const { outline, offset } of placed) {
    const left = setting.x + (offset - width * share) * setting.size;
    for (const [type, points] of outline.commands) {
      parts.push(type + points.map((value, i) => shorten(value * setting.size + (i % 2 === 0 ? left : setting.y))).join(' '));
    }
  }
  return { d: parts.join(''), width: width * setting.size, missing };
}

/** The built-in font. Cheap to create: nothing is read before the first text. */
export const createGlyphSource = (): GlyphSource => ({ textPath });

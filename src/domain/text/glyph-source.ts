/** Where and how large a text is set. */
export type TextSetting = {
  /** Pen position in px; `y` is the baseline, downwards positive as in a picture. */
  readonly x: number;
  readonly y: number;
  /** Em size in px. */
  readonly size: number;
  /** Which point of the text lies at `x`. Default `start`. */
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Default `regular`. */
  readonly weight?: 'regular' | 'bold';
};

/** A text as outlines. */
export type TextPath = {
  /** Path data for `<path d="…" fill="…"/>`, non-zero winding, at most two decimals. Empty for blank text. */
  readonly d: string;
  /** Advance width in px, kerning included. */
  readonly width: number;
  /** Characters the font cannot set, each once, in order of appearance: no glyph (the font's empty box is drawn) or a script that needs shaping. */
  readonly missing: readonly string[];
};

/**
 * Turns text into outlines of a font that ships with the project (Latin, Greek, Cyrillic), so that a picture looks the same on
 * every machine, whatever fonts are installed. Whoever draws text into a picture uses it: the annotated PNG of an overlay, the
 * detection overlay of a processed map and the synthetic sheet of the demo. Text is normalised to NFC; line ends and control
 * characters are left out. The adapter is `workers/adapters/font.ts`.
 */
export type GlyphSource = { readonly textPath: (text: string, setting: TextSetting) => TextPath };

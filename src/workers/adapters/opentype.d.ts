/** The few parts of opentype.js that `font.ts` uses. Written here because the published types pull the browser's globals in. */
declare module 'opentype.js' {
  export type PathCommand =
    | { readonly type: 'M' | 'L'; readonly x: number; readonly y: number }
    | { readonly type: 'Q'; readonly x1: number; readonly y1: number; readonly x: number; readonly y: number }
    | {
        readonly type: 'C';
        readonly x1: number;
        readonly y1: number;
        readonly x2: number;
        readonly y2: number;
        readonly x: number;
        readonly y: number;
      }
    | { readonly type: 'Z' };

  export type Glyph = {
    /** 0 is `.notdef`: the font has nothing for the character. */
    readonly index: number;
    readonly advanceWidth?: number;
    getPath(x: number, y: number, size: number): { readonly commands: readonly PathCommand[] };
  };

  export type Font = {
    readonly unitsPerEm: number;
    charToGlyph(char: string): Glyph;
    /** In font units. */
    getKerningValue(left: Glyph, right: Glyph): number;
  };

  const opentype: { parse(buffer: ArrayBufferLike): Font };
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS, its whole module is the default export
  export default opentype;
}

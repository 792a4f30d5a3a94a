import { builtinDetector } from '../../domain/layout/builtin-detector.ts';
import { createGlyphSource } from '../adapters/font.ts';
import { sharpHeader } from '../adapters/sharp-header.ts';
import { createSharpRaster } from '../adapters/sharp-raster.ts';
import { createTesseractReaders } from '../adapters/tesseract-reader.ts';
import type { Handlers } from '../handler.ts';
import { mapProcess } from '../handlers/map-process.ts';

/** Layout detection: what looks at every pixel. */
export const createHandlers = (): Handlers => ({
  'map.process': mapProcess({
    raster: createSharpRaster(),
    header: sharpHeader,
    glyphs: createGlyphSource(),
    builtin: builtinDetector,
    readers: createTesseractReaders(),
  }),
});

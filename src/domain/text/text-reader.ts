import type { PixelBox } from '../catalog/records.ts';
import type { RgbImage } from '../documents/raster.ts';
import type { Settings } from '../settings/settings.ts';

/** One line of recognised text. `bbox` in px of the picture handed in; `confidence` 0..1. */
export type ReadLine = { readonly text: string; readonly bbox: PixelBox; readonly confidence: number };

/** What is to be read: one line, a block of lines of one column, or scattered text. */
export type TextShape = 'line' | 'block' | 'sparse';

export type ReadingTask = {
  readonly image: RgbImage;
  readonly shape: TextShape;
  /** Characters that may occur; left out: all of the language. */
  readonly alphabet?: string;
};

/**
 * The OCR port. The adapter is `workers/adapters/tesseract-reader.ts`; it works without a network. `read` throws the signal's reason
 * when it is aborted. Reading never invents: a picture without text gives no lines.
 */
export type TextReader = {
  readonly id: string;
  /** Identifies engine, language data and parameters: part of the key a result is kept under (D28). */
  readonly digest: string;
  /** Start ahead of need, in the background. */
  readonly warm?: () => void;
  readonly read: (task: ReadingTask, signal?: AbortSignal) => Promise<readonly ReadLine[]>;
};

/** OCR is a part that can be absent: then `reader` is null and `reason` says in words why. */
export type TextReaderChoice = { readonly reader: TextReader } | { readonly reader: null; readonly reason: string };

/** Whether text is read at all, in which languages (codes of tesseract), and why not. */
export type TextReadiness = { readonly ready: boolean; readonly languages: readonly string[]; readonly reason: string | null };

/** Gives the reader that the settings of a call ask for. */
export type TextReaders = {
  readonly choose: (ocr: Settings['ocr']) => Promise<TextReaderChoice>;
  /** Release what is kept warm. */
  readonly close: () => Promise<void>;
};

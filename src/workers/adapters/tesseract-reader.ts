import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../domain/settings/settings.ts';
import { type GreyImage, greyOf, padded, resample, toPgm } from '../../domain/text/ink-picture.ts';
import { lineHeight, paperLevel } from '../../domain/text/line-height.ts';
import type {
  ReadingTask,
  ReadLine,
  TextReader,
  TextReaderChoice,
  TextReaders,
  TextReadiness,
} from '../../domain/text/text-reader.ts';
import { createTesseractPool, type TesseractPool } from './tesseract-pool.ts';
import type { LanguageData, TesseractThread } from './tesseract-thread.ts';

const require = createRequire(import.meta.url);

/** Page segmentation modes of tesseract: one uniform block, one line, scattered text. */
const MODES = { block: '6', line: '7', sparse: '11' } as const;
/** Heights of a line, ascender to descender, between which the engine reads best, px: twice the 11 px that were measured, and more. */
const LEAST_HEIGHT = 22;
const MOST_HEIGHT = 40;
/** Air around the text, px of the picture that is read. */
const MARGIN = 12;
/** Readings less sure than this are tried once more, larger. */
const SURE = 0.85;
const LARGER = 1.5;
/** Most pixels of one reading. */
const MOST_PIXELS = 6_000_000;

const bboxSchema = z.object({ x0: z.number(), y0: z.number(), x1: z.number(), y1: z.number() });
const lineSchema = z.object({ text: z.string(), confidence: z.number(), bbox: bboxSchema });
const outputSchema = z.object({
  blocks: z.array(z.object({ paragraphs: z.array(z.object({ lines: z.array(lineSchema) })) })).nullish(),
});

type Frame = { readonly factor: number; readonly task: ReadingTask };

function linesOf(output: unknown, { factor, task }: Frame): readonly ReadLine[] {
  const { width, height } = task.image;
  const into = (value: number, most: number): number => Math.min(most, Math.max(0, (value - MARGIN) / factor));
  return (outputSchema.parse(output).blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, confidence, bbox }) => ({
      text: text.trim(),
      confidence: Math.min(1, Math.max(0, confidence / 100)),
      bbox: [into(bbox.x0, width), into(bbox.y0, height), into(bbox.x1, width), into(bbox.y1, height)],
    }));
}

const meanConfidence = (lines: readonly ReadLine[]): number => {
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0);
  return letters === 0 ? 0 : lines.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters;
};

async function readAt(engine: TesseractThread, grey: GreyImage, frame: Frame): Promise<readonly ReadLine[]> {
  const { shape, alphabet } = frame.task;
  const picture = toPgm(padded(resample(grey, frame.factor), MARGIN, paperLevel(grey)));
  const output = await engine.recognize(picture, {
    tessedit_pageseg_mode: MODES[shape],
    user_defined_dpi: '300',
    ...(alphabet === undefined ? {} : { tessedit_char_whitelist: alphabet }),
  });
  return linesOf(output, frame);
}

/** Read a picture at the size the engine reads best; scattered text is read once only, because it takes long. */
async function readTask(pool: TesseractPool, task: ReadingTask, signal?: AbortSignal): Promise<readonly ReadLine[]> {
  signal?.throwIfAborted();
  const grey = greyOf(task.image);
  const height = lineHeight(grey);
  if (height === null) return [];
  const most = Math.sqrt(MOST_PIXELS / (grey.width * grey.height));
  const wanted = height < LEAST_HEIGHT ? LEAST_HEIGHT / height : Math.min(1, MOST_HEIGHT / height);
  const factor = Math.min(most, Math.max(0.25, Math.min(4, wanted)));
  const first = await pool.withEngine((engine) => readAt(engine, grey, { factor, task }), signal);
  signal?.throwIfAborted();
  if (task.shape === 'sparse' || meanConfidence(first) >= SURE || factor * LARGER > most) return first;
  const second = await pool.withEngine((engine) => readAt(engine, grey, { factor: factor * LARGER, task }), signal);
  signal?.throwIfAborted();
  return meanConfidence(second) > meanConfidence(first) ? second : first;
}

type LanguageFile = { readonly code: string; readonly path: string };

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** The operator's folder first, then the npm package of that language. */
async function findLanguage(code: string, folder: string | null): Promise<LanguageFile | null> {
  const paths = folder === null ? [] : [join(folder, `${code}.traineddata`), join(folder, `${code}.traineddata.gz`)];
  try {
    const found = dirname(require.resolve(`@tesseract.js-data/${code}/package.json`));
    paths.push(join(found, '4.0.0_best_int', `${code}.traineddata.gz`));
  } catch {
    // No such package: the folder has to have it.
  }
  for (const path of paths) if (await isFile(path)) return { code, path };
  return null;
}

const loadLanguages = (files: readonly LanguageFile[]): Promise<readonly LanguageData[]> =>
  Promise.all(files.map(async ({ code, path }) => ({ code, data: new Uint8Array(await readFile(path)) })));

const versionSchema = z.object({ version: z.string() });

/** Version of the engine, or null when one of its packages is not installed. */
function engineVersion(): string | null {
  try {
    require.resolve('tesseract.js/src/worker-script/node/index.js');
    const version = (name: string): string => versionSchema.parse(require(`${name}/package.json`)).version;
    return `tesseract.js ${version('tesseract.js')}, core ${version('tesseract.js-core')}`;
  } catch {
    return null;
  }
}

type Opened = { readonly reader: TextReader; readonly pool: TesseractPool };

async function open(files: readonly LanguageFile[], version: string, idleMs: number): Promise<Opened> {
  const hash = createHash('sha256').update(`${version};reading 2;`);
  for (const { code, data } of await loadLanguages(files)) hash.update(`${code};`).update(data);
  const codes = files.map(({ code }) => code).join('+');
  const engines = Math.max(1, Math.min(2, availableParallelism()));
  const pool = createTesseractPool(() => loadLanguages(files), { engines, idleMs });
  const reader: TextReader = {
    id: `tesseract/${codes}`,
    digest: hash.digest('hex').slice(0, 16),
    warm: pool.warm,
    read: (task, signal) => readTask(pool, task, signal),
  };
  return { reader, pool };
}

type Parts = { readonly files: readonly LanguageFile[]; readonly version: string } | { readonly reason: string };

/** The engine and the language data that these settings ask for, or what of them is missing, in words. Loads neither. */
async function findParts(ocr: Settings['ocr']): Promise<Parts> {
  if (ocr === undefined || !ocr.enabled) return { reason: 'Reading text is switched off (GEOMAP_OCR).' };
  const version = engineVersion();
  if (version === null) return { reason: 'The npm package tesseract.js, which reads text, is not installed.' };
  const found = await Promise.all(ocr.languages.map(async (code) => findLanguage(code, ocr.data_root)));
  const missing = ocr.languages.filter((_, at) => found[at] === null);
  if (missing.length === 0) return { files: found.filter((file) => file !== null), version };
  return {
    reason: `There is no OCR data for the language ${missing.join(', ')}: put its traineddata file into the folder of GEOMAP_OCR_DATA, or correct GEOMAP_OCR_LANGUAGES.`,
  };
}

/** Whether text would be read under these settings; `reason` says in words why not. */
export async function textReadiness(ocr: Settings['ocr']): Promise<TextReadiness> {
  const parts = await findParts(ocr);
  const languages = ocr?.languages ?? [];
  return 'reason' in parts ? { ready: false, languages, reason: parts.reason } : { ready: true, languages, reason: null };
}

/**
 * OCR with tesseract.js, whose engine runs in threads: at most two, released after `idleMs` without work. `choose` says in words
 * why there is none: switched off, package missing, or language data missing.
 */
export function createTesseractReaders({ idleMs = 60_000 }: { readonly idleMs?: number } = {}): TextReaders {
  const opened = new Map<string, Promise<Opened>>();
  const keyOf = async (files: readonly LanguageFile[]): Promise<string> => {
    const stats = await Promise.all(files.map(({ path }) => stat(path)));
    return files.map(({ path }, at) => `${path}:${stats[at]?.size}:${stats[at]?.mtimeMs}`).join('|');
  };
  const choose = async (ocr: Settings['ocr']): Promise<TextReaderChoice> => {
    const parts = await findParts(ocr);
    if ('reason' in parts) return { reader: null, reason: parts.reason };
    const { files, version } = parts;
    const key = await keyOf(files);
    const known = opened.get(key) ?? open(files, version, idleMs);
    opened.set(key, known);
    known.catch(() => opened.delete(key));
    return { reader: (await known).reader };
  };
  return {
    choose,
    close: async () => {
      const all = await Promise.allSettled(opened.values());
      await Promise.all(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.pool.close()] : [])));
    },
  };
}

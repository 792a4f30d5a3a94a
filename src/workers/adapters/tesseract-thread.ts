import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { GeomapError } from '../../domain/errors/geomap-error.ts';

const require = createRequire(import.meta.url);

/** Trained data of one language, plain or gzipped. */
export type LanguageData = { readonly code: string; readonly data: Uint8Array };

/** One engine in a thread of its own. It does one thing at a time: the next call after the last has ended. */
export type TesseractThread = {
  /** What the engine made of a picture file (PGM). Throws `GeomapError` when the engine breaks; it is dead from then on. */
  readonly recognize: (picture: Uint8Array, parameters: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly isDead: () => boolean;
  readonly close: () => Promise<void>;
};

const replySchema = z.looseObject({ jobId: z.string(), status: z.string(), data: z.unknown() });

/** An engine that says nothing for this long is stuck. The largest picture takes some seconds. */
const STUCK_MS = 60_000;

const broken = (reason: string): GeomapError =>
  new GeomapError('internal_error', {
    message: 'The text recogniser stopped working. Call again; if it happens again, set GEOMAP_OCR=off to go on without it.',
    logReason: `ocr_engine: ${reason}`,
  });

type Waiting = { readonly resolve: (data: unknown) => void; readonly reject: (error: GeomapError) => void };

/** Messages to and from the engine's own worker script; whatever it prints is dropped, and it never keeps the process alive. */
function openThread() {
  const worker = new Worker(require.resolve('tesseract.js/src/worker-script/node/index.js'), {
    stdout: true,
    stderr: true,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const waiting = new Map<string, Waiting>();
  let count = 0;
  let dead = false;
  const fail = (reason: string): void => {
    dead = true;
    for (const { reject } of waiting.values()) reject(broken(reason));
    waiting.clear();
  };
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => fail(`exit ${code}`));
  worker.on('message', (message: unknown) => {
    const reply = replySchema.safeParse(message);
    const job = reply.success ? waiting.get(reply.data.jobId) : undefined;
    if (!reply.success || job === undefined || reply.data.status === 'progress') return;
    waiting.delete(reply.data.jobId);
    if (reply.data.status === 'resolve') job.resolve(reply.data.data);
    else job.reject(broken(String(reply.data.data)));
  });
  worker.unref();
  const ask = async (action: string, payload: object): Promise<unknown> => {
    if (dead) throw broken('asked after its end');
    count += 1;
    const jobId = `job-${count}`;
    // A call that is under way keeps the process alive, an idle engine does not.
    worker.ref();
    const timer = setTimeout(() => {
      fail('stuck');
      void worker.terminate();
    }, STUCK_MS);
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(jobId, { resolve, reject });
        worker.postMessage({ workerId: 'reader', jobId, action, payload });
      });
    } finally {
      clearTimeout(timer);
      worker.unref();
    }
  };
  const close = async (): Promise<void> => {
    fail('closed');
    await worker.terminate();
  };
  return { ask, close, isDead: () => dead };
}

/**
 * Start an engine with these languages. The data is handed over as bytes and the engine's cache is off, so that it neither asks
 * a network nor writes a file. Throws `GeomapError` when the data is not what the engine can read.
 */
export async function startTesseract(languages: readonly LanguageData[]): Promise<TesseractThread> {
  const { ask, close, isDead } = openThread();
  try {
    await ask('load', { options: { lstmOnly: true, logging: false } });
    await ask('loadLanguage', { langs: languages, options: { cacheMethod: 'none', gzip: true, lstmOnly: true } });
    await ask('initialize', { langs: languages.map(({ code }) => code).join('+'), oem: 1, config: {} });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    recognize: (picture, parameters) =>
      ask('recognize', { image: picture, options: parameters, output: { text: false, blocks: true } }),
    isDead,
    close,
  };
}
